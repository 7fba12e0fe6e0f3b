// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/batch_targets_model.h"

#include "app/presenters/words/words.h"

#include <array>
#include <utility>

namespace sandglass::presenters {

namespace {

QString periodCell(const BatchTarget& target)
{
    if (target.stage == BatchStage::Reading || target.stage == BatchStage::Unusable) {
        return QStringLiteral("–");
    }
    return target.spec.expireAfterSeconds
        ? ruleWords(*target.spec.expireAfterSeconds)
        : BatchTargetsModel::tr("unusable value, expires nothing");
}

QString effectCell(const BatchTarget& target)
{
    if (target.leftOut) {
        return BatchTargetsModel::tr("not changed");
    }
    switch (target.stage) {
    case BatchStage::Reading:
        return BatchTargetsModel::tr("reading…");
    case BatchStage::Waiting:
        return BatchTargetsModel::tr("counting…");
    case BatchStage::Counted:
        if (target.affected == 0 && target.exact) {
            return BatchTargetsModel::tr("deletes nothing at once");
        }
        return (target.exact ? BatchTargetsModel::tr("deletes %1 of %2")
                             : BatchTargetsModel::tr("deletes about %1 of %2"))
            .arg(countText(target.affected), countText(target.documents));
    case BatchStage::Uncounted:
        return target.problem.isEmpty()
            ? BatchTargetsModel::tr("not counted")
            : BatchTargetsModel::tr("not counted: %1").arg(target.problem);
    case BatchStage::Unchanged:
        return BatchTargetsModel::tr("is so already");
    case BatchStage::Unusable:
        return target.problem;
    case BatchStage::Sending:
        return BatchTargetsModel::tr("changing…");
    case BatchStage::Changed:
        return BatchTargetsModel::tr("changed, read back and verified");
    case BatchStage::Failed:
        break;
    }
    return BatchTargetsModel::tr("failed: %1").arg(target.problem);
}

constexpr std::array<RowColumn<BatchTarget>, 4> kTargetColumns{{
    {.header = [] { return BatchTargetsModel::tr("Collection"); },
     .text
     = [](const BatchTarget& target, const TableClock&) { return text(target.index.ns.text()); }},
    {.header = [] { return BatchTargetsModel::tr("Index"); },
     .text = [](const BatchTarget& target, const TableClock&) { return text(target.index.name); }},
    {.header = [] { return BatchTargetsModel::tr("Now"); },
     .text = [](const BatchTarget& target, const TableClock&) { return periodCell(target); }},
    {.header = [] { return BatchTargetsModel::tr("Effect"); },
     .text = [](const BatchTarget& target, const TableClock&) { return effectCell(target); }},
}};

} // namespace

BatchTargetsModel::BatchTargetsModel(QObject* parent)
    : RowsModel(kTargetColumns, parent)
{
}

void BatchTargetsModel::setTargets(std::vector<BatchTarget> targets)
{
    replaceRows(std::move(targets), &BatchTarget::index);
}

void BatchTargetsModel::change(std::size_t row, BatchTarget target)
{
    replaceRow(static_cast<int>(row), std::move(target));
}

void BatchTargetsModel::setLeftOut(bool leftOut)
{
    for (std::size_t row = 0; row < targets().size(); ++row) {
        BatchTarget target = targets()[row];
        if (target.stage == BatchStage::Counted || target.stage == BatchStage::Uncounted) {
            target.leftOut = leftOut;
            change(row, std::move(target));
        }
    }
}

QVariant BatchTargetsModel::special(const BatchTarget& target, int /*column*/, int role) const
{
    return role == StageRole ? QVariant(static_cast<int>(target.stage)) : QVariant();
}

} // namespace sandglass::presenters

#include "moc_batch_targets_model.cpp"
