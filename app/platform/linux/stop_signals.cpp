// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/stop_signals.h"

#include "app/platform/process.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>

namespace sandglass::platform {

struct StopSignals::State
{
    sigset_t signals{};
};

StopSignals::StopSignals()
    : m_state(std::make_unique<State>())
{
    sigset_t& set = m_state->signals;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    // a signal that is blocked and ignored would still be received
    struct sigaction hangup = {};
    if (::sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) {
        sigaddset(&set, SIGHUP);
    }
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGUSR1, SIG_IGN); // NOLINT(cert-err33-c): cannot fail for this signal
    ignoreBrokenPipes();
}

StopSignals::~StopSignals() = default;

bool StopSignals::followParent()
{
    const pid_t parent = ::getppid();
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    // the parent may have died before the request
    return ::getppid() == parent;
}

int StopSignals::wait()
{
    int signal = 0;
    while (sigwait(&m_state->signals, &signal) != 0) { }
    return signal;
}

} // namespace sandglass::platform
