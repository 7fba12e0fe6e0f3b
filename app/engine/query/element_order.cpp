// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/element_order.h"

#include "app/bson/compare.h"
#include "app/bson/path.h"

#include <string_view>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

// The value at a dotted path; null without one. Arrays are not searched, only a number selects an
// element. Source: MongoDB server source, pattern_cmp.cpp.
ValueView wholeValueAt(bson::DocumentView document, std::string_view path)
{
    while (true) {
        // a field may have a name with dots
        const ValueView value = document[path];
        if (!value.isMissing()) {
            return value;
        }
        const auto [name, rest] = bson::splitPath(path);
        const ValueView parent = document[name];
        const bool nested = parent.type() == Type::Document || parent.type() == Type::Array;
        if (rest.empty() || !nested) {
            return {Type::Null, {}};
        }
        document = parent.asDocument();
        path = rest;
    }
}

bson::DocumentView fieldsOfElement(ValueView element)
{
    return element.type() == Type::Document ? element.asDocument() : bson::DocumentView();
}

} // namespace

std::strong_ordering compareElements(const Sort& sort, ValueView left, ValueView right)
{
    for (const Sort::Field& field : sort.fields()) {
        const auto order
            = bson::compare(wholeValueAt(fieldsOfElement(left), field.path),
                            wholeValueAt(fieldsOfElement(right), field.path), sort.collation());
        if (std::is_neq(order)) {
            return field.ascending ? order : bson::reversed(order);
        }
    }
    return std::strong_ordering::equal;
}

} // namespace sandglass::engine::query
