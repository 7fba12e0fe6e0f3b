// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forecast/timeline_panel.h"

#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/forecast/horizon_fit.h"
#include "app/presenters/forecast/picture_caption.h"
#include "app/presenters/forecast/what_if_presenter.h"
#include "app/presenters/words/words.h"
#include "ui/forecast/bar_message.h"
#include "ui/forecast/bucket_csv.h"
#include "ui/forecast/chart_export.h"
#include "ui/forecast/chart_mapping.h"
#include "ui/forecast/sampling_bar.h"
#include "ui/forecast/selection_bar.h"
#include "ui/forecast/table_export.h"
#include "ui/forecast/timeline_toolbar.h"
#include "ui/forecast/what_if_bar.h"
#include "ui/forecast/what_if_mapping.h"
#include "ui/words/error_mapping.h"
#include "widgets/charts/bar_table_model.h"
#include "widgets/charts/clock_formats.h"
#include "widgets/charts/forecast_chart.h"
#include "widgets/style/metrics.h"
#include "widgets/views/busy_overlay.h"
#include "widgets/views/empty_state.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/floating_stack.h"
#include "widgets/views/table_view.h"
#include "widgets/views/visible_text.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <vector>

namespace sandglass::ui {

using presenters::Phase;

TimelinePanel::TimelinePanel(presenters::ForecastPresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_toolbar(new TimelineToolbar(this))
    , m_banner(new widgets::ErrorBanner(this))
    , m_sampling(new SamplingBar(this))
    , m_selection(new SelectionBar(this))
    , m_message(new BarMessage(this))
    , m_stack(new QStackedWidget(this))
    , m_chart(new widgets::ForecastChart)
    , m_table(new widgets::TableView)
    , m_rows(new widgets::BarTableModel(this))
    , m_empty(new widgets::EmptyState)
    , m_waiting(new QWidget)
    , m_busy(new widgets::BusyOverlay(m_stack))
{
    widgets::setClockFormats({presenters::clockFormat(false), presenters::clockFormat(true)});
    buildLayout();
    connectSignals();
    connectToolbar();
    connectRanges();
    setEmptyText(tr("Nothing expires here"), tr("No TTL index or other expiry rule was found."),
                 {});
    presenter.fitHorizon();
    showPicture();
}

void TimelinePanel::buildLayout()
{
    m_banner->setObjectName(QStringLiteral("forecastErrorBanner"));
    m_stack->setObjectName(QStringLiteral("timelineStack"));
    m_chart->setObjectName(QStringLiteral("timelineChart"));
    m_chart->setAccessibleName(tr("Timeline of expirations"));
    m_table->setObjectName(QStringLiteral("timelineTableView"));
    m_table->setAccessibleName(tr("Expirations by bucket"));
    m_rows->setBlankWords(
        [](const QString& title) { return presenters::accessibleCell(title, {}); });
    m_table->setModel(m_rows);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->fitColumns(30);
    m_empty->setObjectName(QStringLiteral("timelineEmptyState"));
    m_empty->setIconName(QStringLiteral("hourglass"));
    m_busy->setObjectName(QStringLiteral("timelineBusyOverlay"));
    m_stack->addWidget(m_chart);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    m_waiting->setObjectName(QStringLiteral("timelineWaiting"));
    m_stack->addWidget(m_waiting);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_toolbar);
    column->addWidget(m_banner);
    column->addWidget(m_sampling);
    column->addWidget(m_stack, 1);
    // over the upper edge of the chart, where it hides no axis: what comes with a selection must
    // not move the chart under the pointer
    auto* over = new widgets::FloatingStack(*m_stack, widgets::FloatingStack::Edge::Top);
    over->add(m_selection);
    over->add(m_message);
    connect(m_stack, &QStackedWidget::currentChanged, over, &QWidget::raise);
    m_second.setInterval(1000);
    m_zoomed.setSingleShot(true);
    m_zoomed.setInterval(400);
}

void TimelinePanel::connectSignals()
{
    connect(&m_presenter, &presenters::ForecastPresenter::stateChanged, this,
            &TimelinePanel::showState);
    connect(&m_presenter, &presenters::ForecastPresenter::pictureChanged, this,
            &TimelinePanel::showPicture);
    connect(&m_presenter, &presenters::ForecastPresenter::countedAgain, this,
            [this] { m_toolbar->setFreshness(freshness()); });
    connect(&m_second, &QTimer::timeout, this, &TimelinePanel::tick);
    connect(m_banner, &widgets::ErrorBanner::actionTriggered, this,
            [this] { m_presenter.refresh(); });
    connect(m_empty, &widgets::EmptyState::actionTriggered, this, [this] {
        if (isIdle()) {
            Q_EMIT connectRequested();
        } else {
            Q_EMIT emptyActionTriggered();
        }
    });
    connect(m_chart, &widgets::ForecastChart::barActivated, this, &TimelinePanel::activateBar);
    connect(m_chart, &widgets::ForecastChart::documentsPainted, this, &TimelinePanel::chartPainted);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        const widgets::ChartRow& row = m_rows->rows().at(index.row());
        activateBar(row.kind, row.index);
    });
    // cancelling ends the query, and no other one follows by itself
    m_busy->setCancellable(true);
    connect(m_busy, &widgets::BusyOverlay::cancelRequested, &m_presenter,
            &presenters::ForecastPresenter::cancel);
    connect(m_sampling, &SamplingBar::exactCountRequested, &m_presenter,
            &presenters::ForecastPresenter::countExactly);
    connect(m_sampling, &SamplingBar::cancelRequested, &m_presenter,
            &presenters::ForecastPresenter::cancelExactCount);
    connect(m_sampling, &SamplingBar::resumeRequested, &m_presenter,
            &presenters::ForecastPresenter::refresh);
    m_second.start();
}

void TimelinePanel::connectToolbar()
{
    connect(m_toolbar, &TimelineToolbar::horizonChosen, this, [this](presenters::Horizon horizon) {
        m_preset = horizon;
        m_chart->resetView();
        m_presenter.setHorizon(horizon);
    });
    connect(m_toolbar, &TimelineToolbar::logScaleToggled, m_chart,
            &widgets::ForecastChart::setLogScale);
    connect(m_toolbar, &TimelineToolbar::cumulativeToggled, this, [this](bool on) {
        m_cumulative = on;
        showPicture();
    });
    connect(m_toolbar, &TimelineToolbar::bytesToggled, this, [this](bool on) {
        m_inBytes = on;
        showPicture();
    });
    connect(m_toolbar, &TimelineToolbar::tableToggled, this, [this](bool on) {
        m_asTable = on;
        showContent();
    });
    connect(m_toolbar, &TimelineToolbar::resetRequested, m_chart,
            &widgets::ForecastChart::resetView);
    m_pictures = new ChartExport(
        *m_chart, [this] { return m_presenter.caption(); }, *m_banner, this);
    m_pictures->addTo(m_toolbar->exportMenu());
    QAction* buckets = m_toolbar->exportMenu().addAction(tr("Save buckets as C&SV…"));
    buckets->setObjectName(QStringLiteral("saveBucketsAction"));
    connect(buckets, &QAction::triggered, this, &TimelinePanel::saveCsv);
}

