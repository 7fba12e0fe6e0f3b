// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass::services {

/// The SSH server that a connection goes through. Holds no secret: keys come from the agent or from
/// a file.
struct SshSettings
{
    QString destination; ///< [user@]host, or a name of the user's ssh configuration; empty: none
    int port = 0; ///< 1 … 65535; 0: as ssh has it configured
    QString identityFile; ///< path of a private key; empty: as ssh has it configured
    QString jumpHosts; ///< [user@]host[:port], separated by commas, nearest first; may be empty

    /// Whether the connection goes through an SSH server.
    bool isUsed() const { return !destination.isEmpty(); }
    bool operator==(const SshSettings&) const = default;
};

} // namespace sandglass::services
