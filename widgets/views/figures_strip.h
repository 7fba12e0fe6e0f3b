// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/figure_tile.h"

#include <QVector>

class QHBoxLayout;

namespace sandglass::widgets {

/// FigureTiles side by side, sharing the width equally.
class FiguresStrip : public QWidget
{
    Q_OBJECT

public:
    explicit FiguresStrip(QWidget* parent = nullptr);

    /// Shows these figures from left to right; tiles that are already there are kept, so that focus
    /// stays. Their object names are "figureTile0", "figureTile1" and so on.
    void setFigures(const QVector<Figure>& figures);

    /// The tile at `index`, or null.
    FigureTile* tile(int index) const { return m_tiles.value(index); }
    int count() const { return static_cast<int>(m_tiles.size()); }

private:
    QHBoxLayout* m_row;
    QVector<FigureTile*> m_tiles;
};

} // namespace sandglass::widgets
