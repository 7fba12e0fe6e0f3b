// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/engine/query/bad_value.h"
#include "app/engine/query/match_parse.h"
#include "app/engine/query/pattern.h"
#include "app/engine/query/update_modifier.h"
#include "app/protocol/server_code.h"

#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::Value;
using bson::ValueView;
using protocol::commandError;
using protocol::ServerCode;

struct HashValue
{
    const bson::Collation* collation;
    std::size_t operator()(ValueView value) const { return bson::hash(value, collation); }
};

struct SameValue
{
    const bson::Collation* collation;
    bool operator()(ValueView left, ValueView right) const
    {
        return bson::equal(left, right, collation);
    }
};

using ValueSet = std::unordered_set<ValueView, HashValue, SameValue>;

// `collation`: of strings; may be null.
ValueSet emptyValueSet(const bson::Collation* collation)
{
    return ValueSet(0, HashValue{collation}, SameValue{collation});
}

// The array without the elements for which `drop` returns true; no change when there are none, so
// that the document does not count as modified.
template <typename Drop>
Change without(ValueView array, const Drop& drop)
{
    bson::Builder kept;
    bool dropped = false;
    for (const bson::Element& element : array.asDocument()) {
        if (drop(element.value)) {
            dropped = true;
        } else {
            kept.push(element.value);
        }
    }
    return dropped ? Change(Value::array(kept.take())) : Change();
}

// The condition of $pull. {$pull: {a: 5}} compares elements with the value, {a: {$gt: 5}} applies
// operators to elements, {a: {b: 5}} applies a filter to elements that are documents.
class PullCondition
{
public:
    static Result<PullCondition> parse(const ModifierCall& call)
    {
        PullCondition made;
        made.m_collation = call.context.collation;
        const ValueView argument = call.argument.value;
        FilterParser parser(call.context);
        Result<MatchNode> node;
        if (isValueOperatorDocument(argument) || argument.type() == Type::Regex) {
            made.m_kind = Kind::Value;
            node = parser.condition("", argument);
        } else if (argument.type() == Type::Document) {
            made.m_kind = Kind::Document;
            node = parser.document(argument.asDocument(), FilterParser::Level::Element);
        } else {
            made.m_equalTo = Value(argument);
            return made;
        }
        TRY(node);
        made.m_node = std::make_shared<const MatchNode>(std::move(*node));
        return made;
    }

    /// Whether $pull removes an element. The caller's SearchFailure tells of a failure.
    bool matches(ValueView element) const
    {
        switch (m_kind) {
        case Kind::Equal:
            return bson::equal(element, m_equalTo, m_collation.get());
        case Kind::Document:
            return element.type() == Type::Document
                && m_node->matchesWithoutError(element.asDocument());
        case Kind::Value:
            break;
        }
        // wrapped as the value of a field, so that an element which is itself an array is entered
        return m_node->matchesWithoutError(bson::makeDocument("", element));
    }

private:
    enum class Kind { Equal, Document, Value };

    Kind m_kind = Kind::Equal;
    Value m_equalTo;
    bson::CollationPtr m_collation;
    std::shared_ptr<const MatchNode> m_node;
};

Result<std::vector<Value>> valuesToAdd(ValueView argument)
{
    std::vector<Value> values;
    const bool each = argument.type() == Type::Document && !argument.asDocument().empty()
        && argument.asDocument().begin()->key == "$each";
    if (!each) {
        values.emplace_back(argument);
        return values;
    }
    const ValueView list = argument.asDocument()["$each"];
    if (list.type() != Type::Array) {
        return commandError(ServerCode::TypeMismatch,
                            "The argument to $each in $addToSet must be an array but it was of "
                            "type "
                                + std::string(bson::typeAlias(list.type())));
    }
    if (argument.asDocument().count() != 1) {
        return badValue("Found unexpected fields after $each in $addToSet: "
                        + bson::toShellText(argument));
    }
    for (const bson::Element& element : list.asDocument()) {
        values.emplace_back(element.value);
    }
    return values;
}

