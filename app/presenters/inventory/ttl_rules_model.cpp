// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/inventory/ttl_rules_model.h"

#include "app/presenters/words/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

bool sameRules(const std::vector<RuleRow>& left, const std::vector<RuleRow>& right)
{
    return std::ranges::equal(left, right, {}, &RuleRow::index, &RuleRow::index);
}

QVariant number(const std::optional<std::int64_t>& value)
{
    return static_cast<qlonglong>(value.value_or(-1));
}

QString countOrDash(const std::optional<std::int64_t>& value, bool exact)
{
    if (!value) {
        return u"–"_s;
    }
    return exact ? countText(*value) : u"≈ "_s + countText(*value);
}

double datedShare(const RuleRow& row)
{
    if (!row.documents || !row.dated || *row.documents == 0) {
        return -1.0;
    }
    return static_cast<double>(*row.dated) / static_cast<double>(*row.documents);
}

bool isNumberColumn(int column)
{
    return column == TtlRulesModel::DocumentsColumn || column == TtlRulesModel::DatedColumn
        || column == TtlRulesModel::OverdueColumn;
}

} // namespace

QString findingText(Finding finding)
{
    switch (finding) {
    case Finding::InvalidValue:
        return TtlRulesModel::tr("unusable value, expires nothing");
    case Finding::TwoRules:
        return TtlRulesModel::tr("two rules on one collection");
    case Finding::HiddenButDeleting:
        return TtlRulesModel::tr("hidden but deleting");
    case Finding::Overdue:
        return TtlRulesModel::tr("overdue");
    case Finding::NothingDated:
        return TtlRulesModel::tr("no document has a date in the field");
    case Finding::NotReady:
        break;
    }
    return TtlRulesModel::tr("still being built");
}

TtlRulesModel::TtlRulesModel(QObject* parent)
    : QAbstractTableModel(parent)
    , m_zone(QTimeZone::utc())
{
}

void TtlRulesModel::setRows(std::vector<RuleRow> rows, QTimeZone zone)
{
    m_zone = std::move(zone);
    if (sameRules(m_rows, rows)) {
        m_rows = std::move(rows);
        if (!m_rows.empty()) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        }
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

const RuleRow& TtlRulesModel::row(int row) const
{
    return m_rows[static_cast<std::size_t>(row)];
}

int TtlRulesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TtlRulesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TtlRulesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const RuleRow& rule = row(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return cellText(rule, index.column());
    case Qt::ToolTipRole:
        return toolTip(rule, index.column());
    case Qt::TextAlignmentRole:
        return isNumberColumn(index.column()) ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                              : QVariant();
    case SortRole:
        return sortKey(rule, index.column());
    case IndexRefRole:
        return QVariant::fromValue(rule.index);
    case NamespaceRole:
        return QVariant::fromValue(rule.index.ns);
    case OverdueRole:
        return rule.overdue.value_or(0) > 0;
    case FindingRole:
        return !rule.findings.empty();
    case PlainRole:
        return plainText(rule, index.column());
    default:
        return {};
    }
}

QVariant TtlRulesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0
        || section >= ColumnCount) {
        return {};
    }
    const QString headers[]
        = {tr("Collection"), tr("Field"),     tr("Mode"),        tr("Duration"),
           tr("Hidden"),     tr("Partial"),   tr("Documents"),   tr("Dated"),
           tr("Overdue"),    tr("Next wave"), tr("Last change"), tr("Findings")};
    return headers[section];
}

