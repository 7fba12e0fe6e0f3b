// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::server {

/// What the command line of sandglass-engine says.
struct EngineOptions
{
    /// What the program is started for.
    enum class Action { Serve, ShowVersion, ShowHelp };

    Action action = Action::Serve;
    std::string dbPath;
    int port = -1; ///< −1: no TCP; 0: any free port
    std::string bindAddress = "127.0.0.1";
    std::string unixSocket; ///< empty: none
    std::string portFile; ///< the port is written here when ready; empty: nowhere
    std::vector<std::pair<std::string, std::string>>
        parameters; ///< --setParameter NAME=VALUE, in order
    std::string profile; ///< "mongodb" or "cosmos"; empty: the data folder's own
    std::string standbyOf; ///< the data folder of a primary to read beside it; empty: none
    bool exitWithParent = false;
    int clockRate = 1; ///< how many times faster than real time the engine's clock runs
    std::optional<std::int64_t> clockStart; ///< ms since 1970 at the start; unset: the system's
    std::string replSet; ///< name of the replica set of which this is the only member; empty: none
    std::int64_t oplogBytes = std::int64_t{256} << 20U; ///< size of the log of a replica set member
    std::vector<std::string> arguments; ///< as given, the program's name first
};

/// Parses the arguments (without the program's name). `--flag value` and `--flag=value` are both
/// taken. Without --port and --unix-socket the port is 27017. Errors: InvalidInput with a sentence
/// for the terminal.
Result<EngineOptions> parseOptions(std::span<const std::string> arguments);

/// The text of --help.
std::string helpText();

} // namespace sandglass::engine::server
