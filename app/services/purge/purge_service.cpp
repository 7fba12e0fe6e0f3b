// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/purge/purge_service.h"

#include "app/bson/builder.h"
#include "app/services/calls/answer.h"
#include "app/services/calls/on_worker.h"
#include "app/services/connections/connection_service.h"
#include "app/services/engine/engine_process.h"
#include "app/ttl/command_text.h"
#include "app/ttl/expiry_aggregation.h"

#include <QDir>
#include <QFile>
#include <QUuid>

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr qint64 kMaxJobBytes = 1'048'576;

PurgeJob jobFor(const PurgeRequest& request, const QString& server, base::Time now)
{
    PurgeJob job;
    job.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    job.server = server;
    job.index = request.index;
    job.rule = request.rule;
    job.options = request.options;
    job.total = request.counted;
    job.totalExact = request.countedExactly;
    job.startedAt = now;
    return job;
}

} // namespace

PurgeService::PurgeService(PurgeNeeds needs, const QString& folder, QObject* parent)
    : QObject(parent)
    , m_needs(std::move(needs))
    , m_folder(folder + u"/purges"_s)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &PurgeService::tick);
    connect(&m_needs.connections, &ConnectionService::stateChanged, this, &PurgeService::changed);
    connect(&m_needs.connections, &ConnectionService::connected, this, &PurgeService::onConnected);
    connectTasks();
    ArchiveRecord::clearLeftovers(m_folder);
    loadUnfinished();
}

PurgeService::~PurgeService()
{
    m_cancel.cancel();
}

void PurgeService::loadUnfinished()
{
    // oldest first
    const QFileInfoList files
        = QDir(m_folder).entryInfoList({u"*.json"_s}, QDir::Files, QDir::Time | QDir::Reversed);
    for (const QFileInfo& info : files) {
        QFile file(info.absoluteFilePath());
        if (info.size() > kMaxJobBytes || !file.open(QIODevice::ReadOnly)) {
            continue;
        }
        Result<PurgeJob> job = parseJob(file.readAll().toStdString());
        if (job) {
            job->id = info.completeBaseName(); // fileOf() must lead back to this file
            m_unfinished.push_back(std::move(*job));
        }
    }
}

QFuture<Result<ttl::Impact>> PurgeService::count(ttl::ImpactRequest rule, ttl::CancelToken cancel)
{
    return m_needs.connections.run(
        [rule = std::move(rule)](ttl::TtlServer& server, const ttl::CallLimits& limits) {
            return server.impact(rule, limits);
        },
        ttl::CallLimits{kCountTimeout, std::move(cancel)});
}

QString PurgeService::serverKey() const
{
    const LinkState& link = m_needs.connections.state();
    // the engine may be started on another folder, which holds other documents
    return link.local ? u"local:"_s + m_needs.engine.folder() : link.safeUri;
}

Result<void> PurgeService::checkReady(const QString& server, bool deletes) const
{
    if (!m_needs.connections.isConnected()) {
        return base::failure(Errc::Network, "There is no connection.");
    }
    if (server != serverKey()) {
        return base::failure(Errc::Conflict, "The purge belongs to another server.")
            .because(base::LocalReason::PurgeOfOtherServer);
    }
    if (deletes && m_needs.connections.isLocked()) {
        return base::failure(Errc::NotPermitted, "The connection is locked.")
            .because(base::LocalReason::ConnectionLocked);
    }
    return {};
}

Result<void> PurgeService::start(const PurgeRequest& request)
{
    if (isActive()) {
        return base::failure(Errc::Conflict, "Another staged purge has not ended yet.")
            .because(base::LocalReason::PurgeActive);
    }
    TRY(checkReady(serverKey(), !request.archiveOnly));
    const PurgeOptions& options = request.options;
    if (options.batch < 1 || options.batch > kLargestBatch || options.pause < 0ms
        || (request.archiveOnly && !request.archive)
        || (request.archive && request.archiveFolder.isEmpty())) {
        return base::failure(Errc::InvalidInput, "The options of the purge are out of range.");
    }
    begin(jobFor(request, serverKey(), m_needs.connections.clock().now()));
    const TaskKind kind = request.archive ? TaskKind::Archive : TaskKind::StagedPurge;
    m_task = m_needs.tasks.begin(kind, request.rule.ns, m_cancel);
    if (request.archive) {
        writeArchive(request);
    } else {
        startDeleting();
    }
    return {};
}

void PurgeService::begin(PurgeJob job)
{
    m_job = std::move(job);
    m_status = {};
    m_cancel = {};
    m_pauseRequested = false;
    m_fruitless = 0;
    m_answerLost = false;
    m_exactBefore = m_job->deletedExact;
    m_countedAlready = 0;
    // of a purge that is resumed, it is that from before
    m_identityRead = m_job->identity != ttl::DataIdentity();
    m_identityChecked = false;
    m_deletedHere = 0;
    m_workedHere = 0ms;
    m_file = std::make_shared<PurgeFile>(fileOf(m_job->id));
    m_entry.reset();
    m_journalled = false;
    m_unlockedUntil = m_needs.connections.lockedAgainAt();
    m_call.drop();
}

