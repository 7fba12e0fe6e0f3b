// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/journal/activity_view.h"

#include "app/presenters/journal/activity_presenter.h"
#include "app/presenters/journal/journal_model.h"
#include "app/presenters/journal/task_model.h"
#include "ui/forecast/table_export.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/csv_text.h"
#include "widgets/views/elided_label.h"
#include "widgets/views/inner_buttons.h"
#include "widgets/views/next_step.h"
#include "widgets/views/tab_order.h"
#include "widgets/views/table_columns.h"
#include "widgets/views/table_view.h"
#include "widgets/views/visible_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sandglass::ui {

using presenters::JournalModel;
using presenters::TaskModel;

namespace {

constexpr int kMostTaskLines = 4; // further ones are scrolled to
constexpr double kMostColumnEms = 22; // of the journal

} // namespace

ActivityView::ActivityView(presenters::ActivityPresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_tasks(new widgets::TableView(this))
    , m_journal(new widgets::TableView(this))
    , m_filter(new QLineEdit(this))
    , m_caption(new widgets::ElidedLabel(this))
    , m_save(addButton(QStringLiteral("journalCsvButton"), QStringLiteral("export"),
                       tr("&Save as CSV…")))
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
    buildFilter();
    buildLayout();
    connectSignals();
    connectButtons();
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
    m_journal->setModel(&m_presenter.shownJournal());
    // before a column is hidden; the text is not looked for in what nobody sees
    connect(&m_journal->columns(), &widgets::TableColumns::shownChanged, this,
            &ActivityView::followColumns);
    // those that are shown or hidden past the menu; queued, as the header may tell of it before it
    // is so
    connect(
        m_journal->horizontalHeader(), &QHeaderView::sectionResized, this,
        [this](int /*column*/, int before, int now) {
            if (before == 0 || now == 0) {
                followColumns();
            }
        },
        Qt::QueuedConnection);
    // a journal is in the order of time
    m_journal->setSortingEnabled(false);
    m_journal->horizontalHeader()->setStretchLastSection(true);
    m_tasks->fitColumns();
    m_journal->fitColumns(kMostColumnEms);
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

void ActivityView::buildFilter()
{
    m_filter->setObjectName(QStringLiteral("journalFilterEdit"));
    m_filter->setAccessibleName(tr("Filter the journal"));
    m_filter->setPlaceholderText(tr("Filter the journal"));
    // the placeholder must be readable
    m_filter->setMinimumWidth(m_filter->fontMetrics().horizontalAdvance(m_filter->placeholderText())
                              + widgets::emPixels(this, 1));
    widgets::addClearButton(*m_filter);
    m_filter->installEventFilter(this);
    m_caption->setObjectName(QStringLiteral("journalCaptionLabel"));
    m_caption->hide();
}

void ActivityView::buildLayout()
{
    auto* tasks = new QHBoxLayout;
    tasks->addWidget(m_tasks, 1);
    tasks->addWidget(m_pause, 0, Qt::AlignTop);
    tasks->addWidget(m_cancel, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout(this);
    // a dock is low: the height is for the entries
    const int gap = widgets::emPixels(this, 0.25);
    const QMargins sides = column->contentsMargins();
    column->setContentsMargins(sides.left(), gap, sides.right(), 0);
    column->setSpacing(gap);
    column->addLayout(tasks);
    column->addLayout(buildJournalRow());
    column->addWidget(m_journal, 1);
    column->addWidget(m_reply);
    // the tables were made before the buttons that are above them
    widgets::orderTabStops({m_tasks, m_pause, m_cancel, m_filter, m_save, m_next, m_showReply,
                            m_copy, m_undo, m_journal, m_reply});
}

QBoxLayout* ActivityView::buildJournalRow()
{
    auto* row = new QHBoxLayout;
    row->addWidget(m_filter);
    row->addWidget(m_caption);
    row->addWidget(m_save);
    // beside the other buttons: below the table it would take the height of two rows
    m_next = new widgets::NextStep(QStringLiteral("journalNextButton"), *m_journal, this);
    row->addWidget(m_next);
    row->addStretch(1);
    row->addWidget(m_showReply);
    row->addWidget(m_copy);
    row->addWidget(m_undo);
    return row;
}

bool ActivityView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape && !m_filter->text().isEmpty()) {
            m_filter->clear();
            return true;
        }
        // Down goes on from the filter to what it has found
        if (key == Qt::Key_Down) {
            m_journal->setFocus();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ActivityView::connectSignals()
{
    connect(&m_presenter, &presenters::ActivityPresenter::stateChanged, this,
            &ActivityView::showState);
    connect(m_journal->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ActivityView::updateActions);
    connect(m_tasks->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ActivityView::updateActions);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        followColumns();
        m_presenter.setFilterText(text);
    });
    connect(m_next, &QPushButton::clicked, this, &ActivityView::takeNextStep);
    connect(m_save, &QPushButton::clicked, this, &ActivityView::save);
}

