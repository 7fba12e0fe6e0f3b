// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/key_extraction.h"

#include "app/bson/path.h"
#include "app/engine/catalog/index_key.h"
#include "app/protocol/limits.h"

#include <algorithm>
#include <array>

namespace sandglass::engine::catalog {

namespace {

using bson::Type;
using bson::ValueView;

// Progress of the walk along one field's path.
struct Slot
{
    ValueView value; ///< what was reached
    std::size_t part = 0; ///< parts of the path already walked
    bool settled = false; ///< `value` is the field's value
    bool atArray = false; ///< `value` is an array that has to be expanded
};

template <std::size_t Most>
using Slots = std::array<Slot, Most>;

// Follows the path until it ends, leads nowhere, or reaches an array that must be expanded.
void descend(Slot& slot, const std::vector<std::string>& parts)
{
    while (!slot.settled && !slot.atArray) {
        const bool more = slot.part < parts.size();
        if (slot.value.type() == Type::Array) {
            // a number in the path selects the element at that position, if there is one
            const ValueView element = more && bson::arrayPosition(parts[slot.part])
                ? slot.value.asDocument()[parts[slot.part]]
                : ValueView();
            slot.atArray = element.isMissing();
            if (!slot.atArray) {
                slot.value = element;
                ++slot.part;
            }
        } else if (!more) {
            slot.settled = true;
        } else if (slot.value.type() == Type::Document) {
            slot.value = slot.value.asDocument()[parts[slot.part]];
            ++slot.part;
        } else {
            slot.value = ValueView();
            slot.settled = true;
        }
    }
}

void settle(Slot& slot, ValueView value)
{
    slot = Slot{value, slot.part, true, false};
}

// `Most` is the number of fields that fit. Most indexes have one field; initializing slots for 32
// would cost more than the extraction.
template <std::size_t Most>
class Expansion
{
public:
    Expansion(const std::vector<std::vector<std::string>>& paths, bool sparse,
              const KeyExtractor::Sink& sink)
        : m_paths(paths)
        , m_sparse(sparse)
        , m_sink(sink)
    {
    }

    Result<void> run(Slots<Most>& slots);
    bool metArray() const { return m_metArray; }

private:
    Result<const Slot*> sharedArray(const Slots<Most>& slots) const;
    Result<void> expandElement(const Slots<Most>& slots, ValueView element);
    Result<void> expandEmpty(const Slots<Most>& slots);
    void emit(const Slots<Most>& slots) const;

