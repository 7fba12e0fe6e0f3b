// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/restore/rehearse_button.h"

#include "widgets/style/icon.h"

#include <QMenu>
#include <QStyle>
#include <QStyleOptionButton>

namespace sandglass::ui {

RehearseButton::RehearseButton(QWidget* parent)
    : QPushButton(tr("&Rehearse"), parent)
    , m_choices(new QMenu(this))
{
    setObjectName(QStringLiteral("rehearseButton"));
    setToolTip(
        tr("Opens a copy of the data in a window of its own, with a fast clock. The original "
           "is not touched."));
    setAutoDefault(false);
    setIcon(widgets::icon(QStringLiteral("clock")));
    m_choices->setObjectName(QStringLiteral("rehearseMenu"));
    // popup() and not QPushButton::setMenu(): that one waits for the answer, and so does a
    // program that pressed the button over the accessibility bus
    connect(this, &QPushButton::clicked, m_choices,
            [this] { m_choices->popup(mapToGlobal(rect().bottomLeft())); });
    addRate(QStringLiteral("rehearseMinuteAction"), tr("&60 times faster: a second is a minute"),
            60);
    addRate(QStringLiteral("rehearseHourAction"), tr("&3 600 times faster: a second is an hour"),
            3'600);
}

void RehearseButton::addRate(const QString& objectName, const QString& text, int rate)
{
    QAction* action = m_choices->addAction(text);
    action->setObjectName(objectName);
    connect(action, &QAction::triggered, this, [this, rate] { Q_EMIT rehearseRequested(rate); });
}

void RehearseButton::initStyleOption(QStyleOptionButton* option) const
{
    QPushButton::initStyleOption(option);
    // the arrow of a menu
    option->features |= QStyleOptionButton::HasMenu;
}

QSize RehearseButton::sizeHint() const
{
    // QPushButton adds room for the arrow only if the menu is its own
    return QPushButton::sizeHint()
        + QSize(style()->pixelMetric(QStyle::PM_MenuButtonIndicator, nullptr, this), 0);
}

QSize RehearseButton::minimumSizeHint() const
{
    return sizeHint();
}

void RehearseButton::setPreparing(bool preparing)
{
    setText(preparing ? tr("Copying…") : tr("&Rehearse"));
    setEnabled(!preparing);
}

} // namespace sandglass::ui

#include "moc_rehearse_button.cpp"
