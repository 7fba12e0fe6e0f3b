// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inventory/inventory_page.h"

#include "app/presenters/engine/engine_presenter.h"
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/inventory/inventory_presenter.h"
#include "app/presenters/inventory/rule_filter.h"
#include "app/presenters/inventory/ttl_rules_model.h"
#include "app/presenters/words/words.h"
#include "ui/forecast/figures_mapping.h"
#include "ui/forecast/table_export.h"
#include "ui/forecast/timeline_panel.h"
#include "ui/words/error_mapping.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/busy_overlay.h"
#include "widgets/views/csv_text.h"
#include "widgets/views/elided_label.h"
#include "widgets/views/empty_state.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/figures_strip.h"
#include "widgets/views/inner_buttons.h"
#include "widgets/views/menu_button.h"
#include "widgets/views/next_step.h"
#include "widgets/views/page_scroll.h"
#include "widgets/views/table_columns.h"
#include "widgets/views/table_view.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sandglass::ui {

using presenters::Phase;
using presenters::TtlRulesModel;

namespace {

constexpr int kSeenAfterMillis = 300;

} // namespace

InventoryPage::InventoryPage(presenters::InventoryPresenter& presenter,
                             presenters::EnginePresenter& engine, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_words(scopeWords(presenter.state().database))
    , m_engine(engine)
    , m_stack(new QStackedWidget(this))
    , m_empty(new widgets::EmptyState)
    , m_banner(new widgets::ErrorBanner)
    , m_figures(new widgets::FiguresStrip)
    , m_timeline(new TimelinePanel(presenter.forecast()))
    , m_filter(new QLineEdit)
    , m_onlyOverdue(new QCheckBox(tr("&Overdue only")))
    , m_onlyFindings(new QCheckBox(tr("Findin&gs only")))
    , m_change(new QPushButton(tr("Change &expiry…")))
    , m_countAll(new QCheckBox(tr("Cou&nt all")))
    , m_caption(new widgets::ElidedLabel)
    , m_table(new widgets::TableView)
{
    setObjectName(QStringLiteral("inventoryPage"));
    buildTable();
    m_empty->setObjectName(QStringLiteral("inventoryEmptyState"));
    m_stack->setObjectName(QStringLiteral("inventoryStack"));
    m_stack->addWidget(buildContent());
    m_stack->addWidget(m_empty);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_stack);
    connectSignals();
    showState();
}

void InventoryPage::buildTable()
{
    m_table->setObjectName(QStringLiteral("rulesTableView"));
    m_table->setAccessibleName(m_words.table);
    m_table->setModel(&m_presenter.shownRules());
    m_table->setCopyRole(TtlRulesModel::CopyRole);
    m_busy = new widgets::BusyOverlay(m_table);
    m_busy->setObjectName(QStringLiteral("rulesBusyOverlay"));
    m_busy->setCancellable(true);
    connect(m_busy, &widgets::BusyOverlay::cancelRequested, &m_presenter,
            &presenters::InventoryPresenter::cancelReading);
    m_table->setSortingEnabled(true);
    // the most overdue first: that is what needs attention
    m_table->sortByColumn(TtlRulesModel::OverdueColumn, Qt::DescendingOrder);
    QHeaderView* header = m_table->horizontalHeader();
    header->setStretchLastSection(true);
    const auto columns = presenters::ruleColumns();
    // the columns of the model are in the order of the CSV file; `place` is where they are shown
    for (int place = 0; place < static_cast<int>(columns.size()); ++place) {
        const auto column = std::ranges::find(columns, place, &presenters::RuleColumn::place);
        header->moveSection(header->visualIndex(static_cast<int>(column - columns.begin())), place);
    }
    m_table->setNameColumn(TtlRulesModel::NamespaceColumn);
    m_table->columns().setSpare({TtlRulesModel::PartialColumn, TtlRulesModel::HiddenColumn,
                                 TtlRulesModel::ModeColumn, TtlRulesModel::LastChangeColumn});
    m_table->fitColumns();
}

QWidget* InventoryPage::buildContent()
{
    m_banner->setObjectName(QStringLiteral("inventoryErrorBanner"));
    m_figures->setObjectName(QStringLiteral("inventoryFiguresStrip"));
    m_timeline->setObjectName(QStringLiteral("inventoryTimelinePanel"));
    m_timeline->setOffersDocuments(true);
    m_timeline->setEmptyText(m_words.nothingExpires,
                             tr("No collection has a TTL index or another rule. Choose a "
                                "collection in the navigator to create one."),
                             tr("Choose a collec&tion"));
    auto* rules = new QWidget;
    auto* rulesColumn = new QVBoxLayout(rules);
    rulesColumn->setContentsMargins(0, 0, 0, 0);
    rulesColumn->addWidget(buildFilterRow());
    rulesColumn->addWidget(m_table, 1);
    m_next = new widgets::NextStep(QStringLiteral("rulesNextButton"), *m_table);
    rulesColumn->addWidget(m_next, 0, Qt::AlignHCenter);

    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setObjectName(QStringLiteral("inventorySplitter"));
    // a part dragged to nothing would be hard to find again
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_timeline);
    splitter->addWidget(rules);
    // eight rules stay in sight at 1280 × 800, also above a scroll bar
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);

    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->addWidget(makeHeading(m_words.heading, content));
    column->addWidget(m_banner);
    column->addWidget(m_figures);
    column->addWidget(splitter, 1);
    auto* scroll = new widgets::PageScroll(QStringLiteral("inventoryScrollArea"),
                                           m_words.heading.isEmpty() ? tr("TTL inventory")
                                                                     : m_words.heading);
    scroll->setWidget(content);
    return scroll;
}

QWidget* InventoryPage::buildFilterRow()
{
    m_caption->setObjectName(QStringLiteral("rulesCaptionLabel"));
    m_filter->setObjectName(QStringLiteral("rulesFilterEdit"));
    m_filter->setAccessibleName(tr("Filter the rules"));
    //: what can be typed is code: "overdue > 0" stays as it is
    m_filter->setPlaceholderText(tr("Filter: a name, overdue > 0, NaN"));
    // the examples in the placeholder must be readable
    m_filter->setMinimumWidth(m_filter->fontMetrics().horizontalAdvance(m_filter->placeholderText())
                              + widgets::emPixels(this, 2.5));
    m_countAll->setObjectName(QStringLiteral("countAllCheckBox"));
    m_countAll->setAccessibleName(tr("Count the documents of all rules"));
    m_countAll->setToolTip(tr("Count the documents of all rules, not only of those in view. On a "
                              "large server this takes minutes and many commands."));
    m_countAll->hide();
    m_change->setObjectName(QStringLiteral("changeSelectedButton"));
    m_change->setIcon(widgets::icon(QStringLiteral("edit")));
    widgets::addClearButton(*m_filter);
    m_onlyOverdue->setObjectName(QStringLiteral("onlyOverdueCheckBox"));
    m_onlyOverdue->setAccessibleName(tr("Only rules with overdue documents"));
    m_onlyFindings->setObjectName(QStringLiteral("onlyFindingsCheckBox"));
    m_onlyFindings->setAccessibleName(tr("Only rules with findings"));
    auto* save = new QToolButton;
    save->setObjectName(QStringLiteral("rulesCsvButton"));
    save->setIcon(widgets::icon(QStringLiteral("export")));
    save->setToolTip(tr("Save the rules as CSV"));
    save->setAccessibleName(tr("Save the rules as CSV"));
    // by default Tab skips tool buttons
    save->setFocusPolicy(Qt::StrongFocus);
    connect(save, &QToolButton::clicked, this, [this] {
        saveText(this, tr("Save rules"), QStringLiteral("ttl-rules.csv"),
                 [rules = m_presenter.copyOfShownRules()] {
                     return widgets::csvText(*rules(), TtlRulesModel::PlainRole);
                 });
    });

    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_caption);
    row->addWidget(m_countAll);
    row->addWidget(m_change);
    row->addStretch(1);
    row->addWidget(m_onlyOverdue);
    row->addWidget(m_onlyFindings);
    row->addWidget(m_filter);
    row->addWidget(buildFilterChoices());
    row->addWidget(save);
    return bar;
}

QToolButton* InventoryPage::buildFilterChoices()
{
    auto* button = new widgets::MenuButton;
    button->setObjectName(QStringLiteral("rulesFilterChoicesButton"));
    button->setIcon(widgets::icon(QStringLiteral("filter")));
    button->setToolTip(tr("Conditions to filter by"));
    button->setAccessibleName(tr("Conditions to filter by"));
    button->choices().setObjectName(QStringLiteral("rulesFilterChoicesMenu"));
    const QStringList examples = presenters::ruleFilterExamples();
    for (const QString& example : examples) {
        button->choices().addAction(example, m_filter,
                                    [this, example] { m_filter->setText(example); });
    }
    return button;
}

std::string InventoryPage::database() const
{
    return presenters::utf8(m_presenter.state().database);
}

