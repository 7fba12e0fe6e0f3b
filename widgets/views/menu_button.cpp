// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/menu_button.h"

#include <QMenu>
#include <QStyleOptionToolButton>

namespace sandglass::widgets {

MenuButton::MenuButton(QWidget* parent)
    : QToolButton(parent)
    , m_choices(new QMenu(this))
{
    setFocusPolicy(Qt::StrongFocus);
    // popup(), not exec(): the caller goes on at once
    connect(this, &QToolButton::clicked, m_choices,
            [this] { m_choices->popup(mapToGlobal(rect().bottomLeft())); });
}

void MenuButton::initStyleOption(QStyleOptionToolButton* option) const
{
    QToolButton::initStyleOption(option);
    // the arrow of a menu
    option->features |= QStyleOptionToolButton::HasMenu;
}

} // namespace sandglass::widgets

#include "moc_menu_button.cpp"
