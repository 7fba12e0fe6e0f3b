// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/bson/decimal128.h"
#include "app/bson/json.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::tests {

/// BSON documents with values of every type, with those at the edges often, nested up to four
/// levels. Same seed, same documents.
class RandomBson
{
public:
    explicit RandomBson(unsigned seed)
        : m_random(seed)
    {
    }

    bson::Document document(int depth = 0)
    {
        bson::Builder builder;
        const std::size_t count = below(6);
        for (std::size_t i = 0; i < count; ++i) {
            // keys are unique: a document with one twice is read as the last one
            append(builder, std::to_string(i) + text(), depth);
        }
        return builder.take();
    }

    /// A number from 0 to below `limit`.
    std::size_t below(std::size_t limit)
    {
        return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random);
    }

private:
    template <typename T, std::size_t size>
    const T& one(const std::array<T, size>& values)
    {
        return values[below(size)];
    }

    /// Valid UTF-8 without a NUL: what quoting, other alphabets and control characters ask for.
    std::string text()
    {
        static constexpr std::array<std::string_view, 14> kParts{
            "a", "Z", "\"", "\\", "/", "\n", "\x01", "\x7f", "é", "密", "😀", "$", ".", " "};
        std::string made;
        for (std::size_t left = below(5); left > 0; --left) {
            made += one(kParts);
        }
        return made;
    }

    std::int64_t whole()
    {
        static constexpr std::array<std::int64_t, 9> kEdges{
            0,
            1,
            -1,
            std::numeric_limits<std::int32_t>::max(),
            std::numeric_limits<std::int32_t>::min(),
            std::int64_t{1} << 53,
            std::numeric_limits<std::int64_t>::max(),
            std::numeric_limits<std::int64_t>::min(),
            253'402'300'799'999};
        return below(3) == 0 ? static_cast<std::int64_t>(m_random()) : one(kEdges);
    }

    double fraction()
    {
        using Limits = std::numeric_limits<double>;
        static constexpr std::array<double, 10> kEdges{0.0,
                                                       -0.0,
                                                       0.1,
                                                       1.0,
                                                       -1.5,
                                                       1e300,
                                                       Limits::denorm_min(),
                                                       Limits::max(),
                                                       Limits::infinity(),
                                                       -Limits::infinity()};
        return below(8) == 0 ? Limits::quiet_NaN() : one(kEdges);
    }

    bson::Decimal128 decimal()
    {
        static constexpr std::array<std::string_view, 9> kTexts{
            "0",
            "-0",
            "1.50",
            "1E+6144",
            "9.999999999999999999999999999999999E-6143",
            "1234567890123456789012345678901234",
            "NaN",
            "Infinity",
            "-Infinity"};
        return *bson::decimalFromText(one(kTexts));
    }

    /// A value that no builder function makes, from its canonical text.
    bson::Value rare()
    {
        static constexpr std::array<std::string_view, 8> kTexts{
            R"j({"$minKey": 1})j",
            R"j({"$maxKey": 1})j",
            R"j({"$undefined": true})j",
            R"j({"$symbol": "s"})j",
            R"j({"$code": "f()"})j",
            R"j({"$code": "f()", "$scope": {"x": 1}})j",
            R"j({"$dbPointer": {"$ref": "c", "$id": {"$oid": "507f1f77bcf86cd799439011"}}})j",
            R"j({"$uuid": "00010203-0405-4607-8809-0a0b0c0d0e0f"})j"};
        const auto read = bson::fromJson(R"j({"v": )j" + std::string(one(kTexts)) + "}");
        return read ? bson::Value((*read)["v"]) : bson::Value::of(std::string("unread"));
    }

    void append(bson::Builder& builder, const std::string& key, int depth)
    {
        constexpr int kDeepest = 4;
        constexpr std::size_t kNested = 2; // of the kinds below, the last
        constexpr std::size_t kKinds = 15;
        switch (below(depth < kDeepest ? kKinds : kKinds - kNested)) {
        case 0:
            builder.append(key, below(2) == 0);
            break;
        case 1:
            builder.append(key, static_cast<std::int32_t>(whole()));
            break;
        case 2:
            builder.append(key, whole());
            break;
        case 3:
        case 4:
            builder.append(key, fraction());
            break;
        case 5:
            builder.append(key, decimal());
            break;
        case 6:
            builder.append(key, bson::Date{whole()});
            break;
        case 7:
            builder.append(key,
                           bson::Timestamp{static_cast<std::uint32_t>(whole()),
                                           static_cast<std::uint32_t>(whole())});
            break;
        case 8:
            builder.append(key, bson::ObjectId::generate());
            break;
        case 9:
            builder.append(key, text());
            break;
        case 10:
            appendBytes(builder, key);
            break;
        case 11:
            builder.append(key, rare());
            break;
        case 12:
            builder.appendNull(key);
            break;
        case 13:
            builder.append(key, document(depth + 1));
            break;
        default:
            appendList(builder, key, depth + 1);
            break;
        }
    }

    void appendBytes(bson::Builder& builder, const std::string& key)
    {
        std::vector<std::uint8_t> bytes(below(5));
        std::ranges::generate(bytes, [this] { return static_cast<std::uint8_t>(below(256)); });
        static constexpr std::array<std::uint8_t, 4> kSubtypes{0, 1, 5, 128};
        builder.append(key, bson::Binary{one(kSubtypes), bytes});
    }

    void appendList(bson::Builder& builder, const std::string& key, int depth)
    {
        bson::Builder list;
        const std::size_t count = below(4);
        for (std::size_t i = 0; i < count; ++i) {
            append(list, std::to_string(i), depth);
        }
        builder.appendArray(key, list.take());
    }

    std::mt19937_64 m_random;
};

} // namespace sandglass::tests
