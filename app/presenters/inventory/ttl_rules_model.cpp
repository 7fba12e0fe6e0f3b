// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/inventory/ttl_rules_model.h"

#include "app/presenters/doctor/check_words.h"
#include "app/presenters/words/words.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

QString countOrDash(const std::optional<std::int64_t>& value, bool exact)
{
    if (!value) {
        return u"–"_s;
    }
    return countText(*value, exact ? Accuracy::Exact : Accuracy::Estimated);
}

QString plainCount(const std::optional<std::int64_t>& value)
{
    return value ? QString::number(*value) : QString();
}

std::optional<double> datedShare(const RuleRow& row)
{
    if (!row.documents || !row.dated || *row.documents == 0) {
        return {};
    }
    return static_cast<double>(*row.dated) / static_cast<double>(*row.documents);
}

QString modeCell(const RuleRow& row)
{
    if (!row.expireAfterSeconds) {
        return TtlRulesModel::tr("unusable");
    }
    if (row.collectionLevel) {
        return TtlRulesModel::tr("the collection's own");
    }
    return *row.expireAfterSeconds == 0 ? TtlRulesModel::tr("at the stored date")
                                        : TtlRulesModel::tr("after a period");
}

QString durationCell(const RuleRow& row)
{
    if (!row.expireAfterSeconds || *row.expireAfterSeconds < 0) {
        return u"–"_s;
    }
    // 0 is not "no duration": the field holds the moment itself
    return *row.expireAfterSeconds == 0 ? TtlRulesModel::tr("at the date stored")
                                        : periodWords(*row.expireAfterSeconds);
}

QString nextWaveText(const RuleRow& row, const QString& at)
{
    if (!row.nextWave) {
        return u"–"_s;
    }
    if (!row.nextWaveAt && !row.exact) {
        return countOrDash(row.nextWave, row.exact); // a sample that met none has not shown that
    }
    //: nothing falls due within the next seven days
    return row.nextWaveAt
        ? TtlRulesModel::tr("%1 at %2").arg(countOrDash(row.nextWave, row.exact), at)
        : TtlRulesModel::tr("none in 7 d");
}

QString nextWaveCell(const RuleRow& row, const TableClock& clock)
{
    return nextWaveText(
        row, row.nextWaveAt ? nearMomentText(*row.nextWaveAt, row.asOf, clock.zone) : QString());
}

// For a file.
QString wholeNextWave(const RuleRow& row, const TableClock& clock)
{
    return nextWaveText(row,
                        row.nextWaveAt ? isoMomentText(*row.nextWaveAt, clock.zone) : QString());
}

QString nextWaveToolTip(const RuleRow& row, const TableClock& clock)
{
    if (!row.nextWave) {
        return TtlRulesModel::tr("Not counted.");
    }
    if (!row.nextWaveAt && !row.exact) {
        return TtlRulesModel::tr("A sample met no document of this rule that becomes due in the "
                                 "next seven days.");
    }
    return row.nextWaveAt
        ? TtlRulesModel::tr("The fullest hour of the next seven days: %1.")
              .arg(nextWaveText(row, zonedMomentText(*row.nextWaveAt, clock.zone)))
        : TtlRulesModel::tr("No document of this rule becomes due in the next seven days.");
}

// Whether both rows have the same cells. The moment of the count shows only in how a day is named.
bool haveSameCells(const RuleRow& one, const RuleRow& other)
{
    const auto cells = [](const RuleRow& row) {
        return std::tie(row.index, row.field, row.expireAfterSeconds, row.hidden, row.partial,
                        row.collectionLevel, row.documents, row.dated, row.overdue, row.nextWaveAt,
                        row.nextWave, row.exact, row.overdueExact, row.changedAt, row.created,
                        row.problem);
    };
    const auto minute
        = [](const RuleRow& row) { return std::chrono::floor<std::chrono::minutes>(row.asOf); };
    return cells(one) == cells(other) && minute(one) == minute(other)
        && std::ranges::equal(one.findings, other.findings, {}, &ttl::doctor::Finding::check,
                              &ttl::doctor::Finding::check);
}

