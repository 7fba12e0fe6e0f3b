// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/purge/purge_desk.h"

#include "app/presenters/purge/purge_notice_presenter.h"
#include "app/presenters/purge/purge_presenter.h"
#include "app/presenters/shell/status_presenter.h"
#include "app/presenters/shell/workspace.h"
#include "ui/indexes/confirm_row.h"
#include "ui/indexes/effect_view.h"
#include "ui/purge/purge_dialog.h"
#include "widgets/views/question_box.h"
#include "widgets/views/visible_text.h"

#include <utility>

namespace sandglass::ui {

PurgeDesk::PurgeDesk(presenters::Workspace& workspace, QWidget& window)
    : QObject(&window)
    , m_workspace(workspace)
    , m_window(window)
{
}

PurgeDialog* PurgeDesk::open(presenters::PurgePresenter& presenter, bool archiveFirst,
                             QWidget* parent)
{
    auto* dialog = new PurgeDialog(presenter, archiveFirst, parent);
    // The dialog uses its presenter until it is destroyed. The context is the workspace, because
    // the window may already be gone then.
    connect(dialog, &QObject::destroyed, &m_workspace,
            [&workspace = m_workspace, &presenter] { workspace.release(presenter); });
    dialog->setTimeZone(m_workspace.statusBar().state().zone);
    dialog->findChild<EffectView*>()->setCaption(
        [&workspace = m_workspace, &presenter](const presenters::PreviewState& preview) {
            return workspace.previewCaption(presenter.state().index.ns, preview.edges, preview.now);
        });
    connect(dialog->findChild<ConfirmRow*>(), &ConfirmRow::unlockRequested, this,
            &PurgeDesk::unlockRequested);
    dialog->open();
    return dialog;
}

void PurgeDesk::purgeIndex(const ttl::IndexRef& index)
{
    if (const auto target = m_workspace.purgeTarget(index)) {
        purge(*target, false, &m_window);
    }
}

PurgeDialog* PurgeDesk::purge(const ttl::Rule& target, bool archiveFirst, QWidget* parent)
{
    return open(m_workspace.purge(target), archiveFirst, parent);
}

void PurgeDesk::openUnfinished()
{
    open(m_workspace.currentPurge(), false, &m_window);
}

void PurgeDesk::leave(const QString& action, std::function<void()> leave)
{
    const presenters::PurgeNoticeState& purge = m_workspace.purgeNotice().state();
    if (!purge.inProgress) {
        leave();
        return;
    }
    // over the whole window: what is confirmed may destroy this desk
    widgets::ask(m_window.window(),
                 {tr("Purge in Progress"),
                  //: %1 is a server, %2 a sentence about the purge
                  tr("%1: %2\n\nWithout the connection, the purge deletes nothing more. It can be "
                     "resumed when the server is connected again.")
                      .arg(widgets::visibleText(m_workspace.serverName()),
                           widgets::visibleText(purge.sentence)),
                  action, QStringLiteral("leaveServerBox"), QStringLiteral("leaveServerButton"),
                  QStringLiteral("stayConnectedButton")},
                 std::move(leave));
}

} // namespace sandglass::ui

#include "moc_purge_desk.cpp"
