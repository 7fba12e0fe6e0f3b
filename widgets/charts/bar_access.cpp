// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/bar_access.h"

#include "widgets/charts/forecast_chart.h"

namespace sandglass::widgets {

BarAccess::BarAccess(ForecastChart* chart, int row)
    : m_chart(chart)
    , m_row(row)
{
}

bool BarAccess::isValid() const
{
    return m_chart && m_row < m_chart->rows().size();
}

QAccessibleInterface* BarAccess::childAt(int, int) const
{
    return nullptr;
}

QAccessibleInterface* BarAccess::parent() const
{
    return QAccessible::queryAccessibleInterface(m_chart.data());
}

QAccessibleInterface* BarAccess::child(int) const
{
    return nullptr;
}

int BarAccess::indexOfChild(const QAccessibleInterface*) const
{
    return -1;
}

QString BarAccess::text(QAccessible::Text text) const
{
    return isValid() && text == QAccessible::Name ? m_chart->rowText(m_row) : QString();
}

void BarAccess::setText(QAccessible::Text, const QString&)
{
    // a bar cannot be written
}

QRect BarAccess::rect() const
{
    const QRect bar = isValid() ? m_chart->rowRect(m_row) : QRect();
    return bar.isNull() ? bar : QRect(m_chart->mapToGlobal(bar.topLeft()), bar.size());
}

QAccessible::State BarAccess::state() const
{
    QAccessible::State state;
    state.invalid = !isValid();
    state.selectable = true;
    state.focusable = true;
    state.offscreen = isValid() && m_chart->rowRect(m_row).isNull();
    state.selected = isValid() && m_chart->currentRow() == m_row;
    return state;
}

void* BarAccess::interface_cast(QAccessible::InterfaceType type)
{
    return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                : nullptr;
}

QStringList BarAccess::actionNames() const
{
    return {pressAction()};
}

void BarAccess::doAction(const QString& name)
{
    if (isValid() && name == pressAction()) {
        m_chart->setCurrentRow(m_row);
        m_chart->activateRow(m_row);
    }
}

QStringList BarAccess::keyBindingsForAction(const QString&) const
{
    return {};
}

} // namespace sandglass::widgets
