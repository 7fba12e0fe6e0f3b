// SPDX-License-Identifier: GPL-3.0-or-later
// $meta. find's projection knows three kinds of metadata. No stage of this engine attaches any to
// documents, so elsewhere there is nothing to return.
#include "app/engine/query/bad_value.h"
#include "app/engine/query/expression_table.h"
#include "app/engine/query/row_metadata.h"

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
    std::string_view field = {}; ///< where find puts it; empty: nowhere
};

constexpr std::array kMetaFields{
    MetaField{"textScore", "text score"},
    MetaField{"searchScore", "$search score"},
    MetaField{"searchHighlights", "$search highlights"},
    MetaField{"vectorSearchScore", "$vectorSearch distance"},
    MetaField{"geoNearDistance", "$geoNear distance"},
    MetaField{"geoNearPoint", "$geoNear point"},
    MetaField{"recordId", "record ID", kRecordIdField},
    MetaField{"sortKey", "sort key", kSortKeyField},
    MetaField{"indexKey", "index key", kIndexKeyField},
};

// For this one MongoDB returns nothing instead of an error.
constexpr std::string_view kSilentField = "randVal";

// Missing when find knows nothing of the kind, as for the index key of a scan without an index.
class MetaNode final : public ExpressionNode
{
public:
    explicit MetaNode(std::string_view field)
        : m_field(field)
    {
    }
    Result<Operand> evaluate(const Scope& scope) const override
    {
        return Operand::borrow(scope.root[m_field]);
    }

private:
    std::string_view m_field;
};

Result<NodePtr> parseMeta(bson::ValueView argument, ExpressionParser& parser)
{
    if (argument.type() != bson::Type::String) {
        return expressionError(17307, "$meta only supports string arguments");
    }
    const std::string_view name = argument.asString();
    if (name == kSilentField) {
        // Missing
        return constantNode(bson::Value());
    }
    const auto* field = std::ranges::find(kMetaFields, name, &MetaField::name);
    if (field == kMetaFields.end()) {
        return expressionError(17308, "Unsupported argument to $meta: " + std::string(name));
    }
    if (!field->field.empty() && parser.metadata() != RowMetadata::None) {
        if (name == "sortKey" && parser.metadata() == RowMetadata::Unsorted) {
            return badValue("cannot use sortKey $meta projection without a sort");
        }
        return NodePtr(std::make_shared<MetaNode>(field->field));
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
