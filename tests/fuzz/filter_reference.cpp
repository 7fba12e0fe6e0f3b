// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/filter_reference.h"

#include "app/bson/compare.h"
#include "app/bson/view.h"

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

namespace sandglass::fuzz {

namespace {

constexpr std::array kNames{"a", "b", "c"};
constexpr std::array kComparisons{"$eq", "$gt", "$gte", "$lt", "$lte", "$ne"};

using Candidates = std::vector<bson::ValueView>;

bool anyOf(const Candidates& candidates, const std::function<bool(bson::ValueView)>& holds)
{
    return std::ranges::any_of(candidates, holds);
}

// Missing fields equal null; so do those that are undefined.
bool isEqual(bson::ValueView value, bson::ValueView wanted)
{
    return bson::equal(value, wanted);
}

bool equalsAny(const Candidates& candidates, bool missing, bson::ValueView wanted)
{
    if (wanted.isNull()) {
        return missing || anyOf(candidates, [](bson::ValueView value) { return value.isNull(); });
    }
    return anyOf(candidates, [&](bson::ValueView value) { return isEqual(value, wanted); });
}

bool isOrdered(std::string_view name, bson::ValueView value, bson::ValueView wanted)
{
    // values of different kinds do not compare
    if (bson::canonicalOrder(value.type()) != bson::canonicalOrder(wanted.type())) {
        return false;
    }
    const auto order = bson::compare(value, wanted);
    return name == "$gt" ? order > 0
        : name == "$gte" ? order >= 0
        : name == "$lt"  ? order < 0
                         : order <= 0;
}

// Follows one part after the other. `missing`: set when a place has no such field.
void collect(bson::ValueView value, std::string_view path, Candidates& found, bool& missing)
{
    if (path.empty()) {
        found.push_back(value);
        if (value.type() == bson::Type::Array) {
            for (const bson::Element& element : value.asDocument()) {
                found.push_back(element.value);
            }
        }
        return;
    }
    const std::size_t dot = path.find('.');
    const std::string_view name = path.substr(0, dot);
    const std::string_view rest = dot == std::string_view::npos ? "" : path.substr(dot + 1);
    if (value.type() == bson::Type::Document) {
        const bson::ValueView next = value.asDocument()[name];
        if (next.isMissing()) {
            missing = true;
        } else {
            collect(next, rest, found, missing);
        }
    } else if (value.type() == bson::Type::Array) {
        for (const bson::Element& element : value.asDocument()) {
            // a scalar in an array is neither a match nor a missing field
            if (element.value.type() == bson::Type::Document) {
                collect(element.value, path, found, missing);
            }
        }
    } else {
        missing = true;
    }
}

bool holds(bson::Element condition, const Candidates& candidates, bool missing)
{
    const std::string_view name = condition.key;
    const bson::ValueView wanted = condition.value;
    if (name == "$eq") {
        return equalsAny(candidates, missing, wanted);
    }
    if (name == "$ne") {
        return !equalsAny(candidates, missing, wanted);
    }
    if (name == "$in" || name == "$nin") {
        const std::vector<bson::ValueView> list = wanted.asDocument().values();
        const bool found = std::ranges::any_of(
            list, [&](bson::ValueView each) { return equalsAny(candidates, missing, each); });
        return found == (name == "$in");
    }
    if (name == "$exists") {
        return !candidates.empty() == wanted.toBool();
    }
    if (name == "$not") {
        return !std::ranges::all_of(wanted.asDocument(), [&](const bson::Element& each) {
            return holds(each, candidates, missing);
        });
    }
    return anyOf(candidates, [&](bson::ValueView value) { return isOrdered(name, value, wanted); });
}

} // namespace

std::size_t FilterMaker::below(std::size_t limit)
{
    return m_at < m_bytes.size() ? m_bytes[m_at++] % limit : 0;
}

std::string FilterMaker::path()
{
    std::string path = kNames[below(kNames.size())];
    if (below(3) == 0) {
        path += '.';
        path += kNames[below(kNames.size())];
    }
    return path;
}

bson::Value FilterMaker::scalar()
{
    const auto number = static_cast<std::int32_t>(below(4));
    switch (below(6)) {
    case 0:
        return bson::Value::of(number);
    case 1:
        return bson::Value::of(static_cast<double>(number) / 2);
    case 2:
        return bson::Value::of(std::string_view(kNames[below(kNames.size())]));
    case 3:
        return bson::Value::of(number > 1);
    case 4:
        return bson::Value::of(bson::Date{number});
    default:
        return bson::Value::null();
    }
}

void FilterMaker::append(bson::Builder& builder, const std::string& key, int depth)
{
    constexpr int kDeepest = 2;
    const std::size_t kind = depth < kDeepest ? below(4) : 0;
    if (kind == 1) {
        builder.beginArray(key);
        const std::size_t count = below(3);
        for (std::size_t i = 0; i < count; ++i) {
            append(builder, std::to_string(i), depth + 1);
        }
        builder.end();
    } else if (kind == 2) {
        builder.beginDocument(key);
        for (const char* name : kNames) {
            if (below(2) == 0) {
                append(builder, name, depth + 1);
            }
        }
        builder.end();
    } else {
        builder.append(key, scalar());
    }
}

bson::Document FilterMaker::document()
{
    bson::Builder builder;
    for (const char* name : kNames) {
        if (below(3) != 0) {
            append(builder, name, 0);
        }
    }
    return builder.take();
}

void FilterMaker::condition(bson::Builder& builder, const std::string& path)
{
    builder.beginDocument(path);
    const std::size_t kind = below(9);
    const bool isNot = below(4) == 0;
    if (isNot) {
        builder.beginDocument("$not");
    }
    if (kind < kComparisons.size()) {
        bson::Value wanted = scalar();
        // an order of null is another rule, which no index and no TTL rule uses
        const bool ordered = kind > 0 && kind < 5;
        builder.append(kComparisons[kind],
                       ordered && wanted.view().isNull() ? bson::Value::of(std::int32_t{1})
                                                         : wanted);
    } else if (kind < 8) {
        builder.beginArray(kind == 6 ? "$in" : "$nin").push(scalar()).push(scalar()).end();
    } else {
        builder.append("$exists", below(2) == 0);
    }
    if (isNot) {
        builder.end();
    }
    builder.end();
}

bson::Document FilterMaker::filter(int depth)
{
    constexpr int kDeepest = 3;
    bson::Builder builder;
    const std::size_t kind = depth < kDeepest ? below(6) : 0;
    if (kind >= 3) {
        static constexpr std::array kJoins{"$and", "$or", "$nor"};
        builder.beginArray(kJoins[kind - 3]);
        const std::size_t count = 1 + below(2);
        for (std::size_t i = 0; i < count; ++i) {
            builder.push(filter(depth + 1));
        }
        builder.end();
    } else {
        condition(builder, path());
    }
    return builder.take();
}

bool matchesSlowly(bson::DocumentView filter, bson::DocumentView document)
{
    return std::ranges::all_of(filter, [document](const bson::Element& part) {
        if (part.key.starts_with('$')) {
            const std::vector<bson::ValueView> parts = part.value.asDocument().values();
            const auto matched = [document](bson::ValueView each) {
                return matchesSlowly(each.asDocument(), document);
            };
            return part.key == "$and" ? std::ranges::all_of(parts, matched)
                : part.key == "$or"   ? std::ranges::any_of(parts, matched)
                                      : std::ranges::none_of(parts, matched);
        }
        Candidates candidates;
        bool missing = false;
        collect({bson::Type::Document, document.bytes()}, part.key, candidates, missing);
        return std::ranges::all_of(part.value.asDocument(), [&](const bson::Element& condition) {
            return holds(condition, candidates, missing);
        });
    });
}

} // namespace sandglass::fuzz
