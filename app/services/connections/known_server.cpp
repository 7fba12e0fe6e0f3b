// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/known_server.h"

#include "app/protocol/connection_rules.h"
#include "app/protocol/connection_text.h"
#include "app/protocol/secrets.h"
#include "app/services/settings/settings.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

const QString kServers = u"window/servers"_s;

// Connection strings are compared without what belongs to the user.
QString serverPart(const QString& uri)
{
    QString server
        = QString::fromStdString(protocol::withoutCredentials(uri.trimmed().toStdString()));
    server = server.section(u'?', 0, 0);
    while (server.endsWith(u'/')) {
        server.chop(1);
    }
    return server;
}

// What is stored has no user.
QString unnamed(const QString& uri)
{
    return recentUri(
        QString::fromStdString(protocol::withoutCredentials(uri.trimmed().toStdString())));
}

} // namespace

QString recentUri(const QString& safeUri)
{
    protocol::ConnectionReading reading = protocol::readConnectionString(safeUri.toStdString());
    if (!reading.good()
        || protocol::refusalOf(reading.parts) != protocol::ConnectionRefusal::UserMissing) {
        return safeUri;
    }
    reading.parts.setOption("authMechanism", {});
    reading.parts.setOption("authMechanismProperties", {});
    return QString::fromStdString(protocol::writeConnectionString(reading.parts));
}

KnownServer knownServer(const LinkState& link)
{
    if (link.phase == LinkPhase::Disconnected) {
        return {};
    }
    KnownServer server;
    server.name = link.name == link.safeUri ? QString() : link.name;
    server.local = link.local;
    server.color = link.label.color;
    server.tag = link.label.tag;
    server.ssh = link.label.ssh.destination;
    if (!link.local) {
        server.uri = link.typedUri.isEmpty() ? link.safeUri : link.typedUri;
    }
    return server;
}

bool isSameServer(const KnownServer& a, const KnownServer& b)
{
    return a.isSet() && a.local == b.local && a.ssh == b.ssh
        && serverPart(a.uri) == serverPart(b.uri);
}

std::vector<KnownServer> readKnownServers(const Settings& settings)
{
    std::vector<KnownServer> servers;
    const QJsonArray stored
        = QJsonDocument::fromJson(settings.value(kServers).toByteArray()).array();
    for (const auto& each : stored) {
        const QJsonObject one = each.toObject();
        KnownServer server{one[u"name"_s].toString(), one[u"uri"_s].toString(),
                           one[u"local"_s].toBool(),  one[u"color"_s].toString(),
                           one[u"tag"_s].toString(),  one[u"ssh"_s].toString()};
        if (server.isSet()) {
            servers.push_back(std::move(server));
        }
    }
    return servers;
}

void storeKnownServers(Settings& settings, const std::vector<KnownServer>& servers)
{
    QJsonArray stored;
    for (const KnownServer& server : servers) {
        stored.append(QJsonObject{{u"name"_s, server.name},
                                  {u"uri"_s, unnamed(server.uri)},
                                  {u"local"_s, server.local},
                                  {u"color"_s, server.color},
                                  {u"tag"_s, server.tag},
                                  {u"ssh"_s, server.ssh}});
    }
    settings.setValue(kServers, QJsonDocument(stored).toJson(QJsonDocument::Compact));
}

} // namespace sandglass::services
