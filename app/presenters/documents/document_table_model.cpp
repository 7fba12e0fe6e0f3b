// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/documents/document_table_model.h"

#include "app/bson/json.h"
#include "app/presenters/words/words.h"

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

constexpr qsizetype kCellLength = 400;

QString shortened(const QString& text)
{
    return text.size() <= kCellLength ? text : text.left(kCellLength) + u'…';
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

} // namespace

DocumentTableModel::DocumentTableModel(QObject* parent)
    : QAbstractTableModel(parent)
    , m_zone(QTimeZone::utc())
{
}

void DocumentTableModel::setRows(std::vector<DocumentRow> rows, base::Time now, QTimeZone zone)
{
    beginResetModel();
    m_rows = std::move(rows);
    m_now = now;
    m_zone = std::move(zone);
    endResetModel();
}

void DocumentTableModel::setNow(base::Time now)
{
    m_now = now;
    if (!m_rows.empty()) {
        Q_EMIT dataChanged(index(0, CountdownColumn), index(rowCount() - 1, CountdownColumn));
    }
}

void DocumentTableModel::setZone(QTimeZone zone)
{
    m_zone = std::move(zone);
    if (!m_rows.empty()) {
        Q_EMIT dataChanged(index(0, DateColumn), index(rowCount() - 1, DateColumn));
    }
}

const DocumentRow& DocumentTableModel::row(int row) const
{
    return m_rows[static_cast<std::size_t>(row)];
}

int DocumentTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int DocumentTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DocumentTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const DocumentRow& shown = row(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case SortRole:
        return shortened(cellText(shown, index.column()));
    case JsonRole:
        return text(bson::toPrettyJson(shown.document, bson::JsonForm::Canonical));
    case OverdueRole:
        return isOverdue(shown, m_now);
    case NeverRole:
        return shown.verdict.never.has_value();
    default:
        return {};
    }
}

QVariant DocumentTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0
        || section >= ColumnCount) {
        return {};
    }
    const QString headers[] = {tr("_id"), tr("Date"), tr("Expires"), tr("Document")};
    return headers[section];
}

QString DocumentTableModel::cellText(const DocumentRow& shown, int column) const
{
    switch (column) {
    case IdColumn:
        return shown.id.type() == bson::Type::ObjectId ? text(shown.id.view().asObjectId().text())
                                                       : text(bson::toJson(shown.id.view()));
    case DateColumn:
        return shown.verdict.earliestDate ? momentText(shown.verdict.earliestDate->time(), m_zone)
                                          : u"–"_s;
    case CountdownColumn:
        return expiryWords(shown, m_now);
    default:
        return text(bson::toJson(shown.document));
    }
}

} // namespace sandglass::presenters

#include "moc_document_table_model.cpp"
