// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/child_process.h"

#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace sandglass::tests::model {

namespace {

using std::chrono::microseconds;
using Steady = std::chrono::steady_clock;

[[noreturn]] void giveUp(const char* what)
{
    std::perror(what);
    std::abort();
}

} // namespace

ChildProcess::ChildProcess(const std::string& program, std::vector<std::string> arguments)
{
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) {
        giveUp("pipe");
    }
    m_pipe = ends[0];
    arguments.insert(arguments.begin(), program);
    std::vector<char*> words;
    for (std::string& argument : arguments) {
        words.push_back(argument.data());
    }
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    const int failed
        = posix_spawn(&m_pid, program.c_str(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (failed != 0) {
        giveUp("posix_spawn");
    }
}

ChildProcess::~ChildProcess()
{
    if (m_pid != 0) {
        kill();
    }
    close(m_pipe);
}

bool ChildProcess::read(microseconds patience)
{
    pollfd ready{m_pipe, POLLIN, 0};
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(patience);
    const timespec span{seconds.count(), std::chrono::nanoseconds(patience - seconds).count()};
    const int polled = ppoll(&ready, 1, &span, nullptr);
    if (polled < 0 && errno != EINTR) {
        giveUp("ppoll");
    }
    if (polled <= 0) {
        return false;
    }
    std::array<char, 256> bytes{};
    const ssize_t got = ::read(m_pipe, bytes.data(), bytes.size());
    if (got > 0) {
        m_steps += got;
    }
    m_atEnd = got == 0;
    return got > 0;
}

void ChildProcess::waitForSteps(std::int64_t steps)
{
    constexpr microseconds kPatience = std::chrono::seconds(60);
    while (m_steps < steps && !m_atEnd) {
        read(kPatience);
    }
}

void ChildProcess::watch(microseconds span)
{
    const auto end = Steady::now() + span;
    while (!m_atEnd) {
        const auto left = std::chrono::duration_cast<microseconds>(end - Steady::now());
        if (left.count() <= 0) {
            return;
        }
        read(left);
    }
}

std::int64_t ChildProcess::kill()
{
    ::kill(m_pid, SIGKILL);
    int status = 0;
    while (waitpid(m_pid, &status, 0) < 0 && errno == EINTR) { }
    m_pid = 0;
    const bool finished = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    m_failed = !finished && !killed;
    while (!m_atEnd) {
        read(microseconds(0));
    }
    return m_steps;
}

} // namespace sandglass::tests::model
