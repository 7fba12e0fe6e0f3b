// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace sandglass::ui {

/// Draws a row of the navigator: an icon for its kind, its name, and at the right a quiet badge:
/// the duration of a TTL index, the number of rules of a collection, "local" for the connection.
class NodeDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit NodeDelegate(QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    QString badge(const QModelIndex& index) const;
    /// Draws the lock of a locked connection; returns the room it takes at the right.
    static int paintLock(QPainter& painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index);
    static void paintColor(QPainter& painter, const QRect& row, const QModelIndex& index);
};

} // namespace sandglass::ui
