// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/indexes/index_outcome.h"

#include "app/services/indexes/index_command.h"
#include "app/services/indexes/undo_plan.h"
#include "app/ttl/own_rule.h"

#include <algorithm>

namespace sandglass::services {

namespace {

using MaybeIndex = std::optional<ttl::IndexSpec>;

// Each option that collMod sets. A collection's own rule is set at the top level of the command.
bool hasOptions(const JournalEntry& entry, const ttl::IndexSpec& found)
{
    const bool own = ttl::isOwnRule({entry.ns, entry.index});
    const bson::DocumentView wanted
        = own ? entry.command.view() : entry.command["index"].asDocument();
    return std::all_of(wanted.begin(), wanted.end(), [&](const bson::Element& option) {
        if (option.key == "expireAfterSeconds") {
            // "off" ends an own rule
            return option.value.isNumber() ? found.expireAfterSeconds == option.value.toInt64()
                                           : !found.expireAfterSeconds.has_value();
        }
        return option.key != "hidden" || found.hidden == option.value.toBool();
    });
}

// The index that createIndexes asks for, with each of its options.
bool isAsCreated(const JournalEntry& entry, const ttl::IndexSpec& found)
{
    const bson::DocumentView indexes = entry.command["indexes"].asDocument();
    return !indexes.empty()
        && sameDefinition(bson::Document(indexes.begin()->value.asDocument()), found.listed);
}

} // namespace

std::optional<bool> isInEffect(const JournalEntry& entry, const MaybeIndex& found)
{
    switch (entry.kind) {
    case JournalKind::CreateIndex:
        return found && isAsCreated(entry, *found);
    case JournalKind::ChangeIndex:
        return found && hasOptions(entry, *found);
    case JournalKind::DropIndex:
        return !found;
    default:
        return std::nullopt;
    }
}

OutcomeReading indexOutcomeReading(const JournalEntry& entry)
{
    if (!isInEffect(entry, {})) {
        return nullptr;
    }
    return
        [entry](ttl::TtlServer& server, const ttl::CallLimits& limits) -> Result<OutcomeFinding> {
            const Result<ttl::DataIdentity> now = ttl::readIdentity(server, entry.ns, limits);
            TRY(now);
            TRY(ttl::checkSameData(entry.identity, *now));
            const Result<MaybeIndex> found = readIndex(server, {entry.ns, entry.index}, limits);
            TRY(found);
            OutcomeFinding finding;
            finding.inEffect = *isInEffect(entry, *found);
            if (finding.inEffect && *found) {
                finding.after = (*found)->listed;
            }
            return finding;
        };
}

} // namespace sandglass::services
