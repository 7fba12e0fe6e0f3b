// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/journal/activity_presenter.h"

#include "app/presenters/connections/connection_words.h"
#include "app/presenters/journal/journal_words.h"
#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"
#include "app/services/documents/document_service.h"
#include "app/services/forecast/monitor_service.h"
#include "app/services/indexes/undo_plan.h"
#include "app/services/journal/journal_service.h"
#include "app/services/journal/task_service.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/link_list.h"
#include "app/services/shell/service_set.h"

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace sandglass::presenters {

namespace {

constexpr auto kOfferTime = 15s;

} // namespace

ActivityPresenter::ActivityPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    m_tick.setInterval(1s);
    connect(&m_tick, &QTimer::timeout, this, &ActivityPresenter::rebuildTasks);
    m_offerEnd.setSingleShot(true);
    m_offerEnd.setInterval(kOfferTime);
    connect(&m_offerEnd, &QTimer::timeout, this, &ActivityPresenter::dismissOffer);
    m_messageTick.setInterval(1s);
    connect(&m_messageTick, &QTimer::timeout, this, &ActivityPresenter::updateMessage);
    // an offer is about one server, and the window may connect to another one
    connect(&m_services.connections, &services::ConnectionService::disconnected, this,
            &ActivityPresenter::dismissOffer);
    connect(&m_services.journal, &services::JournalService::changed, this,
            &ActivityPresenter::rebuildJournal);
    connect(&m_services.tasks, &services::TaskService::changed, this,
            &ActivityPresenter::rebuildTasks);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &ActivityPresenter::rebuildJournal);
    connect(&m_services.settings, &services::Settings::zoneChanged, this,
            &ActivityPresenter::rebuildJournal);
    connect(&m_services.documents, &services::DocumentService::dateUndosChanged, this,
            &ActivityPresenter::rebuildJournal);
    // queued: the table must have heard of the rows first
    connect(&m_shown, &QAbstractItemModel::rowsInserted, this, &ActivityPresenter::noteShown,
            Qt::QueuedConnection);
    connect(&m_shown, &QAbstractItemModel::rowsRemoved, this, &ActivityPresenter::noteShown,
            Qt::QueuedConnection);
    rebuildJournal();
    rebuildTasks();
}

ActivityPresenter::~ActivityPresenter() = default;

void ActivityPresenter::rebuildJournal()
{
    const QString here = services::serverName(m_services.connections.state());
    const std::set<std::uint64_t> undone = services::undoneEntries(m_services.journal.entries());
    std::vector<JournalRow> rows;
    for (const services::JournalEntry& entry : m_services.journal.entries()) {
        JournalRow row = journalRow(entry);
        row.undone = undone.contains(entry.id);
        if (entry.kind == services::JournalKind::SetDate) {
            row.canUndo = m_services.documents.dateUndo(entry.id) != nullptr;
            row.undoText
                = entry.documents > 0 && !row.undone ? dateUndoWords(row.canUndo) : QString();
        }
        // the undo would go to the connected server, so entries of other servers have none
        row.canUndo = row.canUndo && !row.undone && entry.server == here
            && !m_services.connections.isLocked();
        rows.push_back(std::move(row));
    }
    std::reverse(rows.begin(), rows.end()); // the newest first
    m_journal.setRows(std::move(rows), m_services.settings.zone());
    m_state.entries = m_journal.rowCount();
    m_state.severalServers = m_journal.hasSeveralServers();
    updateCaption();
    noteOutcomes();
    Q_EMIT stateChanged();
}

bool ActivityPresenter::updateCaption()
{
    QString caption;
    if (m_shown.isFiltering()) {
        //: %1 is the number of changes that fit the filter: "3 of 20 changes"
        caption = tr("%1 of %Ln change(s)", nullptr, m_state.entries)
                      .arg(countText(m_shown.rowCount()));
    }
    return std::exchange(m_state.filterCaption, caption) != caption;
}

void ActivityPresenter::noteShown()
{
    if (updateCaption()) {
        Q_EMIT stateChanged();
    }
}

void ActivityPresenter::setFilterText(const QString& text)
{
    m_shown.setText(text);
    updateCaption();
    // other rows may be as many
    Q_EMIT stateChanged();
}

void ActivityPresenter::setColumnShown(int column, bool shown)
{
    if (m_shown.setColumnShown(column, shown)) {
        noteShown();
    }
}

std::function<std::unique_ptr<JournalExport>()> ActivityPresenter::copyOfShownJournal() const
{
    std::vector<JournalRow> rows;
    rows.reserve(static_cast<std::size_t>(m_shown.rowCount()));
    for (int row = 0; row < m_shown.rowCount(); ++row) {
        rows.push_back(m_journal.row(m_shown.mapToSource(m_shown.index(row, 0)).row()));
    }
    return [rows = std::move(rows), zone = m_journal.zone()] {
        return std::make_unique<JournalExport>(rows, zone);
    };
}

