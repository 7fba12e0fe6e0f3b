// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;
class QProgressBar;
class QPushButton;

namespace sandglass::widgets {

/// Covers its parent during work. After 200 ms it shows a spinner with a text (which stands still
/// where the desktop wants no animations) and, if enabled, a Cancel button; after a second a bar,
/// once the progress is known. What is below stays readable, dimmed, and takes no clicks.
class BusyOverlay : public QWidget
{
    Q_OBJECT

public:
    explicit BusyOverlay(QWidget* parent);

    /// Starts. `text`: the activity, for instance "Counting…". Later calls only change the text.
    void start(const QString& text);

    /// Ends and hides at once.
    void stop();

    /// `fraction`: 0 to 1; nullopt: unknown.
    void setProgress(std::optional<double> fraction);

    /// Whether Cancel is shown; not by default.
    void setCancellable(bool cancellable);

    /// Whether start() was called without stop(), even if nothing is visible yet.
    bool isBusy() const { return m_busy; }

Q_SIGNALS:
    /// The user asked to cancel.
    void cancelRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// Creates the children.
    void buildLayout();
    /// Shows the overlay after the delay.
    void appear();
    /// Shows the bar if there is a progress and the work takes long.
    void showBar();
    /// Turns the spinner by one step.
    void turn();
    /// The area of the spinner.
    QRect spinnerRect() const;

    QTimer m_delay;
    QTimer m_barDelay; // active: too early for the bar
    QTimer m_turning;
    QWidget* m_spinnerRoom;
    QLabel* m_text;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
    bool m_busy = false;
    bool m_measured = false; // the progress is known
    int m_step = 0; // twelfths of a turn
};

} // namespace sandglass::widgets
