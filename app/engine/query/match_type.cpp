// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/engine/query/bad_value.h"
#include "app/engine/query/match_leaf.h"
#include "app/protocol/server_code.h"

#include <bitset>
#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using protocol::commandError;
using protocol::ServerCode;

// A set of types by their byte in the encoding.
using TypeSet = std::bitset<256>;

class TypePredicate final : public Predicate
{
public:
    TypePredicate(TypeSet types, ValueView operand)
        : m_types(types)
        , m_operand(operand)
    {
    }

    bool test(ValueView value, MatchPosition /*position*/) const override
    {
        return m_types.test(static_cast<std::uint8_t>(value.type()));
    }
    bool allowedInPartialIndex() const override { return true; }
    std::string describe() const override { return "$type: " + bson::toShellText(m_operand); }

private:
    TypeSet m_types;
    bson::Value m_operand;
};

void add(TypeSet& types, Type type)
{
    types.set(static_cast<std::uint8_t>(type));
}

// Adds the types of a name like "string"; "number" means all four kinds of numbers.
Result<void> addAlias(TypeSet& types, std::string_view alias)
{
    if (alias == "number") {
        for (const Type type : {Type::Int32, Type::Int64, Type::Double, Type::Decimal128}) {
            add(types, type);
        }
        return {};
    }
    const auto type = bson::typeFromAlias(alias);
    if (!type || *type == Type::Missing) {
        return badValue("Unknown type name alias: " + std::string(alias));
    }
    add(types, *type);
    return {};
}

Result<void> addNumber(TypeSet& types, ValueView number)
{
    const auto code = number.toExactInt64();
    // Type numbers in queries are signed bytes. 0 is the internal Missing, which nothing stores.
    if (!code || *code < -1 || *code > 127 || *code == 0
        || (*code != -1 && !bson::isTypeByte(static_cast<std::uint8_t>(*code)))) {
        return badValue("Invalid numerical type code: " + bson::toShellText(number));
    }
    types.set(static_cast<std::uint8_t>(*code)); // MinKey is -1 in queries and 255 in the encoding
    return {};
}

Result<void> addType(TypeSet& types, ValueView operand)
{
    if (operand.type() == Type::String) {
        return addAlias(types, operand.asString());
    }
    if (operand.isNumber()) {
        return addNumber(types, operand);
    }
    return commandError(ServerCode::TypeMismatch,
                        "type must be represented as a number or a string");
}

} // namespace

Result<PredicatePtr> typePredicate(ValueView operand)
{
    TypeSet types;
    if (operand.type() == Type::Array) {
        for (const bson::Element& element : operand.asDocument()) {
            TRY(addType(types, element.value));
        }
        if (types.none()) {
            return commandError(ServerCode::FailedToParse, "$type must match at least one type");
        }
    } else {
        TRY(addType(types, operand));
    }
    return PredicatePtr(std::make_shared<TypePredicate>(types, operand));
}

} // namespace sandglass::engine::query
