// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/bar_access.h"

#include "widgets/charts/forecast_chart.h"

#include <algorithm>
#include <iterator>

namespace sandglass::widgets {

BarAccess::BarAccess(ForecastChart* chart, const ChartRow& row)
    : m_chart(chart)
    , m_kind(row.kind)
    , m_place(placeOf(row))
{
}

qint64 BarAccess::placeOf(const ChartRow& row)
{
    return row.kind == BarKind::Deleted ? row.fromMs : row.index;
}

int BarAccess::row() const
{
    if (!m_chart) {
        return -1;
    }
    const QVector<ChartRow>& rows = m_chart->rows();
    const auto found = std::find_if(rows.cbegin(), rows.cend(), [this](const ChartRow& each) {
        return each.kind == m_kind && placeOf(each) == m_place;
    });
    return found == rows.cend() ? -1 : static_cast<int>(std::distance(rows.cbegin(), found));
}

bool BarAccess::isValid() const
{
    return row() >= 0;
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
    return isValid() && text == QAccessible::Name ? m_chart->rowText(row()) : QString();
}

void BarAccess::setText(QAccessible::Text, const QString&)
{
    // a bar cannot be written
}

QRect BarAccess::rect() const
{
    const QRect bar = isValid() ? m_chart->rowRect(row()) : QRect();
    return bar.isNull() ? bar : QRect(m_chart->mapToGlobal(bar.topLeft()), bar.size());
}

QAccessible::State BarAccess::state() const
{
    const int at = row();
    QAccessible::State state;
    state.invalid = at < 0;
    state.selectable = true;
    state.focusable = true;
    state.offscreen = at >= 0 && m_chart->rowRect(at).isNull();
    state.selected = at >= 0 && m_chart->currentRow() == at;
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
    if (const int at = row(); at >= 0 && name == pressAction()) {
        m_chart->setCurrentRow(at);
        m_chart->activateRow(at);
    }
}

QStringList BarAccess::keyBindingsForAction(const QString&) const
{
    return {};
}

} // namespace sandglass::widgets