void PurgeService::writeArchive(const PurgeRequest& request)
{
    using Record = std::shared_ptr<ArchiveRecord>;
    const QString folder = m_needs.archives.newFolder(request.archiveFolder);
    const archive::Layout layout{folder.toStdString(), request.rule.ns, *request.archive};
    const auto noted = onWorker([notes = m_folder, id = m_job->id, layout]() -> Result<Record> {
        Result<std::unique_ptr<ArchiveRecord>> record = ArchiveRecord::write(notes, id, layout);
        TRY(record);
        return Record(std::move(*record));
    });
    m_status.archiveOnly = request.archiveOnly;
    m_archiving = std::make_shared<ArchiveProgress>();
    const ArchiveRequest asked{request.rule, *request.archive, folder};
    const auto written = then(noted, this, [this, asked](const Result<Record>& record) {
        if (record && m_cancel.cancelled()) {
            (*record)->close(); // nothing was written, and nothing will be
        }
        return record ? m_needs.archives.write(asked, *record, m_archiving, m_cancel)
                      : knownAnswer(Result<Archive>(record.error()));
    });
    m_call.ask(written, this, [this](const Result<Archive>& archive) { finishArchive(archive); });
    show(PurgePhase::Archiving);
    wakeIn(m_longestTick);
}

void PurgeService::finishArchive(const Result<Archive>& archive)
{
    if (!archive) {
        finish(archive.error());
        return;
    }
    // from here on only the documents in the archive are deleted
    m_job->archive = PurgedArchive{archive->layout, archive->manifest.contents.documentsHash, 0};
    m_job->total = archive->manifest.contents.count;
    m_job->totalExact = true;
    m_status.archived = m_job->total;
    m_status.verifying = false;
    if (m_status.archiveOnly || m_cancel.cancelled()) {
        finish({});
        return;
    }
    m_needs.tasks.end(m_task);
    m_task = m_needs.tasks.begin(TaskKind::StagedPurge, m_job->rule.ns, m_cancel);
    startDeleting();
}

// After a failure or a lost connection the state on the server is unknown.
void PurgeService::prepare()
{
    m_identityChecked = false;
    if (m_answerLost) {
        settleLostBatch([this] { prepare(); });
    } else if (m_job->archive) {
        recheckArchive();
    } else {
        recount();
    }
    show(PurgePhase::Preparing);
}

void PurgeService::settleLostBatch(std::function<void()> next)
{
    BatchTrace trace = m_trace->get();
    trace.identity = trace.identity.value_or(m_job->identity);
    const auto count = [ns = m_job->rule.ns, trace = std::move(trace)](
                           ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return countGone(server, ns, trace, limits);
    };
    m_call.ask(m_needs.connections.run(count, {kCountTimeout, {}}), this,
               [this, next = std::move(next)](const Result<std::int64_t>& gone) {
                   if (!gone) {
                       haltAfter(gone.error());
                       return;
                   }
                   m_answerLost = false;
                   m_job->deletedExact = m_exactBefore;
                   m_job->deleted += *gone;
                   m_job->batches += *gone > 0 ? 1 : 0;
                   // the batch is read from the archive again
                   m_countedAlready = m_job->archive ? *gone : 0;
                   showProgress();
                   next();
               });
}

void PurgeService::onConnected()
{
    m_identityChecked = false;
    // another connection of the program may have left a purge of this server
    if (m_needs.isElsewhere && !isActive()) {
        m_unfinished.clear();
        loadUnfinished();
        Q_EMIT changed();
    }
    const bool blip = isActive() && m_status.phase == PurgePhase::Paused
        && m_status.reason == PauseReason::Disconnected;
    if (blip && !obstacle()) {
        prepare();
    }
}

void PurgeService::recheckArchive()
{
    m_call.ask(
        m_needs.archives.check(m_job->archive->layout, m_job->archive->documentsHash, m_cancel),
        this, [this](const Result<Archive>& archive) {
            if (archive) {
                startDeleting();
            } else {
                haltAfter(archive.error());
            }
        });
}

void PurgeService::recount()
{
    m_call.ask(count(m_job->rule, m_cancel), this, [this](const Result<ttl::Impact>& impact) {
        if (impact) {
            m_job->total = m_job->done() + impact->affected;
            m_job->totalExact = impact->exact;
            startDeleting();
        } else {
            haltAfter(impact.error());
        }
    });
}

JournalEntry PurgeService::journalEntry() const
{
    JournalEntry entry;
    entry.kind = JournalKind::StagedPurge;
    // the journal has no folder in the name of a server, unlike serverKey()
    entry.server = m_needs.connections.state().local ? u"local"_s : m_job->server;
    entry.ns = m_job->rule.ns;
    entry.index = m_job->index;
    bson::Builder command;
    command.append("delete", m_job->rule.ns.collection)
        .append("filter", ttl::expiredFilter(m_job->rule));
    // what was estimated, or not counted, was not counted to be deleted
    if (m_job->totalExact) {
        entry.deletes = m_job->left();
        command.append("documents", m_job->left());
    }
    entry.command = command.append("batch", std::int32_t{m_job->options.batch})
                        .append("pauseMillis", std::int64_t{m_job->options.pause.count()})
                        .take();
    bson::Builder statement;
    statement.append("q", ttl::expiredFilter(m_job->rule)).append("limit", 0);
    if (m_job->rule.collation) {
        statement.append("collation", *m_job->rule.collation);
    }
    entry.mongosh = ttl::commandText(ttl::CommandLanguage::Mongosh, m_job->rule.ns.database,
                                     bson::Builder()
                                         .append("delete", m_job->rule.ns.collection)
                                         .appendArray("deletes", bson::makeArray(statement.take()))
                                         .take());
    return entry;
}

