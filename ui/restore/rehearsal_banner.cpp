// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/restore/rehearsal_banner.h"

#include "app/presenters/restore/rehearsal_presenter.h"

#include <QLabel>
#include <QPushButton>

namespace sandglass::ui {

RehearsalBanner::RehearsalBanner(presenters::RehearsalPresenter& presenter, QWidget* parent)
    // the same colour as in what-if: this is not the real state
    : NoticeBanner(QStringLiteral("rehearsalBanner"), QStringLiteral("rehearsalSentenceLabel"),
                   {QStringLiteral("clock"), widgets::ColorRole::WhatIf}, parent)
    , m_presenter(presenter)
    , m_clock(new QLabel(this))
{
    // a window never changes between a rehearsal and real data
    if (!presenter.state().active) {
        hide();
    }
    m_clock->setTextFormat(Qt::PlainText);
    m_clock->setObjectName(QStringLiteral("rehearsalClockLabel"));
    QFont bold = font();
    bold.setBold(true);
    m_clock->setFont(bold);
    addPart(m_clock);
    const auto* end = addButton(tr("&End the rehearsal"), QStringLiteral("endRehearsalButton"));
    connect(&m_presenter, &presenters::RehearsalPresenter::stateChanged, this,
            &RehearsalBanner::showState);
    connect(end, &QPushButton::clicked, this, &RehearsalBanner::endRequested);
    showState();
}

void RehearsalBanner::showState()
{
    const presenters::RehearsalState& state = m_presenter.state();
    setText(state.problem.isEmpty() ? state.sentence : state.sentence + u' ' + state.problem);
    m_clock->setText(state.clockText);
}

} // namespace sandglass::ui

#include "moc_rehearsal_banner.cpp"
