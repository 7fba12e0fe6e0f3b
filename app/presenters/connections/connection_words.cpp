// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/connection_words.h"

#include "app/presenters/words/server_state_words.h"
#include "app/presenters/words/words.h"
#include "app/protocol/connection_text.h"
#include "app/protocol/secrets.h"
#include "app/services/connections/connection_service.h"
#include "app/services/connections/known_server.h"
#include "app/services/shell/link_list.h"
#include "app/services/shell/service_set.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

constexpr int kDefaultPort = 27017;

struct ConnectionWords
{
    Q_DECLARE_TR_FUNCTIONS(ConnectionWords)
};

// Names of products are not translated.
QString productName(const ttl::ServerInfo& server)
{
    if (server.hosting == ttl::Hosting::Atlas) {
        return u"MongoDB Atlas"_s;
    }
    if (server.hosting == ttl::Hosting::AzureVCore) {
        return u"Cosmos DB vCore"_s;
    }
    switch (server.product) {
    case ttl::Product::Sandglass:
        return u"Sandglass"_s;
    case ttl::Product::DocumentDb:
        return u"DocumentDB"_s;
    case ttl::Product::FerretDb:
        return u"FerretDB"_s;
    case ttl::Product::CosmosDb:
        return u"Cosmos DB RU"_s;
    case ttl::Product::AmazonDocumentDb:
        return u"Amazon DocumentDB"_s;
    case ttl::Product::MongoDb:
        break;
    }
    return u"MongoDB"_s;
}

// The first host of a connection string, with its port, or the name of a seeded one; empty if the
// string cannot be read.
QString typedHost(const QString& safeUri)
{
    const protocol::ConnectionReading typed = protocol::readConnectionString(safeUri.toStdString());
    if (!typed.good() || typed.parts.hosts.empty()) {
        return {};
    }
    const protocol::ConnectionHost& host = typed.parts.hosts.front();
    const QString name = text(host.name);
    const int port = host.port == 0 ? kDefaultPort : host.port;
    return typed.parts.seeded || host.isSocket() ? name : u"%1:%2"_s.arg(name).arg(port);
}

} // namespace

QString connectionName(const services::LinkState& link)
{
    if (link.local) {
        // only the engine of a rehearsal has a fast clock
        if (link.server && link.server->clockRate > 1) {
            return ConnectionWords::tr("Rehearsal");
        }
        return ConnectionWords::tr("Local engine");
    }
    if (!link.name.isEmpty() && link.name != link.safeUri) {
        return link.name;
    }
    // what was typed, and not what the server calls itself
    QString typed = link.server ? typedHost(link.safeUri) : QString();
    if (!typed.isEmpty()) {
        return typed;
    }
    if (link.server && !link.server->host.empty()) {
        return text(link.server->host);
    }
    return link.phase == services::LinkPhase::Disconnected ? ConnectionWords::tr("Not connected")
                                                           : link.name;
}

QString serverTitle(const services::LinkState& link, const services::KnownServer& known)
{
    if (link.phase != services::LinkPhase::Disconnected || !known.isSet()) {
        return connectionName(link);
    }
    if (known.local) {
        return ConnectionWords::tr("Local engine");
    }
    if (!known.name.isEmpty()) {
        return known.name;
    }
    const QString safe = text(protocol::withoutCredentials(utf8(known.uri)));
    const QString host = typedHost(safe);
    return host.isEmpty() ? safe : host;
}

QString serverTitle(const services::LinkList& links, const QString& server)
{
    services::LinkState local;
    local.local = true;
    services::KnownServer wanted;
    wanted.local = server == services::serverName(local);
    wanted.uri = wanted.local ? QString() : server;
    for (const services::ServiceSet* each : links.all()) {
        const services::KnownServer& known = links.known(each->linkId);
        wanted.ssh = known.ssh; // not part of the name
        if (services::isSameServer(known, wanted)) {
            return serverTitle(each->connections.state(), known);
        }
    }
    return wanted.local ? connectionName(local) : text(protocol::withoutCredentials(utf8(server)));
}

