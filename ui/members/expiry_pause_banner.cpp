// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/members/expiry_pause_banner.h"

#include "app/presenters/members/expiry_pause_presenter.h"
#include "ui/members/members_dialog.h"

#include <QPushButton>

namespace sandglass::ui {

ExpiryPauseBanner::ExpiryPauseBanner(presenters::ExpiryPausePresenter& presenter,
                                     presenters::MembersPresenter& members, QWidget* parent)
    : NoticeBanner(QStringLiteral("expiryPauseBanner"), QStringLiteral("expiryPauseLabel"),
                   {QStringLiteral("warning"), widgets::ColorRole::WarningText}, parent)
    , m_presenter(presenter)
    , m_resume(addButton(tr("Resu&me expiry"), QStringLiteral("resumeExpiryBannerButton")))
    , m_keep(addButton(tr("&Keep paused"), QStringLiteral("keepExpiryPausedButton")))
    , m_show(addButton(tr("Show the &members…"), QStringLiteral("showPausedMembersButton")))
{
    m_keep->setAccessibleName(tr("Keep expiry paused"));
    connect(&m_presenter, &presenters::ExpiryPausePresenter::stateChanged, this,
            &ExpiryPauseBanner::showState);
    connect(m_resume, &QPushButton::clicked, &m_presenter,
            &presenters::ExpiryPausePresenter::resume);
    connect(m_keep, &QPushButton::clicked, &m_presenter,
            &presenters::ExpiryPausePresenter::keepPaused);
    connect(m_show, &QPushButton::clicked, this,
            [this, &members] { MembersDialog::openOver(members, parentWidget()); });
    showState();
}

void ExpiryPauseBanner::showState()
{
    const presenters::ExpiryPauseState& state = m_presenter.state();
    QString text = state.problem.isEmpty() ? state.sentence : state.sentence + u' ' + state.problem;
    if (!state.overdue.isEmpty()) {
        text += u'\n' + state.overdue;
    }
    setParagraphs(text);
    m_keep->setVisible(state.canKeep);
    m_resume->setVisible(state.canResume);
    m_show->setVisible(state.canShow);
    setVisible(state.visible);
}

} // namespace sandglass::ui

#include "moc_expiry_pause_banner.cpp"
