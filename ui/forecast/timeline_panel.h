// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_state.h"
#include "app/ttl/types.h"

#include <QTimer>
#include <QWidget>

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

class SamplingBar;
class SelectionBar;
class TimelineToolbar;
class WhatIfBar;

/// The timeline of upcoming expirations: chart or table, its toolbar, and what stands in their
/// place while there is nothing to show. Shows a ForecastPresenter's state and sends what the user
/// wants to see.
class TimelinePanel : public QWidget
{
    Q_OBJECT

public:
    /// The presenter outlives the panel.
    explicit TimelinePanel(presenters::ForecastPresenter& presenter, QWidget* parent = nullptr);

    /// Whether a selected range offers its documents; off to begin with.
    void setOffersDocuments(bool offers);
    /// What the panel says when there is nothing that expires.
    void setEmptyText(const QString& title, const QString& text, const QString& actionText);
    /// Puts the what-if of the timeline below it; once. The presenter outlives the panel.
    void setWhatIf(presenters::WhatIfPresenter& whatIf);
    widgets::ForecastChart& chart() { return *m_chart; }

Q_SIGNALS:
    /// The user wants the documents that expire in (from, to].
    void documentsRequested(sandglass::base::Time from, sandglass::base::Time to);
    /// What-if: the user wants the rule to have this period.
    void periodRequested(const sandglass::ttl::IndexRef& index, qint64 seconds);
    /// The button of the empty state was used.
    void emptyActionTriggered();
    /// The chart put a picture with documents on the screen.
    void chartPainted();

private:
    void buildLayout();
    void connectSignals();
    void connectToolbar();
    void showState();
    void showPicture();
    /// What is drawn: the forecast, or what-if in its place.
    const presenters::ForecastState& shown() const;
    bool triesWhatIf() const;
    void showContent();
    void tick();
    void activateBar(widgets::BarKind kind, int index);
    void connectRanges();
    void askForVisibleRange();
    void showSelection();
    void savePicture();
    QString freshness() const;

    presenters::ForecastPresenter& m_presenter;
    TimelineToolbar* m_toolbar;
    widgets::ErrorBanner* m_banner;
    SamplingBar* m_sampling;
    SelectionBar* m_selection;
    QStackedWidget* m_stack;
    widgets::ForecastChart* m_chart;
    widgets::TableView* m_table;
    widgets::BarTableModel* m_rows;
    widgets::EmptyState* m_empty;
    widgets::BusyOverlay* m_busy;
    QTimer m_second;
    QTimer m_zoomed; // a zoom asks for finer buckets when it has come to rest
    presenters::Horizon m_preset = presenters::Horizon::Hour1; // what a reset goes back to
    bool m_cumulative = true;
    bool m_asTable = false;
    bool m_inBytes = false;
    bool m_offersDocuments = false;
    presenters::WhatIfPresenter* m_whatIf = nullptr;
};

} // namespace sandglass::ui
