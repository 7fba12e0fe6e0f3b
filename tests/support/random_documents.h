// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/ttl/types.h"
#include "tests/support/test_seed.h"

#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace sandglass::tests {

/// Documents {_id: 0, 1, …, t, a, z} whose values at the paths t, a, a.t, a.1.t are of every kind
/// that the expiry rule distinguishes. Same seed, same documents.
class RandomDocuments
{
public:
    /// `moments`: dates that shall occur often, with those one millisecond beside them.
    RandomDocuments(unsigned seed, std::vector<bson::Date> moments)
        : m_random(seed)
        , m_moments(std::move(moments))
    {
    }

    bson::Document next()
    {
        bson::Builder builder;
        builder.append("_id", m_nextId++);
        if (upTo(9) > 0) {
            builder.append("t", upTo(9) < 6 ? bson::Value::of(date()) : value(2));
        }
        if (upTo(9) > 0) {
            builder.append("a", value(3));
        }
        if (upTo(3) > 0) {
            builder.append("z", upTo(5) > 0 ? bson::Value::of(upTo(5)) : bson::Value::null());
        }
        return builder.take();
    }

private:
    int upTo(int most) { return std::uniform_int_distribution<int>(0, most)(m_random); }
    std::int64_t between(std::int64_t least, std::int64_t most)
    {
        return std::uniform_int_distribution<std::int64_t>(least, most)(m_random);
    }

    bson::Date date()
    {
        constexpr std::int64_t kYear = 31'556'952'000;
        constexpr std::int64_t kSecond32Bits = 2'147'483'648'000; // in January 2038
        const bson::Date extremes[] = {{std::numeric_limits<std::int64_t>::min()},
                                       {std::numeric_limits<std::int64_t>::max()},
                                       {-1},
                                       {0},
                                       {1},
                                       {kSecond32Bits},
                                       {-kSecond32Bits},
                                       {253'402'300'799'999}};
        switch (upTo(9)) {
        case 0:
            return extremes[upTo(7)];
        case 1:
        case 2:
        case 3: {
            const auto chosen
                = static_cast<std::size_t>(upTo(static_cast<int>(m_moments.size()) - 1));
            return {m_moments[chosen].millis + upTo(2) - 1};
        }
        default: // 1920 to 2120
            return {between(-50 * kYear, 150 * kYear)};
        }
    }

    // `inArray`: the value is an element of an array.
    bson::Value value(int depth, bool inArray = false)
    {
        switch (upTo(depth > 0 ? 13 : 9)) {
        case 0:
            return bson::Value::null();
        case 1:
            return bson::Value::of("1999-12-31T23:59:59Z");
        case 2:
            return bson::Value::of(bson::Timestamp{static_cast<std::uint32_t>(upTo(9)) + 1, 7});
        case 3:
            return bson::Value::of(static_cast<double>(upTo(9)) / 2);
        case 4:
            return bson::Value(bson::Type::Undefined, {});
        case 5:
            return bson::Value::of(upTo(1) == 0);
        case 10:
        case 11:
            return bson::Value::document(document(depth - 1, inArray));
        case 12:
        case 13:
            return array(depth - 1);
        default:
            return bson::Value::of(date());
        }
    }

    bson::Document document(int depth, bool inArray)
    {
        bson::Builder builder;
        for (const char* name : {"t", "1", "x"}) {
            // "1" in an element could also mean the array's element 1; where that is indexed,
            // MongoDB refuses such documents (16746)
            const bool ambiguous = inArray && name[0] == '1';
            if (!ambiguous && upTo(2) > 0) {
                builder.append(name, value(depth));
            }
        }
        return builder.take();
    }

    bson::Value array(int depth)
    {
        bson::Builder builder;
        for (int count = upTo(4); count > 0; --count) {
            builder.push(value(depth, true));
        }
        return bson::Value::array(builder.take());
    }

    std::mt19937 m_random;
    const std::vector<bson::Date> m_moments;
    std::int32_t m_nextId = 0;
};

} // namespace sandglass::tests
