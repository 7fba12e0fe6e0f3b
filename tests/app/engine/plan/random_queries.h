// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>

namespace sandglass::tests {

/// Documents and filters over the fields a, b and c, as extended JSON. Values come from a small
/// stock, so that filters match often and equal keys are common. Same seed, same texts.
class RandomQueries
{
public:
    explicit RandomQueries(unsigned seed)
        : m_random(seed)
    {
    }

    /// {_id, a?, b?, c?}; `id` is the _id.
    std::string document(int id)
    {
        std::string text = "{'_id':" + std::to_string(id);
        for (const char* field : {"a", "b", "c"}) {
            if (below(6) > 0) {
                text += std::string(",'") + field + "':" + stored();
            }
        }
        return quoted(text + "}");
    }

    /// A filter of one to three conditions, with $and, $or and $nor now and then.
    std::string filter() { return quoted(conditions(0)); }

    /// A sort that ends with _id, so that only one order fits it.
    std::string sort()
    {
        static constexpr std::array<const char*, 7> kSorts{
            "'a':1,", "'a':-1,", "'b':1,", "'a':1,'b':-1,", "", "'a':-1,'b':1,", "'a.x':1,"};
        return quoted(std::string("{") + one(kSorts) + "'_id':1}");
    }

    /// A number from 0 to below `limit`.
    std::size_t below(std::size_t limit)
    {
        return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random);
    }

private:
    /// JSON from a text with ' for its quotes.
    static std::string quoted(std::string text)
    {
        std::ranges::replace(text, '\'', '"');
        return text;
    }

    std::string conditions(int depth)
    {
        if (depth < 2 && below(4) == 0) {
            static constexpr std::array<const char*, 3> kJoins{"$and", "$or", "$nor"};
            std::string text = std::string("{'") + one(kJoins) + "':[" + conditions(depth + 1);
            for (std::size_t more = below(2); more > 0; --more) {
                text += "," + conditions(depth + 1);
            }
            return text + "]}";
        }
        std::string text = "{" + condition();
        for (std::size_t more = below(3); more > 0; --more) {
            text += "," + condition();
        }
        return text + "}";
    }

    template <typename T, std::size_t size>
    const T& one(const std::array<T, size>& values)
    {
        return values[below(size)];
    }

    std::string scalar()
    {
        static constexpr std::array<const char*, 24> kScalars{"0",
                                                              "1",
                                                              "2",
                                                              "3",
                                                              "1.0",
                                                              "2.5",
                                                              "{'$numberLong':'3'}",
                                                              "{'$numberDecimal':'2.50'}",
                                                              "{'$numberDouble':'NaN'}",
                                                              "{'$numberDouble':'Infinity'}",
                                                              "null",
                                                              "true",
                                                              "false",
                                                              "''",
                                                              "'x'",
                                                              "'xy'",
                                                              "'y'",
                                                              "{'$date':1000}",
                                                              "{'$date':2000}",
                                                              "{'$timestamp':{'t':1,'i':1}}",
                                                              "{'$oid':'650aff000102030405060708'}",
                                                              "{'$undefined':true}",
                                                              "{'$minKey':1}",
                                                              "{'$maxKey':1}"};
        return one(kScalars);
    }

    /// A value as documents have it.
    std::string stored()
    {
        switch (below(8)) {
        case 0:
            return array(1 + below(3));
        case 1:
            return "{'x':" + scalar() + "}";
        case 2:
            return "[{'x':" + scalar() + "},{'x':" + scalar() + "}]";
        case 3:
            return below(3) == 0 ? "[]" : below(2) == 0 ? "[[1,2]]" : "{}";
        default:
            return scalar();
        }
    }

    std::string array(std::size_t count)
    {
        std::string text = "[" + scalar();
        for (std::size_t i = 1; i < count; ++i) {
            text += "," + scalar();
        }
        return text + "]";
    }

    std::string path()
    {
        static constexpr std::array<const char*, 12> kPaths{
            "a", "a", "a", "b", "b", "c", "a.x", "b.x", "a.0", "a.1", "_id", "a.0.x"};
        return one(kPaths);
    }

    /// An operand of a comparison: no undefined, which MongoDB refuses there.
    std::string operand()
    {
        std::string text = scalar();
        while (text.find("undefined") != std::string::npos) {
            text = scalar();
        }
        return text;
    }

    std::string comparison()
    {
        static constexpr std::array<const char*, 6> kOperators{"$eq", "$gt",  "$gte",
                                                               "$lt", "$lte", "$ne"};
        return std::string("'") + one(kOperators) + "':" + operand();
    }

    std::string operands(std::size_t count)
    {
        std::string text = "[" + operand();
        for (std::size_t i = 1; i < count; ++i) {
            text += "," + operand();
        }
        return text + "]";
    }

    std::string condition()
    {
        const std::string name = "'" + path() + "':";
        switch (below(14)) {
        case 0:
        case 1:
            return name + operand();
        case 2:
        case 3:
            return name + "{" + comparison() + "}";
        case 4:
            return name + "{'$gt':" + operand() + ",'$lte':" + operand() + "}";
        case 5:
            return name + "{'$in':" + operands(1 + below(3)) + "}";
        case 6:
            return name + "{'$nin':" + operands(1 + below(2)) + "}";
        case 7:
            return name + "{'$exists':" + (below(2) == 0 ? "true" : "false") + "}";
        case 8:
            return name + "{'$not':{" + comparison() + "}}";
        case 9:
            return name + "{'$elemMatch':{" + comparison() + "}}";
        case 10:
            return name + "{'$all':" + operands(1 + below(2)) + "}";
        case 11:
            return name + "{'$regex':'^x'}";
        case 12:
            return name + "{'$type':['number','null']}";
        default:
            return name + "{'$size':" + std::to_string(below(3)) + "}";
        }
    }

    std::mt19937 m_random;
};

} // namespace sandglass::tests