QString TtlRulesModel::cellText(const RuleRow& rule, int column) const
{
    switch (column) {
    case NamespaceColumn:
        return text(rule.index.ns.text());
    case FieldColumn:
        return rule.field;
    case ModeColumn:
        if (!rule.expireAfterSeconds) {
            return tr("unusable");
        }
        if (rule.collectionLevel) {
            return tr("the collection's own");
        }
        return *rule.expireAfterSeconds == 0 ? tr("at the stored date") : tr("after a period");
    case DurationColumn:
        return rule.expireAfterSeconds.value_or(0) > 0 ? durationWords(*rule.expireAfterSeconds)
                                                       : u"–"_s;
    case HiddenColumn:
        return rule.hidden ? tr("hidden") : QString();
    case PartialColumn:
        return rule.partial ? tr("partial") : QString();
    case DocumentsColumn:
        return countOrDash(rule.documents, rule.exact);
    case DatedColumn:
        return datedShare(rule) < 0 ? u"–"_s : shareText(datedShare(rule));
    case OverdueColumn:
        return countOrDash(rule.overdue, rule.overdueExact);
    case NextWaveColumn:
        return nextWaveText(rule, false);
    case LastChangeColumn:
        return rule.changedAt ? nearMomentText(*rule.changedAt, rule.asOf, m_zone) : u"–"_s;
    default:
        break;
    }
    return findingsText(rule);
}

QString TtlRulesModel::nextWaveText(const RuleRow& rule, bool whole) const
{
    if (!rule.nextWaveAt || rule.nextWave <= 0) {
        return u"–"_s;
    }
    return tr("%1 at %2")
        .arg(countOrDash(rule.nextWave, rule.exact),
             whole ? momentText(*rule.nextWaveAt, m_zone)
                   : nearMomentText(*rule.nextWaveAt, rule.asOf, m_zone));
}

QString TtlRulesModel::findingsText(const RuleRow& rule) const
{
    QStringList findings;
    for (const Finding finding : rule.findings) {
        findings << findingText(finding);
    }
    if (!rule.problem.isEmpty()) {
        findings << tr("not counted: %1").arg(rule.problem);
    }
    return findings.join(u"; "_s);
}

QString TtlRulesModel::plainText(const RuleRow& rule, int column) const
{
    switch (column) {
    case DocumentsColumn:
        return rule.documents ? QString::number(*rule.documents) : QString();
    case OverdueColumn:
        return rule.overdue ? QString::number(*rule.overdue) : QString();
    case DatedColumn:
        return datedShare(rule) < 0 ? QString() : QString::number(datedShare(rule), 'f', 4);
    case NextWaveColumn:
        return nextWaveText(rule, true);
    case LastChangeColumn:
        return rule.changedAt ? momentText(*rule.changedAt, m_zone) : QString();
    default:
        return cellText(rule, column);
    }
}

QString TtlRulesModel::toolTip(const RuleRow& rule, int column) const
{
    if (column == NextWaveColumn) {
        return nextWaveText(rule, true);
    }
    if (column != LastChangeColumn) {
        return cellText(rule, column);
    }
    if (!rule.changedAt) {
        return tr("The journal of this program holds no change of this rule.");
    }
    const QString at = momentText(*rule.changedAt, m_zone);
    return rule.created ? tr("Created from here at %1.").arg(at)
                        : tr("Changed from here at %1.").arg(at);
}

QVariant TtlRulesModel::sortKey(const RuleRow& rule, int column) const
{
    switch (column) {
    case DurationColumn:
        return number(rule.expireAfterSeconds);
    case DocumentsColumn:
        return number(rule.documents);
    case DatedColumn:
        return datedShare(rule);
    case OverdueColumn:
        return number(rule.overdue);
    case NextWaveColumn:
        return static_cast<qlonglong>(rule.nextWaveAt ? rule.nextWaveAt->time_since_epoch().count()
                                                      : std::numeric_limits<std::int64_t>::max());
    case LastChangeColumn:
        return static_cast<qlonglong>(rule.changedAt ? rule.changedAt->time_since_epoch().count()
                                                     : std::numeric_limits<std::int64_t>::min());
    case FindingsColumn:
        return static_cast<int>(rule.findings.size());
    default:
        return cellText(rule, column);
    }
}

} // namespace sandglass::presenters

#include "moc_ttl_rules_model.cpp"
