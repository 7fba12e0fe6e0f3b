// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/documents_tab.h"

#include "app/presenters/documents/document_table_model.h"
#include "app/presenters/documents/documents_presenter.h"
#include "app/presenters/words/words.h"
#include "ui/documents/document_confirmation.h"
#include "ui/documents/document_editor.h"
#include "ui/documents/document_filter_bar.h"
#include "ui/words/error_mapping.h"
#include "widgets/views/action_button.h"
#include "widgets/views/behind_dialog.h"
#include "widgets/views/busy_overlay.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/focus_refuge.h"
#include "widgets/views/form_row.h"
#include "widgets/views/next_step.h"
#include "widgets/views/table_view.h"
#include "widgets/views/visible_text.h"

#include <QComboBox>
#include <QDateTimeEdit>
#include <QDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTimeZone>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace sandglass::ui {

namespace {

// That the table has room for on a small screen. A table that says why it is empty needs less, and
// what is offered below it is then in sight.
constexpr int kFewestRows = 5;
constexpr int kFewestWhenEmpty = 2;

} // namespace

using presenters::DocumentTableModel;

DocumentsTab::DocumentsTab(presenters::DocumentsPresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_banner(new widgets::ErrorBanner(this))
    , m_table(new widgets::TableView(this))
    , m_rule(new QComboBox(this))
    , m_message(new QLabel(this))
    , m_range(new QLabel(this))
    , m_allDocuments(new QToolButton(this))
    , m_filter(new DocumentFilterBar(presenter, this))
    , m_reading(new widgets::BusyOverlay(m_table))
    , m_focus(std::make_unique<widgets::FocusRefuge>(*m_table))
{
    setObjectName(QStringLiteral("documentsTab"));
    m_banner->setObjectName(QStringLiteral("documentsErrorBanner"));
    m_reading->setObjectName(QStringLiteral("documentsBusyOverlay"));
    m_reading->setCancellable(true);
    connect(m_reading, &widgets::BusyOverlay::cancelRequested, &m_presenter,
            &presenters::DocumentsPresenter::cancelReading);
    buildTable();
    auto* column = new QVBoxLayout(this);
    column->addWidget(buildActions());
    column->addWidget(m_filter);
    column->addWidget(m_banner);
    column->addWidget(m_table, 1);
    column->addWidget(buildNotes());
    orderTabs();
    connectSignals();
    showState();
}

DocumentsTab::~DocumentsTab() = default;

void DocumentsTab::orderTabs()
{
    QList<QWidget*> order{m_insert, m_edit, m_touch, m_expire, m_remove, m_why, m_rule};
    order << m_filter->controls() << m_table << m_nextStep << m_allDocuments << m_undo;
    for (qsizetype i = 1; i < order.size(); ++i) {
        setTabOrder(order[i - 1], order[i]);
    }
}

void DocumentsTab::buildTable()
{
    m_table->setObjectName(QStringLiteral("documentsTableView"));
    m_table->setModel(&m_presenter.model());
    // a cell shows the beginning of a long document; what is copied is all of it
    m_table->setCopyRole(DocumentTableModel::CopyRole);
    // the presenter sorts by expiry, over all pages
    m_table->setSortingEnabled(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setSectionsClickable(true);
    // an ObjectId, a date with its seconds and a countdown have room; the document gets the rest
    m_table->fitColumns(20);
    keepRoomFor(kFewestRows);
}

void DocumentsTab::keepRoomFor(int rows)
{
    m_table->setMinimumHeight(m_table->horizontalHeader()->sizeHint().height()
                              + rows * m_table->verticalHeader()->defaultSectionSize());
}

QWidget* DocumentsTab::buildActions()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    m_insert = widgets::addActionButton(*bar, QStringLiteral("insertDocumentButton"),
                                        QStringLiteral("plus"), tr("I&nsert…"));
    m_edit = widgets::addActionButton(*bar, QStringLiteral("editDocumentButton"),
                                      QStringLiteral("edit"), tr("&Edit…"));
    m_touch = widgets::addActionButton(*bar, QStringLiteral("touchNowButton"),
                                       QStringLiteral("clock"), tr("Tou&ch now"));
    m_expire = widgets::addActionButton(*bar, QStringLiteral("expireAtButton"),
                                        QStringLiteral("hourglass"), tr("Ex&pire at…"));
    m_remove = widgets::addActionButton(*bar, QStringLiteral("deleteDocumentsButton"),
                                        QStringLiteral("trash"), tr("&Delete…"));
    m_why = widgets::addActionButton(*bar, QStringLiteral("whyNotExpiringButton"),
                                     QStringLiteral("doctor"), tr("Why is this not expirin&g?"));
    row->addStretch(1);
    m_rule->setObjectName(QStringLiteral("ruleComboBox"));
    m_rule->setAccessibleName(tr("Rule that decides when the documents expire"));
    m_rule->setToolTip(m_rule->accessibleName());
    row->addWidget(m_rule);
    return bar;
}

QWidget* DocumentsTab::buildNotes()
{
    m_notes = new QWidget(this);
    m_notes->setObjectName(QStringLiteral("documentsNotes"));
    auto* row = new QHBoxLayout(m_notes);
    row->setContentsMargins(0, 0, 0, 0);
    m_range->setObjectName(QStringLiteral("documentsRangeLabel"));
    m_range->setTextFormat(Qt::PlainText);
    m_allDocuments->setObjectName(QStringLiteral("allDocumentsButton"));
    m_allDocuments->setText(tr("Show &all documents"));
    m_allDocuments->setAccessibleName(tr("Show all documents"));
    // by default Tab skips tool buttons
    m_allDocuments->setFocusPolicy(Qt::StrongFocus);
    // in this line: one of its own would take the height of two rows
    m_nextStep = new widgets::NextStep(QStringLiteral("documentsNextButton"), *m_table, m_notes);
    row->addWidget(m_nextStep);
    row->addWidget(m_range);
    row->addWidget(m_allDocuments);
    m_message->setObjectName(QStringLiteral("documentsMessageLabel"));
    m_message->setTextFormat(Qt::PlainText);
    m_message->setProperty("muted", true);
    row->addWidget(m_message, 1);
    m_undo = widgets::addActionButton(*m_notes, QStringLiteral("undoDatesButton"),
                                      QStringLiteral("undo"), tr("&Undo"));
    m_undo->hide();
    return m_notes;
}

void DocumentsTab::connectSignals()
{
    using presenters::DocumentsPresenter;
    connect(&m_presenter, &DocumentsPresenter::stateChanged, this, &DocumentsTab::showState);
    connect(m_rule, &QComboBox::activated, &m_presenter, &DocumentsPresenter::setRule);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionClicked, this, &DocumentsTab::sortBy);
    connect(m_allDocuments, &QToolButton::clicked, &m_presenter, &DocumentsPresenter::clearRange);
    connect(m_banner, &widgets::ErrorBanner::actionTriggered, &m_presenter,
            &DocumentsPresenter::refresh);
    connect(m_insert, &QPushButton::clicked, this, [this] { edit(-1); });
    connect(m_nextStep, &QPushButton::clicked, this, [this] {
        const presenters::DocumentsState& state = m_presenter.state();
        if (!state.filterText.isEmpty()) {
            m_presenter.setFilter({});
        } else if (!state.rangeText.isEmpty()) {
            m_presenter.clearRange();
        } else {
            edit(-1);
        }
    });
    connect(m_edit, &QPushButton::clicked, this, [this] { edit(selectedRows().front()); });
    connect(m_touch, &QPushButton::clicked, this, &DocumentsTab::touch);
    connect(m_undo, &QPushButton::clicked, this, [this] {
        if (!isBlocked()) {
            ask(m_presenter.undoQuestion(), QStringLiteral("undoDatesBox"),
                [this](const std::vector<int>&) { m_presenter.undoDates(); });
        }
    });
    connect(m_expire, &QPushButton::clicked, this, &DocumentsTab::askForDate);
    connect(m_remove, &QPushButton::clicked, this, &DocumentsTab::confirmRemoval);
    connect(m_why, &QPushButton::clicked, this, [this] {
        Q_EMIT diagnosisRequested(m_presenter.model().row(selectedRows().front()).id);
    });
    connect(m_table, &QTableView::activated, this,
            [this](const QModelIndex& index) { edit(index.row()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &DocumentsTab::showSelection);
    connect(&m_presenter.model(), &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex& first) {
                // every second only the countdowns
                if (first.column() == presenters::DocumentTableModel::IdColumn) {
                    showSelection();
                }
            });
}

void DocumentsTab::showSelection()
{
    updateActions();
    if (const std::vector<int> rows = selectedRows(); rows.size() == 1) {
        Q_EMIT documentSelected(m_presenter.model().row(rows.front()).document);
    }
}

void DocumentsTab::showState()
{
    const presenters::DocumentsState& state = m_presenter.state();
    QStringList names;
    for (int i = 0; i < m_rule->count(); ++i) {
        names << m_rule->itemText(i);
    }
    // filling the list again would close it while it is open
    if (names != state.ruleNames) {
        m_rule->clear();
        m_rule->addItems(state.ruleNames);
    }
    m_rule->setCurrentIndex(state.rule);
    m_rule->setVisible(state.ruleNames.size() > 1);
    nameOrder();
    showPlaceholder();
    m_message->setText(state.message);
    m_undo->setVisible(state.undoable > 0);
    m_range->setText(state.rangeText);
    m_allDocuments->setVisible(!state.rangeText.isEmpty());
    if (!state.undoText.isEmpty()) {
        m_undo->setText(state.undoText);
    }
    m_filter->showState();
    m_notes->setVisible(!m_nextStep->isHidden() || !state.rangeText.isEmpty()
                        || !state.message.isEmpty() || state.undoable > 0);
    showPageFailure(*m_banner, state.failure, tr("&Retry"));
    updateActions();
}

void DocumentsTab::nameOrder()
{
    const QString& order = m_presenter.state().sortText;
    //: %1 is an order in MongoDB's query language, such as {_id: -1}
    const QString other = tr("Documents, in the order %1").arg(widgets::visibleText(order));
    const QString name = order.isEmpty() ? tr("Documents, soonest expiry first") : other;
    // each call is announced
    if (m_table->accessibleName() != name) {
        m_table->setAccessibleName(name);
    }
}

void DocumentsTab::showPlaceholder()
{
    using presenters::Phase;
    const presenters::DocumentsState& state = m_presenter.state();
    QString text;
    QString step;
    if (state.phase == Phase::Idle) {
        text = tr("The documents are read as soon as there is a connection.");
    } else if (state.phase == Phase::Failed) {
        // the bar above has the reason and Retry
        text = tr("The documents could not be read.");
    } else if (state.phase != Phase::Loading && !state.filterText.isEmpty()) {
        text = tr("No document fits the filter.");
        step = tr("Leave the &filter");
    } else if (state.phase != Phase::Loading && state.rangeText.isEmpty()) {
        text = tr("This collection holds no documents.");
        step = !state.cannotChangeReason.isEmpty() || state.busy ? QString()
                                                                 : tr("Insert a docu&ment…");
    } else if (state.phase != Phase::Loading) {
        text = state.shown.bar == presenters::BarDocuments::Kind::Never
            ? tr("There are no such documents.")
            : tr("No document expires in this range.");
        step = tr("Sho&w the whole collection");
    }
    m_table->setPlaceholderText(text);
    m_table->setDimmed(!state.asOfText.isEmpty(), state.asOfText);
    m_nextStep->setStep(step);
    const bool saysWhy = state.phase == Phase::Failed || !m_nextStep->isHidden();
    keepRoomFor(saysWhy ? kFewestWhenEmpty : kFewestRows);
    // also over rows: they stay readable below it
    if (state.reading) {
        m_reading->start(tr("Reading the documents…"));
    } else {
        m_reading->stop();
    }
}

void DocumentsTab::updateActions()
{
    const presenters::DocumentsState& state = m_presenter.state();
    const std::size_t selected = selectedRows().size();
    const bool may = state.cannotChangeReason.isEmpty() && !state.busy;
    // the next button would otherwise get the keyboard, and a second press of the key
    m_focus->setEnabled(*m_insert, may);
    m_focus->setEnabled(*m_edit, may && selected == 1);
    const bool mayDate = may && selected > 0 && state.cannotDateReason.isEmpty();
    m_focus->setEnabled(*m_touch, mayDate);
    m_focus->setEnabled(*m_expire, mayDate);
    m_focus->setEnabled(*m_remove, may && selected > 0);
    m_focus->setEnabled(*m_why, selected == 1);
    m_focus->setEnabled(*m_undo, may);
    if (!state.busy) {
        m_focus->forget();
    }
    const QString reason = widgets::toolTipText(state.cannotChangeReason);
    for (QPushButton* each : {m_insert, m_edit, m_remove}) {
        each->setToolTip(reason);
    }
    const QString dateReason
        = reason.isEmpty() ? widgets::toolTipText(state.cannotDateReason) : reason;
    m_expire->setToolTip(dateReason);
    m_touch->setToolTip(dateReason.isEmpty() ? tr("Set the date to the server's current time, as "
                                                  "an application does on each access")
                                             : dateReason);
    m_undo->setToolTip(reason.isEmpty() ? tr("Restores the earlier dates of the documents")
                                        : reason);
}

bool DocumentsTab::isBlocked() const
{
    return widgets::isBehindDialog(*this);
}

void DocumentsTab::edit(int row)
{
    if (isBlocked()) {
        return;
    }
    std::optional<bson::Document> loaded;
    if (row >= 0) {
        loaded = m_presenter.model().row(row).document;
    }
    auto* editor = new DocumentEditor(m_presenter, std::move(loaded), this);
    editor->open();
}

void DocumentsTab::sortBy(int column)
{
    if (column == DocumentTableModel::IdColumn) {
        m_filter->sortBy(QStringLiteral("_id"));
    } else if (column == DocumentTableModel::DateColumn
               || column == DocumentTableModel::CountdownColumn) {
        const presenters::DocumentsState& state = m_presenter.state();
        if (!state.field.isEmpty()) {
            m_filter->sortBy(state.field);
        }
    }
}

void DocumentsTab::askForDate()
{
    if (isBlocked()) {
        return;
    }
    auto* dialog = new QDialog(this);
    dialog->setObjectName(QStringLiteral("expireAtDialog"));
    dialog->setWindowTitle(tr("Expire At"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    // Before Qt 6.7, QDateTimeEdit handles local time and UTC only. It is set to UTC, and shows the
    // wall clock of the zone in which the window shows all times.
    const QDateTime start = m_presenter.shownNow().addSecs(3600);
    auto* moment = new QDateTimeEdit(dialog);
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    moment->setTimeZone(QTimeZone::utc());
#else
    moment->setTimeSpec(Qt::UTC);
#endif
    moment->setDateTime(QDateTime(start.date(), start.time(), QTimeZone::utc()));
    moment->setObjectName(QStringLiteral("expireAtEdit"));
    moment->setAccessibleName(tr("Time of expiry"));
    moment->setCalendarPopup(true);
    moment->setDisplayFormat(presenters::momentFormat());
    auto* buttons = new widgets::DialogButtons(dialog);
    buttons->addPrimary(tr("&Set the date"), QStringLiteral("confirmExpireAtButton"));
    buttons->addCancel(QStringLiteral("cancelExpireAtButton"));
    auto* form = new QFormLayout(dialog);
    widgets::addFormRow(
        *form, tr("&Expire at (%1):").arg(QString::fromLatin1(start.timeZone().id())), moment);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
    connect(dialog, &QDialog::accepted, this, [this, moment, zone = start.timeZone()] {
        // the chosen wall clock, now in its real zone
        const QDateTime wanted(moment->date(), moment->time(), zone);
        ask(m_presenter.expireQuestion(selectedRows(), wanted),
            QStringLiteral("expireDocumentsBox"),
            [this, wanted](const std::vector<int>& left) { m_presenter.expireAt(left, wanted); });
    });
    dialog->open();
}

void DocumentsTab::confirmRemoval()
{
    const std::vector<int> rows = selectedRows();
    // Delete is also a key of the window, whatever the selection
    if (rows.empty() || !m_remove->isEnabled() || isBlocked()) {
        return;
    }
    ask(m_presenter.removalQuestion(rows), QStringLiteral("deleteDocumentsBox"),
        [this](const std::vector<int>& left) { m_presenter.remove(left); });
}

void DocumentsTab::touch()
{
    if (isBlocked()) {
        return;
    }
    ask(m_presenter.touchQuestion(selectedRows()), QStringLiteral("touchDocumentsBox"),
        [this](const std::vector<int>& left) { m_presenter.touchNow(left); });
}

void DocumentsTab::ask(const presenters::DocumentQuestion& question, const QString& objectName,
                       std::function<void(const std::vector<int>&)> yes)
{
    if (!question.asks) {
        yes(selectedRows());
        return;
    }
    auto* box = new DocumentConfirmation(question, objectName, this);
    connect(box, &QDialog::accepted, this,
            [selection = persistentSelection(), yes = std::move(yes)] { yes(rowsOf(selection)); });
    box->open();
}

std::vector<int> DocumentsTab::selectedRows() const
{
    std::vector<int> rows;
    const QModelIndexList selected = m_table->selectionModel()->selectedRows();
    for (const QModelIndex& index : selected) {
        rows.push_back(index.row());
    }
    return rows;
}

QList<QPersistentModelIndex> DocumentsTab::persistentSelection() const
{
    QList<QPersistentModelIndex> selection;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        selection.append(index);
    }
    return selection;
}

std::vector<int> DocumentsTab::rowsOf(const QList<QPersistentModelIndex>& selection)
{
    std::vector<int> rows;
    for (const QPersistentModelIndex& index : selection) {
        if (index.isValid()) {
            rows.push_back(index.row());
        }
    }
    return rows;
}

void DocumentsTab::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_presenter.setVisible(true);
}

void DocumentsTab::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_presenter.setVisible(false);
}

} // namespace sandglass::ui

#include "moc_documents_tab.cpp"
