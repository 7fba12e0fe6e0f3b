// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/apply_diff.h"

#include "app/bson/builder.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::streams {

namespace {

// An array that a difference makes longer is filled with nulls up to here.
constexpr std::size_t kMostElements = 1'000'000;

Error badDiff(std::string_view part)
{
    return protocol::commandError(protocol::ServerCode::FailedToParse,
                                  "Unsupported part of a document's difference: '"
                                      + std::string(part) + "'");
}

bool isArrayDiff(bson::DocumentView diff)
{
    return diff["a"].type() == bson::Type::Bool;
}

Result<bson::Value> changedValue(bson::ValueView before, bson::ValueView diff);

/// The parts of the difference of a document.
struct DocumentParts
{
    bson::DocumentView removed;
    bson::DocumentView updated;
    bson::DocumentView inserted;
    bson::DocumentView whole; ///< with the nested ones, whose names begin with "s"

    bson::ValueView nested(std::string_view field) const { return whole["s" + std::string(field)]; }
};

Result<DocumentParts> partsOf(bson::DocumentView diff)
{
    for (const bson::Element& part : diff) {
        const bool nested = part.key.size() > 1 && part.key.starts_with('s');
        const bool known = nested || part.key == "d" || part.key == "u" || part.key == "i";
        if (!known || part.value.type() != bson::Type::Document) {
            return badDiff(part.key);
        }
    }
    return DocumentParts{diff["d"].asDocument(), diff["u"].asDocument(), diff["i"].asDocument(),
                         diff};
}

/// Appends a field that the document has, as it is afterwards. One that is inserted comes at the
/// end.
Result<void> appendField(const bson::Element& field, const DocumentParts& parts,
                         bson::Builder& after)
{
    if (parts.removed.contains(field.key) || parts.inserted.contains(field.key)) {
        return {};
    }
    if (const bson::ValueView updated = parts.updated[field.key]; !updated.isMissing()) {
        after.append(field.key, updated);
        return {};
    }
    const bson::ValueView nested = parts.nested(field.key);
    if (nested.isMissing()) {
        after.append(field.key, field.value);
        return {};
    }
    auto changed = changedValue(field.value, nested);
    TRY(changed);
    after.append(field.key, *changed);
    return {};
}

/// An element of an array that a part of its difference names: "u3" or "s3".
std::optional<std::size_t> elementOf(std::string_view part)
{
    std::size_t element = 0;
    const auto [end, error] = std::from_chars(part.data() + 1, part.data() + part.size(), element);
    const bool whole = part.size() > 1 && error == std::errc() && end == part.data() + part.size();
    return whole && element < kMostElements ? std::optional(element) : std::nullopt;
}

Result<void> changeElement(const bson::Element& part, std::vector<bson::Value>& elements)
{
    const auto at = elementOf(part.key);
    if (!at || (part.key.front() != 'u' && part.key.front() != 's')) {
        return badDiff(part.key);
    }
    if (*at >= elements.size()) {
        elements.resize(*at + 1, bson::Value::null());
    }
    if (part.key.front() == 'u') {
        elements[*at] = bson::Value(part.value);
        return {};
    }
    auto changed = changedValue(elements[*at], part.value);
    TRY(changed);
    elements[*at] = std::move(*changed);
    return {};
}

Result<bson::Value> changedArray(bson::DocumentView before, bson::DocumentView diff)
{
    std::vector<bson::Value> elements;
    for (const bson::Element& element : before) {
        elements.emplace_back(element.value);
    }
    for (const bson::Element& part : diff) {
        if (part.key == "a") {
            continue;
        }
        if (part.key != "l") {
            TRY(changeElement(part, elements));
            continue;
        }
        const std::int64_t length = part.value.toInt64();
        if (length < 0 || length > static_cast<std::int64_t>(kMostElements)) {
            return badDiff(part.key);
        }
        elements.resize(static_cast<std::size_t>(length), bson::Value::null());
    }
    bson::Builder after;
    for (const bson::Value& element : elements) {
        after.push(element);
    }
    return bson::Value::array(after.take());
}

/// A value after its own difference. One of another type than the difference is for has been
/// replaced since, by a write that follows in the log: it stays.
Result<bson::Value> changedValue(bson::ValueView before, bson::ValueView diff)
{
    if (diff.type() != bson::Type::Document) {
        return badDiff("s");
    }
    const bool array = isArrayDiff(diff.asDocument());
    if (before.type() != (array ? bson::Type::Array : bson::Type::Document)) {
        return bson::Value(before);
    }
    if (array) {
        return changedArray(before.asDocument(), diff.asDocument());
    }
    auto changed = applyDiff(before.asDocument(), diff.asDocument());
    TRY(changed);
    return bson::Value::document(*changed);
}

} // namespace

Result<bson::Document> applyDiff(bson::DocumentView before, bson::DocumentView diff)
{
    const auto parts = partsOf(diff);
    TRY(parts);
    bson::Builder after;
    for (const bson::Element& field : before) {
        TRY(appendField(field, *parts, after));
    }
    for (const bson::Element& field : parts->updated) {
        if (!before.contains(field.key)) {
            after.append(field.key, field.value);
        }
    }
    after.appendAll(parts->inserted);
    return after.take();
}

} // namespace sandglass::engine::streams
