// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/indexes/undo_plan.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/protocol/limits.h"
#include "app/ttl/own_rule.h"

#include <algorithm>
#include <cstdint>

namespace sandglass::services {

namespace {

constexpr std::int64_t kUsualIndexVersion = 2;
constexpr std::string_view kSeconds = "expireAfterSeconds";

// Added by the server, and not an option of the index.
bool isAddedByServer(const bson::Element& element)
{
    return element.key == "ns"
        || (element.key == "v" && element.value.toInt64() == kUsualIndexVersion);
}

// The seconds of a listed index, if a server would expire documents by them.
std::optional<std::int64_t> usableSeconds(const bson::Document& listed)
{
    const bson::ValueView value = listed[kSeconds];
    if (!value.isNumber() || value.isNan()) {
        return {};
    }
    const std::int64_t seconds = value.toInt64();
    return seconds >= 0 && seconds <= protocol::kMaxExpireAfterSeconds ? std::optional(seconds)
                                                                       : std::nullopt;
}

bool sameSeconds(const bson::Document& left, const bson::Document& right)
{
    return bson::equal(left[kSeconds], right[kSeconds]);
}

bool sameHidden(const bson::Document& left, const bson::Document& right)
{
    return left["hidden"].toBool() == right["hidden"].toBool();
}

// The rule by which an index of this definition expires documents; nullopt if it expires none.
std::optional<ttl::Rule> ruleOfListed(const ttl::IndexRef& index, const bson::Document& listed)
{
    ttl::IndexSpec spec;
    spec.name = index.name;
    spec.key = bson::Document(listed["key"].asDocument());
    spec.expireAfterSeconds = usableSeconds(listed);
    if (const bson::ValueView filter = listed["partialFilterExpression"]; !filter.isMissing()) {
        spec.partialFilter = bson::Document(filter.asDocument());
    }
    if (const bson::ValueView collation = listed["collation"]; !collation.isMissing()) {
        spec.collation = bson::Document(collation.asDocument());
    }
    std::optional<ttl::Rule> rule = ttl::ruleOf(index.ns, spec);
    return rule && rule->valid ? rule : std::nullopt;
}

// Reverts a collMod. An option is set back only if this change has changed it (`before` differs
// from `left`, the index after the change) and it has not been set back since (`before` differs
// from `now`).
std::variant<UndoPlan, UndoObstacle> planChange(const JournalEntry& entry, UndoPlan plan)
{
    if (!plan.present) {
        return UndoObstacle::IndexGone;
    }
    const bson::Document& before = *entry.before;
    const bson::Document& now = plan.present->listed;
    const bson::Document& left = entry.after ? *entry.after : now;
    const bool secondsBack = !sameSeconds(before, left) && !sameSeconds(before, now);
    const bool hiddenBack = !sameHidden(before, left) && !sameHidden(before, now);
    if (!secondsBack && !hiddenBack) {
        return UndoObstacle::AlreadyAsBefore;
    }
    plan.ruleThen = secondsBack ? ruleOfListed(plan.index, before) : std::nullopt;
    const std::optional<std::int64_t> seconds = usableSeconds(before);
    // a collection's own rule can be switched off, unlike the seconds of an index
    plan.change.switchedOff = secondsBack && !seconds && ttl::isOwnRule(plan.index);
    if (secondsBack && !seconds && !plan.change.switchedOff) {
        plan.way = UndoWay::Rebuild;
        plan.definition = creatableDefinition(before);
        return plan;
    }
    plan.way = UndoWay::Change;
    plan.change.index = plan.index;
    plan.change.expireAfterSeconds = secondsBack ? seconds : std::nullopt;
    plan.change.hidden
        = hiddenBack ? std::optional<bool>(before["hidden"].toBool()) : std::optional<bool>();
    return plan;
}

// The index must become what it was before this entry; `before` unset: it must not exist.
std::variant<UndoPlan, UndoObstacle> planWhole(const JournalEntry& entry, UndoPlan plan)
{
    if (!entry.before) {
        plan.way = UndoWay::Drop;
        return plan.present ? std::variant<UndoPlan, UndoObstacle>(std::move(plan))
                            : UndoObstacle::AlreadyAsBefore;
    }
    plan.definition = creatableDefinition(*entry.before);
    plan.ruleThen = ruleOfListed(plan.index, *entry.before);
    if (!plan.present) {
        plan.way = UndoWay::Create;
        return plan;
    }
    if (sameDefinition(plan.present->listed, *entry.before)) {
        return UndoObstacle::AlreadyAsBefore;
    }
    if (entry.kind == JournalKind::DropIndex) {
        return UndoObstacle::NameTaken;
    }
    plan.way = UndoWay::Rebuild;
    return plan;
}

} // namespace

std::vector<bson::Document> UndoPlan::commands() const
{
    std::vector<bson::Document> sent;
    if (way == UndoWay::Change) {
        sent.push_back(ttl::collModCommand(change));
        return sent;
    }
    if (way == UndoWay::Drop || way == UndoWay::Rebuild) {
        sent.push_back(ttl::dropIndexesCommand(index));
    }
    if (way == UndoWay::Create || way == UndoWay::Rebuild) {
        sent.push_back(createIndexesCommand(index.ns, definition));
    }
    return sent;
}

bool canBeUndone(const JournalEntry& entry)
{
    const bool done = entry.status == JournalStatus::Succeeded;
    switch (entry.kind) {
    case JournalKind::CreateIndex:
        return done; // after an unknown outcome somebody else may have created the index
    case JournalKind::ChangeIndex:
    case JournalKind::DropIndex:
        return entry.before.has_value() && (done || entry.status == JournalStatus::Unknown);
    default:
        return false;
    }
}

std::set<std::uint64_t> undoneEntries(const std::vector<JournalEntry>& entries)
{
    std::set<std::uint64_t> undone;
    // backwards: an entry that is itself reverted does not revert anything
    std::for_each(entries.rbegin(), entries.rend(), [&](const JournalEntry& entry) {
        // dates that other clients have changed all since are left alone
        const bool idle = entry.kind == JournalKind::SetDate && entry.documents == 0;
        if (entry.undoes != 0 && entry.status == JournalStatus::Succeeded && !idle
            && !undone.contains(entry.id)) {
            undone.insert(entry.undoes);
        }
    });
    return undone;
}

bson::Document creatableDefinition(const bson::Document& listed)
{
    bson::Builder builder;
    for (const bson::Element& element : listed.view()) {
        if (!isAddedByServer(element)) {
            builder.append(element.key, element.value);
        }
    }
    return builder.take();
}

bson::Document createIndexesCommand(const protocol::Namespace& ns, const bson::Document& definition)
{
    bson::Builder builder;
    builder.append("createIndexes", ns.collection).beginArray("indexes").push(definition).end();
    return builder.take();
}

namespace {

// Servers do not list the simple collation.
bson::Document comparable(const bson::Document& listed)
{
    const bson::Document definition = creatableDefinition(listed);
    bson::Builder builder;
    for (const bson::Element& element : definition.view()) {
        const bool simple = element.key == "collation"
            && element.value.asDocument()["locale"].asString() == "simple";
        if (!simple) {
            builder.append(element.key, element.value);
        }
    }
    return builder.take();
}

} // namespace

bool sameDefinition(const bson::Document& left, const bson::Document& right)
{
    const bson::Document one = comparable(left);
    const bson::Document other = comparable(right);
    const bson::DocumentView options = one.view();
    return options.count() == other.view().count()
        && std::all_of(options.begin(), options.end(), [&](const bson::Element& option) {
               return bson::equal(option.value, other[option.key]);
           });
}

std::variant<UndoPlan, UndoObstacle> undoPlan(const JournalEntry& entry,
                                              const std::optional<ttl::IndexSpec>& present)
{
    if (!canBeUndone(entry)) {
        return UndoObstacle::NoOpposite;
    }
    UndoPlan plan;
    plan.entry = entry.id;
    plan.identity = entry.identity;
    plan.index = {entry.ns, entry.index};
    plan.present = present;
    if (present) {
        plan.ruleNow = ttl::ruleOf(entry.ns, *present);
        plan.changedSince = entry.after && !sameDefinition(present->listed, *entry.after);
    }
    return entry.kind == JournalKind::ChangeIndex ? planChange(entry, std::move(plan))
                                                  : planWhole(entry, std::move(plan));
}

} // namespace sandglass::services
