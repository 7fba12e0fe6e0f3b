// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explorer/node_delegate.h"

#include "app/presenters/explorer/navigator_model.h"
#include "widgets/style/colors.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/visible_text.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace sandglass::ui {

using presenters::NavigatorModel;
using presenters::NodeKind;

namespace {

QString iconName(const QModelIndex& index)
{
    switch (static_cast<NodeKind>(index.data(NavigatorModel::KindRole).toInt())) {
    case NodeKind::Connection:
        return index.data(NavigatorModel::LocalRole).toBool() ? QStringLiteral("server-local")
                                                              : QStringLiteral("server");
    case NodeKind::Database:
        return QStringLiteral("database");
    case NodeKind::Collection:
        return QStringLiteral("collection");
    case NodeKind::Index:
        break;
    }
    if (!index.data(NavigatorModel::IsTtlRole).toBool()) {
        return QStringLiteral("index");
    }
    return index.data(NavigatorModel::HiddenRole).toBool() ? QStringLiteral("hourglass-hidden")
                                                           : QStringLiteral("hourglass");
}

} // namespace

NodeDelegate::NodeDelegate(QObject* parent)
    : QStyledItemDelegate(parent)
{
}

void NodeDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    // names come from the server
    option->text = widgets::visibleText(option->text);
    // a warning replaces the icon of the kind
    const bool closed = index.data(NavigatorModel::ClosedRole).toBool();
    // a server that was lost or could not be reached; its state in words may not fit beside it
    const bool away = !index.data(NavigatorModel::StateRole).toString().isEmpty() && !closed
        && !index.data(NavigatorModel::ConnectingRole).toBool();
    const bool warns = away || index.data(NavigatorModel::InvalidRole).toBool()
        || !index.data(NavigatorModel::AlertRole).toString().isEmpty();
    if (closed) {
        option->palette.setColor(QPalette::Text, widgets::color(widgets::ColorRole::MutedText));
    }
    option->icon = warns ? widgets::icon(QStringLiteral("warning"), widgets::ColorRole::WarningText)
                         : widgets::icon(iconName(index));
    // without this flag QStyledItemDelegate ignores the icon
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = widgets::iconSize(option->widget, 1.1);
}

QString NodeDelegate::badge(const QModelIndex& index) const
{
    if (!index.data(NavigatorModel::ProblemRole).toString().isEmpty()) {
        return index.data(NavigatorModel::RefusedRole).toBool() ? tr("not permitted")
                                                                : tr("not read");
    }
    QString words = index.data(NavigatorModel::DurationRole).toString();
    if (!words.isEmpty()) {
        return words;
    }
    if (index.data(NavigatorModel::BuildingRole).toBool()) {
        return tr("building");
    }
    // "local" or the tag, and the state unless connected
    QStringList marks{index.data(NavigatorModel::BadgeRole).toString(),
                      index.data(NavigatorModel::StateRole).toString()};
    marks.removeAll(QString());
    if (!marks.isEmpty()) {
        return marks.join(QStringLiteral(" · "));
    }
    const auto kind = static_cast<NodeKind>(index.data(NavigatorModel::KindRole).toInt());
    const int rules = index.data(NavigatorModel::RuleCountRole).toInt();
    if (kind != NodeKind::Collection || rules == 0) {
        return {};
    }
    return index.data(NavigatorModel::PartialRole).toBool() ? tr("≥ %Ln rule(s)", nullptr, rules)
                                                            : tr("%Ln rule(s)", nullptr, rules);
}

void NodeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    QString words = badge(index);
    QStyledItemDelegate::paint(painter, option, index);
    paintColor(*painter, option.rect, index);
    const int lockWidth = paintLock(*painter, option, index);
    if (words.isEmpty()) {
        return;
    }
    const QFontMetrics metrics(option.font);
    const int gap = metrics.height() / 3;
    const int iconWidth = widgets::iconSize(option.widget, 1.1).width();
    const int nameWidth = metrics.horizontalAdvance(widgets::visibleText(index.data().toString()));
    // what is left between the name and the lock
    const QRect room
        = option.rect.adjusted(iconWidth + nameWidth + 2 * gap, 0, -gap - lockWidth, 0);
    // a badge that does not fit is left out: half a duration would mislead
    if (metrics.horizontalAdvance(words) > room.width()) {
        words = index.data(NavigatorModel::StateRole).toString();
    }
    if (metrics.horizontalAdvance(words) > room.width()) {
        return;
    }
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setFont(option.font);
    painter->setPen(selected ? option.palette.color(QPalette::HighlightedText)
                             : widgets::color(widgets::ColorRole::MutedText));
    painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, words);
    painter->restore();
}

int NodeDelegate::paintLock(QPainter& painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index)
{
    const auto kind = static_cast<NodeKind>(index.data(NavigatorModel::KindRole).toInt());
    if (kind != NodeKind::Connection || !index.data(NavigatorModel::ConnectedRole).toBool()
        || !index.data(NavigatorModel::LockedRole).toBool()) {
        return 0;
    }
    const QSize size = widgets::iconSize(option.widget, 0.9);
    const int gap = option.fontMetrics.height() / 3;
    const QRect place(option.rect.right() - gap - size.width(),
                      option.rect.center().y() - size.height() / 2, size.width(), size.height());
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    widgets::icon(QStringLiteral("lock"), widgets::ColorRole::MutedText)
        .paint(&painter, place, Qt::AlignCenter, selected ? QIcon::Selected : QIcon::Normal);
    return size.width() + gap / 2;
}

void NodeDelegate::paintColor(QPainter& painter, const QRect& row, const QModelIndex& index)
{
    const QColor chosen(index.data(NavigatorModel::ColorRole).toString());
    if (!chosen.isValid()) {
        return;
    }
    const int width = qMax(3, row.height() / 8);
    painter.fillRect(QRect(row.right() - width + 1, row.top(), width, row.height()), chosen);
}

bool NodeDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view,
                             const QStyleOptionViewItem& option, const QModelIndex& index)
{
    if (event->type() != QEvent::ToolTip) {
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    }
    const QString text = widgets::visibleText(index.data(Qt::ToolTipRole).toString());
    QToolTip::showText(event->globalPos(), widgets::toolTipText(text), view, option.rect);
    return true;
}

QSize NodeDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(qMax(size.height(), QFontMetrics(option.font).height() * 3 / 2));
    return size;
}

} // namespace sandglass::ui

#include "moc_node_delegate.cpp"
