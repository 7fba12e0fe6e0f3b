// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/bson/value.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace sandglass::tests {

inline constexpr std::int64_t kDay = 86'400'000;
inline constexpr std::int64_t kCommonYear = 365 * kDay;

/// A date as extended JSON; milliseconds since 1970.
inline std::string dateJson(std::int64_t millis)
{
    return R"({"$date":{"$numberLong":")" + std::to_string(millis) + R"("}})";
}

/// A question, without its collection.
struct Question
{
    std::string field; ///< "pipeline" or "query"
    std::string json;
    bool ordered = false; ///< its documents come in a fixed order
};

/// Documents and questions about their field t.
class Dates
{
public:
    explicit Dates(unsigned seed)
        : m_random(seed)
    {
    }

    /// `arrays`: some of them hold arrays of dates.
    bson::Document document(int id, bool arrays)
    {
        bson::Builder builder;
        builder.append("_id", id);
        const int kind = upTo(99);
        if (arrays && kind < 10) {
            builder.appendArray("t", bson::makeArray(date(), "no date", date()));
        } else if (kind < 88) {
            builder.append("t", date());
        } else if (kind < 91) {
            builder.appendNull("t");
        } else if (kind < 94) {
            builder.append("t", "2020-01-01");
        } else if (kind < 97) {
            builder.append("t", bson::Timestamp{1'600'000'000, 1});
        }
        builder.append("z", upTo(5));
        return builder.take();
    }

    /// `rest`: further conditions, as {"$and": [range, rest]} or beside the range.
    std::string filter(const std::string& field, const std::string& rest = {})
    {
        std::string range = "{" + dateRange(field);
        if (rest.empty()) {
            return range + "}";
        }
        if (upTo(1) == 0) {
            return range + "," + rest + "}";
        }
        return R"({"$and":[)" + range + "},{" + rest + "}]}";
    }

    Question pipeline(const std::string& field, const std::string& rest = {})
    {
        const int kind = upTo(9);
        std::string stages = R"([{"$match":)" + filter(field, rest) + "},";
        if (kind == 0) {
            return {"pipeline", stages + R"({"$count":"how many"}])", true};
        }
        if (kind == 1) {
            return {"pipeline", stages + R"({"$group":{"_id":null,"n":{"$sum":1}}}])", true};
        }
        stages += kind < 7 ? truncation(field) : bucket(field);
        switch (upTo(4)) {
        case 0:
            return {"pipeline", stages + R"(,{"$sort":{"_id":-1}},{"$limit":7}])", true};
        case 1:
            return {
                "pipeline",
                stages + R"(,{"$group":{"_id":null,"groups":{"$sum":1},"first":{"$min":"$_id"}}}])",
                true};
        default:
            return {"pipeline", stages + "]", kind >= 7};
        }
    }

    Question count(const std::string& field, const std::string& rest = {})
    {
        return {"query", filter(field, rest), true};
    }

private:
    int upTo(int most) { return std::uniform_int_distribution<int>(0, most)(m_random); }
    std::int64_t moment(std::int64_t least, std::int64_t most)
    {
        return std::uniform_int_distribution<std::int64_t>(least, most)(m_random);
    }
    template <std::size_t N>
    const char* one(const char* const (&list)[N])
    {
        return list[static_cast<std::size_t>(upTo(static_cast<int>(N) - 1))];
    }

    bson::Date date()
    {
        switch (upTo(7)) {
        case 0: // few values, often
            return {(upTo(20) - 5) * 30 * kDay};
        case 1: // around midnights, where days begin
            return {moment(-3'000, 20'000) * kDay + upTo(4) - 2};
        case 2: // around the hour of clocks set back in St. John's: 2010-11-07 02:31 UTC
            return {1'289'097'060'000 + moment(-3 * 3'600'000, 3 * 3'600'000)};
        default: // 1955 to 2045
            return {moment(-15 * kCommonYear, 75 * kCommonYear)};
        }
    }

    std::string dateRange(const std::string& field)
    {
        const std::int64_t a = date().millis;
        const std::int64_t b = date().millis;
        const std::string lower = std::string(one({R"("$gte":)", R"("$gt":)"}))
            + dateJson(upTo(9) ? std::min(a, b) : b);
        const std::string upper
            = std::string(one({R"("$lte":)", R"("$lt":)"})) + dateJson(std::max(a, b));
        const int ends = upTo(4);
        return "\"" + field + "\":{"
            + (ends == 0       ? lower
                   : ends == 1 ? upper
                               : lower + "," + upper)
            + "}";
    }

    std::string counters()
    {
        return one({R"("n":{"$sum":1})", R"("n":{"$count":{}},"m":{"$sum":1})"});
    }

    std::string truncation(const std::string& field)
    {
        std::string how = R"("unit":")"
            + std::string(one({"hour", "day", "day", "week", "month", "quarter", "year"})) + "\"";
        if (upTo(1) == 0) {
            how += R"(,"binSize":)" + std::to_string(1 + upTo(6));
        }
        if (upTo(3) > 0) {
            how += R"(,"timezone":")"
                + std::string(one({"UTC", "Europe/Berlin", "America/St_Johns", "America/Sao_Paulo",
                                   "Asia/Kathmandu", "Pacific/Apia", "America/New_York", "+05:30"}))
                + "\"";
        }
        if (upTo(2) == 0) {
            how += R"(,"startOfWeek":")" + std::string(one({"monday", "Fri"})) + "\"";
        }
        return R"({"$group":{"_id":{"$dateTrunc":{"date":"$)" + field + "\"," + how + "}},"
            + counters() + "}}";
    }

    std::string bucket(const std::string& field)
    {
        std::vector<std::int64_t> bounds{-16 * kCommonYear, 76 * kCommonYear};
        for (int i = upTo(8); i > 0; --i) {
            bounds.push_back(date().millis);
        }
        std::ranges::sort(bounds);
        bounds.erase(std::ranges::unique(bounds).begin(), bounds.end());
        if (upTo(1) == 0 && bounds.size() > 3) {
            bounds = {bounds.begin() + 1, bounds.end() - 1};
        }
        std::string stage = R"({"$bucket":{"groupBy":"$)" + field + R"(","boundaries":[)";
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            stage += (i > 0 ? "," : "") + dateJson(bounds[i]);
        }
        stage += "]" + std::string(one({"", R"(,"default":"other")", R"(,"default":null)"}));
        return stage + (upTo(1) == 0 ? "" : R"(,"output":{)" + counters() + "}") + "}}";
    }

    std::mt19937 m_random;
};

} // namespace sandglass::tests
