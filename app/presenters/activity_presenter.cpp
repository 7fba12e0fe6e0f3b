// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/activity_presenter.h"

#include "app/presenters/journal_words.h"
#include "app/services/catalog_service.h"
#include "app/services/connection_service.h"
#include "app/services/index_service.h"
#include "app/services/journal_service.h"
#include "app/services/service_set.h"
#include "app/services/settings.h"
#include "app/services/task_service.h"

#include <algorithm>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

// The change that sets an index back to how the journal says it was.
ttl::IndexChange oppositeOf(const services::JournalEntry& entry)
{
    ttl::IndexChange change{{entry.ns, entry.index}, {}, {}};
    const bson::Document& before = *entry.before;
    if (const bson::ValueView seconds = before["expireAfterSeconds"]; seconds.isNumber()) {
        change.expireAfterSeconds = seconds.toInt64();
    }
    if (entry.after && before["hidden"].toBool() != (*entry.after)["hidden"].toBool()) {
        change.hidden = before["hidden"].toBool();
    }
    return change;
}

} // namespace

ActivityPresenter::ActivityPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
{
    m_tick.setInterval(1s);
    connect(&m_tick, &QTimer::timeout, this, &ActivityPresenter::rebuildTasks);
    connect(&m_services.journal, &services::JournalService::changed, this,
            &ActivityPresenter::rebuildJournal);
    connect(&m_services.tasks, &services::TaskService::changed, this,
            &ActivityPresenter::rebuildTasks);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &ActivityPresenter::rebuildJournal);
    connect(&m_services.settings, &services::Settings::zoneChanged, this,
            &ActivityPresenter::rebuildJournal);
    rebuildJournal();
    rebuildTasks();
}

ActivityPresenter::~ActivityPresenter() = default;

void ActivityPresenter::rebuildJournal()
{
    const services::LinkState& link = m_services.connections.state();
    const QString here = link.local ? u"local"_s : link.safeUri;
    std::vector<JournalRow> rows;
    for (const services::JournalEntry& entry : m_services.journal.entries()) {
        JournalRow row = journalRow(entry);
        row.canUndo = row.canUndo && entry.server == here && !m_services.connections.isLocked();
        rows.push_back(std::move(row));
    }
    std::reverse(rows.begin(), rows.end()); // the newest first
    m_journal.setRows(std::move(rows), m_services.settings.zone());
    Q_EMIT stateChanged();
}

void ActivityPresenter::rebuildTasks()
{
    std::vector<TaskRow> rows;
    for (const services::Task& task : m_services.tasks.tasks()) {
        rows.push_back(taskRow(task));
    }
    m_state.runningTasks = static_cast<int>(rows.size());
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

void ActivityPresenter::undo(std::uint64_t entryId)
{
    const services::JournalEntry* entry = m_services.journal.find(entryId);
    if (!entry || m_state.undoing || !journalRow(*entry).canUndo) {
        return;
    }
    m_state.undoing = true;
    m_state.message.clear();
    m_state.failure.reset();
    Q_EMIT stateChanged();
    const ttl::IndexRef index{entry->ns, entry->index};
    const ttl::IndexSpec* now = m_services.catalog.catalog().find(index);
    const ttl::IndexSpec present = now ? *now : ttl::IndexSpec();
    if (entry->kind == services::JournalKind::DropIndex) {
        QCoro::connect(m_services.indexes.restore(entry->ns, *entry->before), this,
                       [this](const Result<ttl::IndexRef>& answer) {
                           finishUndo(answer ? Result<void>() : Result<void>(answer.error()));
                       });
        return;
    }
    auto undoing = entry->kind == services::JournalKind::CreateIndex
        ? m_services.indexes.drop(index, present)
        : m_services.indexes.change(oppositeOf(*entry), present);
    QCoro::connect(std::move(undoing), this,
                   [this](const Result<void>& answer) { finishUndo(answer); });
}

void ActivityPresenter::finishUndo(const Result<void>& answer)
{
    m_state.undoing = false;
    if (answer) {
        m_state.message = tr("Undone. Deleted documents do not come back.");
    } else {
        m_state.failure = describe(answer.error());
    }
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters
