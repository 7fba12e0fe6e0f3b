// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/indexes/indexes_tab.h"

#include "app/presenters/indexes/index_list_presenter.h"
#include "app/presenters/indexes/index_table_model.h"
#include "ui/words/error_mapping.h"
#include "widgets/views/action_button.h"
#include "widgets/views/busy_overlay.h"
#include "widgets/views/elided_label.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/next_step.h"
#include "widgets/views/table_view.h"
#include "widgets/views/visible_text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include <utility>

namespace sandglass::ui {

using presenters::ChangeKind;
using presenters::IndexListPresenter;
using presenters::IndexTableModel;

IndexesTab::IndexesTab(IndexListPresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_sorted(new QSortFilterProxyModel(this))
    , m_banner(new widgets::ErrorBanner(this))
    , m_table(new widgets::TableView(this))
    , m_caption(new widgets::ElidedLabel(this))
{
    setObjectName(QStringLiteral("indexesTab"));
    m_banner->setObjectName(QStringLiteral("indexesErrorBanner"));
    buildTable();
    auto* column = new QVBoxLayout(this);
    m_actions = buildActions();
    column->addWidget(m_actions);
    column->addWidget(m_banner);
    column->addWidget(m_table, 1);
    m_next = new widgets::NextStep(QStringLiteral("indexesNextButton"), *m_table, this);
    column->addWidget(m_next, 0, Qt::AlignHCenter);
    connectSignals();
    showState();
}

void IndexesTab::buildTable()
{
    m_sorted->setSourceModel(&m_presenter.model());
    // numbers and dates sort by value, not by their text
    m_sorted->setSortRole(IndexTableModel::SortRole);
    m_table->setObjectName(QStringLiteral("indexesTableView"));
    m_table->setAccessibleName(tr("Indexes of the collection"));
    m_table->setModel(m_sorted);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_busy = new widgets::BusyOverlay(m_table);
    m_busy->setObjectName(QStringLiteral("indexesBusyOverlay"));
    m_busy->setCancellable(true);
    connect(m_busy, &widgets::BusyOverlay::cancelRequested, &m_presenter,
            &IndexListPresenter::cancel);
    m_table->horizontalHeader()->setStretchLastSection(true);
}

QWidget* IndexesTab::buildActions()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    m_create = widgets::addActionButton(*bar, QStringLiteral("createIndexButton"),
                                        QStringLiteral("index-add"), tr("&New TTL index…"));
    m_change = widgets::addActionButton(*bar, QStringLiteral("changeExpiryButton"),
                                        QStringLiteral("edit"), tr("Change &expiry…"));
    m_convert = widgets::addActionButton(*bar, QStringLiteral("convertIndexButton"),
                                         QStringLiteral("convert"), tr("&Convert to TTL…"));
    m_hide = widgets::addActionButton(*bar, QStringLiteral("hideIndexButton"),
                                      QStringLiteral("hourglass-hidden"), tr("Hi&de…"));
    m_drop = widgets::addActionButton(*bar, QStringLiteral("dropIndexButton"),
                                      QStringLiteral("trash"), tr("Dro&p…"));
    m_purge = widgets::addActionButton(*bar, QStringLiteral("purgeIndexButton"),
                                       QStringLiteral("trash"), tr("Purge in sta&ges…"));
    m_ownRule = widgets::addActionButton(*bar, QStringLiteral("changeOwnRuleButton"),
                                         QStringLiteral("edit"), tr("Collection's own r&ule…"));
    m_caption->setObjectName(QStringLiteral("indexesCaptionLabel"));
    m_caption->setProperty("muted", true);
    m_caption->hide();
    row->addStretch(1);
    return bar;
}

QWidget& IndexesTab::caption()
{
    return *m_caption;
}

void IndexesTab::connectSignals()
{
    connect(&m_presenter, &IndexListPresenter::stateChanged, this, &IndexesTab::showState);
    connect(m_banner, &widgets::ErrorBanner::actionTriggered, &m_presenter,
            &IndexListPresenter::refresh);
    connect(m_create, &QPushButton::clicked, this, &IndexesTab::createRequested);
    connect(m_next, &QPushButton::clicked, this, &IndexesTab::createRequested);
    connect(m_change, &QPushButton::clicked, this, [this] { request(ChangeKind::Seconds); });
    connect(m_convert, &QPushButton::clicked, this, [this] { request(ChangeKind::Convert); });
    connect(m_hide, &QPushButton::clicked, this, [this] {
        request(currentIs(IndexTableModel::HiddenRole) ? ChangeKind::Unhide : ChangeKind::Hide);
    });
    connect(m_drop, &QPushButton::clicked, this, &IndexesTab::requestDrop);
    connect(m_purge, &QPushButton::clicked, this, [this] {
        if (const auto index = selected()) {
            Q_EMIT purgeRequested(*index);
        }
    });
    connect(m_ownRule, &QPushButton::clicked, this, [this] {
        // without an index name: the collection's own rule
        Q_EMIT changeRequested({m_presenter.state().ns, {}}, ChangeKind::Seconds);
    });
    connect(m_table, &QTableView::activated, this, [this] {
        request(currentIs(IndexTableModel::CanConvertRole) ? ChangeKind::Convert
                                                           : ChangeKind::Seconds);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        updateActions();
        if (const auto index = selected()) {
            Q_EMIT indexSelected(*index);
        }
    });
}

void IndexesTab::showState()
{
    const presenters::IndexListState& state = m_presenter.state();
    m_caption->setText(state.asOfText.isEmpty()
                           ? state.caption
                           : state.caption + QStringLiteral(" · ") + state.asOfText);
    m_table->setDimmed(state.phase == presenters::Phase::Stale, state.asOfText);
    m_table->setAsOf(state.asOfText);
    showPlaceholder();
    showPageFailure(*m_banner, state.failure, tr("&Retry"));
    // empty before the call: select() stores the name again if it is not there yet
    if (!m_wanted.empty()) {
        select(std::exchange(m_wanted, {}));
    }
    updateActions();
    if (!m_columnsFitted && state.phase == presenters::Phase::Ready) {
        m_table->fitColumns();
        m_columnsFitted = true;
    }
}

void IndexesTab::showPlaceholder()
{
    using presenters::Phase;
    const presenters::IndexListState& state = m_presenter.state();
    QString text;
    switch (state.phase) {
    case Phase::Idle:
        text = tr("The indexes are read as soon as there is a connection.");
        break;
    case Phase::Loading:
        text = tr("Reading the indexes…");
        break;
    case Phase::Failed:
        // the bar above has the reason and Retry
        text = tr("The indexes could not be read.");
        break;
    case Phase::Ready:
    case Phase::Stale:
        text = tr("This collection has no indexes.");
        break;
    }
    m_table->setPlaceholderText(text);
    const bool known = state.phase == Phase::Ready || state.phase == Phase::Stale;
    if (state.phase == Phase::Loading) {
        m_busy->start(text);
    } else {
        m_busy->stop();
    }
    m_next->setStep(known && state.canCreate ? tr("Create a TTL inde&x…") : QString());
}

void IndexesTab::updateActions()
{
    const presenters::IndexListState& state = m_presenter.state();
    const bool any = selected().has_value();
    m_create->setEnabled(state.canCreate);
    m_create->setToolTip(widgets::toolTipText(state.cannotCreateReason));
    m_change->setEnabled(any && currentIs(IndexTableModel::IsTtlRole));
    m_convert->setEnabled(any && currentIs(IndexTableModel::CanConvertRole));
    m_convert->setToolTip(state.canConvert
                              ? QString()
                              : widgets::toolTipText(tr("This server cannot convert an index (%1); "
                                                        "the dialog shows another way")
                                                         .arg(state.cannotConvertReason)));
    // the index on _id can be neither dropped nor hidden
    m_hide->setEnabled(any && state.canHide && currentIs(IndexTableModel::CanDropRole));
    m_hide->setToolTip(
        state.canHide ? QString()
                      : widgets::toolTipText(
                          tr("This server cannot hide indexes (%1)").arg(state.cannotHideReason)));
    m_hide->setText(any && currentIs(IndexTableModel::HiddenRole) ? tr("Unhi&de…") : tr("Hi&de…"));
    m_drop->setEnabled(any && currentIs(IndexTableModel::CanDropRole));
    m_purge->setEnabled(any && currentIs(IndexTableModel::IsTtlRole));
    m_ownRule->setVisible(!state.ownRuleWords.isEmpty());
    m_ownRule->setToolTip(tr("The collection's own rule: %1").arg(state.ownRuleWords));
}

bool IndexesTab::currentIs(int role) const
{
    return m_table->currentIndex().data(role).toBool();
}

std::optional<ttl::IndexRef> IndexesTab::selected() const
{
    if (!m_table->selectionModel()->hasSelection()) {
        return std::nullopt;
    }
    return m_table->selectionModel()
        ->selectedRows()
        .value(0)
        .data(IndexTableModel::IndexRefRole)
        .value<ttl::IndexRef>();
}

void IndexesTab::select(const std::string& indexName)
{
    const int row = m_presenter.model().rowOf(indexName);
    if (row >= 0) {
        m_table->setCurrentIndex(m_sorted->mapFromSource(m_presenter.model().index(row, 0)));
    } else {
        m_wanted = indexName; // showState() selects it
    }
}

void IndexesTab::request(ChangeKind kind)
{
    if (const auto index = selected()) {
        Q_EMIT changeRequested(*index, kind);
    }
}

void IndexesTab::requestDrop()
{
    if (m_drop->isEnabled()) {
        request(ChangeKind::Drop);
    }
}

} // namespace sandglass::ui

#include "moc_indexes_tab.cpp"
