// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QPointer>

namespace sandglass::widgets {

class ForecastChart;
struct ChartRow;
enum class BarKind;

/// A bar of the chart for assistive technology: its name is the bar in words, and Press opens its
/// documents as Enter does. A bar that the chart has no more is invalid.
class BarAccess : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    /// `row`: one of ForecastChart::rows().
    BarAccess(ForecastChart* chart, const ChartRow& row);
    /// What tells a bar from others of its kind: where a deletion begins, as it keeps that while
    /// its row changes; otherwise ChartRow::index.
    static qint64 placeOf(const ChartRow& row);

    bool isValid() const override;
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* childAt(int x, int y) const override;
    QAccessibleInterface* parent() const override;
    QAccessibleInterface* child(int index) const override;
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface* child) const override;
    QString text(QAccessible::Text text) const override;
    void setText(QAccessible::Text text, const QString& value) override;
    QRect rect() const override;
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    QStringList actionNames() const override;
    void doAction(const QString& name) override;
    QStringList keyBindingsForAction(const QString& name) const override;

    /// The row that it stands for, an index into ForecastChart::rows(); -1: there is none.
    int row() const;

private:
    QPointer<ForecastChart> m_chart;
    const BarKind m_kind;
    const qint64 m_place;
};

} // namespace sandglass::widgets
