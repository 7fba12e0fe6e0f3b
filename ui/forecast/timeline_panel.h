// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/documents/bar_documents.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/ttl/types.h"

#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <optional>
#include <utility>

class QStackedWidget;

namespace sandglass::presenters {
class ForecastPresenter;
class WhatIfPresenter;
} // namespace sandglass::presenters

namespace sandglass::widgets {
class BarTableModel;
class BusyOverlay;
class EmptyState;
class ErrorBanner;
class ForecastChart;
class TableView;
enum class BarKind;
} // namespace sandglass::widgets

namespace sandglass::ui {

class BarMessage;
class ChartExport;
class SamplingBar;
class SelectionBar;
class TimelineToolbar;
class WhatIfBar;

/// The timeline of upcoming expirations: chart or table, the toolbar, and a message when there is
/// nothing to show. Shows the state of a ForecastPresenter and forwards what the user wants to see.
class TimelinePanel : public QWidget
{
    Q_OBJECT

public:
    /// The presenter must outlive the panel.
    explicit TimelinePanel(presenters::ForecastPresenter& presenter, QWidget* parent = nullptr);

    /// Whether bars and a selected range lead to their documents; not at first. Those of a what-if
    /// lead to the documents by the period that is tried. What leads nowhere says why.
    void setOffersDocuments(bool offers);
    /// The message when nothing expires here. `actionText`: of its button; empty: no button.
    void setEmptyText(const QString& title, const QString& text, const QString& actionText);
    /// Adds the what-if bar below the timeline. Once; the presenter must outlive the panel.
    void setWhatIf(presenters::WhatIfPresenter& whatIf);
    /// The chart; owned by the panel.
    widgets::ForecastChart& chart() { return *m_chart; }

Q_SIGNALS:
    /// The user wants to see the documents of a bar or of the selected range. Never without a
    /// collection.
    void documentsRequested(const sandglass::presenters::BarDocuments& documents);
    /// The user applies a what-if: they want the rule of `index` to have this period.
    void periodRequested(const sandglass::ttl::IndexRef& index, qint64 seconds);
    /// The button of the message that nothing expires was pressed.
    void emptyActionTriggered();
    /// The button of the message that there is no connection was pressed.
    void connectRequested();
    /// The chart has painted a picture with at least one document.
    void chartPainted();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Names and arranges the children.
    void buildLayout();
    /// Connects presenter, chart, table and messages.
    void connectSignals();
    /// Connects the buttons of the toolbar.
    void connectToolbar();
    /// Shows everything but the bars: toolbar, failure, progress.
    void showState();
    /// Rebuilds chart and table.
    void showPicture();
    /// The state that is drawn: the forecast, or the what-if in its place.
    const presenters::ForecastState& shown() const;
    /// Whether the what-if is drawn in place of the forecast.
    bool showsWhatIf() const;
    /// How well the counts that are drawn are known. `ofOverdue`: those of the overdue documents.
    presenters::Accuracy shownAccuracy(bool ofOverdue) const;
    /// Chooses between chart, table and message.
    void showContent();
    /// A message in place of the chart.
    struct Message
    {
        QString title;
        QString text;
        QString actionText;
    };
    /// Shows a message.
    void showMessage(const Message& message);
    /// Whether nothing was counted, and nothing is being counted.
    bool isIdle() const;
    /// Moves the line of now.
    void tick();
    /// Asks for the documents of a bar. `index`: see widgets::ChartRow::index.
    void activateBar(widgets::BarKind kind, int index);
    /// Asks for the documents of a bar; if several collections or rules have some, a menu at
    /// `place` lets the user choose one. `place`: of the screen.
    void offerDocuments(const presenters::BarDocuments& bar, const QPoint& place);
    /// Remembers how far a picture of a preset reaches: zooming ends there.
    void noteReach();
    /// Connects zoom and selection of the chart.
    void connectRanges();
    /// Asks the presenter for finer buckets in the zoomed range.
    void askForVisibleRange();
    /// Shows or hides the bar of the selected range.
    void showSelection();
    /// Opens the file dialog and writes the buckets.
    void saveCsv();
    /// How exact the data is, and its time; empty without data.
    QString freshness() const;

    presenters::ForecastPresenter& m_presenter;
    TimelineToolbar* m_toolbar;
    widgets::ErrorBanner* m_banner;
    SamplingBar* m_sampling;
    SelectionBar* m_selection;
    BarMessage* m_message; // why a bar leads nowhere
    QStackedWidget* m_stack;
    widgets::ForecastChart* m_chart;
    widgets::TableView* m_table;
    widgets::BarTableModel* m_rows;
    widgets::EmptyState* m_empty;
    QWidget* m_waiting; // before the first answer
    Message m_nothing; // when nothing expires
    widgets::BusyOverlay* m_busy;
    ChartExport* m_pictures = nullptr;
    QTimer m_second; // moves the line of now
    QTimer m_zoomed; // delays the query for finer buckets until a zoom has ended
    presenters::Horizon m_preset = presenters::Horizon::Hour1; // a reset returns to it
    std::optional<std::pair<qint64, qint64>> m_reach; // of the preset's picture, milliseconds UTC
    std::uint64_t m_reachAnswer = 0; // the answer that m_reach is from
    bool m_cumulative = true;
    bool m_asTable = false;
    bool m_inBytes = false;
    bool m_offersDocuments = false;
    presenters::WhatIfPresenter* m_whatIf = nullptr; // null: without what-if
};

} // namespace sandglass::ui
