// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/main/gui_options.h"

#include <QObject>
#include <QTimer>

namespace sandglass::ui {
class MainWindow;
}

namespace sandglass {

/// A run for a picture: waits until the page shows its data, writes the window to a file, prints
/// what it shows if asked to, and ends the program's loop with 0, or with 1 when the page did not
/// come within two minutes.
class PictureRun : public QObject
{
    Q_OBJECT

public:
    /// `window` outlives this.
    PictureRun(GuiOptions options, ui::MainWindow& window, QObject* parent = nullptr);

    /// From now on the next settled page is the one to take; with sample data, call it when that is
    /// loaded.
    void arm();

Q_SIGNALS:
    /// The run is over.
    void done(int exitCode);

private:
    void take();
    void giveUp();

    const GuiOptions m_options;
    ui::MainWindow& m_window;
    QTimer m_settle;
    QTimer m_limit;
    bool m_armed = false;
};

} // namespace sandglass
