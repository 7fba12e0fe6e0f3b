// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/indexes/index_service.h"

#include "app/protocol/names.h"
#include "app/protocol/server_code.h"
#include "app/services/connections/connection_service.h"
#include "app/services/forecast/rule_forecast.h"
#include "app/services/indexes/undo_plan.h"
#include "app/ttl/command_text.h"
#include "app/ttl/own_rule.h"

#include <algorithm>
#include <functional>

using namespace std::chrono_literals;

namespace sandglass::services {

namespace {

using base::Time;

constexpr int kCandidateSample = 200;
constexpr int kEffectSamples = 10;
constexpr std::chrono::seconds kCommandTimeout{120};

/// A command's reply, and the index as it is after it.
struct Sent
{
    ttl::CommandReply reply;
    Result<std::optional<ttl::IndexSpec>> found = std::optional<ttl::IndexSpec>();
};

Result<std::optional<ttl::IndexSpec>>
readOwnRule(ttl::TtlServer& server, const protocol::Namespace& ns, const ttl::CallLimits& limits)
{
    const Result<std::vector<ttl::CollectionSpec>> collections
        = server.collections(ns.database, limits);
    TRY(collections);
    const auto found = std::ranges::find(*collections, ns, &ttl::CollectionSpec::ns);
    return found == collections->end() ? std::optional<ttl::IndexSpec>() : ttl::ownRule(*found);
}

Result<std::optional<ttl::IndexSpec>> readIndex(ttl::TtlServer& server, const ttl::IndexRef& index,
                                                const ttl::CallLimits& limits)
{
    if (ttl::isOwnRule(index)) {
        return readOwnRule(server, index.ns, limits);
    }
    const Result<std::vector<ttl::IndexSpec>> indexes = server.indexes(index.ns, limits);
    TRY(indexes);
    const auto found = std::ranges::find(*indexes, index.name, &ttl::IndexSpec::name);
    return found == indexes->end() ? std::optional<ttl::IndexSpec>() : std::optional(*found);
}

bool meansNoCollection(const Error& error)
{
    return error.code == Errc::NotFound
        || error.serverCode == static_cast<int>(protocol::ServerCode::NamespaceNotFound);
}

Error mismatch(const std::string& what)
{
    return base::failure(Errc::Conflict,
                         "The index was read back and differs from what was asked for: " + what);
}

Result<void> verifyCreated(const ttl::TtlIndexSpec& asked,
                           const std::optional<ttl::IndexSpec>& found)
{
    if (!found) {
        return mismatch("there is no index " + asked.name + ".");
    }
    if (found->expireAfterSeconds != asked.expireAfterSeconds) {
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
        return mismatch("it is still on.");
    }
    if (asked.hidden && found->hidden != *asked.hidden) {
        return mismatch("hidden.");
    }
    return {};
}

void fill(JournalEntry& entry, const ChangeNote& note)
{
    entry.deletes = note.deletes;
    entry.undoes = note.undoes;
}

} // namespace

/// A command with all that its journal entry and its check need.
struct IndexService::Command
{
    JournalEntry entry;
    TaskKind task = TaskKind::CreateIndex;
    std::function<Result<ttl::CommandReply>(ttl::TtlServer&, const ttl::CallLimits&)> call;
    std::function<Result<void>(const std::optional<ttl::IndexSpec>&)> verify;
};

IndexService::IndexService(ConnectionService& connections, ForecastService& forecasts,
                           JournalService& journal, TaskService& tasks, QObject* parent)
    : QObject(parent)
    , m_connections(connections)
    , m_forecasts(forecasts)
    , m_journal(journal)
    , m_tasks(tasks)
{
}

QCoro::Task<Result<std::vector<ttl::IndexSpec>>> IndexService::list(protocol::Namespace ns)
{
    return m_connections.run(
        [ns = std::move(ns)](ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return server.indexes(ns, limits);
        });
}

QCoro::Task<Result<std::optional<ttl::IndexSpec>>> IndexService::read(ttl::IndexRef index)
{
    return m_connections.run(
        [index = std::move(index)](ttl::TtlServer& server, const ttl::CallLimits& limits)
            -> Result<std::optional<ttl::IndexSpec>> {
            Result<std::optional<ttl::IndexSpec>> found = readIndex(server, index, limits);
            return !found && meansNoCollection(found.error()) ? std::optional<ttl::IndexSpec>()
                                                              : std::move(found);
        });
}

QCoro::Task<Result<std::vector<ttl::FieldCandidate>>>
IndexService::candidates(protocol::Namespace ns)
{
    return m_connections.run(
        [ns = std::move(ns)](ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return server.fieldCandidates(ns, kCandidateSample, limits);
        });
}

QCoro::Task<EffectAnswer> IndexService::effect(EffectQuery query)
{
    return effectFlow(this, std::move(query));
}

QCoro::Task<EffectAnswer> IndexService::effectFlow(QPointer<IndexService> self, EffectQuery query)
{
    EffectAnswer answer;
    answer.now = self->m_connections.serverNow();
    query.after = self->m_forecasts.asServerHasIt(std::move(query.after));
    answer.bucketSpanSeconds = query.after.bucketSpanSeconds;
    // a picture that holds both rules: up to the longer period, a day at least and a year at most
    const std::int64_t longest = std::max(query.after.latestAfterSeconds(),
                                          query.before ? query.before->expireAfterSeconds : 0);
    const auto span = std::chrono::seconds(std::clamp<std::int64_t>(longest, 86'400, 31'536'000));
    answer.edges = bucketEdges(answer.now, span, query.zone);
    const std::uint64_t task
        = self->m_tasks.begin(TaskKind::CountEffect, query.after.index.ns, query.cancel);

    const ttl::ImpactRequest request = ttl::impactRequest(query.after, answer.now, kEffectSamples);
    const ttl::CallLimits limits{kCountTimeout, query.cancel};
    auto counting = self->m_connections.run(
        [request, kept = query.after.kept](
            ttl::TtlServer& server, const ttl::CallLimits& callLimits) -> Result<ttl::Impact> {
            return kept ? Result<ttl::Impact>(keptField(request.field))
                        : server.impact(request, callLimits);
        },
        limits);
    auto picturing = self->m_forecasts.histogram(query.after, answer.edges, query.cancel);
    std::optional<QCoro::Task<Result<ttl::ExpiryHistogram>>> picturingBefore;
    if (query.before) {
        picturingBefore.emplace(
            self->m_forecasts.histogram(*query.before, answer.edges, query.cancel));
    }
    answer.impact = co_await counting;
    if (answer.impact && answer.bucketSpanSeconds > 0) {
        answer.impact->exact = answer.impact->affected == 0;
    }
    const Result<ttl::ExpiryHistogram> after = co_await picturing;
    if (after) {
        answer.after = *after;
    }
    if (picturingBefore) {
        const Result<ttl::ExpiryHistogram> before = co_await *picturingBefore;
        if (before) {
            answer.before = *before;
        }
    }
    if (self) {
        self->m_tasks.end(task);
    }
    co_return answer;
}

QCoro::Task<Result<ttl::IndexRef>> IndexService::create(ttl::TtlIndexSpec spec, ChangeNote note)
{
    Command command;
    command.entry.kind = JournalKind::CreateIndex;
    command.entry.ns = spec.ns;
    command.entry.index = spec.name;
    command.entry.command = ttl::createIndexesCommand(spec);
    command.entry.mongosh = ttl::mongoshText(spec);
    fill(command.entry, note);
    command.task = TaskKind::CreateIndex;
    command.verify
        = [spec](const std::optional<ttl::IndexSpec>& found) { return verifyCreated(spec, found); };
    command.call = [spec](ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return server.createIndex(spec, limits);
    };
    return createFlow(this, std::move(command));
}

QCoro::Task<Result<ttl::IndexRef>> IndexService::restore(protocol::Namespace ns,
                                                         bson::Document listed, ChangeNote note)
{
    const bson::Document index = creatableDefinition(listed);
    Command command;
    command.entry.kind = JournalKind::CreateIndex;
    command.entry.ns = ns;
    command.entry.index = index["name"].asString();
    command.entry.command = createIndexesCommand(ns, index);
    command.entry.mongosh
        = ttl::commandText(ttl::CommandLanguage::Mongosh, ns.database, command.entry.command);
    command.entry.before = std::move(note.replaces);
    fill(command.entry, note);
    command.task = TaskKind::CreateIndex;
    command.verify = [index](const std::optional<ttl::IndexSpec>& found) -> Result<void> {
        if (!found) {
            return mismatch("there is no such index.");
        }
        return sameDefinition(found->listed, index) ? Result<void>()
                                                    : Result<void>(mismatch("its options."));
    };
    command.call
        = [ns, sent = command.entry.command](
              ttl::TtlServer& server, const ttl::CallLimits& limits) -> Result<ttl::CommandReply> {
        Result<bson::Document> reply = server.runCommand(ns.database, sent, limits);
        TRY(reply);
        return ttl::CommandReply{sent, std::move(*reply)};
    };
    return createFlow(this, std::move(command));
}

QCoro::Task<Result<ttl::IndexRef>> IndexService::createFlow(QPointer<IndexService> self,
                                                            Command command)
{
    const ttl::IndexRef index{command.entry.ns, command.entry.index};
    QCoro::Task<Result<std::optional<ttl::IndexSpec>>> sending = send(self, std::move(command));
    const Result<std::optional<ttl::IndexSpec>> answer = co_await sending;
    if (!answer) {
        co_return Result<ttl::IndexRef>(answer.error());
    }
    co_return Result<ttl::IndexRef>(index);
}

QCoro::Task<Result<void>> IndexService::change(ttl::IndexChange change, ttl::IndexSpec before,
                                               ChangeNote note)
{
    Command command;
    command.entry.kind = JournalKind::ChangeIndex;
    command.entry.ns = change.index.ns;
    command.entry.index = change.index.name;
    command.entry.command = ttl::collModCommand(change);
    command.entry.mongosh = ttl::mongoshText(change);
    fill(command.entry, note);
    command.entry.before = before.listed;
    command.task = TaskKind::ChangeIndex;
    command.verify = [change](const std::optional<ttl::IndexSpec>& found) {
        return verifyChanged(change, found);
    };
    command.call = [change](ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return server.changeIndex(change, limits);
    };
    return changeFlow(this, std::move(command));
}

QCoro::Task<Result<void>> IndexService::drop(ttl::IndexRef index, ttl::IndexSpec before,
                                             ChangeNote note)
{
    Command command;
    command.entry.kind = JournalKind::DropIndex;
    command.entry.ns = index.ns;
    command.entry.index = index.name;
    command.entry.command = ttl::dropIndexesCommand(index);
    command.entry.mongosh = ttl::mongoshText(index);
    fill(command.entry, note);
    command.entry.before = before.listed;
    command.task = TaskKind::DropIndex;
    command.verify = [](const std::optional<ttl::IndexSpec>& found) {
        return found ? Result<void>(mismatch("it is still there.")) : Result<void>();
    };
    command.call = [index](ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return server.dropIndex(index, limits);
    };
    return changeFlow(this, std::move(command));
}

QCoro::Task<Result<void>> IndexService::changeFlow(QPointer<IndexService> self, Command command)
{
    QCoro::Task<Result<std::optional<ttl::IndexSpec>>> sending = send(self, std::move(command));
    const Result<std::optional<ttl::IndexSpec>> answer = co_await sending;
    if (!answer) {
        co_return Result<void>(answer.error());
    }
    co_return Result<void>();
}

QCoro::Task<Result<std::optional<ttl::IndexSpec>>> IndexService::send(QPointer<IndexService> self,
                                                                      Command command)
{
    using Answer = Result<std::optional<ttl::IndexSpec>>;
    if (self->m_connections.isLocked()) {
        co_return Answer(base::failure(Errc::NotPermitted, "The connection is locked."));
    }
    const protocol::Namespace ns = command.entry.ns;
    command.entry.server = serverName(self->m_connections.state());
    const Result<std::uint64_t> entry = self->m_journal.begin(command.entry);
    if (!entry) {
        co_return Answer(entry.error());
    }
    const std::uint64_t task = self->m_tasks.begin(command.task, ns, {});
    const ttl::CallLimits limits{kCommandTimeout, {}};
    auto sending = self->m_connections.run(
        [call = command.call, index = ttl::IndexRef{ns, command.entry.index}](
            ttl::TtlServer& server, const ttl::CallLimits& callLimits) -> Result<Sent> {
            Result<ttl::CommandReply> reply = call(server, callLimits);
            TRY(reply);
            return Sent{std::move(*reply), readIndex(server, index, callLimits)};
        },
        limits);
    const Result<Sent> sent = co_await sending;
    if (!self) {
        co_return Answer(base::failure(Errc::Cancelled, "The window was closed."));
    }
    self->m_tasks.end(task);
    std::optional<ttl::IndexSpec> found;
    Result<void> verdict;
    if (!sent) {
        verdict = sent.error();
    } else if (!sent->found) {
        Error unread = sent->found.error();
        verdict = std::move(unread).during("reading the index back");
    } else {
        found = *sent->found;
        verdict = command.verify(found);
    }
    if (verdict) {
        self->m_journal.succeed(*entry, sent->reply.reply,
                                found ? std::optional(found->listed) : std::nullopt);
    } else {
        self->m_journal.fail(*entry, verdict.error());
    }
    Q_EMIT self->indexesChanged(ns);
    co_return verdict ? Answer(found) : Answer(verdict.error());
}

} // namespace sandglass::services

#include "moc_index_service.cpp"
