// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/engine/query/bad_value.h"
#include "app/engine/query/update_modifier.h"

#include <array>
#include <compare>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::Value;
using bson::ValueView;

/// A modifier's name, and the function that checks its argument and makes it.
struct NamedFactory
{
    std::string_view name;
    ModifierFactory factory;
};

constexpr std::array kModifiers{
    NamedFactory{"$set", makeSet},           NamedFactory{"$setOnInsert", makeSetOnInsert},
    NamedFactory{"$unset", makeUnset},       NamedFactory{"$inc", makeInc},
    NamedFactory{"$mul", makeMul},           NamedFactory{"$min", makeMin},
    NamedFactory{"$max", makeMax},           NamedFactory{"$currentDate", makeCurrentDate},
    NamedFactory{"$bit", makeBit},           NamedFactory{"$push", makePush},
    NamedFactory{"$addToSet", makeAddToSet}, NamedFactory{"$pull", makePull},
    NamedFactory{"$pullAll", makePullAll},   NamedFactory{"$pop", makePop},
};

// $min and $max; values of different types compare in BSON order.
Modifier extreme(const ModifierCall& call, bool wantsLess)
{
    Modifier modifier;
    modifier.apply
        = [value = Value(call.argument.value), wantsLess, collation = call.context.collation](
              ValueView existing, const ModifierPlace& /*place*/) -> Result<Change> {
        if (existing.isMissing()) {
            return Change(value);
        }
        // an equal number of another type is no change: the stored type stays
        const auto order = bson::compare(value, existing, collation.get());
        return (wantsLess ? std::is_lt(order) : std::is_gt(order)) ? Change(value) : Change();
    };
    return modifier;
}

// The argument of $currentDate: true for a timestamp, false for a date.
Result<bool> wantsTimestamp(ValueView argument)
{
    if (argument.type() == Type::Bool) {
        return false;
    }
    if (argument.type() != Type::Document) {
        return badValue(std::string(bson::typeAlias(argument.type()))
                        + " is not valid type for $currentDate. Please use a boolean ('true') or "
                          "a $type expression ({$type: 'timestamp/date'}).");
    }
    bool timestamp = false;
    bool found = false;
    for (const bson::Element& option : argument.asDocument()) {
        if (option.key != "$type") {
            return badValue("Unrecognized $currentDate option: " + std::string(option.key));
        }
        const std::string_view type = option.value.asString();
        if (type != "date" && type != "timestamp") {
            return badValue("The '$type' string field is required to be 'date' or 'timestamp': "
                            "{$currentDate: {field : {$type: 'date'}}}");
        }
        timestamp = type == "timestamp";
        found = true;
    }
    if (!found) {
        return badValue("The '$type' string field is required to be 'date' or 'timestamp': "
                        "{$currentDate: {field : {$type: 'date'}}}");
    }
    return timestamp;
}

} // namespace

std::string ModifierPlace::documentText() const
{
    return "{" + idText() + "}";
}

std::string ModifierPlace::idText() const
{
    const ValueView id = document["_id"];
    return id.isMissing() ? "no id" : "_id: " + bson::toShellText(id);
}

ModifierFactory findModifier(std::string_view name)
{
    for (const NamedFactory& known : kModifiers) {
        if (known.name == name) {
            return known.factory;
        }
    }
    return nullptr;
}

Result<Modifier> makeSet(const ModifierCall& call)
{
    Modifier modifier;
    modifier.apply = [value = Value(call.argument.value)](
                         ValueView /*existing*/, const ModifierPlace& /*place*/) -> Result<Change> {
        return Change(value);
    };
    return modifier;
}

Result<Modifier> makeSetOnInsert(const ModifierCall& call)
{
    auto modifier = makeSet(call);
    modifier->onlyInserting = true;
    return modifier;
}

Result<Modifier> makeUnset(const ModifierCall& /*call*/)
{
    Modifier modifier;
    modifier.createsPath = false;
    // {$unset: {"a.b": 1}} has no effect where `a` is a scalar, instead of failing
    modifier.toleratesPath = true;
    modifier.apply = [](ValueView /*existing*/, const ModifierPlace& /*place*/) -> Result<Change> {
        return Change(Value());
    };
    return modifier;
}

Result<Modifier> makeMin(const ModifierCall& call)
{
    return extreme(call, true);
}

Result<Modifier> makeMax(const ModifierCall& call)
{
    return extreme(call, false);
}

Result<Modifier> makeCurrentDate(const ModifierCall& call)
{
    const auto timestamp = wantsTimestamp(call.argument.value);
    TRY(timestamp);
    const bson::Date now = bson::Date::from(call.context.now);
    // One moment for all documents of the statement. The increment is always 1: nothing counts the
    // operations of a second here.
    const auto seconds = static_cast<std::uint32_t>(now.millis / 1000);
    Modifier modifier;
    modifier.apply = [value = *timestamp ? Value::of(bson::Timestamp{seconds, 1}) : Value::of(now)](
                         ValueView /*existing*/, const ModifierPlace& /*place*/) -> Result<Change> {
        return Change(value);
    };
    return modifier;
}

} // namespace sandglass::engine::query
