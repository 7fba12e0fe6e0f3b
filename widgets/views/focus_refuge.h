// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace sandglass::widgets {

/// Where the keyboard waits while a button is disabled, for example by the work that it began. Qt
/// would give it to the next control, which a second press of the same key would trigger.
class FocusRefuge
{
public:
    /// `place` takes the keyboard meanwhile. It must outlive this object, as must the controls.
    explicit FocusRefuge(QWidget& place);

    /// As QWidget::setEnabled(). A control that has the keyboard gives it to the place when it is
    /// disabled, and gets it back when it is enabled, unless the user has moved on meanwhile or
    /// forget() came first.
    void setEnabled(QWidget& control, bool enabled);
    /// What is disabled now does not get the keyboard back: the work is over.
    void forget() { m_left = nullptr; }

private:
    QWidget& m_place;
    const QWidget* m_left = nullptr; // the control that had the keyboard
};

} // namespace sandglass::widgets
