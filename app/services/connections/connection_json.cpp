// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/connection_json.h"

#include "app/protocol/connection_text.h"

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

// Without the local engine's own product: a profile overrides what a remote server reports.
constexpr std::array<std::pair<const char*, ttl::Product>, 4> kProfiles{
    {{"mongodb", ttl::Product::MongoDb},
     {"cosmosdb-ru", ttl::Product::CosmosDb},
     {"documentdb", ttl::Product::DocumentDb},
     {"ferretdb", ttl::Product::FerretDb}}};

QString profileName(std::optional<ttl::Product> profile)
{
    for (const auto& [name, product] : kProfiles) {
        if (profile == product) {
            return QString::fromLatin1(name);
        }
    }
    return u"automatic"_s;
}

std::optional<ttl::Product> profileFrom(const QString& text)
{
    for (const auto& [name, product] : kProfiles) {
        if (text == QLatin1StringView(name)) {
            return product;
        }
    }
    return std::nullopt;
}

QJsonObject sshJson(const SshSettings& ssh)
{
    return {{u"destination"_s, ssh.destination},
            {u"port"_s, ssh.port},
            {u"identityFile"_s, ssh.identityFile},
            {u"jumpHosts"_s, ssh.jumpHosts}};
}

SshSettings sshFrom(const QJsonObject& json)
{
    return {json[u"destination"_s].toString(), json[u"port"_s].toInt(),
            json[u"identityFile"_s].toString(), json[u"jumpHosts"_s].toString()};
}

} // namespace

std::optional<QString> storableUri(const QString& uri)
{
    protocol::ConnectionReading reading = protocol::readConnectionString(uri.toStdString());
    if (!reading.good()) {
        return std::nullopt;
    }
    protocol::takeSecrets(reading.parts);
    return QString::fromStdString(protocol::writeConnectionString(reading.parts));
}

QJsonObject connectionJson(const SavedConnection& connection)
{
    return {{u"id"_s, connection.id},
            {u"name"_s, connection.name},
            {u"color"_s, connection.color},
            {u"tag"_s, connection.tag},
            {u"uri"_s, connection.uri},
            {u"profile"_s, profileName(connection.profile)},
            {u"readOnly"_s, connection.readOnly},
            {u"askPassword"_s, connection.askPassword},
            {u"group"_s, connection.group},
            {u"ssh"_s, sshJson(connection.ssh)}};
}

std::optional<SavedConnection> connectionFrom(const QJsonObject& json)
{
    // somebody may have typed a password into the file
    const std::optional<QString> uri = storableUri(json[u"uri"_s].toString());
    if (!uri) {
        return std::nullopt;
    }
    return SavedConnection{json[u"id"_s].toString(),
                           json[u"name"_s].toString(),
                           json[u"color"_s].toString(),
                           json[u"tag"_s].toString(),
                           *uri,
                           profileFrom(json[u"profile"_s].toString()),
                           json[u"readOnly"_s].toBool(),
                           json[u"askPassword"_s].toBool(),
                           json[u"group"_s].toString(),
                           sshFrom(json[u"ssh"_s].toObject())};
}

} // namespace sandglass::services
