// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/steady_order.h"

#include <QEvent>
#include <QSortFilterProxyModel>
#include <QTableView>

namespace sandglass::widgets {

SteadyOrder::SteadyOrder(QTableView& view)
    : QObject(&view)
    , m_view(view)
{
    view.viewport()->installEventFilter(this);
}

void SteadyOrder::follow()
{
    if (m_steady && m_sorted) {
        m_sorted->setDynamicSortFilter(true);
    }
    m_steady = false;
    auto* sorted = qobject_cast<QSortFilterProxyModel*>(m_view.model());
    m_sorted = sorted && sorted->dynamicSortFilter() ? sorted : nullptr;
    if (m_sorted) {
        connect(m_view.selectionModel(), &QItemSelectionModel::selectionChanged, this,
                &SteadyOrder::update);
        // rows that are replaced take the selection along without a word
        connect(m_sorted, &QAbstractItemModel::modelReset, this, &SteadyOrder::update);
        connect(m_sorted, &QAbstractItemModel::rowsRemoved, this, &SteadyOrder::update,
                Qt::QueuedConnection);
        update();
    }
}

bool SteadyOrder::eventFilter(QObject* watched, QEvent* event)
{
    const bool moved = event->type() == QEvent::Enter || event->type() == QEvent::Leave
        || event->type() == QEvent::Hide;
    // the view ends before its viewport
    if (moved && qobject_cast<QAbstractItemView*>(parent())) {
        m_pointerOver = event->type() == QEvent::Enter;
        update();
    }
    return QObject::eventFilter(watched, event);
}

bool SteadyOrder::isUsed() const
{
    const bool selected = m_view.selectionModel() && m_view.selectionModel()->hasSelection();
    return m_sorted && (m_pointerOver || selected);
}

void SteadyOrder::update()
{
    if (!m_sorted || isUsed() == m_steady) {
        return;
    }
    if (!m_steady) {
        m_steady = true;
        m_sorted->setDynamicSortFilter(false);
        return;
    }
    // the selection may end because its rows are just being removed: sorting them now would take
    // away what the model works with
    QMetaObject::invokeMethod(this, &SteadyOrder::release, Qt::QueuedConnection);
}

void SteadyOrder::release()
{
    if (!m_sorted || !m_steady || isUsed()) {
        return;
    }
    m_steady = false;
    m_sorted->setDynamicSortFilter(true);
    // rows that have changed meanwhile may no longer fit the filter
    m_sorted->invalidate();
}

} // namespace sandglass::widgets

#include "moc_steady_order.cpp"
