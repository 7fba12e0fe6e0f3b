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

/// What a change would delete: the sentence with the numbers, the timeline as it would be, and
/// sample documents.
class EffectView : public QWidget
{
    Q_OBJECT

public:
    explicit EffectView(QWidget* parent = nullptr);

    void setEffect(const presenters::EffectState& effect);
    void setPreview(const presenters::PreviewState& preview);
    /// The wall clock of the timeline.
    void setTimeZone(const QTimeZone& zone);

Q_SIGNALS:
    /// Cancel was pressed while counting.
    void cancelRequested();
    /// The user wants the count made (again).
    void countRequested();
    /// The affected documents are to be deleted in stages first; `archiveFirst`: or archived.
    void purgeRequested(bool archiveFirst);

private:
    void buildLayout();
    QLayout* buildPurge();

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
