// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/log.h"
#include "app/bson/json.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/query/filter.h"
#include "app/engine/storage/open_store.h"
#include "tests/support/fake_clock.h"
#include "tests/support/need.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::tests {

/// A log that keeps its entries for the test to look at.
class KeptLog final : public base::Log
{
public:
    void write(const base::LogEntry& entry) override
    {
        const std::lock_guard lock(m_mutex);
        m_entries.push_back(entry);
    }
    /// How many lines had that id.
    int count(int id) const
    {
        const std::lock_guard lock(m_mutex);
        int found = 0;
        for (const base::LogEntry& entry : m_entries) {
            found += entry.id == id ? 1 : 0;
        }
        return found;
    }

    /// The lines so far.
    std::vector<base::LogEntry> entries() const
    {
        const std::lock_guard lock(m_mutex);
        return m_entries;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<base::LogEntry> m_entries; // guarded by m_mutex
};

/// A store, a catalog and a clock in a temporary folder: the engine below its commands.
class EngineData
{
public:
    EngineData()
        : store(need(engine::storage::openStore(folder.path().toStdString() + "/db", {}, log)))
        , catalog(need(engine::catalog::Catalog::open(*store, clock, compileFilter)))
    {
    }

    /// The collection db.<name>, made if it is missing.
    std::shared_ptr<engine::catalog::Collection> collection(const std::string& name)
    {
        return need(catalog->findOrCreate({"db", name}, nullptr));
    }
    /// Adds a TTL index; `options` is JSON with further fields: {"hidden": true}.
    void addTtlIndex(const std::string& name, const std::string& key, std::int64_t seconds,
                     const engine::catalog::IndexDefinition& base = {})
    {
        engine::catalog::IndexDefinition index = base;
        index.key = need(bson::fromJson(key));
        index.name = protocol::generatedIndexName(index.key);
        index.expireAfterSeconds = bson::Value::of(static_cast<std::int32_t>(seconds));
        collection(name);
        need(catalog->createIndexes({"db", name}, {index}));
    }
    /// Inserts extended JSON documents; each needs an _id.
    void insert(const std::string& name, const std::vector<std::string>& documents)
    {
        auto unit = need(collection(name)->beginWrite());
        for (const std::string& json : documents) {
            need(unit->insert(need(bson::fromJson(json))));
        }
        need(unit->commit(engine::storage::Durability::Process));
    }
    /// The _ids that are left, as JSON, in insertion order.
    QStringList ids(const std::string& name)
    {
        QStringList found;
        auto cursor = collection(name)->scan(engine::catalog::Direction::Forward);
        while (cursor->next()) {
            found << QString::fromStdString(bson::toJson(cursor->document()["_id"]));
        }
        need(cursor->status());
        return found;
    }

    QTemporaryDir folder;
    FakeClock clock;
    KeptLog log;
    std::unique_ptr<engine::storage::KeyValueStore> store;
    std::unique_ptr<engine::catalog::Catalog> catalog;

private:
    static Result<ttl::DocumentPredicate> compileFilter(bson::DocumentView filter,
                                                        const bson::CollationPtr& collation)
    {
        auto parsed = engine::query::Filter::parse(filter, {{}, {}, collation});
        TRY(parsed);
        return ttl::DocumentPredicate(
            [condition = std::move(*parsed)](bson::DocumentView document) {
                return condition.matchesWithoutError(document);
            });
    }
};

/// {"$date": …} of a moment.
inline std::string dateJson(base::Time time)
{
    return R"({"$date":{"$numberLong":")" + std::to_string(time.time_since_epoch().count())
        + R"("}})";
}

/// A document {_id, t: <date>}.
inline std::string dated(int id, base::Time time)
{
    return R"({"_id":)" + std::to_string(id) + R"(,"t":)" + dateJson(time) + "}";
}

} // namespace sandglass::tests
