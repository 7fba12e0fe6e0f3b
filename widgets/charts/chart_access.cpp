// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_access.h"

#include "widgets/charts/bar_access.h"
#include "widgets/charts/forecast_chart.h"

#include <utility>

namespace sandglass::widgets {

namespace {

QAccessibleInterface* makeAccess(const QString&, QObject* object)
{
    auto* chart = qobject_cast<ForecastChart*>(object);
    return chart ? new ChartAccess(chart) : nullptr;
}

} // namespace

ChartAccess::ChartAccess(ForecastChart* chart)
    : QAccessibleWidget(chart, QAccessible::Chart)
{
}

ChartAccess::~ChartAccess()
{
    for (const QAccessible::Id id : std::as_const(m_bars)) {
        QAccessible::deleteAccessibleInterface(id);
    }
}

int ChartAccess::childCount() const
{
    return chart() ? static_cast<int>(chart()->rows().size()) : 0;
}

QAccessibleInterface* ChartAccess::child(int index) const
{
    if (index < 0 || index >= childCount()) {
        return nullptr;
    }
    const ChartRow& row = chart()->rows().at(index);
    const Key key(static_cast<int>(row.kind), BarAccess::placeOf(row));
    if (!m_bars.contains(key)) {
        forgetThePast();
        m_bars.insert(key, QAccessible::registerAccessibleInterface(new BarAccess(chart(), row)));
    }
    return QAccessible::accessibleInterface(m_bars.value(key));
}

// Bars of deletions leave the chart after an hour, and others come.
void ChartAccess::forgetThePast() const
{
    m_bars.removeIf([](const std::pair<const Key&, QAccessible::Id&>& bar) {
        const QAccessibleInterface* access = QAccessible::accessibleInterface(bar.second);
        const bool gone = bar.first.first == static_cast<int>(BarKind::Deleted)
            && (!access || !access->isValid());
        if (gone) {
            QAccessible::deleteAccessibleInterface(bar.second);
        }
        return gone;
    });
}

int ChartAccess::indexOfChild(const QAccessibleInterface* child) const
{
    for (const QAccessible::Id id : std::as_const(m_bars)) {
        if (QAccessible::accessibleInterface(id) == child) {
            return static_cast<const BarAccess*>(child)->row();
        }
    }
    return -1;
}

QAccessibleInterface* ChartAccess::childAt(int x, int y) const
{
    for (int row = 0; row < childCount(); ++row) {
        const QRect bar = chart()->rowRect(row);
        if (bar.contains(chart()->mapFromGlobal(QPoint(x, y)))) {
            return child(row);
        }
    }
    return nullptr;
}

ForecastChart* ChartAccess::chart() const
{
    return qobject_cast<ForecastChart*>(object());
}

QString ChartAccess::text(QAccessible::Text text) const
{
    if (!chart()) {
        return {};
    }
    QString row = chart()->currentRowText();
    if (text == QAccessible::Value) {
        return row;
    }
    // screen readers that ignore values read the name, so the current bar is in it too
    if (text == QAccessible::Name && !row.isEmpty()) {
        return chart()->accessibleName() + QStringLiteral(". ") + row;
    }
    return QAccessibleWidget::text(text);
}

void* ChartAccess::interface_cast(QAccessible::InterfaceType type)
{
    if (type == QAccessible::ValueInterface) {
        return static_cast<QAccessibleValueInterface*>(this);
    }
    return QAccessibleWidget::interface_cast(type);
}

QStringList ChartAccess::actionNames() const
{
    QStringList names = QAccessibleWidget::actionNames();
    if (chart() && chart()->isEnabled() && childCount() > 0) {
        names << increaseAction() << decreaseAction();
    }
    return names;
}

void ChartAccess::doAction(const QString& name)
{
    const bool forward = name == increaseAction();
    if (!forward && name != decreaseAction()) {
        QAccessibleWidget::doAction(name);
    } else if (chart() && childCount() > 0) {
        chart()->moveCurrent(forward ? 1 : -1);
    }
}

QVariant ChartAccess::currentValue() const
{
    return chart()->currentRow();
}

void ChartAccess::setCurrentValue(const QVariant& value)
{
    chart()->setCurrentRow(value.toInt());
}

QVariant ChartAccess::minimumValue() const
{
    return 0;
}

QVariant ChartAccess::maximumValue() const
{
    return static_cast<int>(chart()->rows().size()) - 1;
}

QVariant ChartAccess::minimumStepSize() const
{
    return 1;
}

void installChartAccess()
{
    QAccessible::installFactory(makeAccess); // Qt ignores a factory that is already installed
}

} // namespace sandglass::widgets
