// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>

#include <functional>
#include <optional>
#include <vector>

namespace sandglass::widgets {

/// A duration that the slider comes to rest at, with its short name below the groove.
struct DurationMark
{
    qint64 seconds = 0;
    QString name; ///< "30 d"
};

/// A slider over a duration on a logarithmic scale (even near zero, so that 0 has a place).
/// Dragging comes to rest at the marks. Keys: Left and Right go to the next round duration, Page Up
/// and Page Down to the next mark, Home and End to the ends; the wheel does what Left and Right do.
/// The value is spoken in words. QSlider's own value is only a position.
class DurationSlider : public QSlider
{
    Q_OBJECT

public:
    explicit DurationSlider(QWidget* parent = nullptr);

    qint64 seconds() const { return m_seconds; }
    /// Brought into the bounds; kept exactly, whatever the positions can tell apart.
    void setSeconds(qint64 seconds);
    /// 0 ≤ least < most.
    void setBounds(qint64 least, qint64 most);
    qint64 least() const { return m_least; }
    qint64 most() const { return m_most; }
    /// Ascending; those outside the bounds are not shown.
    void setMarks(std::vector<DurationMark> marks);
    /// How a duration is spoken and shown in the tool tip; in seconds to begin with.
    void setFormatter(std::function<QString(qint64)> words);
    /// The duration in words.
    QString valueText() const { return m_words(m_seconds); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// Another duration was chosen or set.
    void secondsChanged(qint64 seconds);

protected:
    void initStyleOption(QStyleOptionSlider* option) const override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    int positionOf(qint64 seconds) const;
    qint64 secondsAt(int position) const;
    qint64 atRest(int position) const;
    qint64 step(int direction) const;
    std::optional<qint64> mark(int direction) const;
    void take(qint64 seconds);
    int pixelOf(int position) const;
    int marksHeight() const;

    qint64 m_seconds = 0;
    qint64 m_least = 1;
    qint64 m_most = 63'072'000; // two years
    std::vector<DurationMark> m_marks;
    std::function<QString(qint64)> m_words;
};

} // namespace sandglass::widgets
