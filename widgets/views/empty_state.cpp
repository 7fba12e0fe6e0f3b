// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/empty_state.h"

#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass::widgets {

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent)
    , m_icon(new QLabel(this))
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_button(new QPushButton(this))
{
    m_icon->setObjectName(QStringLiteral("iconLabel"));
    m_title->setObjectName(QStringLiteral("titleLabel"));
    m_text->setObjectName(QStringLiteral("textLabel"));
    m_button->setObjectName(QStringLiteral("actionButton"));
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    large.setWeight(QFont::DemiBold);
    m_title->setFont(large);
    for (QLabel* label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText);
        // the stretches around take the remaining height, even if it is small
        label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
        label->setAlignment(Qt::AlignHCenter);
        label->setWordWrap(true);
    }
    m_icon->setAlignment(Qt::AlignHCenter);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    m_button->setAccessibleName(tr("Suggested action")); // while it is hidden and has no text
    m_button->hide();
    connect(m_button, &QPushButton::clicked, this, &EmptyState::actionTriggered);

    auto* column = new QVBoxLayout(this);
    const int gap = emPixels(this, 0.6);
    column->setSpacing(gap);
    column->setContentsMargins(gap * 3, gap * 3, gap * 3, gap * 3);
    column->addStretch(2);
    column->addWidget(m_icon);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addSpacing(gap);
    column->addWidget(m_button, 0, Qt::AlignHCenter);
    column->addStretch(3);
}

void EmptyState::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    // with little height the text is more important than the icon
    const bool low = height() < emPixels(this, 12);
    m_icon->setVisible(!low);
    const int gap = emPixels(this, 0.6);
    const int margin = low ? gap / 2 : gap * 3;
    layout()->setContentsMargins(gap * 3, margin, gap * 3, margin);
    layout()->setSpacing(low ? gap / 2 : gap);
}

void EmptyState::setIconName(const QString& name)
{
    m_iconName = name;
    showIcon();
}

void EmptyState::setTitle(const QString& title)
{
    m_title->setText(title);
    setAccessibleName(title);
}

void EmptyState::setText(const QString& text)
{
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    setAccessibleDescription(text);
}

void EmptyState::setActionText(const QString& text)
{
    m_button->setText(text);
    if (!text.isEmpty()) {
        m_button->setAccessibleName(QString(text).remove(u'&'));
    }
    m_button->setVisible(!text.isEmpty());
}

void EmptyState::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        showIcon();
    }
}

void EmptyState::showIcon()
{
    m_icon->setPixmap(
        icon(m_iconName, ColorRole::MutedText).pixmap(iconSize(this, 3.5), devicePixelRatioF()));
}

} // namespace sandglass::widgets

#include "moc_empty_state.cpp"
