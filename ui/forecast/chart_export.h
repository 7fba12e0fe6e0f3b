// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/picture_caption.h"

#include <QObject>

#include <functional>

class QMenu;

namespace sandglass::widgets {
class ForecastChart;
}

namespace sandglass::ui {

/// Copies the picture of a chart, and saves it as PNG, PDF or SVG, on pages and in dialogs. The
/// picture says what it shows.
class ChartExport : public QObject
{
    Q_OBJECT

public:
    /// Asked for each picture.
    using CaptionOf = std::function<presenters::PictureCaption()>;

    /// `window` owns this object and the file dialogs; the chart must live as long.
    ChartExport(widgets::ForecastChart& chart, CaptionOf caption, QWidget* window);

    /// Adds "Copy picture" and "Save picture…" to a menu.
    void addTo(QMenu& menu);

    /// Puts the picture with its caption on the clipboard.
    void copy();

    /// Opens the file dialog and writes the picture. Returns at once.
    void save();

Q_SIGNALS:
    /// The file could not be written; one that was there before is unchanged. `why`: the reason
    /// and what to do.
    void failed(const QString& path, const QString& why);

private:
    /// Draws the picture and has it written; the suffix decides about the format.
    void write(const QString& path);

    widgets::ForecastChart& m_chart;
    CaptionOf m_caption;
    QWidget& m_window;
};

} // namespace sandglass::ui
