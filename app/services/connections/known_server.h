// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/connections/connection_service.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace sandglass::services {

class Settings;

/// The server that a place in the window belongs to, connected or not. Holds no password.
struct KnownServer
{
    QString name; ///< as the user gave it; empty: none
    QString uri; ///< with the user, without secrets; empty for the local engine
    bool local = false; ///< the bundled engine
    QString color; ///< "#rrggbb", or empty
    QString tag; ///< "production", "staging", …; empty: none
    QString ssh; ///< the SSH server that it is reached through; empty: none

    /// Whether there is a server.
    bool isSet() const { return local || !uri.isEmpty(); }
    bool operator==(const KnownServer&) const = default;
};

/// A connection string without credentials as it is remembered: without a mechanism that requires a
/// user, and so would make it unusable.
QString recentUri(const QString& safeUri);
/// The server of a connection that has not ended; not set for LinkPhase::Disconnected.
KnownServer knownServer(const LinkState& link);
/// Whether both are the same server: name, colour, tag, and the user, options and closing slash of
/// the string do not count. Pure.
bool isSameServer(const KnownServer& a, const KnownServer& b);

/// The servers of the last window, in the order of the navigator. Entries that cannot be read are
/// left out.
std::vector<KnownServer> readKnownServers(const Settings& settings);
/// Stores them for the next start, without users.
void storeKnownServers(Settings& settings, const std::vector<KnownServer>& servers);

} // namespace sandglass::services
