// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/ttl_server.h"
#include "tests/support/fake_documents.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::tests {

/// What a fake server does not support.
enum class Refused { Conversion, HiddenCreation };

/// A collection of FakeTtlServer.
struct FakeCollection
{
    ttl::CollectionSpec spec;
    std::vector<ttl::IndexSpec> indexes;
    std::vector<bson::Document> documents;
};

/// How a server without some support refuses a command; nullopt if it does not. In the words of
/// FerretDB 2.7 over DocumentDB.
inline std::optional<Error> refusalOf(const std::set<Refused>& without,
                                      const bson::Document& command, const FakeCollection& target)
{
    const bson::DocumentView wanted = command["index"].asDocument();
    const bool plain = std::ranges::any_of(target.indexes, [&](const ttl::IndexSpec& index) {
        return index.name == wanted["name"].asString() && !index.isTtl();
    });
    if (without.contains(Refused::Conversion) && wanted.contains("expireAfterSeconds") && plain) {
        return base::serverError(72, "InvalidOptions", "no expireAfterSeconds field to update");
    }
    const bson::DocumentView indexes = command["indexes"].asDocument();
    if (without.contains(Refused::HiddenCreation) && !indexes.empty()
        && indexes.begin()->value.asDocument()["hidden"].toBool()) {
        return base::serverError(1, "InternalError", "hidden indexes are not supported yet.");
    }
    return {};
}

/// Carries out collMod.
inline void changeCollection(FakeCollection& target, const bson::Document& command)
{
    if (!command.contains("index")) {
        const bson::ValueView seconds = command["expireAfterSeconds"];
        target.spec.expireAfterSeconds = seconds.type() == bson::Type::String
            ? std::nullopt
            : std::optional(seconds.toInt64());
        return;
    }
    const bson::DocumentView wanted = command["index"].asDocument();
    for (ttl::IndexSpec& index : target.indexes) {
        if (index.name != wanted["name"].asString()) {
            continue;
        }
        if (wanted.contains("expireAfterSeconds")) {
            index.expireAfterSeconds = wanted["expireAfterSeconds"].toInt64();
        }
        if (wanted.contains("hidden")) {
            index.hidden = wanted["hidden"].asBool();
        }
        relist(index);
    }
}

/// Carries out createIndexes, collMod or dropIndexes. `name`: of the command.
inline void applyIndexCommand(const std::string& name, const bson::Document& command,
                              FakeCollection& target)
{
    if (name == "collMod") {
        changeCollection(target, command);
    } else if (name == "dropIndexes") {
        std::erase_if(target.indexes, [&](const ttl::IndexSpec& index) {
            return index.name == command["index"].asString();
        });
    } else {
        for (const bson::Element& element : command["indexes"].asDocument()) {
            target.indexes.push_back(parsed(element.value.asDocument()));
        }
    }
}

/// What a rule would delete, by the real expiry rule.
inline ttl::Impact impactOf(const ttl::ImpactRequest& request,
                            const std::vector<bson::Document>& documents)
{
    ttl::Impact impact;
    impact.asOf = request.now;
    const ttl::ExpiryRule rule
        = ruleFor(request.field, request.expireAfterSeconds, true, request.partialFilter);
    for (const bson::Document& document : documents) {
        ++impact.documents;
        if (!ttl::isExpired(rule, document, request.now)) {
            continue;
        }
        ++impact.affected;
        const bson::Date date = *ttl::judge(rule, document).earliestDate;
        if (!impact.oldest || date.millis < impact.oldest->millis) {
            impact.oldest = date;
        }
        if (std::cmp_less(impact.samples.size(), request.sampleSize)) {
            impact.samples.push_back(document);
        }
    }
    return impact;
}

/// The fields of documents, those with the most dates first.
inline std::vector<ttl::FieldCandidate> candidatesOf(const std::vector<bson::Document>& documents)
{
    std::map<std::string, int> dates;
    for (const bson::Document& document : documents) {
        for (const bson::Element& element : document.view()) {
            dates[std::string(element.key)] += element.value.type() == bson::Type::Date ? 1 : 0;
        }
    }
    std::vector<ttl::FieldCandidate> candidates;
    for (const auto& [path, count] : dates) {
        const double share = static_cast<double>(count) / static_cast<double>(documents.size());
        candidates.push_back({path, {{"date", share}}, share});
    }
    std::ranges::stable_sort(candidates, std::ranges::greater{}, &ttl::FieldCandidate::dateShare);
    return candidates;
}

} // namespace sandglass::tests
