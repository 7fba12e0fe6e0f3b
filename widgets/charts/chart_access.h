// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>

#include <utility>

namespace sandglass::widgets {

class ForecastChart;

/// The chart for assistive technology: a chart by role, whose value is the current bar, as a number
/// and in words, and whose children are its bars, deletions of the past included. A child stays the
/// same bar while others come and go before it.
class ChartAccess : public QAccessibleWidget, public QAccessibleValueInterface
{
public:
    explicit ChartAccess(ForecastChart* chart);
    ~ChartAccess() override;

    QString text(QAccessible::Text text) const override;
    void* interface_cast(QAccessible::InterfaceType type) override;
    /// Increase and Decrease: the next and the previous bar.
    QStringList actionNames() const override;
    void doAction(const QString& name) override;
    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* childAt(int x, int y) const override;

    /// The current row, counted from 0; -1 if there is none. The bus carries only numbers; the row
    /// in words is text(QAccessible::Value).
    QVariant currentValue() const override;

    /// Makes a row the current one; counted from 0.
    void setCurrentValue(const QVariant& value) override;

    QVariant minimumValue() const override;
    QVariant maximumValue() const override;
    QVariant minimumStepSize() const override;

private:
    /// The chart that this object describes.
    ForecastChart* chart() const;

    /// Kind and place of a bar, see BarAccess::placeOf().
    using Key = std::pair<int, qint64>;
    /// Deletes the children whose bars the chart has no more.
    void forgetThePast() const;

    mutable QHash<Key, QAccessible::Id> m_bars; // made when they are asked for
};

/// Makes Qt create a ChartAccess for every ForecastChart. Calling it again has no effect.
void installChartAccess();

} // namespace sandglass::widgets
