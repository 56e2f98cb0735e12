// Progress messages of long activities.
#ifndef VKSCAN_SUPPORT_PROGRESS_H
#define VKSCAN_SUPPORT_PROGRESS_H

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace gpu {

// A line on standard error after an activity has taken 2, 4, 8 and 16 seconds, and then every 16 seconds. A separate
// thread writes it, since long activities are often one call of a library.
class Progress {
public:
    Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    // Ends the previous activity. The text is part of a line: "reading photo.png".
    void begin(std::string activity);
    // Reports the activity's progress: ", about 27 s left, 3 of 8 frames done" follows its text. Its time continues.
    void count(std::size_t done, std::size_t all, const char* things);

private:
    using Clock = std::chrono::steady_clock;

    void speak();

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::string m_activity;   // empty: none yet
    std::string m_count;      // follows the activity
    Clock::duration m_left{}; // remaining time at the last count; 0: unknown
    Clock::time_point m_begin;
    Clock::duration m_silence{}; // since m_begin, until the next line
    bool m_ends = false;
    std::thread m_thread; // last, since it uses the other members
};

} // namespace gpu

#endif
