// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/main/gui_options.h"

#include <QObject>
#include <QTimer>

namespace sandglass::ui {
class MainWindow;
}

namespace sandglass {

/// Takes a picture of the window: waits until the page shows its data, writes the picture to a
/// file, prints what the window shows if requested, and emits done(). GUI thread.
class PictureRun : public QObject
{
    Q_OBJECT

public:
    /// `window` must outlive this object. Starts the time limit of two minutes.
    PictureRun(GuiOptions options, ui::MainWindow& window, QObject* parent = nullptr);

    /// Takes the picture of the next page that has settled, or of the current one. With sample
    /// data, call it once that is loaded.
    void arm();

    /// Ends the run without a picture, unless it has ended. `why`: a sentence, which is printed.
    void fail(const QString& why);

Q_SIGNALS:
    /// The picture has been taken: 0. It could not be written, the server cannot be reached, or the
    /// page did not show its data within two minutes: 1.
    void done(int exitCode);

private:
    /// Takes the picture.
    void take();
    /// Ends the run after the time limit.
    void giveUp();

    const GuiOptions m_options;
    ui::MainWindow& m_window;
    QTimer m_settle;
    QTimer m_limit;
    bool m_armed = false;
    bool m_ended = false;
};

} // namespace sandglass
