// SPDX-License-Identifier: GPL-3.0-or-later
// Not compiled on the machine where it was written: see packaging/macos/README.md.
#include "app/platform/stop_signals.h"

#include "app/platform/process.h"

#include <sys/event.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace sandglass::platform {

/// A queue of the kernel that reports both signals and the end of the parent.
struct StopSignals::State
{
    int queue = ::kqueue();
};

namespace {

bool watch(int queue, std::uintptr_t what, std::int16_t filter, std::uint32_t note)
{
    struct kevent change = {};
    EV_SET(&change, what, filter, EV_ADD | EV_CLEAR, note, 0, nullptr);
    return ::kevent(queue, &change, 1, nullptr, 0, nullptr) == 0;
}

} // namespace

StopSignals::StopSignals()
    : m_state(std::make_unique<State>())
{
    // ignored signals reach the queue, and nothing else
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        const bool ignored = std::signal(signal, SIG_IGN) == SIG_IGN;
        // nohup
        if (signal != SIGHUP || !ignored) {
            watch(m_state->queue, static_cast<std::uintptr_t>(signal), EVFILT_SIGNAL, 0);
        }
    }
    std::signal(SIGUSR1, SIG_IGN);
    ignoreBrokenPipes();
}

StopSignals::~StopSignals()
{
    ::close(m_state->queue);
}

bool StopSignals::followParent()
{
    const pid_t parent = ::getppid();
    const bool watched
        = watch(m_state->queue, static_cast<std::uintptr_t>(parent), EVFILT_PROC, NOTE_EXIT);
    // the parent may have died before the request
    return watched && ::getppid() == parent;
}

int StopSignals::wait()
{
    struct kevent event = {};
    while (::kevent(m_state->queue, nullptr, 0, &event, 1, nullptr) < 1 && errno == EINTR) { }
    return event.filter == EVFILT_SIGNAL ? static_cast<int>(event.ident) : SIGTERM;
}

} // namespace sandglass::platform