void TimelinePanel::connectRanges()
{
    using widgets::ForecastChart;
    connect(m_chart, &ForecastChart::visibleRangeChanged, &m_zoomed, qOverload<>(&QTimer::start));
    connect(&m_zoomed, &QTimer::timeout, this, &TimelinePanel::askForVisibleRange);
    connect(m_chart, &ForecastChart::viewReset, this, [this] {
        m_zoomed.stop();
        // a zoom replaced the preset by its range; the reset returns to the preset
        if (m_presenter.state().horizon == presenters::Horizon::Custom) {
            m_presenter.setHorizon(m_preset);
        }
    });
    connect(m_chart, &ForecastChart::rangeSelected, this, &TimelinePanel::showSelection);
    connect(m_chart, &ForecastChart::selectionCleared, this, &TimelinePanel::showSelection);
    connect(m_selection, &SelectionBar::cleared, m_chart, &ForecastChart::clearSelection);
    connect(m_selection, &SelectionBar::documentsRequested, this, [this] {
        if (const auto range = m_chart->selection()) {
            presenters::BarDocuments bar;
            bar.from = base::Time(base::Millis(range->first));
            bar.to = base::Time(base::Millis(range->second));
            offerDocuments(bar, m_selection->mapToGlobal(m_selection->rect().topLeft()));
        }
    });
}

void TimelinePanel::askForVisibleRange()
{
    const std::vector<base::Time>& edges = m_presenter.state().edges;
    if (edges.empty() || !m_reach) {
        return;
    }
    const auto [fromMs, toMs] = m_chart->visibleRange();
    if (fromMs > m_reach->first || toMs < m_reach->second) {
        m_presenter.setRange(base::Time(base::Millis{fromMs}), base::Time(base::Millis{toMs}));
    } else if (m_presenter.state().horizon == presenters::Horizon::Custom) {
        // zoomed out completely: the preset has all there is to see
        m_presenter.setHorizon(m_preset);
    }
}

void TimelinePanel::noteReach()
{
    const presenters::ForecastState& state = m_presenter.state();
    if (state.horizon == presenters::Horizon::Custom) {
        return;
    }
    m_preset = state.horizon;
    // the picture of a range that was zoomed before stays until there is another answer
    if (state.answerNumber != m_reachAnswer && !state.edges.empty()) {
        m_reachAnswer = state.answerNumber;
        m_reach = {state.edges.front().time_since_epoch().count(),
                   state.edges.back().time_since_epoch().count()};
    }
}

void TimelinePanel::keyPressEvent(QKeyEvent* event)
{
    // the parts of the panel that have no use for the key pass it on
    if (event->key() == Qt::Key_Home) {
        m_chart->resetView();
        return;
    }
    if (event->key() == Qt::Key_Escape && m_message->isVisible()) {
        m_message->clear();
        return;
    }
    QWidget::keyPressEvent(event);
}

void TimelinePanel::showSelection()
{
    const auto range = m_chart->selection();
    if (!range) {
        m_selection->clear();
        return;
    }
    const presenters::ForecastState& state = shown();
    // a time of day alone would be ambiguous over more than half a day
    const bool days = state.edges.size() > 1
        && state.edges.back() - state.edges.front() > std::chrono::hours(12);
    const auto [from, to]
        = presenters::spanTexts(base::Time(base::Millis(range->first)),
                                base::Time(base::Millis(range->second)), state.zone, days);
    m_selection->setOffersDocuments(m_offersDocuments);
    m_selection->setRange(from, to, selectedDocuments(m_chart->rows(), range->first, range->second),
                          shownAccuracy(false));
}

void TimelinePanel::setOffersDocuments(bool offers)
{
    m_offersDocuments = offers;
    m_selection->setOffersDocuments(offers);
}

void TimelinePanel::setWhatIf(presenters::WhatIfPresenter& whatIf)
{
    m_whatIf = &whatIf;
    auto* bar = new WhatIfBar(whatIf, this);
    layout()->addWidget(bar);
    connect(&whatIf, &presenters::WhatIfPresenter::stateChanged, this, &TimelinePanel::showPicture);
    connect(bar, &WhatIfBar::applyRequested, this, &TimelinePanel::periodRequested);
    showPicture();
}

// Between two dates of its histogram, a what-if assumes that documents are spread evenly.
presenters::Accuracy TimelinePanel::shownAccuracy(bool ofOverdue) const
{
    const presenters::Accuracy known = shown().accuracy(ofOverdue);
    const bool tries = showsWhatIf() && m_whatIf->state().canApply;
    return tries && known == presenters::Accuracy::Exact ? presenters::Accuracy::Estimated : known;
}

