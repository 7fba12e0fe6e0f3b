// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/option_table.h"
#include "app/base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::server {

/// The command line of sandglass-engine.
struct EngineOptions
{
    /// What the program does.
    enum class Action { Serve, ShowVersion, ShowHelp, ListFailpoints };

    Action action = Action::Serve;
    std::string dbPath; ///< the data folder; on a standby a folder for temporary files
    int port = -1; ///< −1: no TCP; 0: any free port
    std::string bindAddress = "127.0.0.1";
    std::string unixSocket; ///< empty: none
    bool auth = false; ///< clients must log in
    bool tls = false; ///< --tlsMode requireTLS: TCP is encrypted
    std::string tlsCertificateKeyFile; ///< with `tls`
    std::string tlsCaFile; ///< clients need a certificate of these authorities; empty: none
    bool tlsClientsNeedNone = false; ///< with `tlsCaFile`: only if they have one
    std::string portFile; ///< the port is written here when ready; empty: nowhere
    std::vector<std::string>
        checkpointFolders; ///< where sandglassCheckpoint may write; none: never
    std::vector<std::pair<std::string, std::string>>
        parameters; ///< --setParameter NAME=VALUE, in order
    std::string profile; ///< "mongodb" or "cosmos"; empty: the data folder's own
    std::string standbyOf; ///< the data folder of a primary to read beside it; empty: none
    bool exitWithParent = false; ///< end when the process that started this one ends
    int clockRate = 1; ///< how many times faster than real time the engine's clock runs
    std::optional<std::int64_t> clockStart; ///< ms since 1970 at the start; unset: the system's
    std::string replSet; ///< name of the replica set of which this is the only member; empty: none
    std::int64_t oplogBytes = std::int64_t{256} << 20U; ///< size limit of the oplog
    std::vector<std::string> arguments; ///< as given, with the program's name first
};

/// Parses the arguments (without the program's name). Accepts `--flag value` and `--flag=value`.
/// Without --port and --unix-socket the port is 27017. Other machines may connect only with a login
/// and TLS. Pure; any thread. Errors: InvalidInput with a sentence for the terminal.
Result<EngineOptions> parseOptions(std::span<const std::string> arguments);

/// Whether clients of other machines can connect.
bool reachesOtherMachines(const EngineOptions& options);

/// Whether the process serves tests: --setParameter enableTestCommands with a value that counts as
/// true; of several the last one counts. Test commands may be switched on only at the start.
bool asksForTestCommands(const EngineOptions& options);

/// Every option, in the order of --help. The manual page and the shells' completions are made from
/// them. Any thread.
std::span<const base::OptionRow> optionRows();

/// The failpoints of this build, one a line; empty when it has none.
std::string failpointText();

/// The text of --help.
std::string helpText();

} // namespace sandglass::engine::server
