// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/restore/restore_points_dialog.h"

#include "app/presenters/restore/restore_points_presenter.h"
#include "ui/restore/rehearse_button.h"
#include "ui/words/error_mapping.h"
#include "widgets/style/metrics.h"
#include "widgets/views/busy_overlay.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/empty_state.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/open_over.h"
#include "widgets/views/question_box.h"
#include "widgets/views/table_view.h"
#include "widgets/views/visible_text.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace sandglass::ui {

using presenters::Phase;
using presenters::RestorePointsPresenter;

RestorePointsDialog::RestorePointsDialog(RestorePointsPresenter& presenter, QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_intro(new QLabel(this))
    , m_banner(new widgets::ErrorBanner(this))
    , m_stack(new QStackedWidget(this))
    , m_table(new widgets::TableView(m_stack)) // here at once: Tab follows the order of creation
    , m_empty(new widgets::EmptyState(m_stack))
    , m_busy(new widgets::BusyOverlay(m_stack))
    , m_message(new QLabel(this))
    , m_make(new QPushButton(tr("&Make now"), this))
    , m_restore(new QPushButton(tr("Re&store…"), this))
    , m_rehearse(new RehearseButton(this))
    , m_remove(new QPushButton(tr("&Delete…"), this))
{
    setObjectName(QStringLiteral("restorePointsDialog"));
    setWindowTitle(tr("Restore Points"));
    setAttribute(Qt::WA_DeleteOnClose);
    nameParts();
    buildLayout();
    connectSignals();
    showState();
    m_presenter.refresh();
}

void RestorePointsDialog::openOver(RestorePointsPresenter& presenter, QWidget* parent)
{
    widgets::openOver<RestorePointsDialog>(parent, presenter);
}

void RestorePointsDialog::nameParts()
{
    m_intro->setObjectName(QStringLiteral("restoreIntroLabel"));
    m_message->setObjectName(QStringLiteral("restoreMessageLabel"));
    for (QLabel* label : {m_intro, m_message}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_intro->setText(tr("A restore point is a copy of all data of the local engine. It is made at "
                        "once and takes hardly any space until the data changes."));
    m_banner->setObjectName(QStringLiteral("restoreErrorBanner"));
    m_stack->setObjectName(QStringLiteral("restorePointsStack"));
    m_busy->setObjectName(QStringLiteral("restoreBusyOverlay"));
    m_table->setObjectName(QStringLiteral("restorePointsTableView"));
    m_table->setAccessibleName(tr("Restore points"));
    m_empty->setObjectName(QStringLiteral("restoreEmptyState"));
    m_empty->setIconName(QStringLiteral("clock"));
    m_empty->setTitle(tr("There are no restore points yet"));
    m_empty->setText(tr("Make one now, or tick “Make a restore point first” in a dialog that "
                        "deletes documents."));
    m_make->setObjectName(QStringLiteral("makeRestorePointButton"));
    m_restore->setObjectName(QStringLiteral("restoreDataButton"));
    m_remove->setObjectName(QStringLiteral("deleteRestorePointButton"));
}

void RestorePointsDialog::buildLayout()
{
    m_table->setModel(&m_presenter.points());
    m_table->setSortingEnabled(false); // newest first, as they come
    QHeaderView* header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    // the cause is a sentence and takes what is left
    header->setSectionResizeMode(presenters::RestorePointModel::Cause, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    auto* buttons = new widgets::DialogButtons(this);
    buttons->addAside(*m_make);
    buttons->addAside(*m_rehearse);
    buttons->addAside(*m_restore);
    buttons->addAside(*m_remove);
    buttons->addClose(QStringLiteral("closeRestorePointsButton"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_intro);
    column->addWidget(m_banner);
    column->addWidget(m_stack, 1);
    column->addWidget(m_message);
    column->addWidget(buttons);
    resize(widgets::sizeOnScreen(this, 64, 30));
}

void RestorePointsDialog::connectSignals()
{
    connect(&m_presenter, &RestorePointsPresenter::stateChanged, this,
            &RestorePointsDialog::showState);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &RestorePointsDialog::updateButtons);
    connect(&m_presenter.points(), &QAbstractItemModel::modelReset, this,
            &RestorePointsDialog::updateButtons);
    connect(m_busy, &widgets::BusyOverlay::cancelRequested, &m_presenter,
            &RestorePointsPresenter::cancel);
    connect(m_make, &QPushButton::clicked, &m_presenter, &RestorePointsPresenter::make);
    connect(m_restore, &QPushButton::clicked, this, [this] { m_presenter.askRestore(selected()); });
    connect(&m_presenter, &RestorePointsPresenter::restoreAsked, this,
            &RestorePointsDialog::askRestore);
    connect(m_remove, &QPushButton::clicked, this, &RestorePointsDialog::askRemoval);
    connect(m_rehearse, &RehearseButton::rehearseRequested, this,
            [this](int rate) { m_presenter.rehearse(selected(), rate); });
    connect(m_banner, &widgets::ErrorBanner::actionTriggered, &m_presenter,
            &RestorePointsPresenter::refresh);
}

QString RestorePointsDialog::selected() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? QString() : m_presenter.points().idAt(rows.first().row());
}

void RestorePointsDialog::showState()
{
    const presenters::RestorePointsState& state = m_presenter.state();
    const bool none = m_presenter.points().rowCount() == 0;
    m_stack->setCurrentWidget(none && state.phase == Phase::Ready ? static_cast<QWidget*>(m_empty)
                                                                  : m_table);
    if (state.phase == Phase::Loading) {
        m_busy->start(tr("Reading the restore points…"));
    } else if (!state.busyText.isEmpty()) {
        m_busy->start(state.busyText);
    } else {
        m_busy->stop();
    }
    m_busy->setCancellable(state.canCancel);
    // if nothing else is to be said, why none can be made
    m_message->setText(state.message.isEmpty() && state.busyText.isEmpty() ? state.whyNotMake
                                                                           : state.message);
    m_message->setVisible(!m_message->text().isEmpty());
    showFailure(*m_banner, state.failure,
                state.phase == Phase::Failed ? tr("Read a&gain") : QString());
    updateButtons();
}

void RestorePointsDialog::updateButtons()
{
    const presenters::RestorePointsState& state = m_presenter.state();
    const bool chosen = !selected().isEmpty();
    m_make->setEnabled(state.canMake);
    m_restore->setEnabled(state.canUse && chosen);
    m_remove->setEnabled(state.canUse && chosen);
    // without a selection, the rehearsal uses the current data
    m_rehearse->setEnabled(state.canUse && (chosen || state.canMake));
}

void RestorePointsDialog::askRestore(const QString& id, const QString& question)
{
    if (!isVisible()) {
        return; // closed while it was counted
    }
    widgets::ask(this,
                 {tr("Restore Data"), widgets::visibleParagraphs(question), tr("&Restore the data"),
                  QStringLiteral("restoreDataBox"), QStringLiteral("confirmRestoreButton"),
                  QStringLiteral("cancelRestoreButton")},
                 [&presenter = m_presenter, id] { presenter.restore(id); });
}

void RestorePointsDialog::askRemoval()
{
    // taken now: the selection may change while the question is open
    const QString id = selected();
    const QString question = m_presenter.removeQuestion(id);
    if (question.isEmpty()) {
        return; // the restore point no longer exists
    }
    widgets::ask(this,
                 {tr("Delete Restore Point"), widgets::visibleText(question), tr("&Delete"),
                  QStringLiteral("deleteRestorePointBox"), QStringLiteral("confirmRestoreButton"),
                  QStringLiteral("cancelRestoreButton")},
                 [&presenter = m_presenter, id] { presenter.remove(id); });
}

} // namespace sandglass::ui

#include "moc_restore_points_dialog.cpp"
