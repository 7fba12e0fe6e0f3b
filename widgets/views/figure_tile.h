// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/style/colors.h"

#include <QWidget>

namespace sandglass::widgets {

/// One figure: a small caption, a large value, a line below.
struct Figure
{
    QString caption;
    QString value; ///< empty: "–" is shown
    QString detail; ///< may be empty
    QString toolTip; ///< where the figure comes from
    Tone tone = Tone::Normal; ///< other tones than Normal also show an icon
    bool stale = false; ///< the last good value, shown dimmed

    bool operator==(const Figure&) const = default;
};

/// Shows a Figure on three lines, or on one where room is scarce. For screen readers it is one
/// sentence: caption, value, detail. Accepts focus by Tab, so that the sentence can be reached
/// without a mouse.
class FigureTile : public QWidget
{
    Q_OBJECT

public:
    explicit FigureTile(QWidget* parent = nullptr);

    /// The figure shown.
    const Figure& figure() const { return m_figure; }
    /// Shows another figure. The same one is not painted again.
    void setFigure(const Figure& figure);

    /// Whether caption, value and detail share one line; by default each has its own.
    void setCompact(bool compact);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// The font of caption and detail.
    QFont captionFont() const;
    /// The font of the value.
    QFont valueFont() const;
    /// Padding in pixels.
    int padding() const;
    /// The size needed at that width.
    QSize sizeFor(int width) const;
    /// Where the figure comes from; on one line the detail first, which may have no room there.
    void showToolTip();
    /// Paints the three lines.
    void paintTexts(QPainter& painter, const QRect& room) const;
    /// Paints value, caption and detail on one line; what has no room is left out, the value last.
    void paintLine(QPainter& painter, QRect room) const;
    /// Paints the icon of the tone at the left of `room`, if it has one; returns what is left.
    QRect paintTone(QPainter& painter, const QRect& room) const;

    Figure m_figure; // as shown
    Figure m_given; // as given to setFigure()
    bool m_compact = false;
};

} // namespace sandglass::widgets
