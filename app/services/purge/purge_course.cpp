// SPDX-License-Identifier: GPL-3.0-or-later
// The course of PurgeService: batch after batch, and what happens between them.
#include "app/bson/builder.h"
#include "app/services/calls/on_worker.h"
#include "app/services/connections/connection_service.h"
#include "app/services/purge/percent.h"
#include "app/services/purge/purge_service.h"

#include <algorithm>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr std::chrono::seconds kBatchTimeout{120};
// the purge pauses after so many batches in a row that delete nothing
constexpr int kFruitlessBatches = 2;

} // namespace

// The step of the timer: looks at the clock and at what was requested, and decides about the next
// batch.
void PurgeService::tick()
{
    if (!isActive()) {
        return;
    }
    // a batch or an archive is being worked on
    if (m_call.isWaiting()) {
        watchArchive();
        return;
    }
    if (m_cancel.cancelled()) {
        finish({});
        return;
    }
    const base::Clock& clock = m_needs.connections.clock();
    const base::Millis wait = m_nextAt - clock.steady();
    if (m_status.phase == PurgePhase::Paused) {
        wakeIn(m_longestTick); // Cancel only raises a flag, which must be polled
    } else if (m_job->options.hours && !within(*m_job->options.hours, clock.now())) {
        show(PurgePhase::OutsideHours);
        wakeIn(m_longestTick);
    } else if (wait > 0ms) {
        show(PurgePhase::Waiting);
        wakeIn(wait);
    } else if (const std::optional<PauseReason> reason = obstacle()) {
        halt(*reason);
    } else {
        sendBatch();
    }
}

void PurgeService::watchArchive()
{
    if (m_status.phase != PurgePhase::Archiving) {
        return;
    }
    m_status.archived = m_archiving->written;
    m_status.verifying = m_archiving->verifying;
    m_needs.tasks.setPercent(m_task, percent(m_status.archived, m_job->total));
    wakeIn(m_longestTick);
    Q_EMIT changed();
}

// Why the next batch must not be sent; unset: it may be.
std::optional<PauseReason> PurgeService::obstacle()
{
    ConnectionService& connections = m_needs.connections;
    if (!connections.isConnected() || serverKey() != m_job->server) {
        return PauseReason::Disconnected;
    }
    if (!connections.isLocked()) {
        m_unlockedUntil = connections.lockedAgainAt();
        m_key = connections.changeKey();
        return {};
    }
    // A purge confirmed while unlocked continues after the ten minutes; only Lock pressed by the
    // user pauses it.
    const bool byItself
        = m_unlockedUntil && connections.clock().now() >= *m_unlockedUntil && m_key.permits();
    return byItself ? std::nullopt : std::optional(PauseReason::Locked);
}

void PurgeService::identify()
{
    m_call.ask(m_needs.connections.run(
                   [ns = m_job->rule.ns](ttl::TtlServer& server, const ttl::CallLimits& limits) {
                       return ttl::readIdentity(server, ns, limits);
                   },
                   {kBatchTimeout, {}}),
               this, [this](const Result<ttl::DataIdentity>& identity) {
                   if (!identity) {
                       haltAfter(identity.error());
                       return;
                   }
                   m_job->identity = *identity;
                   m_identityRead = true;
                   if (m_pauseRequested) {
                       halt(PauseReason::User);
                   } else {
                       tick();
                   }
               });
    show(PurgePhase::Running);
}