// What a screen reader says of a shortened moment, and what is copied of it: all of it, with its
// zone. Invalid: the text of the cell, which has none.
QVariant wholeMoment(const RuleRow& row, int column, const TableClock& clock)
{
    if (column == TtlRulesModel::NextWaveColumn && row.nextWave && row.nextWaveAt) {
        return nextWaveText(row, zonedMomentText(*row.nextWaveAt, clock.zone));
    }
    if (column == TtlRulesModel::LastChangeColumn && row.changedAt) {
        return zonedMomentText(*row.changedAt, clock.zone);
    }
    return {};
}

QString lastChangeToolTip(const RuleRow& row, const TableClock& clock)
{
    if (!row.changedAt) {
        return TtlRulesModel::tr("The journal of this program contains no change of this rule.");
    }
    const QString at = zonedMomentText(*row.changedAt, clock.zone);
    return row.created ? TtlRulesModel::tr("Created with this program at %1.").arg(at)
                       : TtlRulesModel::tr("Changed with this program at %1.").arg(at);
}

QString findingsCell(const RuleRow& row)
{
    QStringList findings;
    for (const ttl::doctor::Finding& finding : row.findings) {
        findings << wordsOf(finding.check).trouble();
    }
    if (!row.problem.isEmpty()) {
        findings << TtlRulesModel::tr("not counted: %1").arg(row.problem);
    }
    return findings.join(u"; "_s);
}

// In the order of the exported file; `place` is the order on the page.
constexpr std::array<RuleColumn, 12> kRuleColumns{{
    {.cell
     = {.header = [] { return TtlRulesModel::tr("Collection"); },
        .text = [](const RuleRow& row, const TableClock&) { return text(row.index.ns.text()); }},
     .place = 0},
    {.cell = {.header = [] { return TtlRulesModel::tr("Field"); },
              .text = [](const RuleRow& row, const TableClock&) { return row.field; }},
     .place = 1},
    {.cell = {.header = [] { return TtlRulesModel::tr("Mode"); },
              .text = [](const RuleRow& row, const TableClock&) { return modeCell(row); }},
     .place = 9},
    {.cell = {.header = [] { return TtlRulesModel::tr("Duration"); },
              .text = [](const RuleRow& row, const TableClock&) { return durationCell(row); },
              .number = [](const RuleRow& row) { return sortNumber(row.expireAfterSeconds); }},
     .place = 2,
     .filterName = u"duration",
     .filterNumber = [](const RuleRow& row) { return sortNumber(row.expireAfterSeconds); }},
    {.cell = {.header = [] { return TtlRulesModel::tr("Hidden"); },
              .text =
                  [](const RuleRow& row, const TableClock&) {
                      return row.hidden ? TtlRulesModel::tr("hidden") : QString();
                  }},
     .place = 10},
    {.cell = {.header = [] { return TtlRulesModel::tr("Partial"); },
              .text =
                  [](const RuleRow& row, const TableClock&) {
                      return row.partial ? TtlRulesModel::tr("partial") : QString();
                  }},
     .place = 11},
    {.cell
     = {.header = [] { return TtlRulesModel::tr("Documents"); },
        .text = [](const RuleRow& row,
                   const TableClock&) { return countOrDash(row.documents, row.exact); },
        .plain = [](const RuleRow& row, const TableClock&) { return plainCount(row.documents); },
        .number = [](const RuleRow& row) { return sortNumber(row.documents); },
        .rightAligned = true},
     .place = 5,
     .filterName = u"documents",
     .filterNumber = [](const RuleRow& row) { return sortNumber(row.documents); }},
    {.cell
     = {.header = [] { return TtlRulesModel::tr("Dated"); },
        .text =
            [](const RuleRow& row, const TableClock&) {
                const std::optional<double> share = datedShare(row);
                return share ? shareText(*share) : u"–"_s;
            },
        .plain =
            [](const RuleRow& row, const TableClock&) {
                const std::optional<double> share = datedShare(row);
                return share ? QString::number(*share, 'f', 4) : QString();
            },
        .number = datedShare,
        .rightAligned = true},
     .place = 6,
     .filterName = u"dated",
     .filterNumber = datedShare,
     .isShare = true},
    {.cell
     = {.header = [] { return TtlRulesModel::tr("Overdue"); },
        .text = [](const RuleRow& row,
                   const TableClock&) { return countOrDash(row.overdue, row.overdueExact); },
        .plain = [](const RuleRow& row, const TableClock&) { return plainCount(row.overdue); },
        .number = [](const RuleRow& row) { return sortNumber(row.overdue); },
        .rightAligned = true},
     .place = 3,
     .filterName = u"overdue",
     .filterNumber = [](const RuleRow& row) { return sortNumber(row.overdue); }},
    {.cell
     = {.header = [] { return TtlRulesModel::tr("Next wave"); },
        .text = nextWaveCell,
        .plain = wholeNextWave,
        .toolTip = nextWaveToolTip,
        .number =
            [](const RuleRow& row) {
                // rules without a wave sort after all others
                return momentNumber(row.nextWaveAt.value_or(base::Time::max()));
            },
        .shortMoments = true},
     .place = 4,
     .filterName = u"next wave",
     .filterNumber = [](const RuleRow& row) { return sortNumber(row.nextWave); }},
    {.cell
     = {.header = [] { return TtlRulesModel::tr("Last change"); },
        .text =
            [](const RuleRow& row, const TableClock& clock) {
                return row.changedAt ? nearMomentText(*row.changedAt, row.asOf, clock.zone)
                                     : u"–"_s;
            },
        .plain =
            [](const RuleRow& row, const TableClock& clock) {
                return row.changedAt ? isoMomentText(*row.changedAt, clock.zone) : QString();
            },
        .toolTip = lastChangeToolTip,
        .number = [](const RuleRow& row) { return momentNumber(row.changedAt); },
        .shortMoments = true},
     .place = 8},
    {.cell
     = {.header = [] { return TtlRulesModel::tr("Findings"); },
        .text = [](const RuleRow& row, const TableClock&) { return findingsCell(row); },
        .number =
            [](const RuleRow& row) {
                return std::optional(static_cast<double>(row.findings.size()));
            }},
     .place = 7},
}};

