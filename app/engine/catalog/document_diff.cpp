// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/document_diff.h"

#include "app/bson/builder.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {

namespace {

// MongoDB's estimates, in bytes. Source: MongoDB server source, document_diff_serialization.h and
// update_oplog_entry_serialization.h.
constexpr std::size_t kEmptyDocumentDiff = 5;
constexpr std::size_t kEmptyArrayDiff = 9;
constexpr std::size_t kAroundField = 2; // its type and the NUL of its name
constexpr std::size_t kAroundPart = 8; // of "d", "u" or "i": type, name, NUL, an empty document
constexpr std::size_t kRemovedValue = 1;
constexpr std::size_t kNewLength = 7;
constexpr std::size_t kAroundDiff = 15; // {$v: 2, diff: …}

/// Whether a difference may be larger than the value that it leads to.
enum class Size { Any, Smaller };

/// A difference with its estimated size in bytes.
struct SizedDiff
{
    bson::Document diff;
    std::size_t bytes = 0;
};

/// The difference of a document while it is gathered.
class Gathered
{
public:
    /// `around`: bytes of what contains the difference.
    explicit Gathered(std::size_t around)
        : m_bytes(around + kEmptyDocumentDiff)
    {
    }

    void remove(std::string_view name)
    {
        m_removed.append(name, false);
        count(name, kRemovedValue, m_anyRemoved);
    }
    void change(const bson::Element& now)
    {
        m_changed.append(now.key, now.value);
        count(now.key, now.value.raw().size(), m_anyChanged);
    }
    void add(const bson::Element& now)
    {
        m_added.append(now.key, now.value);
        count(now.key, now.value.raw().size(), m_anyAdded);
    }
    void nest(std::string_view name, const SizedDiff& nested)
    {
        m_nested.append("s" + std::string(name), nested.diff);
        m_bytes += 1 + name.size() + kAroundField + nested.bytes;
    }

    std::size_t bytes() const { return m_bytes; }
    bson::Document take();

private:
    /// Counts a field of one of the parts. `begun`: of that part.
    void count(std::string_view name, std::size_t valueBytes, bool& begun)
    {
        m_bytes += name.size() + kAroundField + valueBytes
            + (std::exchange(begun, true) ? 0 : kAroundPart);
    }

    bson::Builder m_removed;
    bson::Builder m_changed;
    bson::Builder m_added;
    bson::Builder m_nested;
    bool m_anyRemoved = false;
    bool m_anyChanged = false;
    bool m_anyAdded = false;
    std::size_t m_bytes;
};

bson::Document Gathered::take()
{
    bson::Builder diff;
    for (auto& [name, part] :
         {std::pair("d", &m_removed), std::pair("u", &m_changed), std::pair("i", &m_added)}) {
        if (const bson::Document fields = part->take(); !fields.empty()) {
            diff.append(name, fields);
        }
    }
    diff.appendAll(m_nested.take());
    return diff.take();
}

bool sameBytes(bson::ValueView left, bson::ValueView right)
{
    return left.type() == right.type() && std::ranges::equal(left.raw(), right.raw());
}

std::optional<SizedDiff> diffOfDocuments(bson::DocumentView before, bson::DocumentView after,
                                         Size size, std::size_t around);
std::optional<SizedDiff> diffOfArrays(bson::DocumentView before, bson::DocumentView after,
                                      Size size);

/// The difference of two values that are both documents or both arrays; nullopt for others, and
/// where it is too large.
std::optional<SizedDiff> nestedDiff(bson::ValueView before, bson::ValueView after, Size size)
{
    if (before.type() != after.type()) {
        return std::nullopt;
    }
    if (before.type() == bson::Type::Document) {
        return diffOfDocuments(before.asDocument(), after.asDocument(), size, 0);
    }
    if (before.type() == bson::Type::Array) {
        return diffOfArrays(before.asDocument(), after.asDocument(), size);
    }
    return std::nullopt;
}

// Both documents are walked at once. A field of `before` that is not at its place is taken for
// removed at first: if it comes later in `after`, it has moved and is added again.
std::optional<SizedDiff> diffOfDocuments(bson::DocumentView before, bson::DocumentView after,
                                         Size size, std::size_t around)
{
    Gathered diff(around);
    std::set<std::string_view> gone;
    auto old = before.begin();
    auto now = after.begin();
    while (old != before.end() && now != after.end()) {
        if (size == Size::Smaller && diff.bytes() > after.size()) {
            return std::nullopt;
        }
        if (old->key != now->key) {
            gone.insert(old->key);
            ++old;
            continue;
        }
        if (!sameBytes(old->value, now->value)) {
            const auto nested = nestedDiff(old->value, now->value, size);
            if (nested) {
                diff.nest(now->key, *nested);
            } else {
                diff.change(*now);
            }
        }
        ++old;
        ++now;
    }
    for (; old != before.end(); ++old) {
        diff.remove(old->key);
    }
    for (; now != after.end(); ++now) {
        diff.add(*now);
        gone.erase(now->key);
    }
    for (const std::string_view name : gone) {
        diff.remove(name);
    }
    if (size == Size::Smaller && diff.bytes() >= after.size()) {
        return std::nullopt;
    }
    return SizedDiff{diff.take(), diff.bytes()};
}

std::optional<SizedDiff> diffOfArrays(bson::DocumentView before, bson::DocumentView after,
                                      Size size)
{
    const std::vector<bson::ValueView> old = before.values();
    const std::vector<bson::ValueView> now = after.values();
    std::size_t bytes = kEmptyArrayDiff;
    bson::Builder diff;
    // "a": an array; "l": its new length; "u3": element 3 replaced; "s3": element 3 changed inside
    diff.append("a", true);
    if (now.size() < old.size()) {
        diff.append("l", static_cast<std::int32_t>(now.size()));
        bytes += kNewLength;
    }
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (i < old.size() && sameBytes(old[i], now[i])) {
            continue;
        }
        if (size == Size::Smaller && bytes > after.size()) {
            return std::nullopt;
        }
        const auto nested = i < old.size() ? nestedDiff(old[i], now[i], size) : std::nullopt;
        const std::string name = (nested ? "s" : "u") + std::to_string(i);
        if (nested) {
            diff.append(name, nested->diff);
        } else {
            diff.append(name, now[i]);
        }
        bytes += name.size() + kAroundField + (nested ? nested->bytes : now[i].raw().size());
    }
    if (size == Size::Smaller && bytes >= after.size()) {
        return std::nullopt;
    }
    return SizedDiff{diff.take(), bytes};
}

} // namespace

bson::Document documentDiff(bson::DocumentView before, bson::DocumentView after)
{
    auto diff = diffOfDocuments(before, after, Size::Any, 0);
    return diff ? std::move(diff->diff) : bson::Document();
}

std::optional<bson::Document> smallerDiff(bson::DocumentView before, bson::DocumentView after)
{
    auto diff = diffOfDocuments(before, after, Size::Smaller, kAroundDiff);
    return diff ? std::optional(std::move(diff->diff)) : std::nullopt;
}

} // namespace sandglass::engine::catalog
