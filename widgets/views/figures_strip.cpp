// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/figures_strip.h"

#include "widgets/style/metrics.h"

#include <QHBoxLayout>

namespace sandglass::widgets {

FiguresStrip::FiguresStrip(QWidget* parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
{
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(emPixels(this, 0.5));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FiguresStrip::setFigures(const QVector<Figure>& figures)
{
    // tiles are reused from the left, so that the focus stays
    while (m_tiles.size() > figures.size()) {
        delete m_tiles.takeLast();
    }
    while (m_tiles.size() < figures.size()) {
        auto* tile = new FigureTile(this);
        tile->setObjectName(QStringLiteral("figureTile%1").arg(m_tiles.size()));
        // equal stretch factors make equal widths
        m_row->addWidget(tile, 1);
        m_tiles += tile;
    }
    for (qsizetype i = 0; i < figures.size(); ++i) {
        // set with every live refresh: a tile that is told the same would be laid out and painted
        if (i >= m_figures.size() || m_figures.at(i) != figures.at(i)) {
            m_tiles.at(i)->setFigure(figures.at(i));
        }
    }
    m_figures = figures;
}

} // namespace sandglass::widgets

#include "moc_figures_strip.cpp"
