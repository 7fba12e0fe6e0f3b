// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/ttl/expiry_rule.h"
#include "tests/integration/model/filters.h"
#include "tests/integration/model/keys.h"
#include "tests/integration/model/step.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sandglass::tests::model {

/// Number of a document inside a collection of the model; grows in insertion order.
using Seq = std::uint64_t;
using SharedDocument = std::shared_ptr<const bson::Document>;

/// One key of one document.
struct Entry
{
    SharedKey key;
    Seq document = 0;
};
struct EntryOrder
{
    bool operator()(const Entry& left, const Entry& right) const
    {
        const auto order = compareKeys(*left.key, *right.key);
        return order == std::strong_ordering::equal ? left.document < right.document
                                                    : order == std::strong_ordering::less;
    }
};
using Entries = std::set<Entry, EntryOrder>;

/// An index of the model.
class ModelIndex
{
public:
    explicit ModelIndex(engine::catalog::IndexDefinition definition);

    const engine::catalog::IndexDefinition& definition() const { return m_definition; }
    const std::string& name() const { return m_definition.name; }
    bool isOrdered() const { return m_ordered; } ///< has entries
    bool isUnique() const { return m_definition.unique || m_definition.isIdIndex(); }
    std::size_t fields() const { return m_paths.size(); }
    const std::string& field() const { return m_paths.front(); } ///< the first
    /// One field whose dates expire, or may.
    bool isDated() const
    {
        return m_ordered && fields() == 1 && (m_definition.isTtl() || m_definition.clustered);
    }
    bool multikey = false; ///< some document has had an array here
    Entries entries;

    /// The document's keys; none outside the partial filter.
    Keys keysOf(bson::DocumentView document) const;
    /// Whether another document than `self` has that key.
    bool isTaken(const SharedKey& key, Seq self) const;
    /// Replaces what collMod may change.
    void change(const engine::catalog::IndexDefinition& changed);

private:
    engine::catalog::IndexDefinition m_definition;
    std::vector<std::string> m_paths;
    bool m_ordered = true;
    Holds m_holds = nullptr;
};

/// What becomes of a collection and its documents; shared by all copies of the collection.
struct Fate
{
    std::set<Seq> expired; ///< documents that passes have removed
    bool dropped = false;
};

/// A collection of the model: plain maps. Copies are cheap enough to be taken for each unit.
class ModelCollection
{
public:
    ModelCollection(const Shape& shape,
                    const std::vector<engine::catalog::IndexDefinition>& indexes);

    const Shape& shape() const { return m_shape; }
    void setShape(const Shape& shape) { m_shape = shape; }
    const std::map<Seq, SharedDocument>& documents() const { return m_documents; }
    const std::vector<ModelIndex>& indexes() const { return m_indexes; }
    const ModelIndex* index(const std::string& name) const;
    std::int64_t bytes() const { return m_bytes; }
    const std::shared_ptr<Fate>& fate() const { return m_fate; }
    /// Number of the document with that _id; 0 when there is none.
    Seq find(bson::ValueView id) const;

    /// "ok", or the code of the error; then nothing has changed. `inserted` gets the number.
    std::string insert(const bson::Document& document, Seq& inserted);
    std::string replace(Seq number, const bson::Document& document);
    std::string remove(Seq number);
    std::string fetch(Seq number) const;

    std::string addIndexes(const std::vector<engine::catalog::IndexDefinition>& definitions);
    std::string dropIndexes(const std::vector<std::string>& names);
    std::string modifyIndex(const engine::catalog::IndexDefinition& changed);

    /// The rule of an index; nullopt when it has none.
    std::optional<ttl::ExpiryRule> rule(const ModelIndex& index) const;
    /// Documents that some rule lets go at `now`.
    std::set<Seq> due(base::Time now) const;
    /// A pass has removed that document.
    void expire(Seq number);
    /// For collections that were found, not made: a document as the next one, without checks; the
    /// indexes' flags come from outside.
    void adopt(const bson::Document& document);
    void adoptMultikey(const std::string& name) { indexOf(name)->multikey = true; }

private:
    ModelIndex* indexOf(const std::string& name);
    std::string judge(Seq self, bson::DocumentView document, bson::DocumentView* old,
                      std::vector<Keys>& keys) const;
    void put(Seq number, const bson::Document& document, const std::vector<Keys>& keys);
    void take(Seq number);
    void shrinkToCap();

    Shape m_shape;
    std::map<Seq, SharedDocument> m_documents;
    std::vector<ModelIndex> m_indexes;
    std::shared_ptr<Fate> m_fate = std::make_shared<Fate>();
    Seq m_next = 1;
    std::int64_t m_bytes = 0;
};

} // namespace sandglass::tests::model
