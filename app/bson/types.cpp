// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/types.h"

#include <array>
#include <atomic>
#include <chrono>
#include <random>

namespace sandglass::bson {

namespace {

// `order`: the bracket of canonicalOrder(); gaps leave room for other types
struct TypeInfo
{
    Type type;
    std::string_view alias;
    int order;
};

constexpr std::array kTypes{
    TypeInfo{Type::Double, "double", 10},
    TypeInfo{Type::String, "string", 15},
    TypeInfo{Type::Document, "object", 20},
    TypeInfo{Type::Array, "array", 25},
    TypeInfo{Type::Binary, "binData", 30},
    TypeInfo{Type::Undefined, "undefined", 0},
    TypeInfo{Type::ObjectId, "objectId", 35},
    TypeInfo{Type::Bool, "bool", 40},
    TypeInfo{Type::Date, "date", 45},
    TypeInfo{Type::Null, "null", 5},
    TypeInfo{Type::Regex, "regex", 50},
    TypeInfo{Type::DbPointer, "dbPointer", 55},
    TypeInfo{Type::Code, "javascript", 60},
    TypeInfo{Type::Symbol, "symbol", 15},
    TypeInfo{Type::CodeWithScope, "javascriptWithScope", 65},
    TypeInfo{Type::Int32, "int", 10},
    TypeInfo{Type::Timestamp, "timestamp", 47},
    TypeInfo{Type::Int64, "long", 10},
    TypeInfo{Type::Decimal128, "decimal", 10},
    TypeInfo{Type::MaxKey, "maxKey", 127},
    TypeInfo{Type::MinKey, "minKey", -1},
};

// Used for every element that is read, hence a table by type byte. 0 marks a byte that is no type.
constexpr std::array<std::uint8_t, 256> makeTypeIndex()
{
    std::array<std::uint8_t, 256> index{};
    for (std::size_t i = 0; i < kTypes.size(); ++i) {
        index.at(static_cast<std::uint8_t>(kTypes.at(i).type)) = static_cast<std::uint8_t>(i + 1);
    }
    return index;
}

constexpr std::array<std::uint8_t, 256> kTypeIndex = makeTypeIndex();

const TypeInfo* find(Type type)
{
    const std::uint8_t position = kTypeIndex.at(static_cast<std::uint8_t>(type));
    return position == 0 ? nullptr : &kTypes.at(position - 1U);
}

} // namespace

std::string_view typeAlias(Type type)
{
    const TypeInfo* info = find(type);
    return info == nullptr ? "missing" : info->alias;
}

std::optional<Type> typeFromAlias(std::string_view alias)
{
    for (const TypeInfo& info : kTypes) {
        if (info.alias == alias) {
            return info.type;
        }
    }
    return std::nullopt;
}

bool isTypeByte(std::uint8_t byte)
{
    return kTypeIndex.at(byte) != 0;
}

bool isNumeric(Type type)
{
    return isInteger(type) || type == Type::Double || type == Type::Decimal128;
}

int canonicalOrder(Type type)
{
    const TypeInfo* info = find(type);
    return info == nullptr ? 0 : info->order;
}

ObjectId ObjectId::generate()
{
    // The time in an ObjectId only keeps ids unique and roughly in order of creation; no expiry
    // rule reads it. It therefore comes from the system's clock (the one place besides
    // base::SystemClock): with a test's or a shifted clock two documents could get the same id.
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto seconds
        = static_cast<std::uint32_t>(std::chrono::duration_cast<std::chrono::seconds>(now).count());

    static const std::uint64_t processPart = [] {
        std::random_device device;
        return (static_cast<std::uint64_t>(device()) << 32U) | device();
    }();
    static std::atomic<std::uint32_t> counter{std::random_device{}()};
    // only the lowest 24 bits are used
    const std::uint32_t count = counter.fetch_add(1, std::memory_order_relaxed);

    ObjectId id;
    for (std::size_t i = 0; i < 4; ++i) {
        id.bytes.at(i) = static_cast<std::uint8_t>(seconds >> (24 - 8 * i));
    }
    for (std::size_t i = 0; i < 5; ++i) {
        id.bytes.at(4 + i) = static_cast<std::uint8_t>(processPart >> (8 * i));
    }
    for (std::size_t i = 0; i < 3; ++i) {
        id.bytes.at(9 + i) = static_cast<std::uint8_t>(count >> (16 - 8 * i));
    }
    return id;
}

std::string ObjectId::text() const
{
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    out.reserve(2 * bytes.size());
    for (const std::uint8_t byte : bytes) {
        out += kDigits[byte >> 4U];
        out += kDigits[byte & 0x0fU];
    }
    return out;
}

} // namespace sandglass::bson
