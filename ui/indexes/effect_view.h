// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/effect/edit_state.h"

#include <QWidget>

class QLabel;
class QLayout;
class QPlainTextEdit;
class QPushButton;
class QTimeZone;

namespace sandglass::widgets {
class BusyOverlay;
class ErrorBanner;
class ForecastChart;
} // namespace sandglass::widgets

namespace sandglass::ui {

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
    /// The row with "Purge first…" and "Archive first…".
    QLayout* buildPurge();
    /// Shows the affected documents, if there are any.
    void showSamples(const presenters::EffectState& effect);

    QLabel* m_sentence;
    QLabel* m_detail;
    QPushButton* m_purge;
    QPushButton* m_archive;
    widgets::ErrorBanner* m_banner;
    widgets::ForecastChart* m_chart;
    QLabel* m_samplesCaption;
    QPlainTextEdit* m_samples;
    widgets::BusyOverlay* m_busy;
};

} // namespace sandglass::ui
