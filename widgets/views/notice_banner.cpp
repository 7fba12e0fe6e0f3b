// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/notice_banner.h"

#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/visible_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <utility>

namespace sandglass::widgets {

NoticeBanner::NoticeBanner(const QString& objectName, const QString& labelName, Look look,
                           QWidget* parent)
    : QFrame(parent)
    , m_look(std::move(look))
    , m_row(new QHBoxLayout(this))
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
{
    setObjectName(objectName);
    m_text->setObjectName(labelName);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    const int space = emPixels(this, 0.6);
    // at the left is the stripe
    m_row->setContentsMargins(space * 2, space, space, space);
    m_row->setSpacing(space);
    m_row->addWidget(m_icon);
    m_row->addWidget(m_text, 1);
    showIcon();
}

void NoticeBanner::setText(const QString& text)
{
    m_text->setText(visibleText(text));
}

void NoticeBanner::setParagraphs(const QString& text)
{
    m_text->setText(visibleParagraphs(text));
}

QPushButton* NoticeBanner::addButton(const QString& text, const QString& objectName)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(objectName);
    button->setAccessibleName(QString(text).remove(u'&').remove(QChar(0x2026)));
    addPart(button);
    return button;
}

void NoticeBanner::addPart(QWidget* part)
{
    m_row->addWidget(part);
}

void NoticeBanner::showIcon()
{
    m_icon->setPixmap(
        icon(m_look.icon, m_look.color).pixmap(iconSize(this, 1.5), devicePixelRatioF()));
}

void NoticeBanner::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showIcon();
    }
}

void NoticeBanner::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(ColorRole::Raised));
    painter.fillRect(0, 0, emPixels(this, 0.4), height(), color(m_look.color));
    painter.setPen(color(ColorRole::Frame));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace sandglass::widgets

#include "moc_notice_banner.cpp"
