// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/connections/connection_book.h"

#include "app/services/connections/connection_json.h"
#include "app/services/settings/private_file.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

// a larger file counts as broken
constexpr qint64 kMaxBytes = qint64{4} * 1024 * 1024;

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
        std::optional<SavedConnection> connection = connectionFrom(entry.toObject());
        const bool usable = connection && !QUuid::fromString(connection->id).isNull();
        if (usable && !find(connection->id)) {
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
    const std::optional<QString> uri = storableUri(connection.uri);
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

Result<int> ConnectionBook::add(const std::vector<SavedConnection>& connections)
{
    std::vector<SavedConnection> all = m_connections;
    int added = 0;
    for (SavedConnection connection : connections) {
        const std::optional<QString> uri = storableUri(connection.uri);
        if (!uri) {
            return base::failure(Errc::InvalidInput, "A connection string cannot be read.");
        }
        connection.uri = *uri;
        const bool known = std::ranges::any_of(all, [&connection](const SavedConnection& each) {
            return each.name == connection.name && each.uri == connection.uri
                && each.ssh == connection.ssh;
        });
        if (!known) {
            connection.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
            all.push_back(std::move(connection));
            ++added;
        }
    }
    if (added > 0) {
        TRY(store(std::move(all)));
    }
    return added;
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
    // the list shows the groups one after the other, so its neighbours are those of its group
    std::vector<SavedConnection*> group;
    for (SavedConnection& each : all) {
        if (each.group == place->group) {
            group.push_back(&each);
        }
    }
    const auto from = std::ranges::find(group, &*place) - group.begin();
    const auto last = static_cast<std::ptrdiff_t>(group.size()) - 1;
    const auto to = std::clamp<std::ptrdiff_t>(from + by, 0, last);
    if (from == to) {
        return {};
    }
    for (std::ptrdiff_t at = from; at != to; at += to > from ? 1 : -1) {
        std::swap(*group[static_cast<std::size_t>(at)],
                  *group[static_cast<std::size_t>(at + (to > from ? 1 : -1))]);
    }
    return store(std::move(all));
}

Result<void> ConnectionBook::store(std::vector<SavedConnection> connections)
{
    QJsonArray entries;
    for (const SavedConnection& connection : connections) {
        entries.append(connectionJson(connection));
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
