// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/purge/purge_notice.h"

#include "app/presenters/purge/purge_notice_presenter.h"

#include <QPushButton>

namespace sandglass::ui {

PurgeNotice::PurgeNotice(presenters::PurgeNoticePresenter& presenter, QWidget* parent)
    : FloatingMessage(QStringLiteral("purgeNotice"),
                      {QStringLiteral("purgeNoticeLabel"), QStringLiteral("dismissPurgeButton")},
                      parent)
    , m_presenter(presenter)
    , m_open(addButton({}, QStringLiteral("openPurgeButton")))
    , m_discard(addButton(tr("Dis&card"), QStringLiteral("forgetPurgeButton")))
{
    connect(&m_presenter, &presenters::PurgeNoticePresenter::stateChanged, this,
            &PurgeNotice::showState);
    connect(m_open, &QPushButton::clicked, this, &PurgeNotice::openRequested);
    connect(m_discard, &QPushButton::clicked, &m_presenter,
            &presenters::PurgeNoticePresenter::discard);
    connect(this, &FloatingMessage::dismissed, this, [this] {
        m_dismissed = m_presenter.state().buttonText;
        showState();
    });
    showState();
}

void PurgeNotice::showState()
{
    const presenters::PurgeNoticeState& state = m_presenter.state();
    if (m_dismissed != state.buttonText) {
        m_dismissed.clear();
    }
    m_open->setText(state.buttonText);
    // a hidden button has a name too
    m_open->setAccessibleName(state.buttonText.isEmpty() ? tr("Staged purge")
                                                         : QString(state.buttonText).remove(u'&'));
    m_discard->setVisible(state.canDiscard);
    setText(state.visible && m_dismissed.isEmpty() ? state.sentence : QString());
}

} // namespace sandglass::ui

#include "moc_purge_notice.cpp"
