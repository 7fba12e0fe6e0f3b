// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QPointer>

namespace sandglass::widgets {

class ForecastChart;

/// A bar of the chart for assistive technology: its name is the bar in words, and Press opens its
/// documents as Enter does. A row that the chart has no more is invalid.
class BarAccess : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    /// `row`: an index into ForecastChart::rows().
    BarAccess(ForecastChart* chart, int row);

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

    /// The row that it stands for.
    int row() const { return m_row; }

private:
    QPointer<ForecastChart> m_chart;
    const int m_row;
};

} // namespace sandglass::widgets
