// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/bar_layers.h"

namespace sandglass::widgets {

/// What changes under the pointer and the keys, on a buffered layer: selection, current bar,
/// message, dimming.
class MarksElement : public SceneElement
{
    Q_OBJECT

public:
    using SceneElement::SceneElement;

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawSelection(QCPPainter* painter) const;
    void drawCurrent(QCPPainter* painter) const;
    void drawMessage(QCPPainter* painter) const;
};

/// The line of now, alone on a buffered layer that is redrawn each second.
class NowElement : public SceneElement
{
    Q_OBJECT

public:
    using SceneElement::SceneElement;

protected:
    void draw(QCPPainter* painter) override;
};

} // namespace sandglass::widgets
