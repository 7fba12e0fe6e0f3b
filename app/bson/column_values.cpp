// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/column_values.h"

#include "app/bson/bytes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sandglass::bson {

namespace {

constexpr std::size_t kWideBytes = 16;
constexpr std::size_t kBinaryHead = 5; // length and subtype
constexpr int kBits = 5; // the scale of doubles whose bits are the number
constexpr std::array<double, 5> kScales{1, 10, 100, 10'000, 100'000'000};
constexpr int kNoScale = -1;

Error columnFault(const char* what)
{
    return base::failure(Errc::InvalidInput, std::string("Invalid column: ") + what + ".");
}

int scaleOf(std::uint8_t control)
{
    // 0x80: bits; 0x90 to 0xD0: the scales in order
    constexpr int kScaleStep = 0x10;
    const int high = control / kScaleStep;
    if (high == 8) {
        return kBits;
    }
    return high >= 9 && high <= 13 ? high - 9 : kNoScale;
}

bool isWide(Type type)
{
    return type == Type::String || type == Type::Code || type == Type::Binary
        || type == Type::Decimal128;
}

bool isSecondOrder(Type type)
{
    return type == Type::ObjectId || type == Type::Date || type == Type::Timestamp;
}

/// The order in which the bytes of an ObjectId become a number, lowest first: its time and counter
/// alternate, so that small steps of both give a small difference.
constexpr std::array<std::size_t, 7> kIdBytes{11, 3, 10, 2, 9, 1, 0};

std::uint64_t idNumber(Bytes id)
{
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < kIdBytes.size(); ++i) {
        number |= static_cast<std::uint64_t>(id[kIdBytes[i]]) << (8 * i);
    }
    return number;
}

Wide loadWide(std::span<const std::uint8_t, kWideBytes> bytes)
{
    return static_cast<Wide>(loadLittle<std::uint64_t>(bytes.data() + 8)) << 64U
        | loadLittle<std::uint64_t>(bytes.data());
}

std::array<std::uint8_t, kWideBytes> storeWide(Wide number)
{
    std::array<std::uint8_t, kWideBytes> bytes{};
    storeLittle(bytes.data(), static_cast<std::uint64_t>(number));
    storeLittle(bytes.data() + 8, static_cast<std::uint64_t>(number >> 64U));
    return bytes;
}

/// The number of a short string: its last byte is the lowest. 0 for a longer one, and for one that
/// could not be distinguished from a shorter one.
Wide textNumber(std::string_view text)
{
    std::array<std::uint8_t, kWideBytes> bytes{};
    if (text.size() > kWideBytes || text.starts_with('\0')) {
        return 0;
    }
    std::ranges::reverse_copy(text, bytes.begin());
    return loadWide(bytes);
}

Wide binaryNumber(Bytes data)
{
    std::array<std::uint8_t, kWideBytes> bytes{};
    if (data.size() > kWideBytes) {
        return 0;
    }
    std::ranges::copy(data, bytes.begin());
    return loadWide(bytes);
}

/// The number of a value; doubles get theirs with the scale.
Wide numberOf(ValueView value)
{
    switch (value.type()) {
    case Type::String:
    case Type::Code:
        return textNumber(value.asString());
    case Type::Binary:
        return binaryNumber(value.raw().subspan(kBinaryHead));
    case Type::Decimal128:
        return loadWide(value.raw().first<kWideBytes>());
    case Type::ObjectId:
        return idNumber(value.raw());
    case Type::Date:
    case Type::Int64:
    case Type::Timestamp:
        return static_cast<Wide>(loadLittle<std::int64_t>(value.raw().data()));
    case Type::Int32:
        return static_cast<Wide>(static_cast<std::int64_t>(value.asInt32()));
    case Type::Bool:
        return value.asBool() ? 1 : 0;
    default:
        return 0;
    }
}

/// The number of a double; nullopt when the scale cannot give back the same bits.
std::optional<Wide> doubleNumber(double value, int scale)
{
    if (scale == kBits) {
        return static_cast<Wide>(std::bit_cast<std::int64_t>(value));
    }
    constexpr double kExact = 9'007'199'254'740'992.0; // 2^53
    const double by = kScales[static_cast<std::size_t>(scale)];
    const double scaled = value * by;
    if (!(scaled >= -kExact && scaled <= kExact)) {
        return std::nullopt;
    }
    const std::int64_t whole = std::llround(scaled);
    const double back = static_cast<double>(whole) / by;
    if (std::bit_cast<std::int64_t>(back) != std::bit_cast<std::int64_t>(value)) {
        return std::nullopt;
    }
    return static_cast<Wide>(whole);
}

template <typename T>
std::vector<std::uint8_t> bytesOf(T number)
{
    std::vector<std::uint8_t> bytes;
    appendLittle(bytes, number);
    return bytes;
}

} // namespace

