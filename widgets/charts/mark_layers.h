// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/bar_layers.h"

namespace sandglass::widgets {

/// What mouse and keyboard change: selection, current bar, dimming. On a buffered layer.
class MarksElement : public SceneElement
{
    Q_OBJECT

public:
    using SceneElement::SceneElement;

protected:
    void draw(QCPPainter* painter) override;

private:
    /// The selected span.
    void drawSelection(QCPPainter* painter) const;
    /// The frame of the current bar.
    void drawCurrent(QCPPainter* painter) const;
    /// The names and counts of the members of the current bar, beside it: colour alone tells eight
    /// members apart badly.
    void drawMembers(QCPPainter* painter, const ChartRow& row) const;
};

/// The line of now, alone on a buffered layer that is redrawn every second.
class NowElement : public SceneElement
{
    Q_OBJECT

public:
    using SceneElement::SceneElement;

protected:
    void draw(QCPPainter* painter) override;
};

} // namespace sandglass::widgets
