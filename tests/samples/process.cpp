#include "process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

Process::Process(const Words& command, std::string outputFile) : m_outputFile(std::move(outputFile))
{
    std::vector<char*> words;
    for (const std::string& word : command)
        words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const int output = open(m_outputFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    m_id = output < 0 ? -1 : fork();
    if (m_id == 0) {
        dup2(output, STDOUT_FILENO);
        dup2(output, STDERR_FILENO);
        execv(words[0], words.data());
        _exit(127);
    }
    if (output >= 0)
        close(output);
    if (m_id < 0)
        throw std::runtime_error("cannot run " + command.at(0));
}

Process::~Process()
{
    if (!poll()) {
        kill(m_id, SIGKILL);
        waitpid(m_id, nullptr, 0);
    }
}

std::optional<int> Process::poll()
{
    int status = 0;
    if (!m_status && waitpid(m_id, &status, WNOHANG) == m_id)
        m_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return m_status;
}

std::optional<int> Process::wait(std::chrono::seconds atMost)
{
    within(atMost, [this] { return poll().has_value(); });
    return m_status;
}

double Process::busySeconds() const
{
    double nanoseconds = 0;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/" + std::to_string(m_id) + "/task")) {
        double ran = 0;
        double waited = 0;
        std::ifstream(thread.path() / "schedstat") >> ran >> waited;
        nanoseconds += ran + waited;
    }
    return nanoseconds / 1e9;
}

void Process::limitMemory(std::size_t more) const
{
    std::ifstream stream("/proc/" + std::to_string(m_id) + "/statm");
    std::size_t pages = 0; // of its address space
    stream >> pages;
    rlimit limit = {};
    const bool isKnown = pages != 0 && prlimit(m_id, RLIMIT_AS, nullptr, &limit) == 0;
    limit.rlim_cur = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + more;
    if (!isKnown || prlimit(m_id, RLIMIT_AS, &limit, nullptr) != 0)
        throw std::runtime_error("the memory of a process cannot be limited");
}

std::string Process::output() const
{
    std::ostringstream text;
    text << std::ifstream(m_outputFile).rdbuf();
    return text.str();
}
