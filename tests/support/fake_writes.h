// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "tests/support/fake_documents.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::tests {

/// The name under which FakeCalls counts, holds and fails a command that changes something.
inline std::string callNameOf(const bson::Document& command)
{
    const bson::Element first = *command.view().begin();
    if (first.key == "update") {
        const bson::DocumentView update
            = command["updates"].asDocument().begin()->value.asDocument()["u"].asDocument();
        return update.contains("$set") || update.contains("$unset") ? "setDate" : "replace";
    }
    return first.key == "delete"     ? "remove"
        : first.key == "collMod"     ? "changeIndex"
        : first.key == "dropIndexes" ? "dropIndex"
                                     : "createIndex";
}

/// The document with a field set at its end, or without it if the value is Missing.
inline bson::Document withField(const bson::Document& document, std::string_view field,
                                bson::ValueView value)
{
    bson::Builder builder;
    for (const bson::Element& element : document.view()) {
        if (element.key != field) {
            builder.append(element.key, element.value);
        }
    }
    if (!value.isMissing()) {
        builder.append(field, value);
    }
    return builder.take();
}

/// A document after a replacement, or after $set and $unset of top fields.
inline bson::Document changedBy(const bson::Document& document, bson::DocumentView update)
{
    if (!update.contains("$set") && !update.contains("$unset")) {
        return bson::Document(update);
    }
    bson::Document changed = document;
    for (const bson::Element& set : update["$set"].asDocument()) {
        changed = withField(changed, set.key, set.value);
    }
    for (const bson::Element& removed : update["$unset"].asDocument()) {
        changed = withField(changed, removed.key, {});
    }
    return changed;
}

/// Carries out update and delete, which change at most one document per statement, and answers as a
/// server does. nullopt for another command.
inline std::optional<bson::Document> answerWrite(const bson::Document& command,
                                                 std::vector<bson::Document>& documents)
{
    if (!command.contains("updates") && !command.contains("deletes")) {
        return std::nullopt;
    }
    const bool deletes = command.contains("deletes");
    std::int32_t count = 0;
    for (const bson::Element& element : command[deletes ? "deletes" : "updates"].asDocument()) {
        const bson::DocumentView statement = element.value.asDocument();
        const bson::DocumentView filter = statement["q"].asDocument();
        const auto found = std::ranges::find_if(
            documents, [&](const bson::Document& document) { return matches(filter, document); });
        if (found == documents.end()) {
            continue;
        }
        ++count;
        if (deletes) {
            documents.erase(found);
        } else {
            *found = changedBy(*found, statement["u"].asDocument());
        }
    }
    return bson::makeDocument("n", count, "nModified", count, "ok", 1.0);
}

} // namespace sandglass::tests
