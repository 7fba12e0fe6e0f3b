// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

namespace sandglass::ui {
class MainWindow;
}

namespace sandglass::bench {

/// Turns the wheel over the chart in front, 60 times a second: in, sideways, back, out; then pauses
/// a while, so that the finer buckets are asked for. GUI thread.
class WindowGestures : public QObject
{
    Q_OBJECT

public:
    /// `window` outlives this.
    explicit WindowGestures(ui::MainWindow& window, QObject* parent = nullptr);

    void start();
    void stop();
    /// Turns of the wheel since start() that a chart got.
    int turns() const { return m_turns; }

private:
    void turn();

    ui::MainWindow& m_window;
    QTimer m_timer;
    int m_step = 0;
    int m_turns = 0;
};

} // namespace sandglass::bench