// at() makes the compiler refuse a place that is too large; a place that is used twice leaves
// another one free.
constexpr bool hasEveryPlaceOnce()
{
    std::array<bool, kRuleColumns.size()> taken{};
    for (const RuleColumn& column : kRuleColumns) {
        taken.at(static_cast<std::size_t>(column.place)) = true;
    }
    return std::all_of(taken.begin(), taken.end(), [](bool one) { return one; });
}
static_assert(hasEveryPlaceOnce(), "the page shows each column in a place of its own");
static_assert(std::u16string_view(kRuleColumns[TtlRulesModel::OverdueColumn].filterName)
                  == u"overdue",
              "the columns with a name come first, in the order of TtlRulesModel::Column");

// RowsModel takes plain columns, so they are copied out of the list once.
const std::vector<RowColumn<RuleRow>>& ruleCells()
{
    static const std::vector<RowColumn<RuleRow>> kCells = [] {
        std::vector<RowColumn<RuleRow>> cells;
        cells.reserve(std::size(kRuleColumns));
        for (const RuleColumn& column : kRuleColumns) {
            cells.push_back(column.cell);
        }
        return cells;
    }();
    return kCells;
}

} // namespace

std::span<const RuleColumn> ruleColumns()
{
    return kRuleColumns;
}

TtlRulesModel::TtlRulesModel(QObject* parent)
    : RowsModel(ruleCells(), parent)
{
}

void TtlRulesModel::setRows(std::vector<RuleRow> rows, const QTimeZone& zone)
{
    const bool sameZone = clock().zone == zone;
    setClock({zone, {}});
    if (sameZone && std::ranges::equal(this->rows(), rows, haveSameCells)) {
        keepCells(std::move(rows));
        return;
    }
    replaceRows(std::move(rows), &RuleRow::index);
}

QVariant TtlRulesModel::special(const RuleRow& row, int column, int role) const
{
    switch (role) {
    case Qt::AccessibleTextRole:
    case CopyRole:
        return wholeMoment(row, column, clock());
    case IndexRefRole:
        return QVariant::fromValue(row.index);
    case NamespaceRole:
        return QVariant::fromValue(row.index.ns);
    case OverdueRole:
        return row.overdue.value_or(0) > 0;
    case FindingRole:
        return !row.findings.empty();
    default:
        return {};
    }
}

} // namespace sandglass::presenters

#include "moc_ttl_rules_model.cpp"
