// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/figure_tile.h"

#include <QVector>

class QHBoxLayout;

namespace sandglass::widgets {

/// FigureTiles side by side, all equally wide.
class FiguresStrip : public QWidget
{
    Q_OBJECT

public:
    explicit FiguresStrip(QWidget* parent = nullptr);

    /// Shows figures from left to right. Existing tiles are reused, so that the focus stays. Object
    /// names: "figureTile0", "figureTile1", …
    void setFigures(const QVector<Figure>& figures);

    /// The tile at `index`; nullptr if there is none.
    FigureTile* tile(int index) const { return m_tiles.value(index); }
    /// Number of tiles.
    int count() const { return static_cast<int>(m_tiles.size()); }

private:
    QHBoxLayout* m_row;
    QVector<FigureTile*> m_tiles;
    QVector<Figure> m_figures; // as shown
};

} // namespace sandglass::widgets