void PurgeService::sendBatch()
{
    if (!m_identityRead) {
        identify();
        return;
    }
    BatchRequest request{m_job->rule, m_job->options.batch, {}, m_job->options.lagLimit};
    if (!m_identityChecked) {
        request.expected = m_job->identity;
    }
    m_trace = std::make_shared<SharedBatchTrace>();
    request.trace = m_trace;
    if (const std::optional<PurgedArchive>& archive = m_job->archive) {
        request.archive = {archive->layout.documents(), archive->layout.format, archive->offset};
    }
    // the state is saved before each batch: a crash loses the results of one batch at most
    const auto work
        = [request = std::move(request), file = m_file, state = stateBeforeBatch(),
           &clock = m_needs.connections.clock()](
              ttl::TtlServer& server, const ttl::CallLimits& limits) -> Result<BatchAnswer> {
        TRY(file->write(state));
        return purgeBatch(server, request, limits, clock);
    };
    // without the cancel token: the last batch of a cancelled purge may end, so that the counts are
    // true
    m_call.ask(m_needs.connections.run(work, {kBatchTimeout, {}, {}, m_key}), this,
               [this](const Result<BatchAnswer>& answer) { finishBatch(answer); });
    show(PurgePhase::Running);
}

void PurgeService::finishBatch(const Result<BatchAnswer>& answer)
{
    const BatchTrace trace = m_trace->get();
    if (trace.identity) {
        m_job->identity = *trace.identity;
    }
    if (!answer) {
        // without an answer the documents may be deleted: they are counted before the purge goes on
        const bool inTheMiddle = endsInTheMiddle(answer.error());
        m_answerLost = (leavesOutcomeUnknown(answer.error()) || inTheMiddle) && !trace.sent.empty();
        m_job->deletedExact = m_exactBefore && !m_answerLost;
        if (m_answerLost && (answer.error().code == Errc::Protocol || inTheMiddle)) {
            // the server is done with the batch, only how far it came is not known
            settleLostBatch([this, error = answer.error()] { haltAfter(error); });
        } else {
            haltAfter(answer.error());
        }
        return;
    }
    m_identityChecked = m_identityChecked || trace.identity;
    take(*answer);
    if (answer->refused) {
        haltAfter(*answer->refused);
        return;
    }
    const std::optional<base::Millis>& limit = m_job->options.latencyLimit;
    if (answer->end || m_cancel.cancelled()) {
        finish({});
    } else if (answer->tooFarBehind) {
        m_status.lag = *answer->tooFarBehind;
        halt(PauseReason::ReplicationLag);
    } else if (m_fruitless >= kFruitlessBatches) {
        halt(PauseReason::Failure,
             base::failure(Errc::Conflict,
                           "The server finds expired documents but deletes none of them.")
                 .because(base::LocalReason::PurgeDeletesNothing));
    } else if (limit && answer->took > *limit) {
        halt(PauseReason::SlowBatch);
    } else if (m_pauseRequested) {
        halt(PauseReason::User);
    } else {
        // a batch that was not full is probably the last; the next one follows without a pause to
        // prove it
        const bool full = m_job->archive || answer->found >= m_job->options.batch;
        const std::chrono::milliseconds pause = full ? m_job->options.pause : 0ms;
        m_nextAt = m_needs.connections.clock().steady() + pause;
        wakeIn(pause);
        show(PurgePhase::Waiting);
    }
}

void PurgeService::take(const BatchAnswer& answer)
{
    PurgeJob& job = *m_job;
    job.deleted += answer.deleted;
    job.changed += answer.changed;
    // those of a batch whose answer was lost are counted already
    const std::int64_t again = std::min(m_countedAlready, answer.gone);
    m_countedAlready -= again;
    job.gone += answer.gone - again;
    job.slowest = std::max(job.slowest, answer.took);
    job.batches += answer.found > 0 ? 1 : 0;
    if (job.archive) {
        job.archive->offset = answer.offset;
        m_countedAlready += answer.refused ? answer.deleted : 0;
    }
    // without an archive, the same documents would be found for ever
    m_fruitless = !job.archive && answer.found > 0 && answer.deleted == 0 ? m_fruitless + 1 : 0;
    job.total = std::max(job.total, job.done());
    m_status.lastBatch = answer.took;
    m_deletedHere += answer.deleted;
    // the rate that is shown includes the pauses
    m_workedHere += answer.took + job.options.pause;
    if (m_workedHere > 0ms) {
        m_status.perMinute = static_cast<double>(m_deletedHere) * 60'000.0
            / static_cast<double>(m_workedHere.count());
    }
    showProgress();
}