Result<Change> addToSet(const std::vector<Value>& values, const bson::Collation* collation,
                        ValueView existing, const ModifierPlace& place)
{
    if (!existing.isMissing() && existing.type() != Type::Array) {
        return badValue("Cannot apply $addToSet to non-array field. Field named '"
                        + std::string(place.field) + "' has non-array type "
                        + std::string(bson::typeAlias(existing.type())));
    }
    // the array may have repetitions already, which stay
    bson::Builder builder;
    ValueSet present = emptyValueSet(collation);
    for (const bson::Element& element : existing.asDocument()) {
        builder.push(element.value);
        present.insert(element.value);
    }
    // {$addToSet: {a: {$each: []}}} creates an empty array where the field is missing
    bool added = existing.isMissing();
    for (const Value& value : values) {
        if (!present.insert(value.view()).second) {
            continue;
        }
        builder.push(value);
        added = true;
    }
    return added ? Change(Value::array(builder.take())) : Change();
}

Result<Change> pop(bool first, ValueView existing, const ModifierPlace& place)
{
    if (existing.type() != Type::Array) {
        return commandError(ServerCode::TypeMismatch,
                            "Path '" + std::string(place.field)
                                + "' contains an element of non-array type '"
                                + std::string(bson::typeAlias(existing.type())) + "'");
    }
    const std::size_t size = existing.asDocument().count();
    if (size == 0) {
        return Change();
    }
    std::size_t index = 0;
    const std::size_t popped = first ? 0 : size - 1;
    return without(existing, [&](ValueView /*element*/) { return index++ == popped; });
}

Result<void> requireArray(std::string_view name, ValueView existing)
{
    if (existing.type() == Type::Array) {
        return {};
    }
    return badValue("Cannot apply " + std::string(name) + " to a non-array value");
}

} // namespace

Result<Modifier> makePop(const ModifierCall& call)
{
    const ValueView argument = call.argument.value;
    const auto direction = argument.toExactInt64();
    if (!direction) {
        return commandError(ServerCode::FailedToParse,
                            "Expected an integer: " + std::string(call.argument.key) + ": "
                                + bson::toShellText(argument));
    }
    if (*direction != 1 && *direction != -1) {
        return commandError(ServerCode::FailedToParse,
                            "$pop expects 1 or -1, found: " + std::to_string(*direction));
    }
    // $pop, $pull and $pullAll have nothing to remove where the path does not exist
    Modifier modifier;
    modifier.createsPath = false;
    // -1 removes the first element, 1 the last
    modifier.apply = [first = *direction == -1](ValueView existing, const ModifierPlace& place) {
        return pop(first, existing, place);
    };
    return modifier;
}

Result<Modifier> makePull(const ModifierCall& call)
{
    auto condition = PullCondition::parse(call);
    TRY(condition);
    Modifier modifier;
    modifier.createsPath = false;
    modifier.apply = [pulled = std::move(*condition)](
                         ValueView existing, const ModifierPlace& /*place*/) -> Result<Change> {
        TRY(requireArray("$pull", existing));
        const SearchFailure searches;
        Change change
            = without(existing, [&](ValueView element) { return pulled.matches(element); });
        // an element that could not be tested must not be pulled
        TRY(SearchFailure::checked(true));
        return change;
    };
    return modifier;
}

Result<Modifier> makePullAll(const ModifierCall& call)
{
    const ValueView argument = call.argument.value;
    if (argument.type() != Type::Array) {
        return badValue("$pullAll requires an array argument but was given a "
                        + std::string(bson::typeAlias(argument.type())));
    }
    Modifier modifier;
    modifier.createsPath = false;
    modifier.apply = [values = Value(argument), collation = call.context.collation](
                         ValueView existing, const ModifierPlace& /*place*/) -> Result<Change> {
        TRY(requireArray("$pullAll", existing));
        ValueSet unwanted = emptyValueSet(collation.get());
        for (const bson::Element& element : values.view().asDocument()) {
            unwanted.insert(element.value);
        }
        return without(existing, [&](ValueView element) { return unwanted.contains(element); });
    };
    return modifier;
}

Result<Modifier> makeAddToSet(const ModifierCall& call)
{
    auto values = valuesToAdd(call.argument.value);
    TRY(values);
    Modifier modifier;
    modifier.apply = [list = std::move(*values), collation = call.context.collation](
                         ValueView existing, const ModifierPlace& place) {
        return addToSet(list, collation.get(), existing, place);
    };
    return modifier;
}

} // namespace sandglass::engine::query
