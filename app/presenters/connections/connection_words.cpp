// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/connections/connection_words.h"

#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct ConnectionWords
{
    Q_DECLARE_TR_FUNCTIONS(ConnectionWords)
};

// Names of products are not translated.
QString productName(ttl::Product product)
{
    switch (product) {
    case ttl::Product::Sandglass:
        return u"Sandglass"_s;
    case ttl::Product::DocumentDb:
        return u"DocumentDB"_s;
    case ttl::Product::FerretDb:
        return u"FerretDB"_s;
    case ttl::Product::CosmosDb:
        return u"Cosmos DB"_s;
    case ttl::Product::MongoDb:
        break;
    }
    return u"MongoDB"_s;
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
    if (link.server && !link.server->host.empty()) {
        return text(link.server->host);
    }
    return link.phase == services::LinkPhase::Disconnected ? ConnectionWords::tr("Not connected")
                                                           : link.name;
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

QString serverWords(const ttl::ServerInfo& server)
{
    QString words = productName(server.product) + u' ' + text(server.version);
    if (!server.topology.empty()) {
        words += u" · "_s + text(server.topology);
    }
    return words;
}

bool isSystemDatabase(const std::string& name)
{
    return name == "admin" || name == "config" || name == "local";
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
