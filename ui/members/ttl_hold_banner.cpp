// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/members/ttl_hold_banner.h"

#include "app/presenters/members/ttl_hold_presenter.h"
#include "widgets/views/question_box.h"

#include <QPushButton>

namespace sandglass::ui {

TtlHoldBanner::TtlHoldBanner(presenters::TtlHoldPresenter& presenter, QWidget* parent)
    : NoticeBanner(QStringLiteral("ttlHoldBanner"), QStringLiteral("ttlHoldLabel"),
                   {QStringLiteral("warning"), widgets::ColorRole::WarningText}, parent)
    , m_presenter(presenter)
    , m_release(addButton(tr("Let deletion go &on…"), QStringLiteral("releaseTtlHoldButton")))
{
    connect(&m_presenter, &presenters::TtlHoldPresenter::stateChanged, this,
            &TtlHoldBanner::showState);
    connect(m_release, &QPushButton::clicked, this, &TtlHoldBanner::askAndRelease);
    showState();
}

void TtlHoldBanner::askAndRelease()
{
    widgets::ask(this,
                 {tr("Let deletion go on"), m_presenter.state().question, tr("&Let deletion go on"),
                  QStringLiteral("ttlHoldQuestion"), QStringLiteral("confirmReleaseButton"),
                  QStringLiteral("cancelReleaseButton")},
                 [this] { m_presenter.release(); });
}

void TtlHoldBanner::showState()
{
    const presenters::TtlHoldState& state = m_presenter.state();
    setText(state.problem.isEmpty() ? state.sentence : state.sentence + u' ' + state.problem);
    m_release->setEnabled(state.canRelease);
    setVisible(state.visible);
}

} // namespace sandglass::ui

#include "moc_ttl_hold_banner.cpp"
