// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/members/ttl_hold_banner.h"

#include "app/presenters/members/ttl_hold_presenter.h"
#include "widgets/style/colors.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/question_box.h"
#include "widgets/views/visible_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace sandglass::ui {

using widgets::ColorRole;

TtlHoldBanner::TtlHoldBanner(presenters::TtlHoldPresenter& presenter, QWidget* parent)
    : QFrame(parent)
    , m_presenter(presenter)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_release(new QPushButton(tr("Let deletion go &on…"), this))
{
    setObjectName(QStringLiteral("ttlHoldBanner"));
    m_text->setObjectName(QStringLiteral("ttlHoldLabel"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_release->setObjectName(QStringLiteral("releaseTtlHoldButton"));
    m_release->setAccessibleName(tr("Let deletion go on"));
    const int space = widgets::emPixels(this, 0.6);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space * 2, space, space, space);
    row->setSpacing(space);
    row->addWidget(m_icon);
    row->addWidget(m_text, 1);
    row->addWidget(m_release);
    connect(&m_presenter, &presenters::TtlHoldPresenter::stateChanged, this,
            &TtlHoldBanner::showState);
    connect(m_release, &QPushButton::clicked, this, &TtlHoldBanner::askAndRelease);
    showIcon();
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
    const QString text
        = state.problem.isEmpty() ? state.sentence : state.sentence + u' ' + state.problem;
    m_text->setText(widgets::visibleText(text));
    m_release->setEnabled(state.canRelease);
    setVisible(state.visible);
}

void TtlHoldBanner::showIcon()
{
    m_icon->setPixmap(widgets::icon(QStringLiteral("warning"), ColorRole::WarningText)
                          .pixmap(widgets::iconSize(this, 1.5), devicePixelRatioF()));
}

void TtlHoldBanner::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showIcon();
    }
}

void TtlHoldBanner::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), widgets::color(ColorRole::Raised));
    painter.fillRect(0, 0, widgets::emPixels(this, 0.4), height(),
                     widgets::color(ColorRole::WarningText));
    painter.setPen(widgets::color(ColorRole::Frame));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace sandglass::ui

#include "moc_ttl_hold_banner.cpp"
