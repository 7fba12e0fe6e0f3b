// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/members/member_model.h"

#include <array>
#include <utility>

namespace sandglass::presenters {

namespace {

QString memberToolTip(const QString& cell, const MemberRow& row)
{
    return row.problem.isEmpty() ? cell : cell + u'\n' + row.problem;
}

constexpr std::array<RowColumn<MemberRow>, 10> kMemberColumns{{
    {.header = [] { return MemberModel::tr("Member"); },
     .text = [](const MemberRow& row, const TableClock&) { return row.name; },
     .toolTip
     = [](const MemberRow& row, const TableClock&) { return memberToolTip(row.name, row); }},
    {.header = [] { return MemberModel::tr("Shard"); },
     .text = [](const MemberRow& row, const TableClock&) { return row.shard; }},
    {.header = [] { return MemberModel::tr("State"); },
     .text = [](const MemberRow& row, const TableClock&) { return row.state; },
     .toolTip
     = [](const MemberRow& row, const TableClock&) { return memberToolTip(row.state, row); }},
    {.header = [] { return MemberModel::tr("Deletes here"); },
     .text = [](const MemberRow& row, const TableClock&) { return row.deletes; },
     .headerToolTip =
         [] {
             return MemberModel::tr("Only a primary deletes expired documents. The other members "
                                    "copy its deletions.");
         }},
    {.header = [] { return MemberModel::tr("TTL monitor"); },
     .text = [](const MemberRow& row, const TableClock&) { return row.monitor; },
     .toolTip
     = [](const MemberRow& row, const TableClock&) { return memberToolTip(row.monitor, row); }},
    {.header = [] { return MemberModel::tr("Lag"); },
     .text = [](const MemberRow& row, const TableClock&) { return row.lag; },
     .headerToolTip
     = [] { return MemberModel::tr("How far the member is behind the primary of its set."); },
     .number = [](const MemberRow& row) { return row.lagSeconds; }},
    {.header = [] { return MemberModel::tr("Clock"); },
     .text = [](const MemberRow& row, const TableClock&) { return row.clock; },
     .headerToolTip
     = [] { return MemberModel::tr("The member's clock compared with this computer's."); },
     .rightAligned = true},
    {.header = [] { return MemberModel::tr("TTL passes"); },
     .text = [](const MemberRow& row, const TableClock&) { return row.passes; },
     .headerToolTip = [] { return MemberModel::tr("Since the member was started."); },
     .number = [](const MemberRow& row) { return row.passNumber; },
     .rightAligned = true},
    {.header = [] { return MemberModel::tr("Deleted"); },
     .text = [](const MemberRow& row, const TableClock&) { return row.deleted; },
     .headerToolTip =
         [] {
             return MemberModel::tr("Documents that its TTL monitor has deleted since the member "
                                    "was started.");
         },
     .number = [](const MemberRow& row) { return row.deletedNumber; },
     .rightAligned = true},
    {.header = [] { return MemberModel::tr("Overdue on its shard"); },
     .text = [](const MemberRow& row, const TableClock&) { return row.overdue; },
     .toolTip =
         [](const MemberRow& row, const TableClock&) {
             return row.overdueRules.isEmpty() ? row.overdue : row.overdueRules;
         },
     .rightAligned = true},
}};

} // namespace

MemberModel::MemberModel(QObject* parent)
    : RowsModel(kMemberColumns, parent)
{
}

void MemberModel::setRows(std::vector<MemberRow> rows)
{
    if (rows != this->rows()) {
        replaceRows(std::move(rows),
                    [](const MemberRow& row) { return std::pair(row.host, row.shard); });
    }
}

} // namespace sandglass::presenters

#include "moc_member_model.cpp"
