// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/indexes/index_command.h"

#include "app/bson/builder.h"
#include "app/protocol/names.h"
#include "app/protocol/server_code.h"
#include "app/services/indexes/index_lesson.h"
#include "app/services/indexes/undo_plan.h"
#include "app/ttl/collations.h"
#include "app/ttl/command_text.h"
#include "app/ttl/own_rule.h"

#include <algorithm>
#include <utility>

namespace sandglass::services {

namespace {

using MaybeIndex = std::optional<ttl::IndexSpec>;

constexpr std::chrono::hours kLongestIndexBuild{24 * 365};

Result<std::optional<ttl::IndexSpec>>
readOwnRule(ttl::TtlServer& server, const protocol::Namespace& ns, const ttl::CallLimits& limits)
{
    const Result<std::vector<ttl::CollectionSpec>> collections
        = server.collections(ns.database, limits);
    TRY(collections);
    const auto found = std::ranges::find(*collections, ns, &ttl::CollectionSpec::ns);
    return found == collections->end() ? std::optional<ttl::IndexSpec>() : ttl::ownRule(*found);
}

Error mismatch(const std::string& what)
{
    return base::failure(Errc::Conflict, "The index was read back and is not as requested: " + what)
        .because(base::LocalReason::IndexNotAsRequested);
}

Result<void> verifyCreated(const ttl::TtlIndexSpec& asked,
                           const std::optional<ttl::IndexSpec>& found)
{
    if (!found) {
        return mismatch("there is no index " + asked.name + ".");
    }
    const bool sameExpiry
        = asked.ordinary ? !found->isTtl() : found->expireAfterSeconds == asked.expireAfterSeconds;
    if (!sameExpiry) {
        return mismatch("expireAfterSeconds.");
    }
    if (!protocol::sameKeyPattern(found->key, asked.key)) {
        return mismatch("the key.");
    }
    if (found->hidden != asked.hidden
        || found->partialFilter.has_value() != asked.partialFilter.has_value()) {
        return mismatch("its options.");
    }
    return {};
}

// Compares only what the change asks for.
Result<void> verifyChanged(const ttl::IndexChange& asked,
                           const std::optional<ttl::IndexSpec>& found)
{
    if (!found) {
        return mismatch("there is no index " + asked.index.name + ".");
    }
    if (asked.expireAfterSeconds && found->expireAfterSeconds != asked.expireAfterSeconds) {
        return mismatch("expireAfterSeconds.");
    }
    if (asked.switchedOff && found->isTtl()) {
        return mismatch("it is still enabled.");
    }
    if (asked.hidden && found->hidden != *asked.hidden) {
        return mismatch("hidden.");
    }
    return {};
}

/// The index after a command, and all indexes of the collection if they were read.
struct ReadBack
{
    MaybeIndex found;
    std::optional<std::vector<ttl::IndexSpec>> indexes;
};

// Lists all indexes, since no command lists a single one.
Result<ReadBack> readBack(ttl::TtlServer& server, const ttl::IndexRef& index,
                          const ttl::CallLimits& limits)
{
    if (ttl::isOwnRule(index)) {
        Result<MaybeIndex> own = readOwnRule(server, index.ns, limits);
        TRY(own);
        return ReadBack{std::move(*own), {}};
    }
    Result<std::vector<ttl::IndexSpec>> indexes = server.indexes(index.ns, limits);
    TRY(indexes);
    const auto found = std::ranges::find(*indexes, index.name, &ttl::IndexSpec::name);
    return ReadBack{found == indexes->end() ? MaybeIndex() : MaybeIndex(*found),
                    std::move(*indexes)};
}

// The address may lead to another server since the command was sent. What that one has says
// nothing about the command, so the answer counts as lost.
Result<ReadBack> readBackHere(ttl::TtlServer& server, const ttl::IndexRef& index,
                              const ttl::CallLimits& limits)
{
    Result<ReadBack> now = readBack(server, index, limits);
    TRY(now);
    const Result<void> same = server.checkAlive(limits);
    if (!same && same.error().code == Errc::OtherServer) {
        return base::failure(Errc::Network, same.error().message);
    }
    TRY(same);
    return now;
}

// The second step of creating a hidden index; `plain`: the index as the first step has made it.
IndexCommand hiding(const ttl::IndexRef& index, const bson::Document& plain)
{
    ttl::IndexSpec before;
    before.name = index.name;
    before.listed = plain;
    return alteration({index, {}, true}, before, {});
}

bson::Document withoutHidden(const bson::Document& definition)
{
    bson::Builder builder;
    for (const bson::Element& element : definition.view()) {
        if (element.key != "hidden") {
            builder.append(element.key, element.value);
        }
    }
    return builder.take();
}

// An index build takes as long as the collection is large: no limit of ours ends it.
ttl::CallLimits limitsOf(const bson::Document& command, ttl::CallLimits limits)
{
    if (buildsIndex(command)) {
        limits.timeout = kLongestIndexBuild;
    }
    return limits;
}

IndexCommand commandOn(const ttl::IndexRef& index, JournalKind kind, const ChangeNote& note)
{
    IndexCommand command;
    command.entry.kind = kind;
    command.entry.ns = index.ns;
    command.entry.index = index.name;
    command.entry.deletes = note.deletes;
    command.entry.undoes = note.undoes;
    return command;
}

} // namespace

bool meansNoCollection(const Error& error)
{
    return error.code == Errc::NotFound
        || error.serverCode == static_cast<int>(protocol::ServerCode::NamespaceNotFound);
}

bool buildsIndex(const bson::Document& command)
{
    return command.contains("createIndexes");
}

IndexCommand creation(const ttl::TtlIndexSpec& spec, const ChangeNote& note)
{
    IndexCommand command = commandOn({spec.ns, spec.name}, JournalKind::CreateIndex, note);
    command.entry.command = ttl::createIndexesCommand(spec);
    command.entry.mongosh = ttl::mongoshText(spec);
    command.task = TaskKind::CreateIndex;
    command.verify = [spec](const MaybeIndex& found) { return verifyCreated(spec, found); };
    if (spec.hidden) {
        ttl::TtlIndexSpec plain = spec;
        plain.hidden = false;
        command.instead.push_back(creation(plain, note));
        const bson::DocumentView made
            = command.instead.front().entry.command["indexes"].asDocument();
        command.instead.push_back(
            hiding({spec.ns, spec.name}, bson::Document(made.begin()->value.asDocument())));
    }
    return command;
}

IndexCommand alteration(const ttl::IndexChange& change, const ttl::IndexSpec& before,
                        const ChangeNote& note)
{
    IndexCommand command = commandOn(change.index, JournalKind::ChangeIndex, note);
    command.entry.command = ttl::collModCommand(change);
    command.entry.mongosh = ttl::mongoshText(change);
    command.entry.before = ttl::listedWithCollation(before);
    command.task = TaskKind::ChangeIndex;
    command.verify = [change](const MaybeIndex& found) { return verifyChanged(change, found); };
    return command;
}

IndexCommand removal(const ttl::IndexRef& index, const ttl::IndexSpec& before,
                     const ChangeNote& note)
{
    IndexCommand command = commandOn(index, JournalKind::DropIndex, note);
    command.entry.command = ttl::dropIndexesCommand(index);
    command.entry.mongosh = ttl::mongoshText(index);
    command.entry.before = ttl::listedWithCollation(before);
    command.task = TaskKind::DropIndex;
    command.verify = [](const MaybeIndex& found) {
        return found ? Result<void>(mismatch("it still exists.")) : Result<void>();
    };
    return command;
}

IndexCommand restoration(const protocol::Namespace& ns, const bson::Document& listed,
                         const ChangeNote& note)
{
    const bson::Document index = creatableDefinition(listed);
    IndexCommand command
        = commandOn({ns, std::string(index["name"].asString())}, JournalKind::CreateIndex, note);
    command.entry.command = createIndexesCommand(ns, index);
    command.entry.mongosh
        = ttl::commandText(ttl::CommandLanguage::Mongosh, ns.database, command.entry.command);
    command.entry.before = note.replaces;
    command.task = TaskKind::CreateIndex;
    command.verify = [index](const MaybeIndex& found) -> Result<void> {
        if (!found) {
            return mismatch("there is no such index.");
        }
        return sameDefinition(found->listed, index) ? Result<void>()
                                                    : Result<void>(mismatch("its options."));
    };
    if (index["hidden"].toBool()) {
        const bson::Document plain = withoutHidden(index);
        command.instead.push_back(restoration(ns, plain, note));
        command.instead.push_back(hiding({ns, command.entry.index}, plain));
    }
    return command;
}

namespace {

Result<IndexOutcome> sendInstead(PreparedIndexCommand& command, ttl::TtlServer& server,
                                 const ttl::CallLimits& limits)
{
    Result<IndexOutcome> outcome = base::failure(Errc::Internal, "no commands");
    for (PreparedIndexCommand& step : command.instead) {
        outcome = sendIndexCommand(step, server, limits);
        if (!outcome || !outcome->verdict) {
            break;
        }
    }
    return outcome;
}

// The command may have made the collection: an undo is bound to that one.
void learnIdentity(JournalledCommand& journal, ttl::TtlServer& server,
                   const ttl::CallLimits& limits)
{
    const JournalEntry& entry = journal.entry();
    if (!entry.identity.missing) {
        return;
    }
    if (Result<ttl::DataIdentity> made = ttl::readIdentity(server, entry.ns, limits)) {
        journal.setIdentity(std::move(*made));
    }
}

} // namespace

Result<IndexOutcome> sendIndexCommand(PreparedIndexCommand& command, ttl::TtlServer& server,
                                      const ttl::CallLimits& limits)
{
    if (command.insteadOnly && !command.instead.empty()) {
        return sendInstead(command, server, limits);
    }
    JournalledCommand& journal = command.journal;
    const JournalEntry& entry = journal.entry();
    Result<ttl::DataIdentity> identity = ttl::readIdentity(server, entry.ns, limits);
    TRY(identity);
    journal.setIdentity(std::move(*identity));
    TRY(journal.begin());
    const Result<bson::Document> reply
        = server.alter(entry.ns.database, entry.command, limitsOf(entry.command, limits));
    if (!reply) {
        journal.fail(reply.error());
        const bool otherWay = !command.instead.empty() && refusesHidden(reply.error());
        return otherWay ? sendInstead(command, server, limits)
                        : Result<IndexOutcome>(reply.error());
    }
    Result<ReadBack> now = readBackHere(server, {entry.ns, entry.index}, limits);
    if (!now) {
        Error unread = std::move(now.error()).during("reading the index back");
        if (leavesOutcomeUnknown(unread)) {
            journal.fail(unread);
            return unread;
        }
        // executed as the server says, but not proven
        journal.succeed(*reply);
        return IndexOutcome{std::move(unread).during("the command was executed"), {}};
    }
    const Result<void> verdict = command.verify(now->found);
    if (verdict) {
        learnIdentity(journal, server, limits);
        journal.succeed(*reply, now->found ? std::optional(now->found->listed) : std::nullopt);
    } else {
        journal.fail(verdict.error());
    }
    return IndexOutcome{verdict, std::move(now->indexes)};
}

Result<std::optional<ttl::IndexSpec>> readIndex(ttl::TtlServer& server, const ttl::IndexRef& index,
                                                const ttl::CallLimits& limits)
{
    Result<ReadBack> now = readBack(server, index, limits);
    if (!now && meansNoCollection(now.error())) {
        return MaybeIndex();
    }
    TRY(now);
    return std::move(now->found);
}

} // namespace sandglass::services
