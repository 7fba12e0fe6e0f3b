// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_access.h"

#include "widgets/charts/forecast_chart.h"

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

QVariant ChartAccess::currentValue() const
{
    return chart()->currentRowText();
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
