// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/focus_refuge.h"

#include <QWidget>

namespace sandglass::widgets {

FocusRefuge::FocusRefuge(QWidget& place)
    : m_place(place)
{
}

void FocusRefuge::setEnabled(QWidget& control, bool enabled)
{
    // of the window, which a dialog may hide
    if (!enabled && control.window()->focusWidget() == &control) {
        m_left = &control;
        m_place.setFocus();
    }
    control.setEnabled(enabled);
    if (enabled && m_left == &control) {
        m_left = nullptr;
        if (control.window()->focusWidget() == &m_place) {
            control.setFocus();
        }
    }
}

} // namespace sandglass::widgets
