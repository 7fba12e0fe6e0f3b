// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/style/colors.h"

#include <QWidget>

namespace sandglass::widgets {

/// One figure: a small caption, a large value, a line below it.
struct Figure
{
    QString caption;
    QString value; ///< "–" is shown while it is empty
    QString detail; ///< may be empty
    QString toolTip; ///< where the figure comes from
    Tone tone = Tone::Normal; ///< other than Normal it also bears an icon
    bool stale = false; ///< the last good value, shown dimmed
};

/// Shows a Figure. To a screen reader it is one sentence: caption, value, detail. Takes the focus
/// by Tab, so that the sentence can be reached without a mouse.
class FigureTile : public QWidget
{
    Q_OBJECT

public:
    explicit FigureTile(QWidget* parent = nullptr);

    const Figure& figure() const { return m_figure; }
    void setFigure(const Figure& figure);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QFont captionFont() const;
    QFont valueFont() const;
    int padding() const;
    QSize sizeFor(int width) const;
    void paintTexts(QPainter& painter, const QRect& room) const;

    Figure m_figure;
};

} // namespace sandglass::widgets