void ActivityView::connectButtons()
{
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_presenter.cancelTask(m_tasks->currentIndex().data(TaskModel::TaskIdRole).toULongLong());
    });
    connect(m_pause, &QPushButton::clicked, this, [this] {
        m_presenter.togglePause(m_tasks->currentIndex().data(TaskModel::TaskIdRole).toULongLong());
    });
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(
            selectedEntry().data(JournalModel::MongoshRole).toString());
    });
    connect(m_showReply, &QPushButton::toggled, this, &ActivityView::showReply);
    connect(m_undo, &QPushButton::clicked, this, [this] {
        Q_EMIT undoRequested(selectedEntry().data(JournalModel::EntryIdRole).toULongLong());
    });
}

void ActivityView::takeNextStep()
{
    if (m_presenter.state().entries > 0) {
        m_filter->clear();
    } else {
        Q_EMIT inventoryRequested();
    }
}

void ActivityView::save()
{
    saveText(this, tr("Save the journal"), QStringLiteral("journal.csv"),
             [entries = m_presenter.copyOfShownJournal()] {
                 return widgets::csvText(*entries(), presenters::JournalExport::PlainRole);
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
    m_caption->setText(state.filterCaption);
    m_caption->setVisible(!state.filterCaption.isEmpty());
    m_filter->setAccessibleDescription(state.filterCaption);
    showServers();
    showPlaceholder();
    updateActions();
}

void ActivityView::showServers()
{
    const bool several = m_presenter.state().severalServers;
    // once for each change: the user may choose columns too
    if (m_serversShown != several) {
        m_serversShown = several;
        m_journal->setColumnHidden(JournalModel::ServerColumn, !several);
        m_journal->fitColumns(kMostColumnEms);
        followColumns();
    }
}

void ActivityView::followColumns()
{
    for (int column = 0; column < m_journal->model()->columnCount(); ++column) {
        m_presenter.setColumnShown(column, !m_journal->isColumnHidden(column));
    }
}

void ActivityView::showPlaceholder()
{
    const bool filtered = m_presenter.state().entries > 0;
    m_journal->setPlaceholderText(
        filtered ? tr("No change matches the filter.")
                 : tr("There are no changes yet. Every change is written here before it is sent."));
    m_next->setStep(filtered ? tr("Clear the fi&lter") : tr("Open the TTL &inventory"));
}

QModelIndex ActivityView::selectedEntry() const
{
    const QItemSelectionModel* selection = m_journal->selectionModel();
    // a filter that takes the current row away makes a neighbour the current one
    return selection->isSelected(selection->currentIndex()) ? selection->currentIndex()
                                                            : selection->selectedRows().value(0);
}

void ActivityView::showReply()
{
    const QString reply = selectedEntry().data(JournalModel::ReplyRole).toString();
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
    const QModelIndex entry = selectedEntry();
    const bool any = entry.isValid();
    m_save->setEnabled(m_journal->model()->rowCount() > 0);
    m_copy->setEnabled(any && !entry.data(JournalModel::MongoshRole).toString().isEmpty());
    m_undo->setEnabled(any && entry.data(JournalModel::CanUndoRole).toBool());
    m_undo->setToolTip(any ? entry.data(JournalModel::UndoTextRole).toString() : QString());
    const QModelIndex task = m_tasks->currentIndex();
    const bool paused = task.data(TaskModel::PausedRole).toBool();
    m_pause->setEnabled(task.data(TaskModel::PausableRole).toBool());
    m_pause->setText(paused ? tr("Resum&e task") : tr("&Pause task"));
    m_pause->setAccessibleName(paused ? tr("Resume task") : tr("Pause task"));
    m_pause->setIcon(widgets::icon(paused ? QStringLiteral("play") : QStringLiteral("pause")));
    m_cancel->setEnabled(m_tasks->currentIndex().data(TaskModel::CancellableRole).toBool());
}

} // namespace sandglass::ui

#include "moc_activity_view.cpp"
