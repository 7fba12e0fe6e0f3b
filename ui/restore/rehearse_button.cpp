// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/restore/rehearse_button.h"

#include "widgets/style/icon.h"

#include <QMenu>

namespace sandglass::ui {

RehearseButton::RehearseButton(QWidget* parent)
    : QPushButton(tr("&Rehearse"), parent)
{
    setObjectName(QStringLiteral("rehearseButton"));
    setToolTip(
        tr("Opens a copy of the data in a window of its own, with a fast clock. The original "
           "is not touched."));
    setAutoDefault(false);
    setIcon(widgets::icon(QStringLiteral("clock")));
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("rehearseMenu"));
    setMenu(menu);
    addRate(QStringLiteral("rehearseMinuteAction"), tr("&60 times faster: a second is a minute"),
            60);
    addRate(QStringLiteral("rehearseHourAction"), tr("&3 600 times faster: a second is an hour"),
            3'600);
}

void RehearseButton::addRate(const QString& objectName, const QString& text, int rate)
{
    QAction* action = menu()->addAction(text);
    action->setObjectName(objectName);
    connect(action, &QAction::triggered, this, [this, rate] { Q_EMIT rehearseRequested(rate); });
}

void RehearseButton::setPreparing(bool preparing)
{
    setText(preparing ? tr("Copying…") : tr("&Rehearse"));
    setEnabled(!preparing);
}

} // namespace sandglass::ui

#include "moc_rehearse_button.cpp"
