// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QAccessibleWidget>
#include <QWidgetList>

class QAbstractScrollArea;

namespace sandglass::widgets {

/// A scroll area for assistive technology, in place of that of Qt. A client counts the children and
/// asks for each by its number; meanwhile a dialog may open and a scroll bar disappear. Qt 6.4 then
/// reads past the end of its list of children, and the program crashes.
/// The function is QAccessibleAbstractScrollArea::child() of qtbase 6.4.2.
class ScrollAreaAccess : public QAccessibleWidget
{
public:
    explicit ScrollAreaAccess(QAbstractScrollArea* area);

    bool isValid() const override;
    int childCount() const override;
    /// The viewport, the visible scroll bars, the corner; null for any other number.
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* childAt(int x, int y) const override;

private:
    /// The area that this object describes; null while it is destroyed.
    QAbstractScrollArea* area() const;
    /// Its visible parts.
    QWidgetList parts() const;
};

/// Makes Qt create a ScrollAreaAccess for every plain scroll area; tables, trees and texts have
/// interfaces of their own. Calling it again has no effect. GUI thread.
void installScrollAreaAccess();

} // namespace sandglass::widgets
