// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the class ServerDesk that opens dialogs. The rest is in server_desk.cpp.
#include "app/presenters/connections/connect_form_presenter.h"
#include "app/presenters/connections/connection_presenter.h"
#include "app/presenters/doctor/doctor_model.h"
#include "app/presenters/engine/engine_presenter.h"
#include "app/presenters/indexes/batch_change_presenter.h"
#include "app/presenters/indexes/create_index_presenter.h"
#include "app/presenters/indexes/undo_presenter.h"
#include "app/presenters/journal/activity_presenter.h"
#include "app/presenters/settings/preferences_presenter.h"
#include "app/presenters/shell/status_presenter.h"
#include "app/presenters/shell/workspace.h"
#include "app/presenters/words/words.h"
#include "ui/connections/capabilities_dialog.h"
#include "ui/connections/connect_dialog.h"
#include "ui/connections/named_databases_dialog.h"
#include "ui/doctor/doctor_dialog.h"
#include "ui/engine/engine_address_dialog.h"
#include "ui/engine/engine_log_view.h"
#include "ui/engine/engine_notice.h"
#include "ui/explorer/inspector_view.h"
#include "ui/indexes/batch_change_dialog.h"
#include "ui/indexes/change_index_dialog.h"
#include "ui/indexes/create_index_dialog.h"
#include "ui/indexes/effect_view.h"
#include "ui/indexes/undo_dialog.h"
#include "ui/journal/activity_view.h"
#include "ui/members/members_dialog.h"
#include "ui/purge/purge_desk.h"
#include "ui/purge/purge_dialog.h"
#include "ui/restore/restore_points_dialog.h"
#include "ui/settings/preferences_dialog.h"
#include "ui/shell/collection_page.h"
#include "ui/shell/page_area.h"
#include "ui/shell/server_desk.h"
#include "ui/trash/trash_dialog.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>

#include <functional>
#include <utility>