void ColumnValues::setLiteral(ValueView value)
{
    m_last = Value(value);
    m_isWide = isWide(value.type());
    m_deltas = Simple8bReader(m_isWide);
    m_secondOrder = isSecondOrder(value.type());
    m_number = numberOf(value);
    m_difference = 0;
}

void ColumnValues::repeatOnly(ValueView value)
{
    *this = ColumnValues();
    m_last = Value(value);
}

Result<void> ColumnValues::openDeltas(std::uint8_t control, Bytes blocks)
{
    m_scale = scaleOf(control);
    const bool isDouble = m_last.type() == Type::Double;
    if (m_scale == kNoScale || (m_scale != kBits && !isDouble)) {
        return columnFault("unknown control byte");
    }
    if (isDouble) {
        const auto number = doubleNumber(m_last.view().asDouble(), m_scale);
        if (!number) {
            return columnFault("a double that its scale cannot hold");
        }
        m_number = *number;
    }
    m_deltas.open(blocks);
    return {};
}

Result<ValueView> ColumnValues::next()
{
    auto slot = m_deltas.next();
    TRY(slot);
    if (!*slot || (*slot)->skipped || m_last.isMissing()) {
        return ValueView();
    }
    if (m_secondOrder || (*slot)->number != 0) {
        TRY(apply(fromZigzag((*slot)->number)));
    }
    return m_last.view();
}

Result<void> ColumnValues::apply(Wide difference)
{
    m_difference = m_secondOrder ? m_difference + difference : difference;
    m_number += m_difference;
    auto value = m_isWide ? madeWide() : made();
    TRY(value);
    m_last = std::move(*value);
    return {};
}

Result<Value> ColumnValues::made() const
{
    const Type type = m_last.type();
    const auto number = static_cast<std::int64_t>(static_cast<std::uint64_t>(m_number));
    switch (type) {
    case Type::Double:
        return Value::of(m_scale == kBits ? std::bit_cast<double>(number)
                                          : static_cast<double>(number)
                                 / kScales[static_cast<std::size_t>(m_scale)]);
    case Type::Date:
    case Type::Int64:
    case Type::Timestamp:
        return Value(type, bytesOf(number));
    case Type::Int32:
        return Value(type, bytesOf(static_cast<std::int32_t>(number)));
    case Type::Bool:
        return Value::of(number != 0);
    case Type::ObjectId: {
        const Bytes last = m_last.view().raw();
        std::vector<std::uint8_t> id(last.begin(), last.end());
        for (std::size_t i = 0; i < kIdBytes.size(); ++i) {
            id[kIdBytes[i]]
                = static_cast<std::uint8_t>(static_cast<std::uint64_t>(number) >> (8 * i));
        }
        return Value(type, std::move(id));
    }
    default:
        return columnFault("a difference to a value that has none");
    }
}

Result<Value> ColumnValues::madeWide() const
{
    const Type type = m_last.type();
    const std::array<std::uint8_t, kWideBytes> bytes = storeWide(m_number);
    if (type == Type::Decimal128) {
        return Value(type, {bytes.begin(), bytes.end()});
    }
    if (type == Type::Binary) {
        const Bytes last = m_last.view().raw();
        if (last.size() > kBinaryHead + kWideBytes) {
            return columnFault("a difference to long binary data");
        }
        std::vector<std::uint8_t> raw(last.begin(), last.end());
        std::copy_n(bytes.begin(), raw.size() - kBinaryHead, raw.begin() + kBinaryHead);
        return Value(type, std::move(raw));
    }
    // a string or code: its first byte is the highest that is not zero
    const auto first
        = std::find_if(bytes.rbegin(), bytes.rend(), [](auto byte) { return byte != 0; });
    const auto size = static_cast<std::int32_t>(bytes.rend() - first);
    std::vector<std::uint8_t> raw = bytesOf(size + 1);
    raw.insert(raw.end(), first, bytes.rend());
    raw.push_back(0);
    return Value(type, std::move(raw));
}

} // namespace sandglass::bson