    const std::vector<std::vector<std::string>>& m_paths;
    bool m_sparse;
    const KeyExtractor::Sink& m_sink;
    bool m_metArray = false;
};

template <std::size_t Most>
Result<void> Expansion<Most>::run(Slots<Most>& slots)
{
    for (std::size_t i = 0; i < m_paths.size(); ++i) {
        descend(slots[i], m_paths[i]);
    }
    const auto array = sharedArray(slots);
    TRY(array);
    if (*array == nullptr) {
        emit(slots);
        return {};
    }
    m_metArray = true;
    const bson::DocumentView elements = (*array)->value.asDocument();
    if (elements.empty()) {
        return expandEmpty(slots);
    }
    for (const bson::Element& element : elements) {
        TRY(expandElement(slots, element.value));
    }
    return {};
}

// The array that one or more fields stopped at; nullptr when there is none. Errors:
// CannotIndexParallelArrays (server error) when they stopped at different arrays.
template <std::size_t Most>
Result<const Slot*> Expansion<Most>::sharedArray(const Slots<Most>& slots) const
{
    const Slot* found = nullptr;
    for (std::size_t i = 0; i < m_paths.size(); ++i) {
        if (!slots[i].atArray) {
            continue;
        }
        if (found != nullptr && found->value.raw().data() != slots[i].value.raw().data()) {
            return base::serverError(171, "CannotIndexParallelArrays",
                                     "cannot index parallel arrays");
        }
        found = &slots[i];
    }
    return found;
}

template <std::size_t Most>
Result<void> Expansion<Most>::expandElement(const Slots<Most>& slots, ValueView element)
{
    Slots<Most> next = slots;
    for (std::size_t i = 0; i < m_paths.size(); ++i) {
        Slot& slot = next[i];
        if (!slot.atArray) {
            continue;
        }
        if (slot.part == m_paths[i].size()) {
            settle(slot, element); // arrays are entered one level deep: a nested one is a value
        } else if (element.type() == Type::Document) {
            slot = Slot{element, slot.part, false, false};
        } else {
            settle(slot, ValueView());
        }
    }
    return run(next);
}

template <std::size_t Most>
Result<void> Expansion<Most>::expandEmpty(const Slots<Most>& slots)
{
    Slots<Most> next = slots;
    for (std::size_t i = 0; i < m_paths.size(); ++i) {
        if (!next[i].atArray) {
            continue;
        }
        const bool atEnd = next[i].part == m_paths[i].size();
        // an empty array at the end of a path has the key "undefined", as in MongoDB
        settle(next[i], atEnd ? ValueView(Type::Undefined, {}) : ValueView());
    }
    return run(next);
}

template <std::size_t Most>
void Expansion<Most>::emit(const Slots<Most>& slots) const
{
    std::array<ValueView, Most> values;
    std::size_t missing = 0;
    for (std::size_t i = 0; i < m_paths.size(); ++i) {
        const bool absent = slots[i].value.isMissing();
        missing += absent ? 1 : 0;
        values[i] = absent ? ValueView(Type::Null, {}) : slots[i].value;
    }
    if (!m_sparse || missing < m_paths.size()) {
        m_sink(std::span<const ValueView>(values).first(m_paths.size()));
    }
}

template <std::size_t Most>
Result<bool> expand(Expansion<Most> expansion, std::size_t fields, bson::DocumentView document)
{
    Slots<Most> slots;
    for (std::size_t i = 0; i < fields; ++i) {
        slots[i].value = ValueView(Type::Document, document.bytes());
    }
    TRY(expansion.run(slots));
    return expansion.metArray();
}

} // namespace

void KeyList::clear()
{
    m_bytes.clear();
    m_spans.clear();
}

void KeyList::add(std::span<const ValueView> values, const bson::Collation* collation)
{
    const std::size_t start = m_bytes.size();
    for (const ValueView& value : values) {
        appendKey(m_bytes, value, collation);
    }
    m_spans.emplace_back(start, m_bytes.size() - start);
}

void KeyList::finish()
{
    if (m_spans.size() < 2) {
        return;
    }
    const auto text = [this](const auto& span) {
        return std::string_view(m_bytes).substr(span.first, span.second);
    };
    std::sort(m_spans.begin(), m_spans.end(),
              [&](const auto& a, const auto& b) { return text(a) < text(b); });
    const auto last = std::unique(m_spans.begin(), m_spans.end(),
                                  [&](const auto& a, const auto& b) { return text(a) == text(b); });
    m_spans.erase(last, m_spans.end());
}

bool KeyList::contains(std::string_view key) const
{
    std::size_t first = 0;
    std::size_t last = size();
    while (first < last) {
        const std::size_t middle = (first + last) / 2;
        if ((*this)[middle] < key) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    return first < size() && (*this)[first] == key;
}

KeyExtractor::KeyExtractor(const std::vector<std::string>& paths, bool sparse)
    : m_sparse(sparse)
{
    for (const std::string& path : paths) {
        std::vector<std::string>& parts = m_paths.emplace_back();
        std::size_t start = 0;
        for (std::size_t dot = path.find('.'); dot != std::string::npos;
             dot = path.find('.', start)) {
            parts.push_back(path.substr(start, dot - start));
            start = dot + 1;
        }
        parts.push_back(path.substr(start));
    }
}

Result<bool> KeyExtractor::extract(bson::DocumentView document, const Sink& sink) const
{
    if (m_paths.size() == 1) {
        return expand(Expansion<1>(m_paths, m_sparse, sink), 1, document);
    }
    return expand(Expansion<protocol::kMaxIndexFields>(m_paths, m_sparse, sink), m_paths.size(),
                  document);
}

} // namespace sandglass::engine::catalog
