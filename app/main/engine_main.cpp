// SPDX-License-Identifier: GPL-3.0-or-later
// sandglass-engine: builds the engine, waits for a signal, closes it.
#include "app/base/clock.h"
#include "app/engine/server/engine.h"
#include "app/engine/server/engine_options.h"
#include "app/engine/server/json_log.h"

#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using sandglass::engine::server::Engine;
using sandglass::engine::server::EngineOptions;
using sandglass::engine::server::JsonLog;

constexpr int kExitUsage = 2;

int complain(const std::string& message)
{
    std::fprintf(stderr, "sandglass-engine: %s\n", message.c_str());
    return kExitUsage;
}

/// SIGTERM and SIGINT are blocked in every thread and taken by waitForSignal(), so that no handler
/// runs anywhere.
sigset_t blockSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    return set;
}

int waitForSignal(const sigset_t& set)
{
    int signal = 0;
    while (sigwait(&set, &signal) != 0) { }
    return signal;
}

/// Asks the kernel for SIGTERM when the parent dies; false when it has died already.
bool followParent()
{
    const pid_t parent = getppid();
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    return getppid() == parent;
}

/// The moment that a clock of the engine's own begins at.
sandglass::base::Time startOf(const EngineOptions& options)
{
    using sandglass::base::Millis;
    return options.clockStart ? sandglass::base::Time(Millis(*options.clockStart))
                              : sandglass::base::SystemClock().now();
}

int serve(const EngineOptions& options)
{
    const sigset_t signals = blockSignals();
    umask(077);
    if (options.exitWithParent && !followParent()) {
        return EXIT_SUCCESS;
    }
    using sandglass::base::SystemClock;
    const bool ownClock = options.clockRate != 1 || options.clockStart;
    SystemClock clock = ownClock ? SystemClock(startOf(options), options.clockRate) : SystemClock();
    JsonLog log(clock, stderr);
    auto engine = Engine::start(options, clock, &clock, log);
    if (!engine) {
        return complain(engine.error().message);
    }
    const int signal = waitForSignal(signals);
    log.write({sandglass::base::Severity::Info,
               "CONTROL",
               23377,
               "SignalHandler",
               "Received signal",
               {{"signal", std::int64_t{signal}}}});
    (*engine)->stop();
    log.write({sandglass::base::Severity::Info,
               "CONTROL",
               23138,
               "SignalHandler",
               "Shutting down",
               {{"exitCode", std::int64_t{0}}}});
    return EXIT_SUCCESS;
}

} // namespace

int main(int argc, char** argv)
{
    const std::span<char*> given(argv, static_cast<std::size_t>(argc));
    const std::vector<std::string> arguments(given.begin() + 1, given.end());
    auto options = sandglass::engine::server::parseOptions(arguments);
    if (!options) {
        return complain(options.error().message);
    }
    options->arguments.assign(given.begin(), given.end());
    switch (options->action) {
    case EngineOptions::Action::ShowVersion:
        std::printf("sandglass-engine %s (MongoDB %s)\n",
                    sandglass::engine::server::productVersion().c_str(),
                    sandglass::engine::server::serverVersion().c_str());
        return EXIT_SUCCESS;
    case EngineOptions::Action::ShowHelp:
        std::fputs(sandglass::engine::server::helpText().c_str(), stdout);
        return EXIT_SUCCESS;
    case EngineOptions::Action::Serve:
        break;
    }
    return serve(*options);
}
