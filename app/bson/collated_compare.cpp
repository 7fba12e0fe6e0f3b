// SPDX-License-Identifier: GPL-3.0-or-later
// Apart from compare.cpp, so that comparisons without a collation pay nothing for it.
#include "app/bson/collation.h"
#include "app/bson/compare.h"

#include <functional>

namespace sandglass::bson {

namespace {

bool isCollatedText(Type type)
{
    return type == Type::String || type == Type::Symbol || type == Type::Code;
}

std::strong_ordering compareCollatedArrays(DocumentView left, DocumentView right,
                                           const Collation& collation)
{
    auto a = left.begin();
    auto b = right.begin();
    for (; a != left.end() && b != right.end(); ++a, ++b) {
        if (const auto order = compareCollated(a->value, b->value, collation); std::is_neq(order)) {
            return order;
        }
    }
    return (a != left.end()) <=> (b != right.end());
}

// as compare() of two documents: names of fields have no collation
std::strong_ordering compareCollatedDocuments(DocumentView left, DocumentView right,
                                              const Collation& collation)
{
    auto a = left.begin();
    auto b = right.begin();
    for (; a != left.end() && b != right.end(); ++a, ++b) {
        const auto brackets = canonicalOrder(a->value.type()) <=> canonicalOrder(b->value.type());
        if (std::is_neq(brackets)) {
            return brackets;
        }
        if (const int keys = a->key.compare(b->key); keys != 0) {
            return keys <=> 0;
        }
        const auto values = compareCollated(a->value, b->value, collation);
        if (std::is_neq(values)) {
            return values;
        }
    }
    return (a != left.end()) <=> (b != right.end());
}

std::size_t joinHashes(std::size_t seed, std::size_t value)
{
    // the golden ratio in 64 bits, as boost::hash_combine uses it
    return seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 12U) + (seed >> 4U));
}

} // namespace

std::strong_ordering compareCollated(ValueView left, ValueView right, const Collation& collation)
{
    if (canonicalOrder(left.type()) != canonicalOrder(right.type())) {
        return compare(left, right);
    }
    if (isCollatedText(left.type())) {
        return collation.compare(left.asString(), right.asString());
    }
    if (left.type() == Type::Document) {
        return compareCollatedDocuments(left.asDocument(), right.asDocument(), collation);
    }
    if (left.type() == Type::Array) {
        return compareCollatedArrays(left.asDocument(), right.asDocument(), collation);
    }
    return compare(left, right);
}

std::size_t hashCollated(ValueView value, const Collation& collation)
{
    if (isCollatedText(value.type())) {
        std::string key;
        collation.appendSortKey(key, value.asString());
        return joinHashes(static_cast<std::size_t>(canonicalOrder(value.type())),
                          std::hash<std::string>{}(key));
    }
    if (value.type() != Type::Document && value.type() != Type::Array) {
        return hash(value);
    }
    auto result = static_cast<std::size_t>(canonicalOrder(value.type()));
    for (const Element& element : value.asDocument()) {
        // keys of arrays are their positions and add nothing
        if (value.type() == Type::Document) {
            result = joinHashes(result, std::hash<std::string_view>{}(element.key));
        }
        result = joinHashes(result, hashCollated(element.value, collation));
    }
    return result;
}

} // namespace sandglass::bson