QString linkStateWords(const services::LinkState& link, const QTimeZone& zone, bool namesZone)
{
    switch (link.phase) {
    case services::LinkPhase::Disconnected:
        return ConnectionWords::tr("not connected");
    case services::LinkPhase::Connecting:
        return ConnectionWords::tr("connecting");
    case services::LinkPhase::Reconnecting:
        //: %1 is a time of day
        return link.lostAt ? ConnectionWords::tr("lost at %1")
                                 .arg((namesZone ? timeOfDayText : clockText)(*link.lostAt, zone))
                           : ConnectionWords::tr("connecting");
    case services::LinkPhase::Failed:
        return ConnectionWords::tr("failed");
    case services::LinkPhase::Connected:
        break;
    }
    return {};
}

QString tagWords(const QString& tag)
{
    if (tag == "production"_L1) {
        return ConnectionWords::tr("production");
    }
    if (tag == "staging"_L1) {
        return ConnectionWords::tr("staging");
    }
    if (tag == "test"_L1) {
        return ConnectionWords::tr("test");
    }
    return tag == "development"_L1 ? ConnectionWords::tr("development") : tag;
}

QString productWords(const ttl::ServerInfo& server)
{
    const QString name = productName(server);
    const QString version = text(server.version);
    const bool own = server.product == ttl::Product::MongoDb
        || server.product == ttl::Product::Sandglass || server.version.empty();
    if (own) {
        return (name + u' ' + version).trimmed();
    }
    const QString full = (name + u' ' + text(server.productVersion)).trimmed();
    //: %1 a product and its version, %2 the version of MongoDB that it imitates
    return ConnectionWords::tr("%1 (as MongoDB %2)").arg(full, version);
}

QString serverWords(const ttl::ServerInfo& server)
{
    const QString topology = topologyWords(server.topology, server.replicaSet);
    return topology.isEmpty() ? productWords(server) : productWords(server) + u" · "_s + topology;
}

QString ignoredOptionsText(const std::vector<std::string>& options)
{
    QStringList names;
    for (const std::string& option : options) {
        names << text(option);
    }
    return names.isEmpty() ? QString()
                           : ConnectionWords::tr("The driver does not know these options and "
                                                 "ignores them: %1.")
                                 .arg(names.join(u", "_s));
}

QString whyNoChanges(const services::ConnectionService& connections)
{
    if (!connections.isConnected()) {
        return ConnectionWords::tr("There is no connection.");
    }
    // unlocking would not help
    const std::optional<ttl::ServerInfo>& server = connections.state().server;
    if (server && !server->writable) {
        return ConnectionWords::tr("This server accepts no changes. In a replica set, only the "
                                   "primary does: connect to that one, or without "
                                   "directConnection.");
    }
    return connections.isLocked()
        ? ConnectionWords::tr("The connection is locked. Unlock it to make changes.")
        : QString();
}

bool canBeUnlocked(const services::ConnectionService& connections)
{
    const services::LinkState& link = connections.state();
    return connections.isConnected() && link.server && link.server->writable
        && connections.isLocked() && !link.label.readOnly;
}

QString lockedBecauseText(services::ServerChange change)
{
    switch (change) {
    case services::ServerChange::ReplicaSet:
        return ConnectionWords::tr("locked: this is another replica set");
    case services::ServerChange::Primary:
        return ConnectionWords::tr("locked: another member is the primary");
    case services::ServerChange::Host:
        return ConnectionWords::tr("locked: another host answers");
    case services::ServerChange::Process:
        return ConnectionWords::tr("locked: the server was restarted");
    case services::ServerChange::Clock:
        break;
    }
    return ConnectionWords::tr("locked: the server's clock has jumped");
}

} // namespace sandglass::presenters
