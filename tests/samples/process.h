// A program that a test runs.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

// How long tests wait for a program. It ends one that hangs; no result depends on it. Nothing that a test waits for
// takes more than a tenth of it on two idle cores.
constexpr auto kPatience = std::chrono::seconds(600);

using Words = std::vector<std::string>; // of a command

[[nodiscard]] inline Words operator+(Words words, const Words& more)
{
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

// Ended with its owner, if it still runs.
class Process {
public:
    // The command's first word is the program's path. What it prints goes to the file.
    Process(const Words& command, std::string outputFile);
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process();

    // The exit status, or -1 after a signal; none while it runs.
    std::optional<int> poll();
    std::optional<int> wait(std::chrono::seconds atMost = kPatience);
    // The time that its threads have run or waited for a processor so far: on a busy machine as much as on an idle one.
    [[nodiscard]] double busySeconds() const;
    // All that it has printed so far.
    [[nodiscard]] std::string output() const;
    // Lets it have so many bytes more than it has.
    void limitMemory(std::size_t more) const;

private:
    std::string m_outputFile;
    pid_t m_id = -1;
    std::optional<int> m_status;
};

// Whether the condition holds within the time, asked again and again.
template <class Condition>
bool within(std::chrono::seconds atMost, Condition condition)
{
    const auto end = std::chrono::steady_clock::now() + atMost;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return true;
}
