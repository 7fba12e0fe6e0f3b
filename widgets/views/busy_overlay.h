// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;
class QProgressBar;
class QPushButton;

namespace sandglass::widgets {

/// Lies over its parent while work is going on: after 200 ms a spinner with a text, a bar as soon
/// as the progress is known, and a Cancel button where one was asked for. What is below stays
/// readable, dimmed, and cannot be clicked.
class BusyOverlay : public QWidget
{
    Q_OBJECT

public:
    explicit BusyOverlay(QWidget* parent);

    /// Work began. `text`: what is going on, for instance "Counting…". Called again it only changes
    /// the text.
    void start(const QString& text);

    /// Work ended; hides at once.
    void stop();

    /// `fraction`: 0 to 1, or nothing while it is unknown.
    void setProgress(std::optional<double> fraction);

    /// Whether Cancel is offered; not to begin with.
    void setCancellable(bool cancellable);

    /// True between start() and stop(), also before anything is seen.
    bool isBusy() const { return m_busy; }

Q_SIGNALS:
    /// The user wants the work stopped.
    void cancelRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void buildLayout();
    void appear();
    void turn();
    QRect spinnerRect() const;

    QTimer m_delay;
    QTimer m_turning;
    QWidget* m_spinnerRoom;
    QLabel* m_text;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
    bool m_busy = false;
    int m_step = 0; // twelfths of a turn
};

} // namespace sandglass::widgets
