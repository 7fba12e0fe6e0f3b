// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/engine/query/bad_value.h"
#include "app/engine/query/match_leaf.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using protocol::commandError;
using protocol::ServerCode;

// The bits that the operator asks about. A list instead of a mask: positions may go up to 2^31 - 1.
using Positions = std::vector<std::uint32_t>;

// Limits the mask: its list of positions takes 32 times as much memory.
constexpr std::size_t kMaxMaskBytes = 1'048'576;

// Bits beyond the end of a number repeat its sign, as in two's complement of any width.
bool bitOfNumber(std::int64_t number, std::size_t position)
{
    if (position >= 64) {
        return number < 0;
    }
    return ((static_cast<std::uint64_t>(number) >> position) & 1U) != 0;
}

// bits beyond the end of binary data are clear
bool bitOfBytes(bson::Bytes bytes, std::size_t position)
{
    const std::size_t index = position / 8;
    return index < bytes.size() && ((bytes[index] >> (position % 8)) & 1U) != 0;
}

class BitsPredicate final : public Predicate
{
public:
    BitsPredicate(BitTest bitTest, Positions positions, std::string text)
        : m_bitTest(bitTest)
        , m_positions(std::move(positions))
        , m_text(std::move(text))
    {
    }

    bool test(ValueView value, MatchPosition /*position*/) const override
    {
        if (value.type() == Type::Binary) {
            return matches([bytes = value.asBinary().bytes](std::size_t position) {
                return bitOfBytes(bytes, position);
            });
        }
        // numbers with a fraction never match
        const auto number = value.toExactInt64();
        return number
            && matches([&](std::size_t position) { return bitOfNumber(*number, position); });
    }
    std::string describe() const override { return m_text; }

private:
    template <typename IsSet>
    bool matches(IsSet isSet) const
    {
        switch (m_bitTest) {
        case BitTest::AllSet:
            return std::all_of(m_positions.begin(), m_positions.end(), isSet);
        case BitTest::AnySet:
            return std::any_of(m_positions.begin(), m_positions.end(), isSet);
        case BitTest::AllClear:
            return std::none_of(m_positions.begin(), m_positions.end(), isSet);
        case BitTest::AnyClear:
            return !std::all_of(m_positions.begin(), m_positions.end(), isSet);
        }
        return false;
    }

    BitTest m_bitTest;
    Positions m_positions;
    std::string m_text;
};

Error invalidArgument(std::string_view name, std::string_view expected, ValueView operand)
{
    return commandError(ServerCode::FailedToParse,
                        "Failed to parse " + std::string(name) + ". " + std::string(expected) + ": "
                            + bson::toShellText(operand));
}

// A negative mask is refused: its sign would stand for infinitely many set bits.
Result<Positions> fromMask(ValueView operand, std::string_view name)
{
    const auto mask = operand.toExactInt64();
    if (!mask) {
        return invalidArgument(name, "Expected an integer", operand);
    }
    if (*mask < 0) {
        return invalidArgument(name, "Expected a non-negative number in", operand);
    }
    Positions positions;
    for (std::uint32_t position = 0; position < 64; ++position) {
        if (bitOfNumber(*mask, position)) {
            positions.push_back(position);
        }
    }
    return positions;
}

Positions fromBytes(bson::Bytes bytes)
{
    Positions positions;
    for (std::uint32_t position = 0; position < bytes.size() * 8; ++position) {
        if (bitOfBytes(bytes, position)) {
            positions.push_back(position);
        }
    }
    return positions;
}

Result<Positions> fromList(bson::DocumentView list, std::string_view name)
{
    Positions positions;
    for (const bson::Element& element : list) {
        const auto position = element.value.toExactInt64();
        if (!position) {
            return invalidArgument(name, "Bit positions must be an integer", element.value);
        }
        // MongoDB's message only mentions the lower limit
        if (*position < 0 || *position > 2'147'483'647) {
            return invalidArgument(name, "Bit positions must be >= 0 but got", element.value);
        }
        positions.push_back(static_cast<std::uint32_t>(*position));
    }
    return positions;
}

Result<Positions> positionsOf(ValueView operand, std::string_view name)
{
    if (operand.isNumber()) {
        return fromMask(operand, name);
    }
    if (operand.type() == Type::Binary) {
        if (operand.asBinary().bytes.size() > kMaxMaskBytes) {
            return badValue(std::string(name) + " takes a mask of at most 1 MiB");
        }
        return fromBytes(operand.asBinary().bytes);
    }
    if (operand.type() == Type::Array) {
        return fromList(operand.asDocument(), name);
    }
    return badValue(std::string(name) + " takes an Array, a number, or a BinData but received: "
                    + bson::toShellText(operand));
}

} // namespace

Result<PredicatePtr> bitsPredicate(BitTest test, ValueView operand, std::string_view name)
{
    auto positions = positionsOf(operand, name);
    TRY(positions);
    return PredicatePtr(std::make_shared<BitsPredicate>(
        test, std::move(*positions), std::string(name) + " " + bson::toShellText(operand)));
}

} // namespace sandglass::engine::query
