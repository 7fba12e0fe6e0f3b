// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/model_collection.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"

#include <algorithm>
#include <utility>

namespace sandglass::tests::model {

namespace {

using engine::catalog::IndexDefinition;

constexpr const char* kOk = "ok";
constexpr const char* kDuplicate = "11000";
constexpr const char* kGone = "gone";

IndexDefinition idIndex(const Shape& shape)
{
    IndexDefinition definition;
    definition.name = "_id_";
    definition.key = bson::makeDocument("_id", 1);
    definition.clustered = shape.clustered;
    return definition;
}

std::int64_t sizeOf(const bson::Document& document)
{
    return static_cast<std::int64_t>(document.bytes().size());
}

} // namespace

ModelIndex::ModelIndex(IndexDefinition definition)
    : m_definition(std::move(definition))
    , m_holds(holdsOf(m_definition.partialFilter))
{
    for (const bson::Element& field : m_definition.key.view()) {
        m_paths.emplace_back(field.key);
        m_ordered = m_ordered && field.value.isNumber();
    }
}

Keys ModelIndex::keysOf(bson::DocumentView document) const
{
    if (!m_ordered || (m_holds != nullptr && !m_holds(document))) {
        return {};
    }
    return model::keysOf(document, m_paths, m_definition.sparse);
}

bool ModelIndex::isTaken(const SharedKey& key, Seq self) const
{
    for (auto at = entries.lower_bound({key, 0}); at != entries.end(); ++at) {
        if (compareKeys(*at->key, *key) != std::strong_ordering::equal) {
            return false;
        }
        if (at->document != self) {
            return true;
        }
    }
    return false;
}

void ModelIndex::change(const IndexDefinition& changed)
{
    m_definition.expireAfterSeconds = changed.expireAfterSeconds;
    m_definition.hidden = changed.hidden;
    m_definition.prepareUnique = changed.prepareUnique;
    m_definition.unique = changed.unique;
}

ModelCollection::ModelCollection(const Shape& shape, const std::vector<IndexDefinition>& indexes)
    : m_shape(shape)
{
    m_indexes.emplace_back(idIndex(shape));
    for (const IndexDefinition& index : indexes) {
        m_indexes.emplace_back(index);
    }
}

ModelIndex* ModelCollection::indexOf(const std::string& name)
{
    const auto found = std::find_if(m_indexes.begin(), m_indexes.end(),
                                    [&](const ModelIndex& index) { return index.name() == name; });
    return found == m_indexes.end() ? nullptr : &*found;
}

const ModelIndex* ModelCollection::index(const std::string& name) const
{
    return const_cast<ModelCollection*>(this)->indexOf(name);
}

Seq ModelCollection::find(bson::ValueView id) const
{
    const auto key = std::make_shared<const Key>(Key{bson::Value(id)});
    const Entries& entries = m_indexes.front().entries;
    const auto at = entries.lower_bound({key, 0});
    const bool found
        = at != entries.end() && compareKeys(*at->key, *key) == std::strong_ordering::equal;
    return found ? at->document : 0;
}

std::string ModelCollection::judge(Seq self, bson::DocumentView document, bson::DocumentView* old,
                                   std::vector<Keys>& keys) const
{
    for (const ModelIndex& index : m_indexes) {
        keys.push_back(index.keysOf(document));
        const Keys& own = keys.back();
        if (own.parallelArrays) {
            return "171";
        }
        const bool prepares = index.definition().prepareUnique && !index.isUnique();
        if (!index.isUnique() && !prepares) {
            continue;
        }
        const Keys before = prepares && old != nullptr ? index.keysOf(*old) : Keys();
        for (const SharedKey& key : own.keys) {
            // what an index on its way to a unique one holds already may stay
            if (!before.contains(*key) && index.isTaken(key, self)) {
                return kDuplicate;
            }
        }
    }
    return kOk;
}

void ModelCollection::put(Seq number, const bson::Document& document, const std::vector<Keys>& keys)
{
    for (std::size_t i = 0; i < m_indexes.size(); ++i) {
        m_indexes[i].multikey = m_indexes[i].multikey || keys[i].metArray;
        for (const SharedKey& key : keys[i].keys) {
            m_indexes[i].entries.insert({key, number});
        }
    }
    m_documents[number] = std::make_shared<const bson::Document>(document);
    m_bytes += sizeOf(document);
}

void ModelCollection::take(Seq number)
{
    const auto found = m_documents.find(number);
    for (ModelIndex& index : m_indexes) {
        for (const SharedKey& key : index.keysOf(*found->second).keys) {
            index.entries.erase({key, number});
        }
    }
    m_bytes -= sizeOf(*found->second);
    m_documents.erase(found);
}

std::string ModelCollection::insert(const bson::Document& document, Seq& inserted)
{
    if (m_shape.cappedBytes > 0 && sizeOf(document) > m_shape.cappedBytes) {
        return "2";
    }
    std::vector<Keys> keys;
    const std::string verdict = judge(0, document, nullptr, keys);
    if (verdict != kOk) {
        return verdict;
    }
    inserted = m_next++;
    put(inserted, document, keys);
    shrinkToCap();
    return kOk;
}

void ModelCollection::shrinkToCap()
{
    const auto over = [this] {
        const auto documents = static_cast<std::int64_t>(m_documents.size());
        return m_bytes > m_shape.cappedBytes
            || (m_shape.cappedDocuments > 0 && documents > m_shape.cappedDocuments);
    };
    while (m_shape.cappedBytes > 0 && m_documents.size() > 1 && over()) {
        take(m_documents.begin()->first);
    }
}

std::string ModelCollection::replace(Seq number, const bson::Document& document)
{
    const auto found = m_documents.find(number);
    if (found == m_documents.end()) {
        return kGone;
    }
    std::vector<Keys> keys;
    bson::DocumentView old = found->second->view();
    const std::string verdict = judge(number, document, &old, keys);
    if (verdict != kOk) {
        return verdict;
    }
    take(number);
    put(number, document, keys);
    return kOk;
}

std::string ModelCollection::remove(Seq number)
{
    if (!m_documents.contains(number)) {
        return kGone;
    }
    take(number);
    return kOk;
}

std::string ModelCollection::fetch(Seq number) const
{
    const auto found = m_documents.find(number);
    return found == m_documents.end() ? kGone : bson::toJson(*found->second);
}

std::string ModelCollection::addIndexes(const std::vector<IndexDefinition>& definitions)
{
    std::vector<ModelIndex> added;
    for (const IndexDefinition& definition : definitions) {
        const ModelIndex* same = index(definition.name);
        if (same == nullptr) {
            added.emplace_back(definition);
        } else if (!(same->definition().listEntry() == definition.listEntry())) {
            return "86";
        }
    }
    for (const auto& [number, document] : m_documents) {
        for (ModelIndex& index : added) {
            const Keys keys = index.keysOf(*document);
            if (keys.parallelArrays) {
                return "171";
            }
            index.multikey = index.multikey || keys.metArray;
            for (const SharedKey& key : keys.keys) {
                if (index.isUnique() && index.isTaken(key, number)) {
                    return kDuplicate;
                }
                index.entries.insert({key, number});
            }
        }
    }
    for (ModelIndex& index : added) {
        m_indexes.push_back(std::move(index));
    }
    return kOk;
}

std::string ModelCollection::dropIndexes(const std::vector<std::string>& names)
{
    for (const std::string& name : names) {
        if (index(name) == nullptr) {
            return "27";
        }
        if (index(name)->definition().isIdIndex()) {
            return "72";
        }
    }
    std::erase_if(m_indexes, [&](const ModelIndex& index) {
        return std::find(names.begin(), names.end(), index.name()) != names.end();
    });
    return kOk;
}

std::string ModelCollection::modifyIndex(const IndexDefinition& changed)
{
    ModelIndex* index = indexOf(changed.name);
    if (index == nullptr) {
        return "27";
    }
    if (changed.unique && !index->isUnique()) {
        const SharedKey* before = nullptr;
        for (const Entry& entry : index->entries) {
            if (before != nullptr
                && compareKeys(**before, *entry.key) == std::strong_ordering::equal) {
                return "359";
            }
            before = &entry.key;
        }
    }
    index->change(changed);
    return kOk;
}

std::optional<ttl::ExpiryRule> ModelCollection::rule(const ModelIndex& index) const
{
    constexpr std::int64_t kMostSeconds = 2'147'483'647;
    ttl::ExpiryRule rule;
    rule.field = index.field();
    if (index.definition().clustered) {
        if (!m_shape.seconds) {
            return std::nullopt;
        }
        rule.expireAfterSeconds = *m_shape.seconds;
        rule.notBefore = bson::Date{0};
        return rule;
    }
    if (!index.definition().isTtl()) {
        return std::nullopt;
    }
    const bson::ValueView seconds = index.definition().expireAfterSeconds;
    const bool usable = seconds.isNumber() && !seconds.isNan();
    rule.expireAfterSeconds = usable ? seconds.toInt64() : kMostSeconds;
    rule.valid = usable && index.isOrdered() && index.fields() == 1;
    rule.inFilter = holdsOf(index.definition().partialFilter);
    return rule;
}

std::set<Seq> ModelCollection::due(base::Time now) const
{
    std::set<Seq> found;
    for (const ModelIndex& index : m_indexes) {
        const auto own = rule(index);
        if (!own || !own->valid) {
            continue;
        }
        for (const auto& [number, document] : m_documents) {
            if (ttl::isExpired(*own, *document, now)) {
                found.insert(number);
            }
        }
    }
    return found;
}

void ModelCollection::expire(Seq number)
{
    take(number);
    m_fate->expired.insert(number);
}

void ModelCollection::adopt(const bson::Document& document)
{
    std::vector<Keys> keys;
    for (const ModelIndex& index : m_indexes) {
        keys.push_back(index.keysOf(document));
    }
    put(m_next++, document, keys);
}

} // namespace sandglass::tests::model
