// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/match_operators.h"

#include "app/engine/query/bad_value.h"
#include "app/engine/query/match_array.h"
#include "app/engine/query/match_leaf.h"
#include "app/protocol/server_code.h"

#include <array>
#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using protocol::commandError;

// One operator on its way from BSON to a node. `siblings` is the document that holds the operator,
// because $regex has to find its $options there.
struct Call
{
    std::string_view path;
    std::string_view name;
    ValueView operand;
    bson::DocumentView siblings;
    const bson::CollationPtr& collation;
};

Result<MatchNode> onPath(const Call& call, Result<PredicatePtr> predicate)
{
    TRY(predicate);
    return MatchNode::onPath(call.path, std::move(*predicate));
}

template <Comparison comparison>
Result<MatchNode> compared(const Call& call)
{
    return onPath(call, comparisonPredicate(comparison, call.operand, call.path, call.collation));
}

// $ne is the negation of $eq, so it also matches missing fields
Result<MatchNode> notEqual(const Call& call)
{
    if (call.operand.type() == Type::Regex) {
        return badValue("Can't have regex as arg to $ne.");
    }
    auto node = compared<Comparison::Equal>(call);
    TRY(node);
    return MatchNode::negated(std::move(*node));
}

Result<MatchNode> in(const Call& call)
{
    if (call.operand.type() != Type::Array) {
        return badValue(std::string(call.name) + " needs an array");
    }
    return onPath(call, inPredicate(call.operand, call.collation));
}

// like $ne, it also matches missing fields
Result<MatchNode> notIn(const Call& call)
{
    auto node = in(call);
    TRY(node);
    return MatchNode::negated(std::move(*node));
}

Result<MatchNode> exists(const Call& call)
{
    MatchNode node = MatchNode::onPath(call.path, existsPredicate());
    // {$exists: false} is the negation
    return call.operand.toBool() ? std::move(node) : MatchNode::negated(std::move(node));
}

Result<MatchNode> type(const Call& call)
{
    return onPath(call, typePredicate(call.operand));
}

Result<MatchNode> size(const Call& call)
{
    return onPath(call, sizePredicate(call.operand));
}

Result<MatchNode> mod(const Call& call)
{
    return onPath(call, modPredicate(call.operand));
}

template <BitTest test>
Result<MatchNode> bits(const Call& call)
{
    return onPath(call, bitsPredicate(test, call.operand, call.name));
}

Result<MatchNode> regex(const Call& call)
{
    const bool isRegex = call.operand.type() == Type::Regex;
    if (!isRegex && call.operand.type() != Type::String) {
        return badValue("$regex has to be a string");
    }
    const std::string_view pattern
        = isRegex ? call.operand.asRegex().pattern : call.operand.asString();
    std::string_view options = isRegex ? call.operand.asRegex().options : std::string_view();
    // $options may be before or after $regex
    const ValueView given = call.siblings["$options"];
    if (!given.isMissing()) {
        if (given.type() != Type::String) {
            return badValue("$options has to be a string");
        }
        // the one that comes second is at fault
        const bool first = call.siblings.begin()->key == "$options";
        if (!options.empty() && !(first && given.asString().empty())) {
            return commandError(first ? 51074 : 51075, "options set in both $regex and $options");
        }
        options = options.empty() ? given.asString() : options;
    }
    return onPath(call, regexPredicate(pattern, options));
}

// MongoDB's message for a server without geo indexes
Result<MatchNode> near(const Call& /*call*/)
{
    return commandError(291,
                        "error processing query: unable to find index for $geoNear query; this"
                        " server has no queries by place");
}

// Known to MongoDB but not to this engine: "unknown operator" would suggest a typing error.
Result<MatchNode> unsupported(const Call& call)
{
    return badValue(std::string(call.name)
                    + " is not supported: this server has no queries by place");
}

struct LeafOperator
{
    std::string_view name;
    Result<MatchNode> (*parse)(const Call& call);
};

constexpr std::array kOperators{
    LeafOperator{"$eq", compared<Comparison::Equal>},
    LeafOperator{"$gt", compared<Comparison::Greater>},
    LeafOperator{"$gte", compared<Comparison::GreaterOrEqual>},
    LeafOperator{"$lt", compared<Comparison::Less>},
    LeafOperator{"$lte", compared<Comparison::LessOrEqual>},
    LeafOperator{"$ne", notEqual},
    LeafOperator{"$in", in},
    LeafOperator{"$nin", notIn},
    LeafOperator{"$exists", exists},
    LeafOperator{"$type", type},
    LeafOperator{"$size", size},
    LeafOperator{"$mod", mod},
    LeafOperator{"$regex", regex},
    LeafOperator{"$bitsAllSet", bits<BitTest::AllSet>},
    LeafOperator{"$bitsAnySet", bits<BitTest::AnySet>},
    LeafOperator{"$bitsAllClear", bits<BitTest::AllClear>},
    LeafOperator{"$bitsAnyClear", bits<BitTest::AnyClear>},
    LeafOperator{"$near", near},
    LeafOperator{"$nearSphere", near},
    LeafOperator{"$geoWithin", unsupported},
    LeafOperator{"$geoIntersects", unsupported},
    LeafOperator{"$within", unsupported},
};

} // namespace

Result<MatchNode> leafOperator(std::string_view path, const bson::Element& element,
                               bson::DocumentView siblings, const bson::CollationPtr& collation)
{
    for (const LeafOperator& known : kOperators) {
        if (known.name == element.key) {
            return known.parse(Call{path, element.key, element.value, siblings, collation});
        }
    }
    return badValue("unknown operator: " + std::string(element.key));
}

} // namespace sandglass::engine::query