namespace sandglass::ui {

void ServerDesk::createIndex(const protocol::Namespace& ns)
{
    openCreateDialog(ns);
}

void ServerDesk::chooseEngineFolder()
{
    presenters::EnginePresenter& engine = m_workspace.engine();
    auto* dialog
        = new QFileDialog(this, tr("Folder of the Local Engine's Data"), engine.state().folder);
    dialog->setObjectName(QStringLiteral("engineFolderDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, &engine,
            &presenters::EnginePresenter::chooseFolder);
    dialog->open();
}

void ServerDesk::openEngineAddress()
{
    (new EngineAddressDialog(m_workspace.engine(), this))->open();
}

void ServerDesk::applyRemedy(const presenters::DoctorRemedy& remedy)
{
    using Kind = presenters::DoctorRemedy::Kind;
    switch (remedy.kind) {
    case Kind::CreateIndex:
        createIndex(remedy.index.ns);
        break;
    case Kind::ChangeIndex:
        changeIndex(remedy.index, std::nullopt);
        break;
    case Kind::ShowDocuments:
        m_pages->showCollection(remedy.index.ns).showDocuments(remedy.filter);
        break;
    case Kind::ShowIndexes:
        m_pages->showCollection(remedy.index.ns).selectIndex(remedy.index.name);
        break;
    case Kind::ShowMembers:
        openMembers();
        break;
    case Kind::Connect:
        Q_EMIT connectRequested();
        break;
    case Kind::LookAgain:
        break; // the doctor does it itself
    }
}

void ServerDesk::unlock()
{
    // the lock may have been opened meanwhile, and this would close it
    if (m_workspace.statusBar().state().locked) {
        m_workspace.statusBar().toggleLock();
    }
}

void ServerDesk::createBeside(const ttl::IndexRef& old, const ttl::TtlIndexDraft& draft)
{
    // the second step, with a dialog of its own that asks for the name
    openCreateDialog(old.ns, [this, old] {
        changeIndex(old, presenters::ChangeKind::Drop);
    })->fill(draft);
}

void ServerDesk::takeSecondStep(const presenters::SecondStep& step, std::function<void()> then)
{
    ChangeIndexDialog* dialog = changeIndex(step.index, step.kind);
    dialog->proposeSeconds(step.seconds);
    connect(dialog, &ChangeIndexDialog::leftUnsent, &m_workspace.activity(),
            [&activity = m_workspace.activity(), left = step.left] { activity.showResult(left); });
    if (then) {
        connect(dialog, &QDialog::accepted, this, std::move(then));
    }
}

CreateIndexDialog* ServerDesk::openCreateDialog(const protocol::Namespace& ns,
                                                std::function<void()> then)
{
    presenters::CreateIndexPresenter& presenter = m_workspace.createIndex(ns);
    auto* dialog = new CreateIndexDialog(presenter, presenters::text(ns.text()), this);
    dialog->setTimeZone(m_workspace.statusBar().state().zone);
    connect(dialog, &CreateIndexDialog::existingIndexChosen, this, [this, ns](const QString& name) {
        changeIndex({ns, presenters::utf8(name)}, std::nullopt);
    });
    connect(dialog, &CreateIndexDialog::purgeRequested, this,
            [this, dialog, &presenter](const ttl::Rule& target, bool archiveFirst) {
                // after the purge there is less to delete: count again
                connect(m_purges->purge(target, archiveFirst, dialog), &QDialog::finished,
                        &presenter, &presenters::CreateIndexPresenter::count);
            });
    connect(dialog, &CreateIndexDialog::verified, &m_workspace.activity(),
            &presenters::ActivityPresenter::showResult);
    connect(dialog, &QDialog::accepted, this, [this, &presenter, then = std::move(then)] {
        if (const auto& step = presenter.state().secondStep) {
            takeSecondStep(*step, then);
        } else if (then) {
            then();
        }
    });
    captionPictures(*dialog, [ns] { return ns; });
    prepare(dialog, &presenter);
    return dialog;
}

ChangeIndexDialog* ServerDesk::changeIndex(const ttl::IndexRef& index,
                                           std::optional<presenters::ChangeKind> kind)
{
    presenters::ChangeIndexPresenter& presenter = m_workspace.changeIndex(index);
    auto* dialog = new ChangeIndexDialog(presenter, kind, this);
    dialog->setTimeZone(m_workspace.statusBar().state().zone);
    connect(dialog, &ChangeIndexDialog::purgeRequested, this,
            [this, dialog, &presenter](const ttl::Rule& target, bool archiveFirst) {
                connect(m_purges->purge(target, archiveFirst, dialog), &QDialog::finished,
                        &presenter, &presenters::ChangeIndexPresenter::count);
            });
    connect(dialog, &ChangeIndexDialog::verified, &m_workspace.activity(),
            &presenters::ActivityPresenter::showResult);
    connect(dialog, &ChangeIndexDialog::alternativeRequested, this,
            [this, index](const ttl::TtlIndexDraft& draft) { createBeside(index, draft); });
    captionPictures(*dialog, [ns = index.ns] { return ns; });
    prepare(dialog, &presenter);
    return dialog;
}

void ServerDesk::captionPictures(const QDialog& dialog,
                                 std::function<protocol::Namespace()> collection)
{
    if (auto* effect = dialog.findChild<EffectView*>()) {
        effect->setCaption(
            [&workspace = m_workspace, collection = std::move(collection)](const auto& preview) {
                return workspace.previewCaption(collection(), preview.edges, preview.now);
            });
    }
}

void ServerDesk::act(presenters::NodeAction action, const ttl::IndexRef& target)
{
    using presenters::ChangeKind;
    using presenters::NodeAction;
    switch (action) {
    case NodeAction::NewIndex:
        createIndex(target.ns);
        break;
    case NodeAction::OwnRule:
        changeIndex({target.ns, {}}, ChangeKind::Seconds);
        break;
    case NodeAction::Change:
        changeIndex(target, std::nullopt);
        break;
    case NodeAction::Convert:
        changeIndex(target, ChangeKind::Convert);
        break;
    case NodeAction::Hide:
        changeIndex(target, ChangeKind::Hide);
        break;
    case NodeAction::Unhide:
        changeIndex(target, ChangeKind::Unhide);
        break;
    case NodeAction::Purge:
        m_purges->purgeIndex(target);
        nameDialogs();
        break;
    case NodeAction::Drop:
        changeIndex(target, ChangeKind::Drop);
        break;
    case NodeAction::Doctor:
        openCollection(target.ns);
        m_pages->currentCollection()->showDoctor();
        break;
    case NodeAction::CopyName:
        QGuiApplication::clipboard()->setText(presenters::nodeName(target));
        break;
    }
}

void ServerDesk::changePeriod(const ttl::IndexRef& index, qint64 seconds)
{
    changeIndex(index, presenters::ChangeKind::Seconds)->proposeSeconds(seconds);
}

void ServerDesk::changeIndexes(const std::vector<ttl::IndexRef>& indexes)
{
    // the dialog for one index offers more than a period
    if (indexes.size() == 1) {
        changeIndex(indexes.front(), std::nullopt);
        return;
    }
    presenters::BatchChangePresenter& presenter = m_workspace.batchChange(indexes);
    auto* dialog = new BatchChangeDialog(presenter, this);
    dialog->setTimeZone(m_workspace.statusBar().state().zone);
    dialog->findChild<EffectView*>()->setCaption(
        [&workspace = m_workspace](const presenters::PreviewState& preview) {
            return workspace.previewCaption(preview.rules, !preview.perRule.isEmpty(),
                                            preview.edges, preview.now);
        });
    connect(dialog, &BatchChangeDialog::verified, &m_workspace.activity(),
            &presenters::ActivityPresenter::showResult);
    prepare(dialog, &presenter);
}

void ServerDesk::undoChange(quint64 journalEntry)
{
    // one that needs no dialog may still be on its way
    if (findChild<UndoDialog*>()) {
        return;
    }
    presenters::UndoPresenter& presenter = m_workspace.undo(journalEntry);
    auto* dialog = new UndoDialog(presenter, this);
    dialog->setTimeZone(m_workspace.statusBar().state().zone);
    captionPictures(*dialog, [&presenter] { return presenter.state().collection; });
    connect(dialog, &UndoDialog::verified, &m_workspace.activity(),
            &presenters::ActivityPresenter::showResult);
    keepPresenter(dialog, &presenter);
    dialog->undoOrOpen();
    nameDialogs();
}

void ServerDesk::openDoctor()
{
    DoctorDialog* dialog = DoctorDialog::openOver(m_workspace.serverDoctor(), this);
    connect(dialog, &DoctorDialog::remedyRequested, this, &ServerDesk::applyRemedy,
            // the dialog may have been open already
            Qt::UniqueConnection);
    nameDialogs();
}

void ServerDesk::openCapabilities()
{
    CapabilitiesDialog::openOver(m_workspace.capabilities(), this);
    nameDialogs();
}

void ServerDesk::openMembers()
{
    MembersDialog::openOver(m_workspace.members(), this);
    nameDialogs();
}

void ServerDesk::nameDatabases()
{
    (new NamedDatabasesDialog(m_workspace.capabilities(), this))->open();
    nameDialogs();
}

void ServerDesk::openRestorePoints()
{
    RestorePointsDialog::openOver(m_workspace.restorePoints(), this);
}

void ServerDesk::openTrash()
{
    TrashDialog::openOver(m_workspace.trash(), this);
    nameDialogs();
}

void ServerDesk::openConnectDialog(
    const std::function<void(presenters::ConnectFormPresenter&)>& fill)
{
    presenters::ConnectFormPresenter& form = m_workspace.connectForm();
    auto* dialog = new ConnectDialog(m_workspace.connection(), form, this);
    connect(dialog, &QObject::destroyed, &m_workspace,
            [&workspace = m_workspace, &form] { workspace.release(form); });
    // the dialog shows a refusal itself
    m_notice->setShowsConnection(false);
    connect(dialog, &QObject::destroyed, m_notice,
            [notice = m_notice] { notice->setShowsConnection(true); });
    fill(form);
    dialog->open();
}

void ServerDesk::offerConnection(const QString& id, const QString& uri)
{
    openConnectDialog([&](presenters::ConnectFormPresenter& form) {
        if (!id.isEmpty()) {
            form.choose(id);
        } else if (!uri.isEmpty()) {
            form.setUri(uri);
            form.settleUri();
        }
    });
}

void ServerDesk::offerLink(const QString& uri)
{
    openConnectDialog([&uri](presenters::ConnectFormPresenter& form) { form.offerLink(uri); });
}

void ServerDesk::openPreferences()
{
    auto* dialog = new PreferencesDialog(m_workspace.preferences(), m_workspace.statusBar(), this);
    dialog->addAlerts(m_workspace.alerts());
    dialog->open();
}

void ServerDesk::leave(const QString& action, std::function<void()> leave)
{
    m_purges->leave(action, std::move(leave));
}

} // namespace sandglass::ui
