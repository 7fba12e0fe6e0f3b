// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QAccessibleWidget>

namespace sandglass::widgets {

class ForecastChart;

/// The chart for assistive programs: a chart by role, whose value is the current bar in words.
class ChartAccess : public QAccessibleWidget, public QAccessibleValueInterface
{
public:
    explicit ChartAccess(ForecastChart* chart);

    QString text(QAccessible::Text text) const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    /// The current row as a sentence; empty without one.
    QVariant currentValue() const override;

    /// Moves to a row, counted from 0.
    void setCurrentValue(const QVariant& value) override;

    QVariant minimumValue() const override;
    QVariant maximumValue() const override;
    QVariant minimumStepSize() const override;

private:
    ForecastChart* chart() const;
};

/// Tells Qt to make a ChartAccess for every ForecastChart. Once is enough; again does no harm.
void installChartAccess();

} // namespace sandglass::widgets
