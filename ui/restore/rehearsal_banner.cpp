// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/restore/rehearsal_banner.h"

#include "app/presenters/restore/rehearsal_presenter.h"
#include "widgets/style/colors.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/visible_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace sandglass::ui {

using widgets::ColorRole;

RehearsalBanner::RehearsalBanner(presenters::RehearsalPresenter& presenter, QWidget* parent)
    : QFrame(parent)
    , m_presenter(presenter)
    , m_icon(new QLabel(this))
    , m_sentence(new QLabel(this))
    , m_clock(new QLabel(this))
    , m_end(new QPushButton(tr("&End the rehearsal"), this))
{
    setObjectName(QStringLiteral("rehearsalBanner"));
    // a window never changes between a rehearsal and real data
    if (!presenter.state().active) {
        hide();
    }
    for (QLabel* label : {m_sentence, m_clock}) {
        label->setTextFormat(Qt::PlainText);
    }
    m_sentence->setObjectName(QStringLiteral("rehearsalSentenceLabel"));
    m_sentence->setWordWrap(true);
    m_clock->setObjectName(QStringLiteral("rehearsalClockLabel"));
    QFont bold = font();
    bold.setBold(true);
    m_clock->setFont(bold);
    m_end->setObjectName(QStringLiteral("endRehearsalButton"));
    const int space = widgets::emPixels(this, 0.6);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space * 2, space, space, space);
    row->setSpacing(space);
    row->addWidget(m_icon);
    row->addWidget(m_sentence, 1);
    row->addWidget(m_clock);
    row->addWidget(m_end);
    connect(&m_presenter, &presenters::RehearsalPresenter::stateChanged, this,
            &RehearsalBanner::showState);
    connect(m_end, &QPushButton::clicked, this, &RehearsalBanner::endRequested);
    showIcon();
    showState();
}

void RehearsalBanner::showState()
{
    const presenters::RehearsalState& state = m_presenter.state();
    m_sentence->setText(widgets::visibleText(
        state.problem.isEmpty() ? state.sentence : state.sentence + u' ' + state.problem));
    m_clock->setText(state.clockText);
}

void RehearsalBanner::showIcon()
{
    m_icon->setPixmap(widgets::icon(QStringLiteral("clock"), ColorRole::WhatIf)
                          .pixmap(widgets::iconSize(this, 1.5), devicePixelRatioF()));
}

void RehearsalBanner::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showIcon();
    }
}

void RehearsalBanner::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), widgets::color(ColorRole::Raised));
    // the same colour as in what-if: this is not the real state
    painter.fillRect(0, 0, widgets::emPixels(this, 0.4), height(),
                     widgets::color(ColorRole::WhatIf));
    painter.setPen(widgets::color(ColorRole::Frame));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace sandglass::ui

#include "moc_rehearsal_banner.cpp"
