// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/connection_exchange.h"

#include "app/protocol/connection_rules.h"
#include "app/protocol/connection_text.h"
#include "app/services/connections/connection_json.h"
#include "app/services/settings/private_file.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QUuid>

#include <string>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr qint64 kMaxFileBytes = qint64{4} * 1024 * 1024;
const QString kOwnType = u"Sandglass Connections"_s;
const QString kCompassType = u"Compass Connections"_s;

// A number of canonical extended JSON, or a plain one.
int numberOf(const QJsonValue& value)
{
    const QJsonObject object = value.toObject();
    for (const QString& type : {u"$numberInt"_s, u"$numberLong"_s, u"$numberDouble"_s}) {
        if (object.contains(type)) {
            return object[type].toString().toInt();
        }
    }
    return value.toInt();
}

bool hasSecret(const QString& uri)
{
    protocol::ConnectionReading reading = protocol::readConnectionString(uri.toStdString());
    return !protocol::takeSecrets(reading.parts).empty();
}

// The string without the options that a file must not decide; adds their names to `leftOut`.
QString withoutRiskyOptions(const QString& uri, QStringList& leftOut)
{
    protocol::ConnectionReading reading = protocol::readConnectionString(uri.toStdString());
    const std::vector<std::string> taken = protocol::takeRiskyOptions(reading.parts);
    for (const std::string& name : taken) {
        if (const QString shown = QString::fromStdString(name);
            !leftOut.contains(shown, Qt::CaseInsensitive)) {
            leftOut << shown;
        }
    }
    return taken.empty() ? uri
                         : QString::fromStdString(protocol::writeConnectionString(reading.parts));
}

// Takes one entry, or counts why it cannot be taken. `secret`: the entry holds one of its own.
void take(ImportedConnections& imported, SavedConnection connection, bool secret)
{
    const std::optional<QString> uri = storableUri(connection.uri);
    if (!uri) {
        ++imported.unreadable;
        return;
    }
    imported.secrets += secret || hasSecret(connection.uri) ? 1 : 0;
    connection.id.clear();
    connection.uri = withoutRiskyOptions(*uri, imported.leftOut);
    imported.connections.push_back(std::move(connection));
}

// Compass keeps host, port and user apart; its jump hosts are in the user's ssh configuration.
SshSettings sshFromCompass(const QJsonObject& tunnel)
{
    SshSettings ssh;
    const QString host = tunnel[u"host"_s].toString();
    const QString user = tunnel[u"username"_s].toString();
    ssh.destination = host.isEmpty() || user.isEmpty() ? host : user + u'@' + host;
    ssh.port = numberOf(tunnel[u"port"_s]);
    ssh.identityFile = tunnel[u"identityKeyFile"_s].toString();
    return ssh;
}

void takeFromCompass(ImportedConnections& imported, const QJsonObject& entry)
{
    const QJsonObject options = entry[u"connectionOptions"_s].toObject();
    const QJsonObject tunnel = options[u"sshTunnel"_s].toObject();
    SavedConnection connection;
    connection.uri = options[u"connectionString"_s].toString();
    connection.name = entry[u"favorite"_s].toObject()[u"name"_s].toString();
    connection.ssh = sshFromCompass(tunnel);
    // encrypted with a passphrase, or in clear beside the tunnel
    const bool secret = entry.contains(u"connectionSecrets"_s) || tunnel.contains(u"password"_s)
        || tunnel.contains(u"identityKeyPassphrase"_s);
    take(imported, std::move(connection), secret);
}

QJsonObject compassJson(const SavedConnection& connection)
{
    QJsonObject options{{u"connectionString"_s, connection.uri}};
    if (connection.ssh.isUsed()) {
        const qsizetype at = connection.ssh.destination.lastIndexOf(u'@');
        QJsonObject tunnel{{u"host"_s, connection.ssh.destination.mid(at + 1)},
                           {u"username"_s, connection.ssh.destination.left(qMax(at, 0))}};
        const int port = connection.ssh.port == 0 ? 22 : connection.ssh.port;
        tunnel[u"port"_s] = QJsonObject{{u"$numberInt"_s, QString::number(port)}};
        if (!connection.ssh.identityFile.isEmpty()) {
            tunnel[u"identityKeyFile"_s] = connection.ssh.identityFile;
        }
        options[u"sshTunnel"_s] = tunnel;
    }
    QJsonObject entry{{u"id"_s, QUuid::createUuid().toString(QUuid::WithoutBraces)},
                      {u"connectionOptions"_s, options}};
    if (!connection.name.isEmpty()) {
        entry[u"favorite"_s] = QJsonObject{{u"name"_s, connection.name}};
        entry[u"savedConnectionType"_s] = u"favorite"_s;
    }
    return entry;
}

