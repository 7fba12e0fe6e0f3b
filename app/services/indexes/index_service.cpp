// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/indexes/index_service.h"

#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/forecast/rule_forecast.h"
#include "app/services/indexes/index_build.h"
#include "app/services/indexes/index_outcome.h"

#include <QPointer>

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace sandglass::services {

namespace {

using base::Time;

constexpr int kCandidateSample = 200;
constexpr int kEffectSamples = 10;
constexpr std::chrono::seconds kCommandTimeout{120};
constexpr std::int64_t kShortestEffectSeconds = 86'400;
constexpr std::int64_t kLongestEffectSeconds = 31'536'000;

// Puts the count and the histograms together.
EffectAnswer effectAnswer(EffectAnswer answer, const Result<ttl::Impact>& impact,
                          const std::vector<Result<ttl::ExpiryHistogram>>& histograms)
{
    answer.impact = impact;
    // complete buckets are known only to the server, so any count but 0 is an upper limit
    if (answer.impact && answer.bucketSpanSeconds > 0) {
        answer.impact->exact = answer.impact->exact && answer.impact->affected == 0;
    }
    if (histograms.front()) {
        answer.after = *histograms.front();
    }
    if (histograms.size() > 1 && histograms.back()) {
        answer.before = *histograms.back();
    } else if (histograms.size() > 1) {
        answer.after.reset(); // beside nothing, it would look as if nothing expired before
    }
    return answer;
}

// The steps of a single command.
Result<IndexOutcome> sendFirst(std::vector<PreparedIndexCommand>& commands, ttl::TtlServer& server,
                               const ttl::CallLimits& limits)
{
    return sendIndexCommand(commands.front(), server, limits);
}

Error buildEndedError()
{
    return base::failure(Errc::Cancelled, "The build of the index was ended.");
}

// After the user has cancelled a build: that the index is not there is what was asked for. A build
// that was complete before stays a success, and a lost answer stays lost.
Result<IndexOutcome> cancelledOutcome(Result<IndexOutcome> outcome)
{
    if (!outcome && outcome.error().code == Errc::Server) {
        return buildEndedError();
    }
    if (outcome && !outcome->verdict && outcome->verdict.error().code == Errc::Conflict) {
        outcome->verdict = buildEndedError();
    }
    return outcome;
}

// Success becomes the index that was created.
auto named(const ttl::IndexRef& made)
{
    return [made](const Result<void>& answer) {
        return answer ? Result<ttl::IndexRef>(made) : Result<ttl::IndexRef>(answer.error());
    };
}

} // namespace

std::vector<Time> effectEdges(Time now, std::int64_t longestSeconds, const QTimeZone& zone)
{
    const std::int64_t span
        = std::clamp(longestSeconds, kShortestEffectSeconds, kLongestEffectSeconds);
    return bucketEdges(now, std::chrono::seconds(span), zone);
}

IndexService::IndexService(ConnectionService& connections, ForecastService& forecasts,
                           JournalService& journal, TaskService& tasks, OutcomeCheck& outcomes)
    : m_connections(connections)
    , m_forecasts(forecasts)
    , m_journal(journal)
    , m_tasks(tasks)
    , m_outcomes(outcomes)
{
    m_outcomes.addSource(indexOutcomeReading);
    connect(
        &m_outcomes, &OutcomeCheck::checked, this,
        [this](quint64 /*entry*/, OutcomeCheck::Outcome outcome, const protocol::Namespace& ns) {
            if (outcome == OutcomeCheck::Outcome::InEffect) {
                Q_EMIT indexesChanged(ns, {});
            }
        });
}

QFuture<Result<std::vector<ttl::IndexSpec>>> IndexService::list(protocol::Namespace ns,
                                                                ttl::CancelToken cancel)
{
    return m_connections.run(
        [ns = std::move(ns)](ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return server.indexes(ns, limits);
        },
        ttl::CallLimits{.cancel = std::move(cancel)});
}

QFuture<Result<std::optional<ttl::IndexSpec>>> IndexService::read(ttl::IndexRef index)
{
    return m_connections.run(
        [index = std::move(index)](ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return readIndex(server, index, limits);
        });
}

QFuture<Result<std::vector<ttl::FieldCandidate>>> IndexService::candidates(protocol::Namespace ns)
{
    return m_connections.run(
        [ns = std::move(ns)](ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return server.fieldCandidates(ns, kCandidateSample, limits);
        });
}

QFuture<EffectAnswer> IndexService::effect(EffectQuery query)
{
    EffectAnswer answer;
    answer.now = m_connections.serverNow();
    query.after = m_forecasts.withServerFacts(std::move(query.after));
    answer.bucketSpanSeconds = query.after.bucketSpanSeconds;
    answer.edges = std::move(query.edges);
    if (answer.edges.empty()) {
        answer.edges = effectEdges(
            answer.now,
            std::max(query.after.latestAfterSeconds(),
                     query.before ? query.before->expireAfterSeconds : std::int64_t{0}),
            query.zone);
    }
    const std::uint64_t task
        = m_tasks.begin(TaskKind::CountEffect, query.after.index.ns, query.cancel);
    std::vector<QFuture<Result<ttl::ExpiryHistogram>>> pictures{m_forecasts.histogram(
        query.after, answer.edges, query.cancel, m_forecasts.sampleAbove(query.after))};
    if (query.before) {
        pictures.push_back(m_forecasts.histogram(*query.before, answer.edges, query.cancel,
                                                 m_forecasts.sampleAbove(*query.before)));
    }
    // started now, so that all run at the same time; any may be the last to arrive
    const QFuture<Result<ttl::Impact>> counting = count(query, answer.now);
    return then(
        allAnswered(pictures, this), this,
        [this, task, counting,
         answer = std::move(answer)](const std::vector<Result<ttl::ExpiryHistogram>>& histograms) {
            return then(counting, this,
                        [this, task, answer, histograms](const Result<ttl::Impact>& impact) {
                            m_tasks.end(task);
                            return effectAnswer(answer, impact, histograms);
                        });
        });
}

QFuture<Result<ttl::Impact>> IndexService::count(const EffectQuery& query, Time now)
{
    ttl::ImpactRequest request = ttl::impactRequest(query.after, now, kEffectSamples,
                                                    m_forecasts.sampleAbove(query.after));
    return m_connections.run(
        [request = std::move(request), hidden = query.after.hiddenByServer](
            ttl::TtlServer& server, const ttl::CallLimits& limits) -> Result<ttl::Impact> {
            return hidden ? Result<ttl::Impact>(hiddenFieldError(request.field))
                          : server.impact(request, limits);
        },
        {kCountTimeout, query.cancel});
}

QFuture<Result<ttl::IndexRef>> IndexService::create(ttl::TtlIndexSpec spec, ChangeNote note)
{
    const ttl::IndexRef made{spec.ns, spec.name};
    return then(carryOut({creation(spec, note)}, sendFirst), this, named(made));
}

QFuture<Result<ttl::IndexRef>> IndexService::restore(protocol::Namespace ns, bson::Document listed,
                                                     ChangeNote note)
{
    IndexCommand command = restoration(ns, listed, note);
    const ttl::IndexRef made{ns, command.entry.index};
    return then(carryOut({std::move(command)}, sendFirst), this, named(made));
}

QFuture<Result<void>> IndexService::change(ttl::IndexChange change, ttl::IndexSpec before,
                                           ChangeNote note)
{
    return carryOut({alteration(change, before, note)}, sendFirst);
}

QFuture<Result<void>> IndexService::drop(ttl::IndexRef index, ttl::IndexSpec before,
                                         ChangeNote note)
{
    // to dropIndexes, "*" means all indexes
    if (index.name.empty() || index.name == "*") {
        return knownAnswer(Result<void>(
            base::failure(Errc::InvalidInput, "This is not the name of a single index.")));
    }
    return carryOut({removal(index, before, note)}, sendFirst);
}

PreparedIndexCommand IndexService::prepare(IndexCommand command, std::vector<std::uint64_t>& ids)
{
    command.entry.server = serverName(m_connections.state());
    PreparedIndexCommand prepared{m_journal.prepare(std::move(command.entry)),
                                  std::move(command.verify)};
    ids.push_back(prepared.journal.id());
    for (IndexCommand& step : command.instead) {
        prepared.instead.push_back(prepare(std::move(step), ids));
    }
    const std::optional<ttl::ServerInfo>& server = m_connections.state().server;
    prepared.insteadOnly = server && !server->may(ttl::Capability::CreateHidden);
    return prepared;
}

QFuture<Result<void>> IndexService::carryOut(std::vector<IndexCommand> commands, Steps steps)
{
    if (m_connections.isLocked()) {
        return knownAnswer(
            Result<void>(base::failure(Errc::NotPermitted, "The connection is locked.")
                             .because(base::LocalReason::ConnectionLocked)));
    }
    const protocol::Namespace ns = commands.front().entry.ns;
    const bool builds = std::ranges::any_of(
        commands, [](const IndexCommand& each) { return buildsIndex(each.entry.command); });
    const ttl::CancelToken asked;
    const ttl::CancelToken waiting;
    // a build is ended on the server; of any other command only the wait can be ended, and what
    // became of it is then read back as after a lost answer
    const std::uint64_t task = m_tasks.begin(commands.front().task, ns, builds ? asked : waiting);
    QPointer<IndexBuild> build;
    if (builds) {
        build = new IndexBuild(m_connections, m_tasks,
                               {task, ns, commands.front().entry.index, asked, waiting}, this);
    }
    std::vector<PreparedIndexCommand> prepared;
    std::vector<std::uint64_t> ids;
    const bool single = commands.size() == 1;
    prepared.reserve(commands.size());
    for (IndexCommand& command : commands) {
        prepared.push_back(prepare(std::move(command), ids));
    }
    const auto work = [prepared = std::move(prepared), steps = std::move(steps)](
                          ttl::TtlServer& server,
                          const ttl::CallLimits& limits) mutable -> Result<IndexOutcome> {
        return steps(prepared, server, limits);
    };
    return then(m_connections.runChange(work, {kCommandTimeout, waiting}), this,
                [this, task, ns, ids, single, build, asked](const Result<IndexOutcome>& outcome) {
                    if (!build || !asked.cancelled()) {
                        delete build.data();
                        m_tasks.end(task);
                        return finish(ns, ids, single, outcome);
                    }
                    // what was asked of the server meanwhile may still take the index away
                    return then(build->ended(), this,
                                [this, task, ids, single, build, outcome](const Result<void>&) {
                                    delete build.data();
                                    m_tasks.end(task);
                                    return finishCancelled(ids, single, outcome);
                                });
                });
}

QFuture<Result<void>> IndexService::finishCancelled(const std::vector<std::uint64_t>& ids,
                                                    bool single,
                                                    const Result<IndexOutcome>& outcome)
{
    const JournalEntry* entry = m_journal.find(ids.front());
    const ttl::IndexRef index = entry ? ttl::IndexRef{entry->ns, entry->index} : ttl::IndexRef{};
    if (!entry || !outcome || !outcome->verdict) {
        return finish(index.ns, ids, single, cancelledOutcome(outcome));
    }
    return then(read(index), this,
                [this, ids, single, ns = index.ns,
                 outcome](const Result<std::optional<ttl::IndexSpec>>& now) {
                    Result<IndexOutcome> ended = outcome;
                    ended->indexes.reset(); // read before
                    if (now && !*now) {
                        ended->verdict = buildEndedError();
                    }
                    return finish(ns, ids, single, ended);
                });
}

QFuture<Result<void>> IndexService::finish(const protocol::Namespace& ns,
                                           const std::vector<std::uint64_t>& ids, bool single,
                                           const Result<IndexOutcome>& outcome)
{
    if (!outcome) {
        for (const std::uint64_t id : ids) {
            m_journal.fail(id, outcome.error()); // the worker may have been abandoned
        }
    }
    std::size_t begun = 0;
    for (const std::uint64_t id : ids) {
        if (const JournalEntry* entry = m_journal.find(id)) {
            ++begun;
            Q_EMIT commandEnded(JournalEntry(*entry));
        }
    }
    Q_EMIT indexesChanged(ns, {outcome ? outcome->indexes : std::nullopt});
    if (outcome) {
        return knownAnswer(outcome->verdict);
    }
    const auto lost = std::ranges::find_if(ids, [this](std::uint64_t id) {
        const JournalEntry* entry = m_journal.find(id);
        return entry && entry->status == JournalStatus::Unknown;
    });
    if (lost == ids.end()) {
        return knownAnswer(Result<void>(outcome.error()));
    }
    // of several steps, those after the lost one were not sent
    return then(m_outcomes.outcomeOf(*lost), this,
                [alone = single && begun == 1, error = outcome.error()](OutcomeCheck::Outcome now) {
                    if (now != OutcomeCheck::Outcome::InEffect) {
                        return Result<void>(lostAnswerError(now, error));
                    }
                    if (isUnconfirmed(error)) {
                        return Result<void>(error);
                    }
                    return alone
                        ? Result<void>()
                        : Result<void>(
                            base::failure(Errc::Conflict,
                                          "What became of one of the commands is not certain; the "
                                          "journal shows which of them were executed.")
                                .because(base::LocalReason::StepsUnknown));
                });
}

} // namespace sandglass::services

#include "moc_index_service.cpp"
