// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/scroll_area_access.h"

#include <QAbstractScrollArea>
#include <QScrollBar>

namespace sandglass::widgets {

namespace {

QAccessibleInterface* makeScrollAreaAccess(const QString& className, QObject* object)
{
    // Qt asks for the class of the object first, then for its base classes one by one
    if (className != QLatin1String("QScrollArea")
        && className != QLatin1String("QAbstractScrollArea")) {
        return nullptr;
    }
    auto* area = qobject_cast<QAbstractScrollArea*>(object);
    return area ? new ScrollAreaAccess(area) : nullptr;
}

} // namespace

ScrollAreaAccess::ScrollAreaAccess(QAbstractScrollArea* area)
    : QAccessibleWidget(area, QAccessible::Client)
{
}

QAbstractScrollArea* ScrollAreaAccess::area() const
{
    return qobject_cast<QAbstractScrollArea*>(object());
}

QWidgetList ScrollAreaAccess::parts() const
{
    QWidgetList parts;
    if (const QAbstractScrollArea* shown = area()) {
        parts << shown->viewport();
        for (const QScrollBar* bar : {shown->horizontalScrollBar(), shown->verticalScrollBar()}) {
            if (bar && bar->isVisible()) {
                // each is in a container, which may have further widgets
                parts << bar->parentWidget();
            }
        }
        QWidget* corner = shown->cornerWidget();
        if (corner && corner->isVisible()) {
            parts << corner;
        }
    }
    return parts;
}

bool ScrollAreaAccess::isValid() const
{
    return QAccessibleWidget::isValid() && area() && area()->viewport();
}

int ScrollAreaAccess::childCount() const
{
    return static_cast<int>(parts().size());
}

QAccessibleInterface* ScrollAreaAccess::child(int index) const
{
    return QAccessible::queryAccessibleInterface(parts().value(index));
}

int ScrollAreaAccess::indexOfChild(const QAccessibleInterface* child) const
{
    return child ? static_cast<int>(parts().indexOf(qobject_cast<QWidget*>(child->object()))) : -1;
}

QAccessibleInterface* ScrollAreaAccess::childAt(int x, int y) const
{
    if (area() && area()->isVisible()) {
        for (QWidget* part : parts()) {
            if (part->rect().contains(part->mapFromGlobal(QPoint(x, y)))) {
                return QAccessible::queryAccessibleInterface(part);
            }
        }
    }
    return nullptr;
}

void installScrollAreaAccess()
{
    // Qt ignores a factory that is already installed
    QAccessible::installFactory(makeScrollAreaAccess);
}

} // namespace sandglass::widgets