std::vector<ttl::IndexRef> InventoryPage::selectedIndexes() const
{
    std::vector<ttl::IndexRef> indexes;
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    for (const QModelIndex& row : rows) {
        // the dialog says of a collection's own rule that it is changed by itself
        indexes.push_back(row.data(TtlRulesModel::IndexRefRole).value<ttl::IndexRef>());
    }
    return indexes;
}

void InventoryPage::showSelection()
{
    const auto indexes = selectedIndexes();
    // among several, the own rule of a collection stays as it is
    const auto alone = static_cast<int>(indexes.size() == 1);
    const int selected = std::max(
        alone, static_cast<int>(std::ranges::count_if(indexes, [](const ttl::IndexRef& index) {
            return !index.name.empty();
        })));
    m_change->setEnabled(selected > 0);
    m_change->setText(selected > 1 ? tr("Change &expiry of %Ln rule(s)…", nullptr, selected)
                                   : tr("Change &expiry…"));
    Q_EMIT selectionChanged();
}

void InventoryPage::connectSignals()
{
    connect(&m_presenter, &presenters::InventoryPresenter::stateChanged, this,
            &InventoryPage::showState);
    connect(&m_presenter.forecast(), &presenters::ForecastPresenter::stateChanged, this,
            &InventoryPage::showFigures);
    connect(&m_presenter.forecast(), &presenters::ForecastPresenter::figuresChanged, this,
            &InventoryPage::showFigures);
    connect(&m_engine, &presenters::EnginePresenter::stateChanged, this, &InventoryPage::showEmpty);
    connect(m_timeline, &TimelinePanel::documentsRequested, this,
            &InventoryPage::documentsRequested);
    connect(m_timeline, &TimelinePanel::chartPainted, this, &InventoryPage::chartPainted);
    connectNextSteps();
    connectSeen();
    connect(m_banner, &widgets::ErrorBanner::actionTriggered, this,
            [this] { m_presenter.refresh(); });
    connect(m_filter, &QLineEdit::textChanged, &m_presenter,
            &presenters::InventoryPresenter::setFilterText);
    connect(m_onlyOverdue, &QCheckBox::toggled, &m_presenter,
            &presenters::InventoryPresenter::setOnlyOverdue);
    connect(m_onlyFindings, &QCheckBox::toggled, &m_presenter,
            &presenters::InventoryPresenter::setOnlyFindings);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        Q_EMIT collectionActivated(
            index.data(TtlRulesModel::NamespaceRole).value<protocol::Namespace>());
    });
    connect(m_change, &QPushButton::clicked, this,
            [this] { Q_EMIT changeRequested(selectedIndexes()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &InventoryPage::showSelection);
    // rows that are replaced take the selection along without a word
    connect(m_table->model(), &QAbstractItemModel::modelReset, this, &InventoryPage::showSelection);
    showSelection();
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (current.isValid()) {
                    Q_EMIT ruleSelected(
                        current.data(TtlRulesModel::IndexRefRole).value<ttl::IndexRef>());
                }
            });
}

// The rows in view change with scrolling, sorting, filtering and the size of the window. They are
// noted once the user has stopped.
void InventoryPage::connectSeen()
{
    m_seenTimer.setSingleShot(true);
    m_seenTimer.setInterval(kSeenAfterMillis);
    connect(&m_seenTimer, &QTimer::timeout, this, &InventoryPage::noteSeen);
    const auto later = [this] { m_seenTimer.start(); };
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, later);
    connect(m_table->verticalScrollBar(), &QScrollBar::rangeChanged, this, later);
    connect(m_table->model(), &QAbstractItemModel::layoutChanged, this, later);
    connect(m_table->model(), &QAbstractItemModel::modelReset, this, later);
    connect(m_table->model(), &QAbstractItemModel::rowsInserted, this, later);
    connect(m_table->model(), &QAbstractItemModel::rowsRemoved, this, later);
    connect(m_countAll, &QCheckBox::clicked, &m_presenter,
            &presenters::InventoryPresenter::coverAll);
}

void InventoryPage::connectNextSteps()
{
    connect(m_empty, &widgets::EmptyState::actionTriggered, this, [this] {
        // one button with three meanings; see showEmpty()
        if (m_presenter.state().phase == Phase::Idle) {
            m_engine.start();
        } else if (m_engine.state().canLoadSampleData) {
            m_engine.loadSampleData();
        } else {
            m_presenter.refresh();
        }
    });
    connect(m_timeline, &TimelinePanel::emptyActionTriggered, this,
            &InventoryPage::collectionsRequested);
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (isFiltered()) {
            clearFilter();
        } else {
            Q_EMIT collectionsRequested();
        }
    });
}

