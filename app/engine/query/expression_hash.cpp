// SPDX-License-Identifier: GPL-3.0-or-later
// $toHashedIndexKey: the number under which MongoDB's hashed indexes hold a value. Source: MongoDB
// server source, BSONElementHasher.
#include "app/engine/query/expression_table.h"
#include "app/engine/query/numeric.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

constexpr std::size_t kBlock = 64;

// MD5, which is no protection but part of the format of these keys. Source: RFC 1321.
class Md5
{
public:
    void add(const void* data, std::size_t size)
    {
        const auto* bytes = static_cast<const std::uint8_t*>(data);
        for (std::size_t i = 0; i < size; ++i) {
            m_block[m_length++ % kBlock] = bytes[i];
            if (m_length % kBlock == 0) {
                mix();
            }
        }
    }
    // The first eight bytes of the digest, little endian.
    std::int64_t firstHalf()
    {
        const std::uint64_t bits = std::uint64_t{m_length} * 8;
        constexpr std::uint8_t kEnd = 0x80;
        constexpr std::uint8_t kZero = 0;
        add(&kEnd, 1);
        while (m_length % kBlock != kBlock - sizeof(bits)) {
            add(&kZero, 1);
        }
        add(&bits, sizeof(bits));
        return static_cast<std::int64_t>(m_state[0] | (std::uint64_t{m_state[1]} << 32U));
    }

private:
    static std::uint32_t constant(std::size_t step)
    {
        constexpr double kTwoTo32 = 4294967296.0;
        return static_cast<std::uint32_t>(
            std::floor(kTwoTo32 * std::abs(std::sin(static_cast<double>(step + 1)))));
    }
    void mix()
    {
        static const auto kConstants = [] {
            std::array<std::uint32_t, kBlock> made{};
            for (std::size_t i = 0; i < made.size(); ++i) {
                made[i] = constant(i);
            }
            return made;
        }();
        constexpr std::array<std::array<int, 4>, 4> kShifts{
            {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}};
        std::array<std::uint32_t, 16> words{};
        std::memcpy(words.data(), m_block.data(), kBlock);
        auto [a, b, c, d] = m_state;
        for (std::size_t i = 0; i < kBlock; ++i) {
            const std::size_t round = i / 16;
            const std::array<std::uint32_t, 4> mixed{(b & c) | (~b & d), (d & b) | (~d & c),
                                                     b ^ c ^ d, c ^ (b | ~d)};
            const std::array<std::size_t, 4> word{i, 5 * i + 1, 3 * i + 5, 7 * i};
            const std::uint32_t sum = a + mixed[round] + kConstants[i] + words[word[round] % 16];
            a = d;
            d = c;
            c = b;
            b += std::rotl(sum, kShifts[round][i % 4]);
        }
        m_state = {m_state[0] + a, m_state[1] + b, m_state[2] + c, m_state[3] + d};
    }

    std::array<std::uint32_t, 4> m_state{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    std::array<std::uint8_t, kBlock> m_block{};
    std::size_t m_length = 0;
};

// The number that stands for a type and all that compare with it.
std::int32_t typeNumber(Type type)
{
    switch (type) {
    case Type::MinKey:
    case Type::MaxKey:
        return type == Type::MinKey ? -1 : 127;
    case Type::Null:
        return 5;
    case Type::Double:
    case Type::Int32:
    case Type::Int64:
    case Type::Decimal128:
        return 10;
    case Type::String:
    case Type::Symbol:
        return 15;
    case Type::Document:
        return 20;
    case Type::Array:
        return 25;
    case Type::Binary:
        return 30;
    case Type::ObjectId:
        return 35;
    case Type::Bool:
        return 40;
    case Type::Date:
        return 45;
    case Type::Timestamp:
        return 47;
    case Type::Regex:
        return 50;
    case Type::DbPointer:
        return 55;
    case Type::Code:
        return 60;
    default: // undefined
        return 0;
    }
}

// All numbers of the same whole part are one; what int64 cannot hold is clamped, NaN is 0.
std::int64_t hashedNumber(ValueView number)
{
    if (number.isNan()) {
        return 0;
    }
    if (bson::isInteger(number.type())) {
        return number.toInt64();
    }
    const double real = number.toDouble();
    if (!bson::fitsInt64(real)) {
        return real < 0 ? std::numeric_limits<std::int64_t>::min()
                        : std::numeric_limits<std::int64_t>::max();
    }
    return number.type() == Type::Decimal128 ? bson::truncatedToInt64(number.asDecimal128())
                                             : static_cast<std::int64_t>(real);
}

void addValue(ValueView value, const std::string* name, Md5& hash)
{
    const std::int32_t type = typeNumber(value.type());
    hash.add(&type, sizeof(type));
    if (name != nullptr) {
        hash.add(name->c_str(), name->size() + 1);
    }
    if (value.isNumber()) {
        const std::int64_t whole = hashedNumber(value);
        hash.add(&whole, sizeof(whole));
    } else if (value.type() == Type::Document || value.type() == Type::Array) {
        for (const bson::Element& element : value.asDocument()) {
            const std::string key(element.key);
            addValue(element.value, &key, hash);
        }
        constexpr std::int32_t kEnd = 0;
        hash.add(&kEnd, sizeof(kEnd));
    } else {
        hash.add(value.raw().data(), value.raw().size());
    }
}

Result<Operand> toHashedIndexKey(const Arguments& arguments)
{
    constexpr std::int32_t kSeed = 0;
    Md5 hash;
    hash.add(&kSeed, sizeof(kSeed));
    const ValueView value = arguments[0];
    addValue(value.isMissing() ? ValueView(Type::Null, {}) : value, nullptr, hash);
    return Operand::of(hash.firstHalf());
}

} // namespace

std::span<const ListOperator> hashOperators()
{
    static constexpr std::array kOperators{
        ListOperator{"$toHashedIndexKey", 1, 1, toHashedIndexKey}};
    return kOperators;
}

} // namespace sandglass::engine::query
