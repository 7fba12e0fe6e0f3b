// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace sandglass::ui {

/// Draws a row of the navigator: an icon for its kind, its name, and at the right a muted badge.
/// The badge is the duration of a TTL index, the number of rules of a collection, or "local" for
/// the connection.
class NodeDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit NodeDelegate(QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    /// The text of the badge; empty for none.
    QString badge(const QModelIndex& index) const;
    /// Draws the lock of a locked connection. Returns the width it takes at the right, in pixels; 0
    /// without a lock.
    static int paintLock(QPainter& painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index);
    /// Draws the colour of a connection as a strip at the right edge; nothing without a colour.
    static void paintColor(QPainter& painter, const QRect& row, const QModelIndex& index);
};

} // namespace sandglass::ui
