// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/edit_presenter.h"

#include "app/presenters/effect/edit_words.h"
#include "app/services/calls/latest.h"
#include "app/services/connections/connection_service.h"
#include "app/services/indexes/index_service.h"
#include "app/services/journal/task_service.h"
#include "app/services/restore/restore_folder.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace sandglass::presenters {

EditPresenter::EditPresenter(services::ServiceSet& services, std::chrono::milliseconds pause,
                             QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_counter(services, pause, this)
    , m_offer(services, this)
    , m_todayQuery(std::make_unique<services::Latest>())
{
    connect(&m_counter, &EffectCounter::due, this, &EditPresenter::count);
    connect(&m_counter, &EffectCounter::changed, this, &EditPresenter::takeCount);
    connect(&m_offer, &RestoreOffer::changed, this, &EditPresenter::showConfirm);
    connect(&m_services.tasks, &services::TaskService::changed, this, [this] {
        if (m_task != 0 && editState().phase == EditPhase::Sending) {
            showConfirm();
        }
    });
    // a lock or a loss of the connection disables the button
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &EditPresenter::showConfirm);
}

EditPresenter::~EditPresenter()
{
    m_cancelToday.cancel();
}

void EditPresenter::setTypedName(const QString& name)
{
    m_typedName = name;
    showConfirm();
}

void EditPresenter::cancelCount()
{
    if (editState().phase == EditPhase::Sending) {
        m_services.tasks.cancel(m_task);
        showConfirm();
        return;
    }
    m_counter.cancel();
}

void EditPresenter::setRestoreWanted(bool wanted)
{
    m_offer.setWanted(wanted);
}

void EditPresenter::takeCount(const EffectCount& count)
{
    EditState& state = editState();
    state.effect = count.effect;
    state.preview = count.preview;
    showToday();
    if (count.phase == EditPhase::Editing) {
        return; // nothing is counted, so the form alone decides about the phase
    }
    state.phase = count.phase;
    if (count.phase == EditPhase::Ready) {
        showConfirm();
    }
}

void EditPresenter::countToday(const ttl::Rule& rule)
{
    services::EffectQuery query;
    query.after = rule;
    query.zone = m_services.settings.zone();
    query.cancel = m_cancelToday;
    m_countingToday = true;
    m_todayQuery->ask(m_services.indexes.effect(std::move(query)), this,
                      [this](const services::EffectAnswer& answer) { takeToday(answer); });
}

void EditPresenter::takeToday(const services::EffectAnswer& answer)
{
    m_countingToday = false;
    if (!answer.after) {
        // refused: the dialog does without
        todayCounted();
        Q_EMIT stateChanged();
        return;
    }
    Today today;
    services::EffectAnswer before = answer;
    before.before = std::exchange(before.after, std::nullopt);
    today.preview = previewState(before);
    const ttl::ExpiryHistogram& now = *before.before;
    today.documents = now.documents();
    today.overdue = now.overdue;
    today.dated = now.documents() - now.never.total();
    today.exact = now.exact;
    m_today = std::move(today);
    todayCounted();
    showToday();
    Q_EMIT stateChanged();
}

void EditPresenter::showToday()
{
    PreviewState& preview = editState().preview;
    if (!m_today || !preview.edges.empty()) {
        return;
    }
    const Phase phase = preview.phase;
    preview = m_today->preview;
    if (keepsToday()) {
        preview.after = preview.before;
    }
    // dimmed while another picture is on its way
    if (phase == Phase::Loading) {
        preview.phase = phase;
    }
}

void EditPresenter::showSending()
{
    std::optional<SendingState> sending;
    if (editState().phase == EditPhase::Sending) {
        sending.emplace();
        const std::vector<services::Task>& tasks = m_services.tasks.tasks();
        const auto task = std::ranges::find(tasks, m_task, &services::Task::id);
        if (task != tasks.end()) {
            sending->share
                = task->percent < 0 ? std::nullopt : std::optional(task->percent / 100.0);
            sending->cancellable = task->cancel && !task->cancel->cancelled();
        }
    }
    editState().effect.sending = sending;
}

void EditPresenter::showConfirm()
{
    updateConfirm();
    showSending();
    if (editState().phase == EditPhase::Sending && !m_services.connections.isConnected()) {
        editState().confirm.reason
            = tr("The connection was lost before the answer arrived, so the change may have been "
                 "made. This is checked as soon as the server can be reached again.");
    }
    Q_EMIT stateChanged();
}

void EditPresenter::sendAfterRestorePoint(bool deletes, services::RestoreCause cause,
                                          std::function<void()> send)
{
    editState().phase = EditPhase::Sending;
    editState().failure.reset();
    showConfirm();
    // why the restore point failed is in confirm.restore.problem; nothing was sent then
    const auto newest = [this] {
        const std::vector<services::Task>& tasks = m_services.tasks.tasks();
        return tasks.empty() ? std::uint64_t{0} : tasks.back().id;
    };
    const auto sendAsTask = [this, newest, send = std::move(send)] {
        const std::uint64_t before = newest();
        send();
        // a command that was refused at once has become none
        m_task = newest() == before ? 0 : newest();
        showConfirm();
    };
    m_offer.makeFirst(deletes, std::move(cause), sendAsTask, [this] {
        editState().phase = EditPhase::Failed;
        showConfirm();
    });
}

} // namespace sandglass::presenters

#include "moc_edit_presenter.cpp"