void PurgeService::haltAfter(const Error& error)
{
    // a loss that another call has noticed cancels this one
    const bool lost = error.code == Errc::Network || !m_needs.connections.isConnected();
    halt(lost ? PauseReason::Disconnected : PauseReason::Failure, error);
}

void PurgeService::halt(PauseReason reason, std::optional<Error> error)
{
    if (m_cancel.cancelled()) {
        finish({});
        return;
    }
    m_pauseRequested = false;
    m_status.reason = reason;
    m_status.error = std::move(error);
    save();
    show(PurgePhase::Paused);
    wakeIn(m_longestTick);
}

void PurgeService::finish(const std::optional<Error>& error)
{
    m_timer.stop();
    m_call.drop();
    m_status.cancelled = m_cancel.cancelled();
    m_status.error = error;
    m_status.endedAt = m_needs.connections.clock().now();
    m_file->remove();
    m_needs.tasks.end(m_task);
    if (m_journalled && error) {
        m_needs.journal.fail(m_entry->id(), *error);
    } else if (m_journalled) {
        m_needs.journal.succeed(m_entry->id(),
                                bson::makeDocument("deleted", m_job->deleted, "deletedExact",
                                                   m_job->deletedExact, "left", m_job->left(),
                                                   "batches", m_job->batches, "cancelled",
                                                   m_status.cancelled),
                                {}, m_job->deleted);
    }
    // a copy: a slot of changed() may start the next purge
    const protocol::Namespace ns = m_job->rule.ns;
    show(PurgePhase::Ended);
    Q_EMIT documentsChanged(ns);
}

void PurgeService::show(PurgePhase phase)
{
    m_status.phase = phase;
    const bool paused = phase == PurgePhase::Paused;
    const bool pausable = phase == PurgePhase::Running || phase == PurgePhase::Waiting
        || phase == PurgePhase::OutsideHours;
    m_needs.tasks.setPause(m_task,
                           paused         ? TaskPause::Paused
                               : pausable ? TaskPause::Possible
                                          : TaskPause::None);
    Q_EMIT changed();
}

void PurgeService::connectTasks()
{
    connect(&m_needs.tasks, &TaskService::pauseRequested, this, [this](std::uint64_t task) {
        if (task == m_task) {
            pause();
        }
    });
    connect(&m_needs.tasks, &TaskService::resumeRequested, this, [this](std::uint64_t task) {
        if (task != m_task) {
            return;
        }
        const bool production = m_needs.connections.state().label.isProduction();
        const Result<void> resumed = production
            ? Result<void>(base::failure(Errc::NotPermitted,
                                         "On a production server a purge is resumed in its dialog, "
                                         "which asks for the collection's name.")
                               .because(base::LocalReason::PurgeResumedInDialog))
            : resume();
        if (!resumed) {
            m_status.error = resumed.error();
            Q_EMIT changed();
        }
    });
}

void PurgeService::showProgress()
{
    m_needs.tasks.setPercent(m_task, percent(m_job->done(), m_job->total));
}

// At most the longest tick: the clock may jump, and the user may press Cancel.
void PurgeService::wakeIn(std::chrono::milliseconds wait)
{
    m_timer.start(std::clamp(wait, 0ms, m_longestTick));
}

QString PurgeService::fileOf(const QString& id) const
{
    return m_folder + u'/' + id + u".json"_s;
}

void PurgeService::save()
{
    // nobody waits for it: the state before the last batch is in the file, and loses nothing
    static_cast<void>(
        onWorker([file = m_file, state = m_file->take(*m_job)] { return file->write(state); }));
}

PurgeFile::State PurgeService::stateBeforeBatch()
{
    PurgeJob job = *m_job;
    job.deletedExact = false;
    return m_file->take(job);
}

} // namespace sandglass::services
