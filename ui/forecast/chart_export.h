// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/picture_caption.h"

#include <QObject>

#include <functional>

class QMenu;

namespace sandglass::widgets {
class ErrorBanner;
class ForecastChart;
} // namespace sandglass::widgets

namespace sandglass::ui {

/// Copies the picture of a chart, and saves it as PNG, PDF or SVG, on pages and in dialogs. The
/// picture says what it shows.
class ChartExport : public QObject
{
    Q_OBJECT

public:
    /// Asked for each picture.
    using CaptionOf = std::function<presenters::PictureCaption()>;

    /// `window` owns this object and the file dialogs; chart and banner must live as long.
    /// `banner`: says what could not be written, until it is dismissed or the next picture is
    /// written.
    ChartExport(widgets::ForecastChart& chart, CaptionOf caption, widgets::ErrorBanner& banner,
                QWidget* window);

    /// Adds "Copy picture" and "Save picture…" to a menu.
    void addTo(QMenu& menu);

    /// Puts the picture with its caption on the clipboard. Does nothing behind a dialog.
    void copy();

    /// Opens the file dialog and writes the picture. Returns at once. Does nothing behind a dialog.
    void save();

    /// Whether the banner is about a picture, and its owner must leave it as it is. `failure`: the
    /// owner has something to say itself, which takes its place.
    bool usesBanner(bool failure);

private:
    /// Draws the picture and has it written; the suffix decides about the format.
    void write(const QString& path);
    /// Says that a file could not be written; one that was there before is unchanged. `why`: the
    /// reason and what to do.
    void report(const QString& path, const QString& why);

    widgets::ForecastChart& m_chart;
    CaptionOf m_caption;
    widgets::ErrorBanner& m_banner;
    QWidget& m_window;
    bool m_reported = false; // in m_banner
};

} // namespace sandglass::ui
