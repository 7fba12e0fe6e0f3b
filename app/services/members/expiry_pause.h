// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

#include <QString>

#include <string>
#include <vector>

namespace sandglass::services {

class Settings;

/// A TTL monitor that this program has switched off.
struct ExpiryPause
{
    QString server; ///< as serverName() names the connection
    QString connection; ///< its name for display
    std::string host; ///< the member; empty: the server of the connection itself
    std::string set; ///< name of its replica set; empty without one
    bool former = true; ///< whether the monitor was on before
    base::Time since; ///< when it was switched off, by our clock
    bool confirmed = false; ///< it was read back as off; false: the answer has not come yet

    bool operator==(const ExpiryPause&) const = default;
};

/// The pauses of all connections, oldest first. GUI thread.
std::vector<ExpiryPause> readPauses(const Settings& settings);
/// Whether that is the key of the pauses in the settings.
bool isPausesKey(const QString& key);
/// Adds a pause, or replaces that of the same member.
void addPause(Settings& settings, const ExpiryPause& pause);
/// Removes the pause of a member, if there is one. `server`, `host`: as in ExpiryPause.
void dropPause(Settings& settings, const QString& server, const std::string& host);
/// Whether expiry is paused on the local engine: it is to start with its TTL monitor off then.
bool isLocalExpiryPaused(const Settings& settings);
/// Stores them for the next run.
void storePauses(Settings& settings, const std::vector<ExpiryPause>& pauses);

} // namespace sandglass::services
