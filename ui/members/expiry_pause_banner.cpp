// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/members/expiry_pause_banner.h"

#include "app/presenters/members/expiry_pause_presenter.h"
#include "ui/members/members_dialog.h"
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

ExpiryPauseBanner::ExpiryPauseBanner(presenters::ExpiryPausePresenter& presenter,
                                     presenters::MembersPresenter& members, QWidget* parent)
    : QFrame(parent)
    , m_presenter(presenter)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_resume(new QPushButton(tr("Resu&me expiry"), this))
    , m_keep(new QPushButton(tr("&Keep paused"), this))
    , m_show(new QPushButton(tr("Show the &members…"), this))
{
    setObjectName(QStringLiteral("expiryPauseBanner"));
    m_text->setObjectName(QStringLiteral("expiryPauseLabel"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_resume->setObjectName(QStringLiteral("resumeExpiryBannerButton"));
    m_resume->setAccessibleName(tr("Resume expiry"));
    m_keep->setObjectName(QStringLiteral("keepExpiryPausedButton"));
    m_keep->setAccessibleName(tr("Keep expiry paused"));
    m_show->setObjectName(QStringLiteral("showPausedMembersButton"));
    m_show->setAccessibleName(tr("Show the members"));
    const int space = widgets::emPixels(this, 0.6);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space * 2, space, space, space);
    row->setSpacing(space);
    row->addWidget(m_icon);
    row->addWidget(m_text, 1);
    row->addWidget(m_resume);
    row->addWidget(m_keep);
    row->addWidget(m_show);
    connect(&m_presenter, &presenters::ExpiryPausePresenter::stateChanged, this,
            &ExpiryPauseBanner::showState);
    connect(m_resume, &QPushButton::clicked, &m_presenter,
            &presenters::ExpiryPausePresenter::resume);
    connect(m_keep, &QPushButton::clicked, &m_presenter,
            &presenters::ExpiryPausePresenter::keepPaused);
    connect(m_show, &QPushButton::clicked, this,
            [this, &members] { MembersDialog::openOver(members, parentWidget()); });
    showIcon();
    showState();
}

void ExpiryPauseBanner::showState()
{
    const presenters::ExpiryPauseState& state = m_presenter.state();
    QString text = state.problem.isEmpty() ? state.sentence : state.sentence + u' ' + state.problem;
    if (!state.overdue.isEmpty()) {
        text += u'\n' + state.overdue;
    }
    m_text->setText(widgets::visibleText(text));
    m_keep->setVisible(state.canKeep);
    m_resume->setVisible(state.canResume);
    m_show->setVisible(state.canShow);
    setVisible(state.visible);
}

void ExpiryPauseBanner::showIcon()
{
    m_icon->setPixmap(widgets::icon(QStringLiteral("warning"), ColorRole::WarningText)
                          .pixmap(widgets::iconSize(this, 1.5), devicePixelRatioF()));
}

void ExpiryPauseBanner::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showIcon();
    }
}

void ExpiryPauseBanner::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), widgets::color(ColorRole::Raised));
    painter.fillRect(0, 0, widgets::emPixels(this, 0.4), height(),
                     widgets::color(ColorRole::WarningText));
    painter.setPen(widgets::color(ColorRole::Frame));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace sandglass::ui

#include "moc_expiry_pause_banner.cpp"
