// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/batch_targets_model.h"

#include "app/presenters/words/words.h"

#include <utility>

namespace sandglass::presenters {

BatchTargetsModel::BatchTargetsModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void BatchTargetsModel::setTargets(std::vector<BatchTarget> targets)
{
    beginResetModel();
    m_targets = std::move(targets);
    endResetModel();
}

void BatchTargetsModel::change(std::size_t row, BatchTarget target)
{
    m_targets[row] = std::move(target);
    const int at = static_cast<int>(row);
    Q_EMIT dataChanged(index(at, 0), index(at, ColumnCount - 1));
}

int BatchTargetsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_targets.size());
}

int BatchTargetsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant BatchTargetsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const BatchTarget& target = m_targets[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole) {
        return cellText(target, index.column());
    }
    return role == StageRole ? QVariant(static_cast<int>(target.stage)) : QVariant();
}

QVariant BatchTargetsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0
        || section >= ColumnCount) {
        return {};
    }
    const QString headers[] = {tr("Collection"), tr("Index"), tr("Now"), tr("Effect")};
    return headers[section];
}

QString BatchTargetsModel::cellText(const BatchTarget& target, int column) const
{
    switch (column) {
    case CollectionColumn:
        return text(target.index.ns.text());
    case IndexColumn:
        return text(target.index.name);
    case NowColumn:
        if (target.stage == BatchStage::Reading || target.stage == BatchStage::Unusable) {
            return QStringLiteral("–");
        }
        return target.spec.expireAfterSeconds ? ruleWords(*target.spec.expireAfterSeconds)
                                              : tr("unusable value, expires nothing");
    default:
        break;
    }
    return effectText(target);
}

QString BatchTargetsModel::effectText(const BatchTarget& target) const
{
    switch (target.stage) {
    case BatchStage::Reading:
        return tr("reading…");
    case BatchStage::Waiting:
        return tr("counting…");
    case BatchStage::Counted:
        if (target.affected == 0) {
            return tr("deletes nothing at once");
        }
        return tr("deletes %1 of %2").arg(countText(target.affected), countText(target.documents));
    case BatchStage::Uncounted:
        return target.problem.isEmpty() ? tr("not counted")
                                        : tr("not counted: %1").arg(target.problem);
    case BatchStage::Unchanged:
        return tr("has this period already");
    case BatchStage::Unusable:
        return target.problem;
    case BatchStage::Sending:
        return tr("changing…");
    case BatchStage::Changed:
        return tr("changed, read back and verified");
    case BatchStage::Failed:
        break;
    }
    return tr("failed: %1").arg(target.problem);
}

} // namespace sandglass::presenters

#include "moc_batch_targets_model.cpp"
