// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tab_order.h"

#include <QLayout>
#include <QScrollArea>
#include <QSet>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>

namespace sandglass::widgets {

namespace {

/// Collects the stops of a part in the order of reading.
class Reading
{
public:
    void add(QWidget* widget)
    {
        if (!widget || widget->isWindow() || m_seen.contains(widget)) {
            return;
        }
        m_seen.insert(widget);
        if (widget->focusPolicy() & Qt::TabFocus) {
            m_stops << widget;
        }
        addOrdered(*widget);
        // what is in no layout
        for (QObject* child : widget->children()) {
            if (child->isWidgetType()) {
                add(static_cast<QWidget*>(child));
            }
        }
    }

    const QList<QWidget*>& stops() const { return m_stops; }

private:
    void addOrdered(QWidget& widget)
    {
        if (auto* tabs = qobject_cast<QTabWidget*>(&widget)) {
            add(tabs->tabBar());
            addAll(*tabs);
        } else if (auto* splitter = qobject_cast<QSplitter*>(&widget)) {
            addAll(*splitter);
        } else if (auto* stack = qobject_cast<QStackedWidget*>(&widget)) {
            addAll(*stack);
        } else if (auto* area = qobject_cast<QScrollArea*>(&widget)) {
            add(area->widget());
        } else {
            addItems(widget.layout());
        }
    }

    template <typename Container>
    void addAll(const Container& container)
    {
        for (int i = 0; i < container.count(); ++i) {
            add(container.widget(i));
        }
    }

    void addItems(const QLayout* layout)
    {
        for (int i = 0; layout && i < layout->count(); ++i) {
            add(layout->itemAt(i)->widget());
            addItems(layout->itemAt(i)->layout());
        }
    }

    QList<QWidget*> m_stops;
    QSet<const QWidget*> m_seen;
};

} // namespace

void orderTabStops(const QList<QWidget*>& parts)
{
    Reading reading;
    for (QWidget* part : parts) {
        reading.add(part);
    }
    const QList<QWidget*>& stops = reading.stops();
    for (qsizetype i = 1; i < stops.size(); ++i) {
        QWidget::setTabOrder(stops[i - 1], stops[i]);
    }
}

} // namespace sandglass::widgets
