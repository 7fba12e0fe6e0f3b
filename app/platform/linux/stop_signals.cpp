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
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
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