Result<ImportedConnections> readJson(const QJsonObject& file)
{
    ImportedConnections imported;
    const QString type = file[u"type"_s].toString();
    if (type != kOwnType && type != kCompassType) {
        return base::failure(Errc::InvalidInput, "The file is of another program or version.");
    }
    if (numberOf(file[u"version"_s]) != 1) {
        return base::failure(Errc::InvalidInput, "The file has a version that is not known.");
    }
    const QJsonArray entries = file[u"connections"_s].toArray();
    for (const auto& each : entries) {
        const QJsonObject entry = each.toObject();
        if (type == kCompassType) {
            takeFromCompass(imported, entry);
        } else if (std::optional<SavedConnection> connection = connectionFrom(entry)) {
            // with its secret, which take() counts and removes
            connection->uri = entry[u"uri"_s].toString();
            take(imported, std::move(*connection), false);
        } else {
            ++imported.unreadable;
        }
    }
    return imported;
}

ImportedConnections readLines(const QByteArray& text)
{
    ImportedConnections imported;
    for (const QByteArray& line : text.split('\n')) {
        const QString uri = QString::fromUtf8(line).trimmed();
        if (!uri.isEmpty() && !uri.startsWith(u'#')) {
            SavedConnection connection;
            connection.uri = uri;
            take(imported, std::move(connection), false);
        }
    }
    return imported;
}

} // namespace

Result<ImportedConnections> readConnections(const QByteArray& text)
{
    if (text.trimmed().startsWith('{')) {
        const QJsonDocument document = QJsonDocument::fromJson(text);
        if (!document.isObject()) {
            return base::failure(Errc::InvalidInput, "The file is not complete.");
        }
        return readJson(document.object());
    }
    ImportedConnections imported = readLines(text);
    if (imported.connections.empty()) {
        return base::failure(Errc::InvalidInput, "The file contains no connection.");
    }
    return imported;
}

Result<ImportedConnections> readConnectionFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return base::failure(Errc::Storage, file.errorString().toStdString());
    }
    if (file.size() > kMaxFileBytes) {
        return base::failure(Errc::Storage, "The file is larger than 4 MB.");
    }
    return readConnections(file.readAll());
}

Result<void> writeConnectionFile(const QString& path,
                                 const std::vector<SavedConnection>& connections,
                                 ExchangeFormat format)
{
    return writePrivately(path, writeConnections(connections, format));
}

QByteArray writeConnections(const std::vector<SavedConnection>& connections, ExchangeFormat format)
{
    QByteArray lines;
    QJsonArray entries;
    for (SavedConnection connection : connections) {
        // saved ones have none; this does not depend on it
        connection.uri = storableUri(connection.uri).value_or(QString());
        if (format == ExchangeFormat::Uris) {
            lines += connection.uri.toUtf8() + '\n';
        } else if (format == ExchangeFormat::Compass) {
            entries.append(compassJson(connection));
        } else {
            QJsonObject entry = connectionJson(connection);
            entry.remove(u"id"_s);
            entries.append(entry);
        }
    }
    if (format == ExchangeFormat::Uris) {
        return lines;
    }
    const bool compass = format == ExchangeFormat::Compass;
    const QJsonValue version
        = compass ? QJsonValue(QJsonObject{{u"$numberInt"_s, u"1"_s}}) : QJsonValue(1);
    return QJsonDocument(QJsonObject{{u"type"_s, compass ? kCompassType : kOwnType},
                                     {u"version"_s, version},
                                     {u"connections"_s, entries}})
        .toJson();
}

} // namespace sandglass::services
