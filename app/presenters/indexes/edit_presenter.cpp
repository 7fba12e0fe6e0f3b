// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/edit_presenter.h"

#include "app/services/connections/connection_service.h"
#include "app/services/restore/restore_folder.h"
#include "app/services/shell/service_set.h"

#include <utility>

namespace sandglass::presenters {

EditPresenter::EditPresenter(services::ServiceSet& services, std::chrono::milliseconds pause,
                             QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_counter(services, pause, this)
    , m_offer(services, this)
{
    connect(&m_counter, &EffectCounter::due, this, &EditPresenter::count);
    connect(&m_counter, &EffectCounter::changed, this, &EditPresenter::takeCount);
    connect(&m_offer, &RestoreOffer::changed, this, &EditPresenter::showConfirm);
    // a lock or a loss of the connection disables the button
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &EditPresenter::showConfirm);
}

EditPresenter::~EditPresenter() = default;

void EditPresenter::setTypedName(const QString& name)
{
    m_typedName = name;
    showConfirm();
}

void EditPresenter::cancelCount()
{
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
    if (count.phase == EditPhase::Editing) {
        return; // nothing is counted, so the form alone decides about the phase
    }
    state.phase = count.phase;
    if (count.phase == EditPhase::Ready) {
        showConfirm();
    }
}

void EditPresenter::showConfirm()
{
    updateConfirm();
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
    m_offer.makeFirst(deletes, std::move(cause), std::move(send), [this] {
        editState().phase = EditPhase::Failed;
        showConfirm();
    });
}

} // namespace sandglass::presenters

#include "moc_edit_presenter.cpp"
