// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/purge/purge_notice.h"

#include "app/presenters/purge/purge_notice_presenter.h"
#include "widgets/views/visible_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace sandglass::ui {

PurgeNotice::PurgeNotice(presenters::PurgeNoticePresenter& presenter, QWidget* parent)
    : QFrame(parent)
    , m_presenter(presenter)
    , m_text(new QLabel(this))
    , m_open(new QPushButton(this))
    , m_discard(new QPushButton(tr("Dis&card"), this))
{
    setObjectName(QStringLiteral("purgeNotice"));
    m_text->setObjectName(QStringLiteral("purgeNoticeLabel"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_open->setObjectName(QStringLiteral("openPurgeButton"));
    m_discard->setObjectName(QStringLiteral("forgetPurgeButton"));
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_text, 1);
    row->addWidget(m_open);
    row->addWidget(m_discard);
    connect(&m_presenter, &presenters::PurgeNoticePresenter::stateChanged, this,
            &PurgeNotice::showState);
    connect(m_open, &QPushButton::clicked, this, &PurgeNotice::openRequested);
    connect(m_discard, &QPushButton::clicked, &m_presenter,
            &presenters::PurgeNoticePresenter::discard);
    showState();
}

void PurgeNotice::showState()
{
    const presenters::PurgeNoticeState& state = m_presenter.state();
    m_text->setText(widgets::visibleText(state.sentence));
    m_open->setText(state.buttonText);
    // a hidden button has a name too
    m_open->setAccessibleName(state.buttonText.isEmpty() ? tr("Staged purge")
                                                         : QString(state.buttonText).remove(u'&'));
    m_discard->setVisible(state.canDiscard);
    setVisible(state.visible);
}

} // namespace sandglass::ui

#include "moc_purge_notice.cpp"