void InventoryPage::showState()
{
    const presenters::InventoryState& state = m_presenter.state();
    showPageFailure(*m_banner, state.failure, tr("&Retry"));
    // without a catalogue nothing is counted, and nothing will be
    m_timeline->setVisible(state.phase != Phase::Failed);
    m_countAll->setVisible(state.partlyCounted || state.coversAll);
    m_countAll->setChecked(state.coversAll);
    showPlaceholder();
    showEmpty();
    showFigures();
    Q_EMIT stateShown();
}

// The collections of the rows between the upper and the lower edge of the table.
void InventoryPage::noteSeen()
{
    const int first = std::max(m_table->rowAt(0), 0);
    const int bottom = m_table->rowAt(m_table->viewport()->height() - 1);
    const int last = bottom < 0 ? m_table->model()->rowCount() - 1 : bottom;
    std::vector<protocol::Namespace> seen;
    for (int row = first; row <= last; ++row) {
        seen.push_back(m_table->model()
                           ->index(row, 0)
                           .data(TtlRulesModel::NamespaceRole)
                           .value<protocol::Namespace>());
    }
    m_presenter.setSeen(seen);
}

void InventoryPage::showFigures()
{
    m_figures->setFigures(figures(m_presenter.forecast().figures()));
    showAge();
    // the columns are fitted once the first counts are in them
    if (!m_columnsFitted && m_presenter.forecast().state().phase == Phase::Ready
        && m_presenter.state().rules > 0) {
        m_table->fitColumns();
        m_columnsFitted = true;
    }
    // settled() may have changed
    Q_EMIT stateShown();
}

void InventoryPage::showEmpty()
{
    const presenters::EngineState& engine = m_engine.state();
    const bool connected = m_presenter.state().phase != Phase::Idle;
    const bool empty = m_presenter.state().empty || !connected;
    // the screen changes once, when the collections are known
    if (m_presenter.state().phase == Phase::Loading && m_stack->currentWidget() == m_welcome) {
        return;
    }
    m_stack->setCurrentIndex(empty ? 1 : 0);
    if (!empty) {
        return;
    }
    const bool first = !connected || engine.canLoadSampleData || engine.loadingSampleData;
    if (m_welcome && first) {
        m_stack->setCurrentWidget(m_welcome);
        return;
    }
    if (!connected) {
        m_empty->setIconName(QStringLiteral("server"));
        m_empty->setTitle(tr("Not connected"));
        m_empty->setText(tr("Connect to a server, or use the engine that comes with Sandglass."));
        m_empty->setActionText(engine.canStart ? tr("&Start the local engine") : QString());
        return;
    }
    // connected, but the server is empty
    m_empty->setIconName(QStringLiteral("sample-data"));
    if (engine.loadingSampleData) {
        m_empty->setTitle(tr("Loading the sample data: %1 %").arg(engine.samplePercent));
        m_empty->setText(tr("About 50,000 documents, in collections like those in the manuals."));
        m_empty->setActionText({});
        return;
    }
    m_empty->setTitle(tr("This server has no collections yet"));
    if (engine.canLoadSampleData) {
        m_empty->setText(tr("Load the sample data to see sessions, carts, logs and tickets "
                            "expire, or connect an application to the local engine."));
        m_empty->setActionText(tr("&Load sample data"));
    } else {
        m_empty->setText(
            tr("A collection appears here when an application has created it on the server."));
        m_empty->setActionText(tr("R&ead again"));
    }
}

void InventoryPage::setWelcome(QWidget& welcome)
{
    m_welcome = &welcome;
    m_stack->addWidget(m_welcome);
    showEmpty();
}

QWidget& InventoryPage::rules()
{
    return *m_table;
}

QWidget& InventoryPage::timeline()
{
    return *m_timeline;
}

bool InventoryPage::settled() const
{
    const presenters::InventoryState& state = m_presenter.state();
    if (state.phase == Phase::Failed || state.empty) {
        return true;
    }
    const Phase forecast = m_presenter.forecast().state().phase;
    return state.phase == Phase::Ready && (forecast == Phase::Ready || forecast == Phase::Failed);
}

void InventoryPage::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void InventoryPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_presenter.setVisible(true);
}

void InventoryPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_presenter.setVisible(false);
}

} // namespace sandglass::ui

#include "moc_inventory_page.cpp"
