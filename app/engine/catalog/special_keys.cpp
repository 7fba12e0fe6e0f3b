// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/special_keys.h"

#include "app/bson/value.h"
#include "app/engine/catalog/index_key.h"
#include "app/protocol/names.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandglass::engine::catalog {

namespace {

using bson::Type;
using bson::ValueView;

constexpr int kArrayInHashed = 16766;
constexpr int kArrayBesideWildcard = 7246301;
constexpr std::string_view kAllFields = "$**";
constexpr std::string_view kWildcardEnd = ".$**";

bool isBelow(std::string_view path, std::string_view parent)
{
    return path.size() > parent.size() && path.starts_with(parent) && path[parent.size()] == '.';
}

/// Visits the path and value of each covered leaf of a document. Elements of arrays have the path
/// of their array; an array inside an array is a value.
class LeafWalk
{
public:
    using Leaf = std::function<void(std::string_view path, ValueView value)>;

    LeafWalk(const WildcardScope& scope, Leaf leaf)
        : m_scope(scope)
        , m_leaf(std::move(leaf))
    {
    }

    void document(bson::DocumentView document, const std::string& path)
    {
        for (const bson::Element& element : document) {
            const std::string below
                = path.empty() ? std::string(element.key) : path + "." + std::string(element.key);
            if (m_scope.leadsTo(below)) {
                value(element.value, below);
            }
        }
    }
    bool metArray() const { return m_metArray; }

private:
    void value(ValueView value, const std::string& path)
    {
        const bool covered = m_scope.covers(path);
        if (value.type() != Type::Array) {
            single(value, path, covered);
            return;
        }
        m_metArray = m_metArray || covered;
        if (value.asDocument().empty() && covered) {
            m_leaf(path, ValueView(Type::Undefined, {}));
        }
        for (const bson::Element& element : value.asDocument()) {
            single(element.value, path, covered);
        }
    }
    void single(ValueView value, const std::string& path, bool covered)
    {
        if (value.type() == Type::Document && !value.asDocument().empty()) {
            document(value.asDocument(), path);
        } else if (covered) {
            m_leaf(path, value);
        }
    }

    const WildcardScope& m_scope;
    Leaf m_leaf;
    bool m_metArray = false;
};

Result<void> refuseArray(const std::vector<bool>& hashed)
{
    if (std::ranges::find(hashed, true) != hashed.end()) {
        return protocol::commandError(kArrayInHashed,
                                      "Error: hashed indexes do not currently support array"
                                      " values");
    }
    return protocol::commandError(kArrayBesideWildcard,
                                  "Error: the ordered fields of a compound wildcard index do not"
                                  " support array values");
}

} // namespace

// FNV-1a with 64 bits over the encoded key, which is the same for equal values.
std::int64_t hashedKey(ValueView value)
{
    constexpr std::uint64_t kStart = 14'695'981'039'346'656'037U;
    constexpr std::uint64_t kPrime = 1'099'511'628'211U;
    std::string key;
    // a missing field is indexed as null
    appendKey(key, value.isMissing() ? ValueView(Type::Null, {}) : value, nullptr);
    std::uint64_t hash = kStart;
    for (const char byte : key) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * kPrime;
    }
    return static_cast<std::int64_t>(hash);
}

WildcardScope::WildcardScope(std::string_view path, bson::DocumentView projection)
{
    if (path != kAllFields) {
        m_prefix = path.substr(0, path.size() - kWildcardEnd.size());
        m_withId = true;
    }
    for (const bson::Element& element : projection) {
        const bool wanted = element.value.type() == Type::Document || element.value.toBool();
        if (element.key == "_id") {
            m_withId = wanted;
            continue;
        }
        m_includes = wanted;
        m_paths.emplace(element.key);
    }
}

bool WildcardScope::covers(std::string_view path) const
{
    if (!m_prefix.empty()) {
        return path == m_prefix || isBelow(path, m_prefix);
    }
    if (path == "_id" || isBelow(path, "_id")) {
        return m_withId;
    }
    const bool named = std::ranges::any_of(
        m_paths, [&](const std::string& one) { return path == one || isBelow(path, one); });
    return named == m_includes;
}

bool WildcardScope::leadsTo(std::string_view path) const
{
    if (covers(path)) {
        return true;
    }
    return (!m_prefix.empty() && isBelow(m_prefix, path))
        || (m_includes && std::ranges::any_of(m_paths, [&](const std::string& one) {
                return isBelow(one, path);
            }));
}

std::shared_ptr<const SpecialKeys> SpecialKeys::of(const IndexDefinition& definition)
{
    if (definition.isOrdered() || !definition.hasEntries()) {
        return nullptr;
    }
    std::shared_ptr<SpecialKeys> made(new SpecialKeys());
    for (protocol::KeyField& field : protocol::keyFields(definition.key)) {
        if (isWildcardPath(field.path)) {
            made->m_before = made->m_paths.size();
            made->m_wildcard.emplace(field.path,
                                     definition.otherOptions["wildcardProjection"].asDocument());
            continue;
        }
        made->m_hashed.push_back(field.plugin == "hashed");
        made->m_paths.push_back(std::move(field.path));
    }
    made->m_plain = KeyExtractor(made->m_paths, definition.sparse && !made->m_wildcard);
    return made;
}

Result<bool> SpecialKeys::keysOf(bson::DocumentView document, KeyList& keys,
                                 const bson::Collation* collation) const
{
    keys.clear();
    bool metArray = false;
    const KeyExtractor::Sink sink = [&](std::span<const ValueView> values) {
        std::vector<bson::Value> hashes;
        hashes.reserve(values.size());
        std::vector<ValueView> parts(values.begin(), values.end());
        for (std::size_t at = 0; at < parts.size(); ++at) {
            if (m_hashed[at]) {
                parts[at] = hashes.emplace_back(bson::Value::of(hashedKey(parts[at])));
            }
        }
        if (m_wildcard) {
            addWildcardKeys(document, parts, keys, collation, metArray);
        } else {
            keys.add(parts, collation);
        }
    };
    if (m_paths.empty()) {
        sink({});
    } else {
        const Result<bool> inPlain = m_plain.extract(document, sink);
        TRY(inPlain);
        if (*inPlain) {
            keys.clear();
            TRY(refuseArray(m_hashed));
        }
    }
    keys.finish();
    // for readers several keys are the same as an array: a document may be met more than once
    return metArray || keys.size() > 1;
}

void SpecialKeys::addWildcardKeys(bson::DocumentView document, std::span<const ValueView> plain,
                                  KeyList& keys, const bson::Collation* collation,
                                  bool& metArray) const
{
    bool any = false;
    const auto add = [&](ValueView path, ValueView value) {
        std::vector<ValueView> parts(plain.begin(), plain.end());
        const std::array pair{path, value};
        parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(m_before), pair.begin(),
                     pair.end());
        keys.add(parts, collation);
        any = true;
    };
    LeafWalk walk(*m_wildcard, [&](std::string_view path, ValueView value) {
        add(bson::Value::of(path), value);
    });
    walk.document(document, "");
    metArray = walk.metArray();
    if (!any && !plain.empty()) {
        add(ValueView(Type::MinKey, {}), ValueView(Type::MinKey, {}));
    }
}

} // namespace sandglass::engine::catalog
