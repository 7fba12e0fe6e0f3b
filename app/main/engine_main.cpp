// SPDX-License-Identifier: GPL-3.0-or-later
// sandglass-engine: makes the engine, waits for a signal, and closes the engine.
#include "app/base/clock.h"
#include "app/engine/server/engine.h"
#include "app/engine/server/engine_options.h"
#include "app/engine/server/json_log.h"
#include "app/platform/files.h"
#include "app/platform/process.h"
#include "app/platform/stop_signals.h"

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

// Reports a usage error or a failed start; returns the exit code.
int complain(const std::string& message)
{
    std::fprintf(stderr, "sandglass-engine: %s\n", message.c_str());
    return kExitUsage;
}

/// Where the engine's own clock starts.
sandglass::base::Time startOf(const EngineOptions& options)
{
    using sandglass::base::Millis;
    return options.clockStart ? sandglass::base::Time(Millis(*options.clockStart))
                              : sandglass::base::SystemClock().now();
}

// Runs the engine until a signal arrives; returns the exit code.
int serve(const EngineOptions& options)
{
    sandglass::platform::StopSignals stopSignals;
    sandglass::platform::keepNewFilesPrivate();
    sandglass::platform::forbidCoreDumps();
    // it holds the keys of users; a test, a debugger and a profiler must see into the process
    if (options.auth && !sandglass::engine::server::asksForTestCommands(options)) {
        sandglass::platform::hideMemory();
    }
    sandglass::platform::ignoreFileSizeLimit();
    sandglass::platform::raiseDescriptorLimit();
    if (options.exitWithParent && !stopSignals.followParent()) {
        return EXIT_SUCCESS;
    }
    using sandglass::base::SystemClock;
    // with options for the clock the engine has a clock of its own, as in rehearsals
    const bool ownClock = options.clockRate != 1 || options.clockStart;
    SystemClock clock = ownClock ? SystemClock(startOf(options), options.clockRate) : SystemClock();
    JsonLog log(clock, stderr);
    auto engine = Engine::start(options, clock, &clock, log);
    if (!engine) {
        return complain(engine.error().message);
    }
    const int signal = stopSignals.wait();
    // number and text of this and the next line are those of MongoDB's log
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
    // the data folder's files must not get the number of a stream that the log is written to
    sandglass::platform::openStandardStreams();
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
    case EngineOptions::Action::ListFailpoints:
        std::fputs(sandglass::engine::server::failpointText().c_str(), stdout);
        return EXIT_SUCCESS;
    case EngineOptions::Action::Serve:
        break;
    }
    return serve(*options);
}
