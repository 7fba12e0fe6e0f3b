// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/writes/unique_violations.h"

#include "app/bson/compare.h"
#include "app/protocol/names.h"

#include <string>
#include <vector>

namespace sandglass::engine::writes {

namespace {

constexpr int kMaxGroups = 1000;

/// Groups documents with equal keys. They must be added in the order of the index, in which
/// equal keys follow one another.
class KeyGroups
{
public:
    /// `collation`: of the index; may be null. It must outlive this object, and so must `reply`.
    KeyGroups(const bson::Document& pattern, const bson::Collation* collation, bson::Builder& reply)
        : m_reply(reply)
        , m_collation(collation)
    {
        for (protocol::KeyField& field : protocol::keyFields(pattern)) {
            m_paths.push_back(std::move(field.path));
        }
    }

    void add(bson::DocumentView document);
    void finish();
    bool full() const { return m_groups >= kMaxGroups; }

private:
    bson::Document keyOf(bson::DocumentView document) const;

    bson::Builder& m_reply;
    const bson::Collation* m_collation;
    std::vector<std::string> m_paths;
    bson::Document m_key; ///< of the current group
    std::vector<bson::Value> m_ids; ///< of the current group
    int m_groups = 0; ///< number of groups appended
};

bson::Document KeyGroups::keyOf(bson::DocumentView document) const
{
    bson::Builder key;
    for (const std::string& path : m_paths) {
        const auto values = bson::valuesAtPath(document, path, false);
        if (values.empty()) {
            key.appendNull(path);
        } else {
            key.append(path, values.front());
        }
    }
    return key.take();
}

void KeyGroups::add(bson::DocumentView document)
{
    bson::Document key = keyOf(document);
    if (!bson::equal(bson::ValueView(bson::Type::Document, key.bytes()),
                     bson::ValueView(bson::Type::Document, m_key.bytes()), m_collation)) {
        finish();
        m_key = std::move(key);
    }
    m_ids.emplace_back(document["_id"]);
}

void KeyGroups::finish()
{
    // a key with one document violates nothing
    if (m_ids.size() > 1) {
        m_reply.pushDocument().beginArray("ids");
        for (const bson::Value& id : m_ids) {
            m_reply.push(id);
        }
        m_reply.end().end();
        ++m_groups;
    }
    m_ids.clear();
}

} // namespace

Result<void> appendViolations(const catalog::Collection& collection, std::string_view index,
                              operations::Interrupt& interrupt, bson::Builder& reply)
{
    reply.beginArray("violations");
    const auto info = collection.index(index);
    const auto walk = info && !info->multikey
        ? collection.scanIndex(index, {}, catalog::Direction::Forward)
        : nullptr;
    if (walk) {
        KeyGroups groups(info->definition.key, info->collation.get(), reply);
        while (!groups.full() && walk->next()) {
            TRY(interrupt.checkSometimes());
            groups.add(walk->document());
        }
        groups.finish();
    }
    reply.end();
    return walk ? walk->status() : Result<void>();
}

} // namespace sandglass::engine::writes
