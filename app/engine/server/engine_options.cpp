// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/engine_options.h"

#include "app/engine/storage/failpoint.h"

#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace sandglass::engine::server {

namespace {

using base::Completion;
using base::OptionRow;

constexpr int kDefaultPort = 27017;

/// In the order of --help.
constexpr std::array kRows{
    OptionRow{"dbpath", "DIR", "Data folder; created if it is missing.", Completion::Folder},
    OptionRow{"port", "N",
              "TCP port; 0 takes any free one. Without --port and --unix-socket: 27017."},
    OptionRow{"bind", "ADDR", "Address to listen on (default 127.0.0.1)."},
    OptionRow{"unix-socket", "PATH",
              "Also listen on this socket; with it and without --port there is no TCP.",
              Completion::File},
    OptionRow{"port-file", "FILE", "When ready, write the port here.", Completion::File},
    OptionRow{"setParameter", "NAME=VALUE",
              "As in MongoDB, for example ttlMonitorSleepSecs=5; may be repeated. "
              "sandglassServerVersion=4.4|5.0|6.0|7.0|8.0: behave like that version of MongoDB "
              "(default 8.0).",
              Completion::Words, "ttlMonitorEnabled= ttlMonitorSleepSecs= sandglassServerVersion="},
    OptionRow{"profile", "NAME",
              "mongodb or cosmos: which TTL rules apply (default: those that the data were written "
              "under; mongodb for new data).",
              Completion::Words, "mongodb cosmos"},
    OptionRow{"standby-of", "DIR",
              "Serve the data of another engine, running or not, read-only and without TTL passes; "
              "--dbpath is then only a folder for temporary files.",
              Completion::Folder},
    OptionRow{"replSet", "NAME",
              "Be the only member of this replica set: oplog, change streams, retryable writes."},
    OptionRow{"oplogSize", "MB", "Size of the oplog of a replica set member (default 256)."},
    OptionRow{"clock-rate", "N",
              "Run the engine's clock N times faster, 1 to 86400, to rehearse expiry."},
    OptionRow{"clock-start", "MS", "Start the clock at this time (ms since 1970) instead of now."},
    OptionRow{"exit-with-parent", "", "End when the process that started this one ends."},
    OptionRow{"version", "", "Print the version and exit."},
    OptionRow{"help", "", "Print this help and exit.", Completion::None, {}, 'h'},
};

Result<void> takePort(EngineOptions& options, const std::string& value)
{
    int port = 0;
    const char* end = value.data() + value.size();
    const auto parsed = std::from_chars(value.data(), end, port);
    if (value.empty() || parsed.ec != std::errc() || parsed.ptr != end || port < 0
        || port > 65535) {
        return base::failure(Errc::InvalidInput,
                             "--port takes a number from 0 to 65535, not '" + value + "'.");
    }
    options.port = port;
    return {};
}

Result<void> takeParameter(EngineOptions& options, const std::string& value)
{
    const std::size_t equals = value.find('=');
    if (equals == std::string::npos || equals == 0) {
        return base::failure(Errc::InvalidInput,
                             "--setParameter takes NAME=VALUE, not '" + value + "'.");
    }
    options.parameters.emplace_back(value.substr(0, equals), value.substr(equals + 1));
    return {};
}

Result<void> takeProfile(EngineOptions& options, const std::string& value)
{
    if (value != "mongodb" && value != "cosmos") {
        return base::failure(Errc::InvalidInput,
                             "--profile takes mongodb or cosmos, not '" + value + "'.");
    }
    options.profile = value;
    return {};
}

Result<void> takeClockRate(EngineOptions& options, const std::string& value)
{
    constexpr int kFastest = 86'400;
    int rate = 0;
    const char* end = value.data() + value.size();
    const auto parsed = std::from_chars(value.data(), end, rate);
    if (parsed.ec != std::errc() || parsed.ptr != end || rate < 1 || rate > kFastest) {
        return base::failure(Errc::InvalidInput,
                             "--clock-rate takes a number from 1 to 86400, not '" + value + "'.");
    }
    options.clockRate = rate;
    return {};
}

Result<void> takeClockStart(EngineOptions& options, const std::string& value)
{
    // to the end of the year 9999: what is later cannot be shown as a date
    constexpr std::int64_t kLatest = 253'402'300'799'999;
    std::int64_t millis = 0;
    const char* end = value.data() + value.size();
    const auto parsed = std::from_chars(value.data(), end, millis);
    if (parsed.ec != std::errc() || parsed.ptr != end || millis < 0 || millis > kLatest) {
        return base::failure(Errc::InvalidInput,
                             "--clock-start takes milliseconds since 1970, not '" + value + "'.");
    }
    options.clockStart = millis;
    return {};
}

Result<void> takeOplogSize(EngineOptions& options, const std::string& value)
{
    constexpr std::int64_t kLargestMegabytes = std::int64_t{1} << 20U;
    std::int64_t megabytes = 0;
    const char* end = value.data() + value.size();
    const auto parsed = std::from_chars(value.data(), end, megabytes);
    if (parsed.ec != std::errc() || parsed.ptr != end || megabytes < 1
        || megabytes > kLargestMegabytes) {
        return base::failure(Errc::InvalidInput,
                             "--oplogSize takes megabytes from 1 to 1048576, not '" + value + "'.");
    }
    options.oplogBytes = megabytes << 20U;
    return {};
}

Result<void> takeText(std::string& target, const std::string& flag, const std::string& value)
{
    if (value.empty()) {
        return base::failure(Errc::InvalidInput, flag + " takes a value that is not empty.");
    }
    target = value;
    return {};
}

Result<void> take(EngineOptions& options, const std::string& flag, const std::string& value)
{
    if (flag == "--dbpath") {
        return takeText(options.dbPath, flag, value);
    }
    if (flag == "--port") {
        return takePort(options, value);
    }
    if (flag == "--bind") {
        return takeText(options.bindAddress, flag, value);
    }
    if (flag == "--unix-socket") {
        return takeText(options.unixSocket, flag, value);
    }
    if (flag == "--port-file") {
        return takeText(options.portFile, flag, value);
    }
    if (flag == "--setParameter") {
        return takeParameter(options, value);
    }
    if (flag == "--standby-of") {
        return takeText(options.standbyOf, flag, value);
    }
    if (flag == "--replSet") {
        return takeText(options.replSet, flag, value);
    }
    if (flag == "--oplogSize") {
        return takeOplogSize(options, value);
    }
    if (flag == "--clock-rate") {
        return takeClockRate(options, value);
    }
    if (flag == "--clock-start") {
        return takeClockStart(options, value);
    }
    return takeProfile(options, value);
}

bool takesValue(std::string_view flag)
{
    const base::OptionRow* row
        = flag.starts_with("--") ? base::findOption(optionRows(), flag.substr(2)) : nullptr;
    return row && !row->value.empty();
}

/// A flag without a value; false when it is none of those.
bool takeSwitch(EngineOptions& options, const std::string& flag)
{
    if (flag == "--version") {
        options.action = EngineOptions::Action::ShowVersion;
    } else if (flag == "--help" || flag == "-h") {
        options.action = EngineOptions::Action::ShowHelp;
    } else if (flag == "--listFailpoints") {
        options.action = EngineOptions::Action::ListFailpoints;
    } else if (flag == "--exit-with-parent") {
        options.exitWithParent = true;
    } else {
        return false;
    }
    return true;
}

} // namespace

