// SPDX-License-Identifier: GPL-3.0-or-later
// $meta. No stage of this engine attaches metadata to documents, so there is nothing to return.
#include "app/engine/query/expression_table.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace sandglass::engine::query {

namespace {

/// Metadata that can be requested, and MongoDB's words for it when it is missing.
struct MetaField
{
    std::string_view name;
    std::string_view words;
};

constexpr std::array kMetaFields{
    MetaField{"textScore", "text score"},
    MetaField{"searchScore", "$search score"},
    MetaField{"searchHighlights", "$search highlights"},
    MetaField{"vectorSearchScore", "$vectorSearch distance"},
    MetaField{"geoNearDistance", "$geoNear distance"},
    MetaField{"geoNearPoint", "$geoNear point"},
};

// For these MongoDB returns nothing instead of an error.
constexpr std::array<std::string_view, 4> kSilentFields{"indexKey", "randVal", "recordId",
                                                        "sortKey"};

Result<NodePtr> parseMeta(bson::ValueView argument, ExpressionParser& /*parser*/)
{
    if (argument.type() != bson::Type::String) {
        return expressionError(17307, "$meta only supports string arguments");
    }
    const std::string_view name = argument.asString();
    if (std::ranges::find(kSilentFields, name) != kSilentFields.end()) {
        // Missing
        return constantNode(bson::Value());
    }
    const auto* field = std::ranges::find(kMetaFields, name, &MetaField::name);
    if (field == kMetaFields.end()) {
        return expressionError(17308, "Unsupported argument to $meta: " + std::string(name));
    }
    return expressionError(40218,
                           "query requires " + std::string(field->words)
                               + " metadata, but it is not available");
}

} // namespace

std::span<const SpecialOperator> metaOperators()
{
    static constexpr std::array kOperators{SpecialOperator{"$meta", parseMeta}};
    return kOperators;
}

} // namespace sandglass::engine::query
