// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/journal/activity_view.h"

#include "app/presenters/journal/activity_presenter.h"
#include "app/presenters/journal/journal_model.h"
#include "app/presenters/journal/task_model.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/next_step.h"
#include "widgets/views/table_view.h"
#include "widgets/views/visible_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sandglass::ui {

using presenters::JournalModel;
using presenters::TaskModel;

namespace {

constexpr int kMostTaskLines = 4; // further ones are scrolled to

} // namespace

ActivityView::ActivityView(presenters::ActivityPresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_tasks(new widgets::TableView(this))
    , m_journal(new widgets::TableView(this))
    , m_cancel(
          addButton(QStringLiteral("cancelTaskButton"), QStringLiteral("stop"), tr("&Cancel task")))
    , m_pause(
          addButton(QStringLiteral("pauseTaskButton"), QStringLiteral("pause"), tr("&Pause task")))
    , m_undo(addButton(QStringLiteral("undoButton"), QStringLiteral("undo"), tr("&Undo…")))
    , m_copy(addButton(QStringLiteral("copyMongoshButton"), QStringLiteral("copy"),
                       tr("Copy as &mongosh")))
    , m_showReply(addButton(QStringLiteral("showReplyButton"), QStringLiteral("info"),
                            tr("&Reply of the server")))
    , m_reply(new QPlainTextEdit(this))
{
    setObjectName(QStringLiteral("activityView"));
    setFocusProxy(m_journal);
    buildTables();
    buildLayout();
    connectSignals();
    showState();
}

QPushButton* ActivityView::addButton(const QString& objectName, const QString& icon,
                                     const QString& text)
{
    auto* button = new QPushButton(widgets::icon(icon), text, this);
    button->setObjectName(objectName);
    button->setAccessibleName(QString(text).remove(QLatin1Char('&')).remove(QChar(0x2026)));
    return button;
}

void ActivityView::buildTables()
{
    m_tasks->setObjectName(QStringLiteral("tasksTableView"));
    m_tasks->setAccessibleName(tr("Running tasks"));
    m_tasks->setModel(&m_presenter.tasks());
    m_tasks->setSortingEnabled(false);
    m_tasks->horizontalHeader()->setStretchLastSection(true);
    // name, progress and time explain themselves; in a low dock the titles would take the place of
    // the task
    m_tasks->horizontalHeader()->hide();
    m_journal->setObjectName(QStringLiteral("journalTableView"));
    m_journal->setAccessibleName(tr("Journal of changes"));
    m_journal->setPlaceholderText(
        tr("There are no changes yet. Every change is written here before it is sent."));
    m_journal->setModel(&m_presenter.journal());
    // a journal is in the order of time
    m_journal->setSortingEnabled(false);
    m_journal->horizontalHeader()->setStretchLastSection(true);
    m_tasks->fitColumns();
    m_journal->fitColumns(22);
    m_showReply->setCheckable(true);
    m_reply->setObjectName(QStringLiteral("journalReplyText"));
    m_reply->setAccessibleName(tr("Reply of the server"));
    m_reply->setReadOnly(true);
    m_reply->setTabChangesFocus(true);
    m_reply->setMaximumHeight(widgets::emPixels(this, 6));
    m_reply->hide();
    // low enough that a new task does not make the window grow
    m_journal->setMinimumHeight(widgets::emPixels(this, 2.5));
}

void ActivityView::buildLayout()
{
    auto* row = new QHBoxLayout;
    // beside the other buttons: below the table it would take the height of two rows
    m_next = new widgets::NextStep(QStringLiteral("journalNextButton"), *m_journal, this);
    m_next->setStep(tr("Open the TTL &inventory"));
    row->addWidget(m_next);
    row->addStretch(1);
    row->addWidget(m_pause);
    row->addWidget(m_cancel);
    row->addWidget(m_showReply);
    row->addWidget(m_copy);
    row->addWidget(m_undo);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_tasks);
    column->addWidget(m_journal, 1);
    column->addWidget(m_reply);
    column->addLayout(row);
}

void ActivityView::connectSignals()
{
    connect(&m_presenter, &presenters::ActivityPresenter::stateChanged, this,
            &ActivityView::showState);
    connect(m_journal->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ActivityView::updateActions);
    connect(m_tasks->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ActivityView::updateActions);
    connect(m_next, &QPushButton::clicked, this, &ActivityView::inventoryRequested);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_presenter.cancelTask(m_tasks->currentIndex().data(TaskModel::TaskIdRole).toULongLong());
    });
    connect(m_pause, &QPushButton::clicked, this, [this] {
        m_presenter.togglePause(m_tasks->currentIndex().data(TaskModel::TaskIdRole).toULongLong());
    });
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(
            m_journal->currentIndex().data(JournalModel::MongoshRole).toString());
    });
    connect(m_showReply, &QPushButton::toggled, this, &ActivityView::showReply);
    connect(m_undo, &QPushButton::clicked, this, [this] {
        Q_EMIT undoRequested(
            m_journal->currentIndex().data(JournalModel::EntryIdRole).toULongLong());
    });
}

void ActivityView::showState()
{
    const presenters::ActivityState& state = m_presenter.state();
    // most of the time there are none, and the journal needs the height
    m_tasks->setVisible(state.runningTasks > 0);
    const int lines = std::clamp(m_tasks->model()->rowCount(), 1, kMostTaskLines);
    m_tasks->setFixedHeight(lines * m_tasks->verticalHeader()->defaultSectionSize()
                            + 2 * m_tasks->frameWidth());
    m_cancel->setVisible(state.runningTasks > 0);
    m_pause->setVisible(state.runningTasks > 0);
    // usually there is one task; the user should not have to select it first
    if (state.runningTasks > 0 && !m_tasks->currentIndex().isValid()) {
        m_tasks->setCurrentIndex(m_tasks->model()->index(0, 0));
    }
    updateActions();
}

void ActivityView::showReply()
{
    const QString reply = m_journal->selectionModel()->hasSelection()
        ? m_journal->currentIndex().data(JournalModel::ReplyRole).toString()
        : QString();
    m_showReply->setEnabled(!reply.isEmpty());
    m_reply->setVisible(m_showReply->isChecked() && !reply.isEmpty());
    const QString shown = widgets::visibleText(reply);
    // setting the same text again would lose what the user has selected in it
    if (m_reply->toPlainText() != shown) {
        m_reply->setPlainText(shown);
    }
}

void ActivityView::updateActions()
{
    showReply();
    const QModelIndex entry = m_journal->currentIndex();
    const bool any = m_journal->selectionModel()->hasSelection() && entry.isValid();
    m_copy->setEnabled(any && !entry.data(JournalModel::MongoshRole).toString().isEmpty());
    m_undo->setEnabled(any && entry.data(JournalModel::CanUndoRole).toBool());
    m_undo->setToolTip(any ? entry.data(JournalModel::UndoTextRole).toString() : QString());
    const QModelIndex task = m_tasks->currentIndex();
    const bool paused = task.data(TaskModel::PausedRole).toBool();
    m_pause->setEnabled(task.data(TaskModel::PausableRole).toBool());
    m_pause->setText(paused ? tr("Res&ume task") : tr("&Pause task"));
    m_pause->setAccessibleName(paused ? tr("Resume task") : tr("Pause task"));
    m_pause->setIcon(widgets::icon(paused ? QStringLiteral("play") : QStringLiteral("pause")));
    m_cancel->setEnabled(m_tasks->currentIndex().data(TaskModel::CancellableRole).toBool());
}

} // namespace sandglass::ui

#include "moc_activity_view.cpp"
