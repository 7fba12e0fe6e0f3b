// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/storage/key_value_store.h"
#include "app/engine/storage/open_store.h"
#include "tests/support/fake_clock.h"
#include "tests/support/need.h"
#include "tests/support/null_log.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::tests {

/// A document from extended JSON.
inline bson::Document doc(std::string_view json)
{
    return need(bson::fromJson(json));
}

/// A partial filter of the form {field: value}: equality at a top-level field.
inline Result<ttl::DocumentPredicate> compileEquality(bson::DocumentView filter,
                                                      const bson::CollationPtr& collation)
{
    const bson::Document kept(filter);
    return ttl::DocumentPredicate([kept, collation](bson::DocumentView document) {
        for (const bson::Element& condition : kept.view()) {
            if (!bson::equal(document[condition.key], condition.value, collation.get())) {
                return false;
            }
        }
        return true;
    });
}

/// An index definition: pattern as JSON and a name.
inline engine::catalog::IndexDefinition indexOn(std::string_view pattern, std::string name)
{
    engine::catalog::IndexDefinition definition;
    definition.key = doc(pattern);
    definition.name = std::move(name);
    return definition;
}

/// The same with expireAfterSeconds.
inline engine::catalog::IndexDefinition ttlIndexOn(std::string_view pattern, std::string name,
                                                   std::int32_t seconds = 3600)
{
    engine::catalog::IndexDefinition definition = indexOn(pattern, std::move(name));
    definition.expireAfterSeconds = bson::Value::of(seconds);
    return definition;
}

/// A catalog over a store in a temporary folder that can be closed and opened again. Its collection
/// is "db.c".
class CatalogFixture
{
public:
    using Collection = engine::catalog::Collection;

private:
    // before the store, which must be closed first
    QTemporaryDir m_folder;
    tests::NullLog m_log;

public:
    CatalogFixture() { open(); }

    std::string path() const { return m_folder.path().toStdString() + "/data"; }
    void open()
    {
        store = need(engine::storage::openStore(path(), {}, m_log));
        catalog = need(engine::catalog::Catalog::open(*store, clock, compileEquality));
    }
    void reopen()
    {
        close();
        open();
    }
    void close()
    {
        catalog.reset();
        store.reset();
    }

    const protocol::Namespace ns{"db", "c"};
    std::shared_ptr<Collection> collection() { return need(catalog->findOrCreate(ns, nullptr)); }
    void createIndex(const engine::catalog::IndexDefinition& definition)
    {
        collection();
        need(catalog->createIndexes(ns, {definition}));
    }
    /// Inserts documents in one unit; returns their record ids.
    std::vector<engine::catalog::RecordId> insert(const std::vector<std::string>& documents)
    {
        auto unit = need(collection()->beginWrite());
        std::vector<engine::catalog::RecordId> ids;
        for (const std::string& json : documents) {
            ids.push_back(need(unit->insert(doc(json))));
        }
        need(unit->commit(engine::storage::Durability::Process));
        return ids;
    }
    /// The `_id`s that a cursor gives, as JSON, separated by blanks.
    static std::string idsOf(engine::catalog::RecordCursor& cursor)
    {
        std::string ids;
        while (cursor.next()) {
            ids += (ids.empty() ? "" : " ") + bson::toJson(cursor.document()["_id"]);
        }
        need(cursor.status());
        return ids;
    }
    /// The `_id`s in a range of an index.
    std::string scan(const std::string& index, const engine::catalog::IndexRange& range = {},
                     engine::catalog::Direction direction = engine::catalog::Direction::Forward)
    {
        const auto cursor = collection()->scanIndex(index, range, direction);
        return cursor ? idsOf(*cursor) : "no index";
    }
    /// "" when every index of the collection agrees with its documents, else the first problem.
    std::string firstProblem()
    {
        const auto verification = need(collection()->verifyAll());
        return verification.problems.empty() ? "" : verification.problems.front();
    }

    FakeClock clock;
    std::unique_ptr<engine::storage::KeyValueStore> store;
    std::unique_ptr<engine::catalog::Catalog> catalog;
};

} // namespace sandglass::tests
