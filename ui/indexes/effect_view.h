// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/effect/edit_state.h"
#include "app/presenters/forecast/picture_caption.h"

#include <QWidget>

#include <functional>

class QLabel;
class QLayout;
class QPlainTextEdit;
class QPushButton;
class QTimeZone;

namespace sandglass::widgets {
class BusyOverlay;
class ErrorBanner;
class ForecastChart;
class MenuButton;
} // namespace sandglass::widgets

namespace sandglass::ui {

class ChartExport;

/// What a change would delete: a sentence with the numbers, the timeline after the change, and
/// sample documents.
class EffectView : public QWidget
{
    Q_OBJECT

public:
    explicit EffectView(QWidget* parent = nullptr);

    /// Shows numbers, samples, progress and failure.
    void setEffect(const presenters::EffectState& effect);
    /// Shows the timeline before and after the change.
    void setPreview(const presenters::PreviewState& preview);
    /// The time zone of the timeline.
    void setTimeZone(const QTimeZone& zone);
    /// Whether what is affected can be purged or archived first; at first it can.
    void setOffersPurge(bool offers);
    /// What an exported picture of a preview says about itself.
    using CaptionOf = std::function<presenters::PictureCaption(const presenters::PreviewState&)>;
    /// Lets the timeline be copied and saved; before this call it cannot be.
    void setCaption(CaptionOf caption);

Q_SIGNALS:
    /// The user cancelled the count.
    void cancelRequested();
    /// The user wants the effect counted again.
    void countRequested();
    /// The user wants to purge the affected documents in stages first; `archiveFirst`: to archive
    /// them before that.
    void purgeRequested(bool archiveFirst);

private:
    /// Names and arranges the children.
    void buildLayout();
    /// The sentence, and the menu for pictures at its right.
    QLayout* buildHead();
    /// The row with "Purge first…" and "Archive first…".
    QLayout* buildPurge();
    /// The chart, and over it what is said when a bar is to be opened.
    QWidget* buildChart();
    /// Shows the affected documents, if there are any.
    void showSamples(const presenters::EffectState& effect);
    /// Covers the view while it is counted or while the change is sent.
    void showBusy(const presenters::EffectState& effect);

    QLabel* m_sentence;
    QLabel* m_detail;
    widgets::MenuButton* m_export; // hidden without a picture
    QPushButton* m_purge;
    QPushButton* m_archive;
    widgets::ErrorBanner* m_banner;
    ChartExport* m_pictures = nullptr;
    widgets::ForecastChart* m_chart;
    QLabel* m_samplesCaption;
    QPlainTextEdit* m_samples;
    widgets::BusyOverlay* m_busy;
    presenters::PreviewState m_preview; // as shown
    bool m_offersPurge = true;
    CaptionOf m_caption; // null: pictures are not offered
};

} // namespace sandglass::ui
