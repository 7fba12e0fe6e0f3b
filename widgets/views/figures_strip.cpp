// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/figures_strip.h"

#include "widgets/style/metrics.h"

#include <QEvent>
#include <QHBoxLayout>

#include <utility>

namespace sandglass::widgets {

namespace {

// A window of 800 pixels is lower at the usual size of fonts, one of 1080 pixels is higher.
constexpr double kLowWindowEms = 70;

} // namespace

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
        tile->setCompact(m_compact);
        // equal stretch factors make equal widths
        m_row->addWidget(tile, 1);
        m_tiles += tile;
    }
    for (qsizetype i = 0; i < figures.size(); ++i) {
        m_tiles.at(i)->setFigure(figures.at(i));
    }
}

void FiguresStrip::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_window != window()) {
        if (m_window) {
            m_window->removeEventFilter(this);
        }
        m_window = window();
        m_window->installEventFilter(this);
    }
    fitWindow();
}

bool FiguresStrip::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize) {
        fitWindow();
    }
    return QWidget::eventFilter(watched, event);
}

void FiguresStrip::fitWindow()
{
    const bool low = window()->height() < emPixels(this, kLowWindowEms);
    if (low != m_compact) {
        m_compact = low;
        for (FigureTile* tile : std::as_const(m_tiles)) {
            tile->setCompact(low);
        }
    }
}

} // namespace sandglass::widgets

#include "moc_figures_strip.cpp"
