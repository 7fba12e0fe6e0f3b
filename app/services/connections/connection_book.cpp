// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/connection_book.h"

#include "app/protocol/connection_text.h"
#include "app/services/settings/private_file.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

// a larger file counts as broken
constexpr qint64 kMaxBytes = qint64{4} * 1024 * 1024;

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

// The string without secrets. nullopt for one that cannot be parsed, since it may hide a password.
std::optional<QString> storable(const QString& uri)
{
    protocol::ConnectionReading reading = protocol::readConnectionString(uri.toStdString());
    if (!reading.good()) {
        return std::nullopt;
    }
    protocol::takeSecrets(reading.parts);
    return QString::fromStdString(protocol::writeConnectionString(reading.parts));
}

QJsonObject toJson(const SavedConnection& connection)
{
    return {{u"id"_s, connection.id},
            {u"name"_s, connection.name},
            {u"color"_s, connection.color},
            {u"tag"_s, connection.tag},
            {u"uri"_s, connection.uri},
            {u"profile"_s, profileName(connection.profile)},
            {u"readOnly"_s, connection.readOnly},
            {u"askPassword"_s, connection.askPassword}};
}

// nullopt for an entry without a usable URI or id; load() skips it.
std::optional<SavedConnection> fromJson(const QJsonObject& json)
{
    // here too: somebody may have typed a password into the file
    const std::optional<QString> uri = storable(json[u"uri"_s].toString());
    const QString id = json[u"id"_s].toString();
    if (!uri || QUuid::fromString(id).isNull()) {
        return std::nullopt;
    }
    return SavedConnection{id,
                           json[u"name"_s].toString(),
                           json[u"color"_s].toString(),
                           json[u"tag"_s].toString(),
                           *uri,
                           profileFrom(json[u"profile"_s].toString()),
                           json[u"readOnly"_s].toBool(),
                           json[u"askPassword"_s].toBool()};
}

auto position(std::vector<SavedConnection>& all, const QString& id)
{
    return std::find_if(all.begin(), all.end(), [&id](const auto& each) { return each.id == id; });
}

Error unknown()
{
    return base::failure(Errc::NotFound, "There is no such saved connection.");
}

} // namespace

ConnectionBook::ConnectionBook(const QString& folder, QObject* parent)
    : QObject(parent)
    , m_file(folder + u"/connections.json"_s)
{
    load();
}

void ConnectionBook::load()
{
    QFile file(m_file);
    if (!file.exists()) {
        return;
    }
    QJsonParseError error{};
    QJsonDocument document;
    if (file.open(QIODevice::ReadOnly) && file.size() <= kMaxBytes) {
        document = QJsonDocument::fromJson(file.readAll(), &error);
    }
    file.close();
    if (!document.isObject()) {
        // set aside, because the next save would overwrite what the user may want to repair
        const QString aside = m_file + u".broken"_s;
        QFile::remove(aside);
        QFile::rename(m_file, aside);
        return;
    }
    const QJsonArray entries = document[u"connections"_s].toArray();
    for (const auto& entry : entries) {
        std::optional<SavedConnection> connection = fromJson(entry.toObject());
        if (connection && !find(connection->id)) {
            m_connections.push_back(std::move(*connection));
        }
    }
}

const SavedConnection* ConnectionBook::find(const QString& id) const
{
    const auto found = std::find_if(m_connections.begin(), m_connections.end(),
                                    [&id](const auto& each) { return each.id == id; });
    return found == m_connections.end() ? nullptr : &*found;
}

Result<QString> ConnectionBook::save(SavedConnection connection)
{
    const std::optional<QString> uri = storable(connection.uri);
    if (!uri) {
        return base::failure(Errc::InvalidInput, "The connection string cannot be read.");
    }
    connection.uri = *uri;
    // a copy: m_connections must stay as it is if the file cannot be written
    std::vector<SavedConnection> all = m_connections;
    const auto place = position(all, connection.id);
    if (connection.id.isEmpty() || place == all.end()) {
        connection.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
        all.push_back(connection);
    } else {
        *place = connection;
    }
    TRY(store(std::move(all)));
    return connection.id;
}

Result<QString> ConnectionBook::duplicate(const QString& id, const QString& name)
{
    std::vector<SavedConnection> all = m_connections;
    const auto original = position(all, id);
    if (original == all.end()) {
        return unknown();
    }
    SavedConnection copy = *original;
    copy.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    copy.name = name;
    QString copyId = copy.id;
    all.insert(original + 1, std::move(copy));
    TRY(store(std::move(all)));
    return copyId;
}

Result<void> ConnectionBook::remove(const QString& id)
{
    std::vector<SavedConnection> all = m_connections;
    const auto place = position(all, id);
    if (place == all.end()) {
        return unknown();
    }
    all.erase(place);
    return store(std::move(all));
}

Result<void> ConnectionBook::move(const QString& id, int by)
{
    std::vector<SavedConnection> all = m_connections;
    const auto place = position(all, id);
    if (place == all.end()) {
        return unknown();
    }
    const auto from = place - all.begin();
    const auto last = static_cast<std::ptrdiff_t>(all.size()) - 1;
    const auto to = std::clamp<std::ptrdiff_t>(from + by, 0, last);
    if (from == to) {
        return {};
    }
    SavedConnection moved = std::move(*place);
    all.erase(place);
    all.insert(all.begin() + to, std::move(moved));
    return store(std::move(all));
}

Result<void> ConnectionBook::store(std::vector<SavedConnection> connections)
{
    QJsonArray entries;
    for (const SavedConnection& connection : connections) {
        entries.append(toJson(connection));
    }
    const QByteArray text
        = QJsonDocument(QJsonObject{{u"version"_s, 1}, {u"connections"_s, entries}}).toJson();
    if (const Result<void> written = writePrivately(m_file, text); !written) {
        return base::failure(Errc::Storage,
                             "The saved connections could not be written: "
                                 + written.error().message);
    }
    m_connections = std::move(connections);
    Q_EMIT changed();
    return {};
}

} // namespace sandglass::services

#include "moc_connection_book.cpp"
