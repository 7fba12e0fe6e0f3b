// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <QString>
#include <QTimeZone>

#include <string>
#include <vector>

namespace sandglass::services {
class ConnectionService;
class LinkList;
enum class ServerChange;
struct KnownServer;
struct LinkState;
} // namespace sandglass::services

namespace sandglass::presenters {

/// The display name of a connection: "Local engine", "Rehearsal", the name it was saved under, or
/// the host of the server. GUI thread.
QString connectionName(const services::LinkState& link);
/// The name of a server of the window: that of its connection, or without one that of the server
/// which was connected before. GUI thread.
QString serverTitle(const services::LinkState& link, const services::KnownServer& known);
/// The name of a server that services name `server`, see services::serverName(): that which the
/// window gives it, or for a server that has left the window "Local engine" or its string without
/// credentials. GUI thread.
QString serverTitle(const services::LinkList& links, const QString& server);
/// The state of a connection in a few words: "connecting", "lost at 14:03:07"; empty while
/// connected. `namesZone`: "lost at 14:03:07 UTC+01:00", where there is room. GUI thread.
QString linkStateWords(const services::LinkState& link, const QTimeZone& zone, bool namesZone);
/// The display text of a tag. Known tags (production, staging, test, development) are translated,
/// others are shown as typed. GUI thread.
QString tagWords(const QString& tag);
/// Product, version and topology of a server: "MongoDB 7.0.5 · Standalone".
QString productWords(const ttl::ServerInfo& server);
/// The same with the topology.
QString serverWords(const ttl::ServerInfo& server);
/// That the driver does not know some options and ignores them; empty for none. GUI thread.
QString ignoredOptionsText(const std::vector<std::string>& options);
/// Why a connection was locked though nobody asked for it: "locked: the server was restarted". GUI
/// thread.
QString lockedBecauseText(services::ServerChange change);
/// Why the connection takes no change: there is none, the server accepts no writes, or it is
/// locked. The reason for a disabled control, as a sentence; empty: changes are possible. GUI
/// thread.
QString whyNoChanges(const services::ConnectionService& connections);
/// Whether the only reason of whyNoChanges() is a lock that the user may open.
bool canBeUnlocked(const services::ConnectionService& connections);

} // namespace sandglass::presenters