std::span<const base::OptionRow> optionRows()
{
    return kRows;
}

Result<EngineOptions> parseOptions(std::span<const std::string> arguments)
{
    EngineOptions options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (takeSwitch(options, argument)) {
            continue;
        }
        const std::size_t equals
            = argument.starts_with("--") ? argument.find('=') : std::string::npos;
        const std::string flag = argument.substr(0, equals);
        if (!takesValue(flag)) {
            return base::failure(Errc::InvalidInput,
                                 "Unknown option '" + argument + "'; --help lists the options.");
        }
        std::optional<std::string> value;
        if (equals != std::string::npos) {
            value = argument.substr(equals + 1);
        } else if (i + 1 < arguments.size()) {
            value = arguments[++i];
        }
        if (!value) {
            return base::failure(Errc::InvalidInput, flag + " takes a value.");
        }
        TRY(take(options, flag, *value));
    }
    if (options.action == EngineOptions::Action::Serve && options.dbPath.empty()
        && options.standbyOf.empty()) {
        return base::failure(Errc::InvalidInput, "--dbpath is missing: it names the data folder.");
    }
    if (options.port < 0 && options.unixSocket.empty()) {
        options.port = kDefaultPort;
    }
    return options;
}

std::string failpointText()
{
    std::string text;
    if (storage::hasFailpoints()) {
        for (const std::string_view name : storage::kFailpoints) {
            text.append(name).push_back('\n');
        }
    }
    return text;
}

std::string helpText()
{
    return "sandglass-engine: a document server with TTL indexes, speaking the MongoDB wire "
           "protocol\n\nUsage: sandglass-engine --dbpath DIR [options]\n\n"
        + base::optionHelp(optionRows())
        + "\nLog lines are JSON on stderr. SIGTERM and SIGINT close the data cleanly.\n"
          "Exit codes: 0 closed as asked, 1 failed while running, 2 wrong options or an unusable "
          "folder.\n";
}

} // namespace sandglass::engine::server
