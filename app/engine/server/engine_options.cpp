// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/engine_options.h"

#include "app/engine/commands/parameters.h"
#include "app/engine/storage/failpoint.h"

#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string>
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
    OptionRow{"bind", "ADDR",
              "Address to listen on (default 127.0.0.1). Other machines can connect only with "
              "--auth and --tlsMode requireTLS."},
    OptionRow{"bind_ip", "ADDR", "As --bind; the name that mongod uses."},
    OptionRow{"unix-socket", "PATH",
              "Also listen on this socket; with it and without --port there is no TCP.",
              Completion::File},
    OptionRow{"auth", "",
              "Clients must log in (SCRAM-SHA-256), also on this machine. Processes of the same "
              "user through --unix-socket need not; there the first user is created."},
    OptionRow{"tlsMode", "MODE", "disabled (default) or requireTLS: encrypt TCP, TLS 1.2 or later.",
              Completion::Words, "disabled requireTLS"},
    OptionRow{"tlsCertificateKeyFile", "FILE",
              "The server's certificate and private key, in PEM format.", Completion::File},
    OptionRow{"tlsCAFile", "FILE",
              "Clients need a certificate of one of these authorities, in PEM format.",
              Completion::File},
    OptionRow{"tlsAllowConnectionsWithoutCertificates", "",
              "With --tlsCAFile: only clients that have a certificate are checked."},
    OptionRow{"port-file", "FILE", "When ready, write the port here.", Completion::File},
    OptionRow{
        "checkpoint-folder", "DIR",
        "The command sandglassCheckpoint may copy the data to new folders below this one; may "
        "be repeated. Without it, that command is refused.",
        Completion::Folder},
    OptionRow{"setParameter", "NAME=VALUE",
              "As in MongoDB, for example ttlMonitorSleepSecs=5; may be repeated. "
              "sandglassServerVersion=2.4|2.6|4.4|5.0|6.0|7.0|8.0: behave like that version of "
              "MongoDB (default 8.0).",
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

Result<void> takeTlsMode(EngineOptions& options, const std::string& value)
{
    if (value != "disabled" && value != "requireTLS") {
        return base::failure(Errc::InvalidInput,
                             "--tlsMode takes disabled or requireTLS, not '" + value + "'.");
    }
    options.tls = value == "requireTLS";
    return {};
}

/// The options that name a file or a folder, and the address; nullptr for any other.
std::string* textOption(EngineOptions& options, const std::string& flag)
{
    const std::array<std::pair<std::string_view, std::string*>, 9> texts{{
        {"--dbpath", &options.dbPath},
        {"--bind", &options.bindAddress},
        {"--bind_ip", &options.bindAddress},
        {"--unix-socket", &options.unixSocket},
        {"--port-file", &options.portFile},
        {"--tlsCertificateKeyFile", &options.tlsCertificateKeyFile},
        {"--tlsCAFile", &options.tlsCaFile},
        {"--standby-of", &options.standbyOf},
        {"--replSet", &options.replSet},
    }};
    for (const auto& [name, target] : texts) {
        if (flag == name) {
            return target;
        }
    }
    return nullptr;
}

Result<void> take(EngineOptions& options, const std::string& flag, const std::string& value)
{
    if (std::string* target = textOption(options, flag)) {
        return takeText(*target, flag, value);
    }
    if (flag == "--tlsMode") {
        return takeTlsMode(options, value);
    }
    if (flag == "--port") {
        return takePort(options, value);
    }
    if (flag == "--setParameter") {
        return takeParameter(options, value);
    }
    if (flag == "--checkpoint-folder") {
        return takeText(options.checkpointFolders.emplace_back(), flag, value);
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
    } else if (flag == "--auth") {
        options.auth = true;
    } else if (flag == "--tlsAllowConnectionsWithoutCertificates") {
        options.tlsClientsNeedNone = true;
    } else {
        return false;
    }
    return true;
}

/// Of two values one would be ignored. Notes in `seen` that a flag was given.
Result<void> checkOnce(std::set<std::string>& seen, const std::string& flag)
{
    const std::string name = flag == "--bind_ip" ? "--bind" : flag;
    const bool mayRepeat = flag == "--setParameter" || flag == "--checkpoint-folder";
    if (!mayRepeat && !seen.insert(name).second) {
        return base::failure(Errc::InvalidInput, flag + " is given more than once.");
    }
    return {};
}

/// TLS is used as a whole or not at all: a file that nobody reads would be a false comfort.
Result<void> checkTls(const EngineOptions& options)
{
    const auto refused
        = [](const std::string& text) { return base::failure(Errc::InvalidInput, text); };
    if (options.tls && options.tlsCertificateKeyFile.empty()) {
        return refused("--tlsMode requireTLS needs --tlsCertificateKeyFile.");
    }
    if (!options.tls && (!options.tlsCertificateKeyFile.empty() || !options.tlsCaFile.empty())) {
        return refused("The files for TLS have no effect without --tlsMode requireTLS.");
    }
    if (options.tlsClientsNeedNone && options.tlsCaFile.empty()) {
        return refused("--tlsAllowConnectionsWithoutCertificates has no effect without"
                       " --tlsCAFile.");
    }
    if (options.tls && options.port < 0) {
        return refused("--tlsMode requireTLS has no effect without --port.");
    }
    return {};
}

/// A size without an oplog would be a false comfort too.
Result<void> checkOplog(const EngineOptions& options, const std::set<std::string>& seen)
{
    if (seen.contains("--oplogSize") && options.replSet.empty()) {
        return base::failure(Errc::InvalidInput, "--oplogSize has no effect without --replSet.");
    }
    return {};
}

Result<void> checkReach(const EngineOptions& options)
{
    if (reachesOtherMachines(options) && !(options.auth && options.tls)) {
        return base::failure(
            Errc::InvalidInput,
            "Listening on " + options.bindAddress
                + " lets other machines connect, which needs --auth, --tlsMode requireTLS and"
                  " --tlsCertificateKeyFile FILE; without them only 127.0.0.1 or ::1 can be used.");
    }
    return {};
}

} // namespace

bool reachesOtherMachines(const EngineOptions& options)
{
    const std::string& address = options.bindAddress;
    return options.port >= 0 && address != "localhost" && address != "::1"
        && !address.starts_with("127.");
}

bool asksForTestCommands(const EngineOptions& options)
{
    bool asked = false;
    for (const auto& [name, value] : options.parameters) {
        if (name == "enableTestCommands") {
            asked = commands::startupBool(value);
        }
    }
    return asked;
}

std::span<const base::OptionRow> optionRows()
{
    return kRows;
}

Result<EngineOptions> parseOptions(std::span<const std::string> arguments)
{
    EngineOptions options;
    std::set<std::string> seen;
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
        TRY(checkOnce(seen, flag));
        TRY(take(options, flag, *value));
    }
    if (options.action == EngineOptions::Action::Serve && options.dbPath.empty()
        && options.standbyOf.empty()) {
        return base::failure(Errc::InvalidInput, "--dbpath is missing: it names the data folder.");
    }
    if (options.port < 0 && options.unixSocket.empty()) {
        options.port = kDefaultPort;
    }
    if (options.action == EngineOptions::Action::Serve) {
        TRY(checkTls(options));
        TRY(checkReach(options));
        TRY(checkOplog(options, seen));
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
        + "\nLog lines are JSON on stderr. SIGTERM, SIGINT and SIGHUP close the data cleanly.\n"
          "Exit codes: 0 closed as asked, 1 failed while running, 2 wrong options or an unusable "
          "folder.\n";
}

} // namespace sandglass::engine::server