void ActivityPresenter::rebuildTasks()
{
    std::vector<TaskRow> rows;
    for (const services::Task& task : m_services.tasks.tasks()) {
        rows.push_back(taskRow(task));
        if (m_services.links.size() > 1 && !task.server.isEmpty()) {
            //: %1 is a task such as "Creating an index on a.b", %2 a server
            rows.back().title
                = tr("%1 – %2").arg(rows.back().title, serverTitle(m_services.links, task.server));
        }
    }
    m_state.runningTasks = static_cast<int>(rows.size());
    // without tasks, no elapsed time has to be advanced
    if (rows.empty()) {
        m_tick.stop();
    } else if (!m_tick.isActive()) {
        m_tick.start();
    }
    m_tasks.setRows(std::move(rows), m_services.clock.now());
    Q_EMIT stateChanged();
}

void ActivityPresenter::cancelTask(std::uint64_t taskId)
{
    m_services.tasks.cancel(taskId);
}

void ActivityPresenter::togglePause(std::uint64_t taskId)
{
    m_services.tasks.togglePause(taskId);
}

// Only entries of this server that were seen without a reply before count (an unknown outcome is
// none yet), so that entries of earlier runs, which are read from the file later, make no offer. A
// change that deletes makes one too: until the next pass its undo saves the documents.
void ActivityPresenter::noteOutcomes()
{
    const QString here = services::serverName(m_services.connections.state());
    for (const services::JournalEntry& entry : m_services.journal.entries()) {
        if (entry.status == services::JournalStatus::Pending && entry.server == here) {
            m_sent.insert(entry.id);
        } else if (entry.status != services::JournalStatus::Unknown && m_sent.erase(entry.id) > 0
                   && entry.status == services::JournalStatus::Succeeded
                   && services::canBeUndone(entry)) {
            m_state.offer
                = UndoOffer{entry.id, {changeWords(entry), deletionWords(entry.deletes), true}};
            m_result.reset();
            startMessage();
        }
    }
}

void ActivityPresenter::showResult(const ChangeResult& result)
{
    if (!result.sentence.isEmpty()) {
        m_result = result;
        startMessage();
        Q_EMIT stateChanged();
    }
}

void ActivityPresenter::startMessage()
{
    m_passBefore = m_services.monitor.lastPassAt();
    m_offerEnd.start();
    m_messageTick.start();
    updateMessage();
}

void ActivityPresenter::updateMessage()
{
    QString message;
    bool hasUndo = false;
    if (m_result || m_state.offer) {
        const ChangeResult& change = m_result ? *m_result : m_state.offer->change;
        message = change.sentence;
        // once that pass has begun, the documents are not going but gone, or were others
        if (!change.deletions.isEmpty() && m_services.monitor.lastPassAt() == m_passBefore) {
            message += u' ' + passWords(change.deletions);
        }
        // an offer for an earlier change must not appear beside the result of the last one
        const bool ofLastChange = m_state.offer && m_journal.rowCount() > 0
            && m_journal.row(0).id == m_state.offer->entryId;
        hasUndo = m_state.offer && change.isOneEntry && (!m_result || ofLastChange);
    }
    if (m_state.message != message || m_state.messageHasUndo != hasUndo) {
        m_state.message = message;
        m_state.messageHasUndo = hasUndo;
        Q_EMIT stateChanged();
    }
}

QString ActivityPresenter::passWords(const QString& deletions) const
{
    const services::MonitorService& monitor = m_services.monitor;
    const std::optional<ttl::TtlMetrics>& metrics = monitor.metrics();
    if (metrics && metrics->monitorEnabled == false) {
        //: %1 is "1,978 documents will go with the next pass"
        return tr("%1; the TTL monitor is off now.").arg(deletions);
    }
    if (m_passBefore && metrics && metrics->sleepSeconds) {
        const base::Time next = *m_passBefore + std::chrono::seconds(*metrics->sleepSeconds);
        const auto wait
            = std::chrono::ceil<std::chrono::seconds>(next - m_services.connections.serverNow());
        if (wait > 0s) {
            //: %1 is "1,978 documents will go with the next pass", %2 is "12 s"
            return tr("%1, in %2.").arg(deletions, durationWords(wait.count()));
        }
    }
    //: %1 is "1,978 documents will go with the next pass"
    return tr("%1.").arg(deletions);
}

void ActivityPresenter::holdMessage(bool held)
{
    if (held) {
        m_offerEnd.stop();
    } else if (m_result || m_state.offer) {
        m_offerEnd.start();
    }
}

void ActivityPresenter::dismissOffer()
{
    m_offerEnd.stop();
    m_messageTick.stop();
    m_state.offer.reset();
    m_result.reset();
    updateMessage();
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters

#include "moc_activity_presenter.cpp"
