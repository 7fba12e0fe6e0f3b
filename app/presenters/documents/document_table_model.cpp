// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/documents/document_table_model.h"

#include "app/bson/json.h"
#include "app/presenters/words/words.h"
#include "app/ttl/doctor/facts.h"

#include <array>
#include <string>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

// A cell shows one line, while a document can have 16 MiB; the view would lay out all of it.
constexpr qsizetype kCellLength = 400;

QString shortened(const QString& text)
{
    if (text.size() <= kCellLength) {
        return text;
    }
    // a surrogate pair must not be split
    const bool splits = text.at(kCellLength - 1).isHighSurrogate();
    return text.left(splits ? kCellLength - 1 : kCellLength) + u'…';
}

bool isOverdue(const DocumentRow& row, base::Time now)
{
    return row.verdict.eligibleAt && *row.verdict.eligibleAt <= now;
}

// "in 2 d 4 h", "3 min overdue", "never: string"
QString expiryWords(const DocumentRow& row, base::Time now)
{
    if (!row.hasRule) {
        return u"–"_s;
    }
    if (row.verdict.eligibleAt) {
        return countdownText(*row.verdict.eligibleAt, now);
    }
    const ttl::NeverReason reason = row.verdict.never.value_or(ttl::NeverReason::NoField);
    return reason == ttl::NeverReason::NotADate && !row.valueType.empty()
        //: %1 is the BSON type of a value that should be a date: "never: string"
        ? DocumentTableModel::tr("never: %1").arg(text(row.valueType))
        : neverText(reason);
}

QString wholeId(const DocumentRow& row)
{
    return row.id.type() == bson::Type::ObjectId ? text(row.id.view().asObjectId().text())
                                                 : text(bson::toJson(row.id.view()));
}

QString wholeDocument(const DocumentRow& row)
{
    return text(bson::toJson(row.document));
}

QString dateCell(const DocumentRow& row, const QTimeZone& zone)
{
    return row.verdict.earliestDate ? momentText(row.verdict.earliestDate->time(), zone) : u"–"_s;
}

// A document in a tooltip could fill the screen; the inspector shows the selected one in full.
QString noToolTip(const DocumentRow& /*row*/, const TableClock& /*clock*/)
{
    return {};
}

// The _id as bytes with their type; a view's documents need not have one.
std::string idBytes(const DocumentRow& row)
{
    const bson::Bytes bytes = row.id.view().raw();
    std::string key(1, static_cast<char>(row.id.type()));
    return key.append(bytes.begin(), bytes.end());
}

constexpr std::array<RowColumn<DocumentRow>, 4> kDocumentColumns{{
    {.header = [] { return DocumentTableModel::tr("_id"); },
     .text = [](const DocumentRow& row, const TableClock&) { return shortened(wholeId(row)); },
     .toolTip = noToolTip},
    {.header = [] { return DocumentTableModel::tr("Date"); },
     .text
     = [](const DocumentRow& row, const TableClock& clock) { return dateCell(row, clock.zone); },
     .plain =
         [](const DocumentRow& row, const TableClock& clock) {
             return row.verdict.earliestDate
                 ? isoMomentText(row.verdict.earliestDate->time(), clock.zone)
                 : QString();
         },
     .toolTip = noToolTip,
     .number =
         [](const DocumentRow& row) {
             return row.verdict.earliestDate ? momentNumber(row.verdict.earliestDate->time())
                                             : std::nullopt;
         },
     .moments = true},
    {.header = [] { return DocumentTableModel::tr("Expires"); },
     .text
     = [](const DocumentRow& row, const TableClock& clock) { return expiryWords(row, clock.now); },
     .toolTip = noToolTip},
    {.header = [] { return DocumentTableModel::tr("Document"); },
     .text
     = [](const DocumentRow& row, const TableClock&) { return shortened(wholeDocument(row)); },
     .toolTip = noToolTip},
}};

} // namespace

DocumentRow documentRow(const bson::Document& document, const std::optional<ttl::Rule>& rule,
                        bool outsideFilter)
{
    DocumentRow row;
    row.document = document;
    row.id = bson::Value(document["_id"]);
    row.hasRule = rule.has_value();
    if (!rule) {
        return row;
    }
    row.verdict = ttl::judge(rule->forJudging(), document);
    row.valueType = ttl::doctor::typeAt(document, rule->field);
    if (outsideFilter && rule->valid) {
        row.verdict.eligibleAt.reset();
        row.verdict.never = ttl::NeverReason::OutsideFilter;
    }
    return row;
}

DocumentTableModel::DocumentTableModel(QObject* parent)
    : RowsModel(kDocumentColumns, parent)
{
}

void DocumentTableModel::setRows(std::vector<DocumentRow> rows, base::Time now,
                                 const QTimeZone& zone)
{
    setClock({zone, now});
    replaceRows(std::move(rows), idBytes);
}

void DocumentTableModel::setNow(base::Time now)
{
    setClock({clock().zone, now});
    cellsChanged(CountdownColumn, CountdownColumn);
}

void DocumentTableModel::setZone(const QTimeZone& zone)
{
    setClock({zone, clock().now});
    cellsChanged(DateColumn, DateColumn);
}

QVariant DocumentTableModel::special(const DocumentRow& row, int column, int role) const
{
    switch (role) {
    case CopyRole:
        return column == IdColumn      ? QVariant(wholeId(row))
            : column == DocumentColumn ? QVariant(wholeDocument(row))
                                       : QVariant();
    case OverdueRole:
        return isOverdue(row, clock().now);
    case NeverRole:
        return row.verdict.never.has_value();
    default:
        return {};
    }
}

} // namespace sandglass::presenters

#include "moc_document_table_model.cpp"