// Journal and state are on the disk before the first batch is sent.
void PurgeService::startDeleting()
{
    if (!m_journalled) {
        JournalEntry fresh = journalEntry();
        // what could not be noted at first has another time and number by now
        fresh.id = m_entry ? m_entry->id() : 0;
        m_entry = m_needs.journal.prepare(std::move(fresh));
    }
    const auto note = [entry = *m_entry, journalled = m_journalled, file = m_file,
                       state = m_file->take(*m_job)]() mutable -> Result<Noted> {
        // resuming does not make a second entry
        if (!journalled) {
            if (const Result<void> begun = entry.begin(); !begun) {
                return Noted{false, begun.error()};
            }
        }
        const Result<void> saved = file->write(state);
        return Noted{true, saved ? std::nullopt : std::optional(saved.error())};
    };
    m_call.ask(onWorker(note), this, [this](const Result<Noted>& noted) { beginBatches(noted); });
    m_status.error.reset();
    show(PurgePhase::Running);
}

void PurgeService::beginBatches(const Result<Noted>& noted)
{
    m_journalled = m_journalled || (noted && noted->journalled);
    const std::optional<Error> problem = noted ? noted->problem : std::optional(noted.error());
    if (problem && m_job->batches > 0) {
        // some documents have been deleted: the purge must stay resumable
        halt(PauseReason::Failure, problem);
    } else if (problem) {
        finish(problem);
    } else if (m_pauseRequested) {
        halt(PauseReason::User);
    } else {
        m_nextAt = m_needs.connections.clock().steady();
        wakeIn(0ms);
    }
}

void PurgeService::pause()
{
    const bool pausable = isActive() && m_status.phase != PurgePhase::Archiving
        && m_status.phase != PurgePhase::Preparing && m_status.phase != PurgePhase::Paused;
    if (!pausable) {
        return;
    }
    m_pauseRequested = true;
    // a batch in progress ends first; finishBatch() then sees the request
    if (!m_call.isWaiting()) {
        halt(PauseReason::User);
    }
}

Result<void> PurgeService::resume()
{
    m_pauseRequested = false;
    if (!isActive() || m_status.phase != PurgePhase::Paused) {
        return {};
    }
    TRY(checkReady(m_job->server, true));
    m_unlockedUntil = m_needs.connections.lockedAgainAt();
    // the rate is measured again from here
    m_deletedHere = 0;
    m_workedHere = 0ms;
    m_fruitless = 0;
    if (m_status.reason == PauseReason::Failure || m_status.reason == PauseReason::Disconnected) {
        prepare();
    } else {
        startDeleting();
    }
    return {};
}

Result<void> PurgeService::resumeUnfinished(const QString& id)
{
    const auto found = std::ranges::find(m_unfinished, id, &PurgeJob::id);
    if (found == m_unfinished.end() || !isOurs(*found)) {
        return base::failure(Errc::NotFound, "There is no such unfinished purge.");
    }
    if (isActive()) {
        return base::failure(Errc::Conflict, "Another staged purge has not ended yet.")
            .because(base::LocalReason::PurgeActive);
    }
    TRY(checkReady(found->server, true));
    begin(*found);
    m_unfinished.erase(found);
    m_task = m_needs.tasks.begin(TaskKind::StagedPurge, m_job->rule.ns, m_cancel);
    prepare();
    return {};
}

void PurgeService::discardUnfinished(const QString& id)
{
    if (std::erase_if(m_unfinished, [&id](const PurgeJob& job) { return job.id == id; }) > 0) {
        QFile::remove(fileOf(id));
        Q_EMIT changed();
    }
}

void PurgeService::cancel()
{
    if (!isActive()) {
        return;
    }
    m_cancel.cancel();
    // ends at once what is paused or waiting
    tick();
    Q_EMIT changed();
}

bool PurgeService::isOurs(const PurgeJob& job) const
{
    const bool elsewhere = m_needs.isElsewhere && m_needs.isElsewhere(job.id);
    return !elsewhere && QFile::exists(fileOf(job.id));
}

std::vector<PurgeJob> PurgeService::unfinished() const
{
    std::vector<PurgeJob> here;
    if (m_needs.connections.isConnected()) {
        std::ranges::copy_if(m_unfinished, std::back_inserter(here),
                             [this, key = serverKey()](const PurgeJob& job) {
                                 return job.server == key && isOurs(job);
                             });
    }
    return here;
}

} // namespace sandglass::services

#include "moc_purge_service.cpp"