bool TimelinePanel::showsWhatIf() const
{
    return m_whatIf && m_whatIf->isShown();
}

const presenters::ForecastState& TimelinePanel::shown() const
{
    return showsWhatIf() ? m_whatIf->state().picture : m_presenter.state();
}

void TimelinePanel::setEmptyText(const QString& title, const QString& text,
                                 const QString& actionText)
{
    m_nothing = {title, text, actionText};
    showContent();
}

void TimelinePanel::showMessage(const Message& message)
{
    m_empty->setTitle(message.title);
    m_empty->setText(message.text);
    m_empty->setActionText(message.actionText);
    m_stack->setCurrentWidget(m_empty);
}

bool TimelinePanel::isIdle() const
{
    return m_presenter.state().phase == Phase::Idle && m_presenter.state().edges.empty();
}

// Expensive: runs for new answers and switches of the view, not for every change of the state.
void TimelinePanel::showPicture()
{
    const presenters::ForecastState& state = m_presenter.state();
    noteReach();
    widgets::ChartModel model = showsWhatIf() ? chartModel(m_whatIf->state(), m_cumulative)
                                              : chartModel(state, m_cumulative);
    if (state.horizon == presenters::Horizon::Custom) {
        model.reach = m_reach;
    }
    const auto bytesEach = static_cast<double>(state.averageDocumentBytes);
    m_toolbar->setOffersBytes(bytesEach > 0);
    m_chart->setBytesEach(m_inBytes ? bytesEach : 0);
    m_chart->setValueLabel(m_inBytes && bytesEach > 0 ? tr("Bytes, estimated") : tr("Documents"));
    m_chart->setTimeZone(state.zone);
    m_rows->setTimeZone(state.zone);
    m_chart->setModel(model);
    m_rows->setModel(model);
    m_chart->setSummary(shown().summary);
    showState();
    showSelection();
    tick();
}

void TimelinePanel::showState()
{
    const presenters::ForecastState& state = m_presenter.state();
    m_chart->setDimmed(state.phase == Phase::Stale || state.slow);
    m_toolbar->setHorizon(state.horizon);
    m_toolbar->setLater(state.later, state.accuracy(), presenters::longerHorizon(state.horizon));
    m_toolbar->setFreshness(freshness());
    m_sampling->setState(state);
    if (!m_pictures->usesBanner(state.failure.has_value())) {
        showPageFailure(*m_banner, state.failure, tr("&Retry"));
    }
    if (state.slow || (state.phase == Phase::Loading && state.edges.empty())) {
        m_busy->start(tr("Counting…"));
    } else {
        m_busy->stop();
    }
    showContent();
}

void TimelinePanel::showContent()
{
    const presenters::ForecastState& state = m_presenter.state();
    if (isIdle()) {
        showMessage({tr("Nothing is counted yet"),
                     tr("The timeline is counted as soon as there is a connection."),
                     tr("&Connect…")});
    } else if (state.edges.empty() && state.phase == Phase::Failed) {
        // the bar above has the reason and Retry; an empty chart would say 0
        showMessage({tr("The documents could not be counted"), {}, {}});
    } else if (state.edges.empty()) {
        m_stack->setCurrentWidget(m_waiting); // under the notice that it is being counted
    } else if (!state.hasRules && state.phase == Phase::Ready) {
        showMessage(m_nothing);
    } else if (m_asTable) {
        m_stack->setCurrentWidget(m_table);
    } else {
        m_stack->setCurrentWidget(m_chart);
    }
    // the message needs more height than the chart, but only while it is shown
    m_empty->setSizePolicy(QSizePolicy::Preferred,
                           m_stack->currentWidget() == m_empty ? QSizePolicy::Preferred
                                                               : QSizePolicy::Ignored);
}

