// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/option_checks.h"

#include "app/bson/builder.h"
#include "app/engine/access/users.h"
#include "app/engine/server/engine_options.h"
#include "app/platform/local_socket.h"

#include <filesystem>
#include <string>
#include <system_error>

namespace sandglass::engine::server {

bson::Document parsedOptions(const EngineOptions& options)
{
    bson::Builder parsed;
    parsed.beginDocument("net").append("bindIp", options.bindAddress);
    if (options.port >= 0) {
        parsed.append("port", std::int32_t{options.port});
    }
    if (!options.unixSocket.empty()) {
        parsed.append("unixSocket", options.unixSocket);
    }
    if (options.tls) {
        parsed.beginDocument("tls")
            .append("mode", "requireTLS")
            .append("certificateKeyFile", options.tlsCertificateKeyFile);
        if (!options.tlsCaFile.empty()) {
            parsed.append("CAFile", options.tlsCaFile);
        }
        parsed.end();
    }
    parsed.end();
    if (options.auth) {
        parsed.beginDocument("security").append("authorization", "enabled").end();
    }
    if (!options.replSet.empty()) {
        parsed.beginDocument("replication")
            .append("replSet", options.replSet)
            .append("oplogSizeMB", options.oplogBytes >> 20U)
            .end();
    }
    if (!options.parameters.empty()) {
        parsed.beginDocument("setParameter");
        for (const auto& [name, value] : options.parameters) {
            parsed.append(name, value);
        }
        parsed.end();
    }
    parsed.beginDocument("storage")
        .append("dbPath", options.dbPath)
        .append("engine", "rocksdb")
        .end();
    return parsed.take();
}

// A server that nobody can log in to, and that nobody can give its first user, is a mistake.
Result<void> checkUsers(const EngineOptions& options, const access::Users& users, base::Log& log)
{
    if (!options.auth && options.port >= 0) {
        // number and text are those of MongoDB
        log.write({base::Severity::Warning,
                   "CONTROL",
                   22120,
                   "initandlisten",
                   "Access control is not enabled for the database. Read and write access to data"
                   " and configuration is unrestricted",
                   {}});
    }
    if (!options.auth || users.any() || !options.unixSocket.empty()) {
        return {};
    }
    if (reachesOtherMachines(options)) {
        return base::failure(Errc::InvalidInput,
                             "There is no user yet who could log in. Start once with --unix-socket"
                             " PATH and create one there with the command createUser; then other"
                             " machines may connect.");
    }
    log.write({base::Severity::Warning,
               "CONTROL",
               9100116,
               "initandlisten",
               "There is no user yet, so nobody can log in. Start with --unix-socket PATH and"
               " create the first one there with the command createUser",
               {}});
    return {};
}

void checkKeyRights(const EngineOptions& options, base::Log& log)
{
    if (!options.tls) {
        return;
    }
    std::error_code failed; // a file that is not there is refused when it is used
    const auto rights
        = std::filesystem::status(options.tlsCertificateKeyFile, failed).permissions();
    constexpr auto kForAll = std::filesystem::perms::others_read;
    // Windows, which has no such clients, says that of every file
    if (!failed && platform::hasLocalClients()
        && (rights & kForAll) != std::filesystem::perms::none) {
        log.write({base::Severity::Warning,
                   "CONTROL",
                   9100113,
                   "initandlisten",
                   "Every user of this machine can read the private key of TLS. Run chmod 600 on"
                   " its file",
                   {{"file", options.tlsCertificateKeyFile}}});
    }
}

} // namespace sandglass::engine::server
