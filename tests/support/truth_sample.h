// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/namespace.h"
#include "tests/support/random_documents.h"
#include "tests/support/random_rules.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace sandglass::tests {

/// What a rule says of each document of a collection, by _id.
using Verdicts = std::map<int, ttl::Verdict>;

/// What identifies a document: "n" where its _id is anything, else the _id.
inline int idOf(bson::DocumentView document)
{
    return (document.contains("n") ? document["n"] : document["_id"]).asInt32();
}

inline bool isDue(const ttl::Verdict& verdict, base::Time now)
{
    return verdict.eligibleAt && *verdict.eligibleAt <= now;
}

/// A document outside the filter may show a date all the same.
inline bool sameVerdict(const ttl::Verdict& left, const ttl::Verdict& right)
{
    return left.eligibleAt == right.eligibleAt && left.never == right.never
        && (left.never || left.earliestDate == right.earliestDate);
}

inline std::int64_t countOf(const Verdicts& verdicts,
                            const std::function<bool(const ttl::Verdict&)>& which)
{
    return std::count_if(verdicts.begin(), verdicts.end(),
                         [&](const auto& one) { return which(one.second); });
}

inline std::int64_t countDue(const Verdicts& verdicts, base::Time now)
{
    return countOf(verdicts, [&](const ttl::Verdict& one) { return isDue(one, now); });
}

/// How many become eligible in (from, to].
inline std::int64_t countDueIn(const Verdicts& verdicts, base::Time from, base::Time to)
{
    return countOf(verdicts, [&](const ttl::Verdict& one) {
        return one.eligibleAt && *one.eligibleAt > from && *one.eligibleAt <= to;
    });
}

inline std::int64_t countNever(const Verdicts& verdicts, ttl::NeverReason reason)
{
    return countOf(verdicts, [&](const ttl::Verdict& one) { return one.never == reason; });
}

/// One collection of random documents under random rules, as the engine holds it.
struct TruthSample
{
    protocol::Namespace ns;
    RandomRules random;
    std::vector<RandomRule> rules = {};
    std::unique_ptr<RandomDocuments> source = {};
    std::vector<bson::Document> documents = {}; ///< in natural order
    std::map<std::string, std::set<int>> toGo = {}; ///< by rule: what the product says goes now
    bool clustered = false; ///< by _id, which then mostly is a date
    std::set<std::int64_t> idDates = {}; ///< of these, used so far

    Verdicts verdicts(const ttl::ExpiryRule& rule) const
    {
        Verdicts all;
        for (const bson::Document& document : documents) {
            all[idOf(document)] = ttl::judge(rule, document);
        }
        return all;
    }

    RandomRule* ownRule()
    {
        const auto found = std::find_if(rules.begin(), rules.end(),
                                        [](const RandomRule& rule) { return rule.name.empty(); });
        return found == rules.end() ? nullptr : &*found;
    }

    /// What the product says of the next pass, whichever rule it names.
    std::set<int> allToGo() const
    {
        std::set<int> all;
        for (const auto& [rule, ids] : toGo) {
            all.insert(ids.begin(), ids.end());
        }
        return all;
    }
};

} // namespace sandglass::tests