void TimelinePanel::tick()
{
    // a second of a rehearsal is up to an hour: at one step a second the line would jump
    if (const int pause = m_presenter.clockRate() > 1 ? 100 : 1000; m_second.interval() != pause) {
        m_second.setInterval(pause);
    }
    if (!m_presenter.state().edges.empty()) {
        m_chart->setNow(m_presenter.serverNow().time_since_epoch().count());
    }
}

void TimelinePanel::activateBar(widgets::BarKind kind, int index)
{
    m_message->clear();
    if (!m_offersDocuments) {
        return;
    }
    if (kind == widgets::BarKind::Deleted) {
        m_message->say(tr("These documents have been deleted, so they cannot be shown."));
        return;
    }
    const auto bar = documentsOf(shown(), kind, index);
    if (!bar) {
        return;
    }
    // a menu opens beside what was activated
    const QRect cell = m_table->visualRect(m_table->currentIndex());
    const QRect shown = m_chart->rowRect(m_chart->currentRow());
    offerDocuments(*bar,
                   m_asTable ? m_table->viewport()->mapToGlobal(cell.bottomLeft())
                             : m_chart->mapToGlobal(shown.topRight()));
}

void TimelinePanel::offerDocuments(const presenters::BarDocuments& bar, const QPoint& place)
{
    const presenters::BarChoices choices = showsWhatIf()
        ? presenters::barChoices(m_whatIf->state(), bar)
        : presenters::barChoices(m_presenter.state(), bar);
    if (choices.members.size() == 1 && choices.inOthers == 0) {
        Q_EMIT documentsRequested(choices.members.front().documents);
        return;
    }
    if (choices.members.empty() && choices.inOthers == 0) {
        m_message->say(tr("There are no documents here that could be shown."));
        return;
    }
    const presenters::Accuracy accuracy
        = shownAccuracy(bar.kind == presenters::BarDocuments::Kind::Overdue);
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("barDocumentsMenu"));
    menu->setAccessibleName(tr("Documents of this bar"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    // the highest part of the stack first, as in the picture
    const std::vector<presenters::BarMember> topDown(choices.members.rbegin(),
                                                     choices.members.rend());
    for (const presenters::BarMember& member : topDown) {
        //: an entry of a menu: the documents of a collection or an index, and their number
        QString text = tr("%1: %2").arg(widgets::visibleText(member.name),
                                        presenters::countText(member.count, accuracy));
        connect(menu->addAction(text.replace(u'&', QStringLiteral("&&"))), &QAction::triggered,
                this,
                [this, documents = member.documents] { Q_EMIT documentsRequested(documents); });
    }
    if (choices.inOthers > 0) {
        menu->addAction(tr("In other collections: %1")
                            .arg(presenters::countText(choices.inOthers, accuracy)))
            ->setEnabled(false);
    }
    menu->popup(place);
}

void TimelinePanel::saveCsv()
{
    saveText(this, tr("Save buckets"), m_presenter.caption().fileName + QStringLiteral(".csv"),
             [model = m_chart->model(), zone = m_presenter.state().zone] {
                 return bucketCsv(model, zone);
             });
}

QString TimelinePanel::freshness() const
{
    const presenters::ForecastState& state = shown();
    if (state.edges.empty()) {
        return {};
    }
    const QString at = presenters::timeOfDayText(state.asOf, state.zone);
    if (!state.missing.isEmpty()) {
        return tr("incomplete · as of %1").arg(at);
    }
    if (!state.exact) {
        return tr("sample of %1 · as of %2").arg(presenters::shareText(state.sampledShare), at);
    }
    // "exact" refers to the moment of the count, which has passed
    const bool old = m_presenter.state().phase == Phase::Stale || m_presenter.state().slow;
    return old ? tr("as of %1").arg(at) : tr("exact · as of %1").arg(at);
}

} // namespace sandglass::ui

#include "moc_timeline_panel.cpp"
