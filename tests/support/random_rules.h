// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/ttl/expiry_rule.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::tests {

/// A partial filter as a server takes it and as this test reads it, by hand: so that no code of the
/// product decides.
struct KnownFilter
{
    const char* json; ///< empty: no filter
    bool (*holds)(bson::DocumentView);
};

/// A TTL index and the same rule for ttl::judge().
struct RandomRule
{
    std::string name; ///< empty: the own rule of a clustered collection
    bson::Document index; ///< as createIndexes takes it
    ttl::ExpiryRule rule;
    KnownFilter filter;
};

/// The partial filters that rules are made with; the first stands for none. They are about the
/// fields of RandomDocuments.
inline const std::vector<KnownFilter>& knownFilters()
{
    using bson::DocumentView;
    static const auto isBetween = [](DocumentView document, std::int64_t least, std::int64_t most) {
        const bson::ValueView z = document["z"];
        return z.isNumber() && z.toInt64() >= least && z.toInt64() <= most;
    };
    static const auto anyDateAtT = [](DocumentView document, std::int64_t least) {
        const auto values = bson::valuesAtPath(document, "t", true);
        return std::any_of(values.begin(), values.end(), [&](bson::ValueView value) {
            return value.type() == bson::Type::Date && value.asDate().millis >= least;
        });
    };
    static const std::vector<KnownFilter> kFilters{
        {"", [](DocumentView) { return true; }},
        {R"({"z": {"$gt": 2}})", [](DocumentView d) { return isBetween(d, 3, 99); }},
        {R"({"z": {"$exists": true}})", [](DocumentView d) { return d.contains("z"); }},
        {R"({"z": {"$type": "number"}})", [](DocumentView d) { return d["z"].isNumber(); }},
        {R"({"$and": [{"z": {"$gte": 1}}, {"z": {"$lte": 3}}]})",
         [](DocumentView d) { return isBetween(d, 1, 3); }},
        {R"({"z": {"$lt": 4}, "t": {"$exists": true}})",
         [](DocumentView d) { return isBetween(d, -99, 3) && d.contains("t"); }},
        {R"({"$or": [{"z": 1}, {"z": {"$in": [2, 5]}}]})",
         [](DocumentView d) { return isBetween(d, 1, 2) || isBetween(d, 5, 5); }},
        {R"({"z": null})", [](DocumentView d) { return d["z"].isNullish(); }},
        {R"({"t": {"$type": "date"}})",
         [](DocumentView d) { return anyDateAtT(d, std::numeric_limits<std::int64_t>::min()); }},
        {R"({"t": {"$gt": {"$date": "2000-01-01T00:00:00Z"}}})",
         [](DocumentView d) { return anyDateAtT(d, 946'684'800'001); }},
        {R"({"_id": {"$gte": 40}})",
         [](DocumentView d) { return d["_id"].isNumber() && d["_id"].toInt64() >= 40; }},
    };
    return kFilters;
}

/// A partial filter on the string s, whose values are kTexts, under a collation.
struct CollatedFilter
{
    const char* collation; ///< as createIndexes takes it; empty: the collection's default
    const char* defaultCollation; ///< of collections where it holds; null: of any
    KnownFilter filter;
};

/// The values of the string s that filters distinguish by their collations.
inline constexpr const char* kTexts[]{"A", "a", "\u00e1", "b", "item9", "item10"};

/// Partial filters on s with the documents inside, read by hand; without an own collation for
/// collections that have the default {locale: "en", strength: 2}, or none.
inline const std::vector<CollatedFilter>& collatedFilters()
{
    using bson::DocumentView;
    static const auto isOne = [](DocumentView document, std::initializer_list<const char*> texts) {
        return document["s"].type() == bson::Type::String
            && std::ranges::find(texts, document["s"].asString()) != texts.end();
    };
    static constexpr const char* kSimple = R"({"locale": "simple"})";
    static constexpr const char* kNoAccents = R"({"locale": "en", "strength": 1})";
    static constexpr const char* kNoCase = R"({"locale": "en", "strength": 2})";
    static constexpr const char* kNumeric = R"({"locale": "en", "numericOrdering": true})";
    static const KnownFilter kOne{R"({"s": {"$eq": "a"}})", {}};
    static const std::vector<CollatedFilter> kFilters{
        {"", "", {kOne.json, [](DocumentView d) { return isOne(d, {"a"}); }}},
        {"",
         kNoCase,
         {kOne.json,
          [](DocumentView d) {
              return isOne(d, {"A", "a"});
          }}},
        {kSimple, nullptr, {kOne.json, [](DocumentView d) { return isOne(d, {"a"}); }}},
        {kNoCase,
         nullptr,
         {kOne.json,
          [](DocumentView d) {
              return isOne(d, {"A", "a"});
          }}},
        {kNoAccents,
         nullptr,
         {kOne.json,
          [](DocumentView d) {
              return isOne(d, {"A", "a", "\u00e1"});
          }}},
        {kSimple,
         nullptr,
         {R"({"s": {"$gt": "item10"}})",
          [](DocumentView d) {
              return isOne(d, {"item9", "\u00e1"});
          }}},
        {kNumeric,
         nullptr,
         {R"({"s": {"$gt": "item9"}})", [](DocumentView d) { return isOne(d, {"item10"}); }}},
        {kNoCase,
         nullptr,
         {R"({"s": {"$in": ["B", "ITEM9"]}})",
          [](DocumentView d) {
              return isOne(d, {"b", "item9"});
          }}},
        {kSimple,
         nullptr,
         {R"({"s": {"$exists": true}})", [](DocumentView d) { return d.contains("s"); }}},
    };
    return kFilters;
}

/// Makes TTL rules of every kind, none of which a server refuses beside the others. Same seed, same
/// rules.
class RandomRules
{
public:
    explicit RandomRules(unsigned seed)
        : m_random(seed)
    {
    }

    int upTo(int most) { return std::uniform_int_distribution<int>(0, most)(m_random); }

    std::int64_t seconds()
    {
        constexpr std::int64_t kSeconds[]{
            0,         1,          60,        3'600,       86'400,        604'800,
            2'592'000, 31'536'000, 7'776'000, 400'000'000, 2'147'483'646, 2'147'483'647};
        return kSeconds[upTo(static_cast<int>(std::size(kSeconds)) - 1)];
    }

    /// The next rule of the same collection.
    RandomRule next()
    {
        for (;;) {
            RandomRule made = any();
            std::string identity;
            for (const char* option :
                 {"key", "unique", "sparse", "partialFilterExpression", "collation"}) {
                identity += made.index.view().contains(option)
                    ? bson::toJson(made.index[option]) + ';'
                    : ";";
            }
            if (m_made.insert(identity).second) {
                return made;
            }
        }
    }

    /// A rule whose partial filter compares strings, for a collection with that default collation
    /// (empty: none).
    RandomRule nextCollated(std::string_view defaultCollation)
    {
        const std::vector<CollatedFilter>& all = collatedFilters();
        const CollatedFilter* chosen = nullptr;
        do {
            chosen = &all[static_cast<std::size_t>(upTo(static_cast<int>(all.size()) - 1))];
        } while (chosen->defaultCollation && chosen->defaultCollation != defaultCollation);
        RandomRule made;
        made.name = "rule" + std::to_string(m_count++);
        made.rule.field = "t";
        made.rule.expireAfterSeconds = seconds();
        made.rule.inFilter = chosen->filter.holds;
        made.filter = chosen->filter;
        bson::Builder index;
        index.append("name", made.name)
            .append("key", bson::makeDocument("t", 1))
            .append("expireAfterSeconds", made.rule.expireAfterSeconds)
            .append("partialFilterExpression", *bson::fromJson(made.filter.json));
        if (*chosen->collation) {
            index.append("collation", *bson::fromJson(chosen->collation));
        }
        made.index = index.take();
        return made;
    }

    /// Another own rule for a clustered collection, as a server takes it at `now` (after 1970).
    RandomRule ownRule(base::Time now)
    {
        RandomRule made;
        do {
            made.rule = {"_id", seconds(), true, {}, bson::Date{0}};
        } while (std::chrono::seconds(made.rule.expireAfterSeconds) > now.time_since_epoch());
        made.index = bson::makeDocument("key", bson::makeDocument("_id", 1));
        made.filter = knownFilters().front();
        return made;
    }

private:
    RandomRule any()
    {
        constexpr const char* kFields[]{"t",   "t",     "t",     "a",     "a.t", "a.t",    "a.x",
                                        "a.1", "a.1.t", "a.x.t", "a.t.x", "u",   "nowhere"};
        RandomRule made;
        made.name = "rule" + std::to_string(m_count++);
        made.rule.field = kFields[upTo(static_cast<int>(std::size(kFields)) - 1)];
        made.rule.expireAfterSeconds = seconds();
        const bool special = upTo(14) == 0;
        made.rule.valid = !special;
        // a partial unique index would not take two documents without the field
        const bool unique = !special && made.rule.field == "u";
        const bool partial = !unique && upTo(4) > 2;
        made.filter = knownFilters()[partial ? static_cast<std::size_t>(upTo(10)) : 0U];
        made.rule.inFilter = made.filter.holds;

        bson::Builder index;
        index.append("name", made.name);
        if (special) {
            // not hashed, which takes no document with an array
            index.append("key", bson::makeDocument(made.rule.field, "2dsphere"));
        } else {
            index.append("key", bson::makeDocument(made.rule.field, upTo(2) == 0 ? -1 : 1));
        }
        appendSeconds(index, made.rule.expireAfterSeconds);
        if (unique) {
            index.append("unique", true);
        }
        if (*made.filter.json) {
            index.append("partialFilterExpression", *bson::fromJson(made.filter.json));
        } else if (unique || upTo(4) == 0) {
            index.append("sparse", true);
        }
        if (upTo(3) == 0) {
            index.append("hidden", true);
        }
        if (!special && upTo(7) == 0) {
            index.append("collation", bson::makeDocument("locale", "fr"));
        }
        made.index = index.take();
        return made;
    }

    // Every numeric type that a server takes; fractions are cut off.
    void appendSeconds(bson::Builder& index, std::int64_t seconds)
    {
        switch (upTo(3)) {
        case 0:
            index.append("expireAfterSeconds", seconds);
            break;
        case 1:
            index.append("expireAfterSeconds", static_cast<double>(seconds));
            break;
        default:
            index.append("expireAfterSeconds", static_cast<std::int32_t>(seconds));
            break;
        }
    }

    std::mt19937 m_random;
    std::set<std::string> m_made;
    int m_count = 0;
};

} // namespace sandglass::tests
