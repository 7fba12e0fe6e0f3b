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

/// Shows a Figure. For screen readers it is one sentence: caption, value, detail. Accepts focus by
/// Tab, so that the sentence can be reached without a mouse.
class FigureTile : public QWidget
{
    Q_OBJECT

public:
    explicit FigureTile(QWidget* parent = nullptr);

    /// The figure shown.
    const Figure& figure() const { return m_figure; }
    /// Shows another figure.
    void setFigure(const Figure& figure);

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
    /// Paints the three lines.
    void paintTexts(QPainter& painter, const QRect& room) const;

    Figure m_figure;
};

} // namespace sandglass::widgets
