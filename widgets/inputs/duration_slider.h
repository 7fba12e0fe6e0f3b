// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>

#include <functional>
#include <optional>
#include <vector>

namespace sandglass::widgets {

/// A duration at which the slider snaps, with its short name below the groove.
struct DurationMark
{
    qint64 seconds = 0;
    QString name; ///< "30 d"
};

/// A slider for a duration on a logarithmic scale (linear near zero, so that 0 has a position).
/// Dragging snaps to the marks. Left, Right and the wheel go to the next round duration, Page Up
/// and Page Down to the next mark, Home and End to the ends. Screen readers get the duration in
/// words. QSlider's own value is only a position.
class DurationSlider : public QSlider
{
    Q_OBJECT

public:
    explicit DurationSlider(QWidget* parent = nullptr);

    /// The duration, exact, in seconds.
    qint64 seconds() const { return m_seconds; }
    /// Sets the duration, clamped to the bounds. It is kept exactly, even between two positions.
    void setSeconds(qint64 seconds);
    /// Sets the bounds in seconds. 0 ≤ least < most.
    void setBounds(qint64 least, qint64 most);
    /// Lower bound in seconds.
    qint64 least() const { return m_least; }
    /// Upper bound in seconds.
    qint64 most() const { return m_most; }
    /// Sets the marks, ascending. Those outside the bounds are not shown.
    void setMarks(std::vector<DurationMark> marks);
    /// How a duration is written for tool tip and screen readers; in seconds by default.
    void setFormatter(std::function<QString(qint64)> words);
    /// Goes to the next round duration above (1) or below (-1), as the arrow keys do.
    void stepTo(int direction) { take(step(direction)); }
    /// The duration as the formatter writes it.
    QString valueText() const { return m_words(m_seconds); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The duration has changed, by the user or by setSeconds().
    void secondsChanged(qint64 seconds);

protected:
    void initStyleOption(QStyleOptionSlider* option) const override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    /// The slider's position of a duration.
    int positionOf(qint64 seconds) const;
    /// The duration of a position, rounded to a readable one.
    qint64 secondsAt(int position) const;
    /// The duration at a position after snapping to a mark nearby.
    qint64 snapped(int position) const;
    /// The next round duration above (1) or below (-1).
    qint64 step(int direction) const;
    /// The next mark above (1) or below (-1); nullopt if there is none.
    std::optional<qint64> mark(int direction) const;
    /// Takes a duration over and emits secondsChanged() if it differs.
    void take(qint64 seconds);
    /// The x of a position in the groove.
    int pixelOf(int position) const;
    /// Height of the names of the marks in pixels.
    int marksHeight() const;

    qint64 m_seconds = 0;
    qint64 m_least = 1;
    qint64 m_most = 63'072'000; // two years
    std::vector<DurationMark> m_marks;
    std::function<QString(qint64)> m_words;
};

} // namespace sandglass::widgets
