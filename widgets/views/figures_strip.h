// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/figure_tile.h"

#include <QPointer>
#include <QVector>

class QHBoxLayout;

namespace sandglass::widgets {

/// FigureTiles side by side, all equally wide. In a low window each has a single line, so that
/// there is room for what follows.
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
    /// Whether the tiles have one line.
    bool isCompact() const { return m_compact; }

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Gives the tiles one line or three, as the height of the window demands.
    void fitWindow();

    QHBoxLayout* m_row;
    QVector<FigureTile*> m_tiles;
    QPointer<QWidget> m_window; // whose height is followed
    bool m_compact = false;
};

} // namespace sandglass::widgets
