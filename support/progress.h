// Progress messages of activities that take long.
#ifndef VKSCAN_SUPPORT_PROGRESS_H
#define VKSCAN_SUPPORT_PROGRESS_H

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace gpu {

// A line on standard error once an activity has taken 2 seconds, then at 4, 8 and 16, and every 16 seconds on. By a
// thread of its own, as most of what takes long is one call of a library's.
class Progress {
public:
    Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    // Ends the activity before. The text is of a line: "reading photo.png".
    void begin(std::string activity);
    // How far the activity is: ", about 27 s left, 3 of 8 frames done" follows its text. Its time goes on.
    void count(std::size_t done, std::size_t all, const char* things);

private:
    using Clock = std::chrono::steady_clock;

    void speak();

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::string m_activity;   // empty: none yet
    std::string m_count;      // behind it
    Clock::duration m_left{}; // that it will take from then on; 0: unknown
    Clock::time_point m_begin;
    Clock::duration m_silence{}; // since m_begin, until the next line
    bool m_ends = false;
    std::thread m_thread; // the last, as it uses the others
};

} // namespace gpu

#endif
