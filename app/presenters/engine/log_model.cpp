// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/engine/log_model.h"

#include "app/presenters/words/words.h"
#include "app/services/engine/log_lines.h"

#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

// The engine logs one JSON document per line, in MongoDB's format. A crash can leave other lines,
// such as a message of the runtime, which are shown as they are.
LogRow parsed(const QString& line)
{
    LogRow row;
    row.raw = line;
    const QJsonObject json = QJsonDocument::fromJson(line.toUtf8()).object();
    if (json.isEmpty()) {
        row.message = line;
        return row;
    }
    row.time = json.value("t"_L1).toObject().value("$date"_L1).toString();
    row.severity = json.value("s"_L1).toString();
    row.component = json.value("c"_L1).toString();
    row.message = json.value("msg"_L1).toString();
    const QJsonObject attributes = json.value("attr"_L1).toObject();
    if (!attributes.isEmpty()) {
        row.details = QString::fromUtf8(QJsonDocument(attributes).toJson(QJsonDocument::Compact));
    }
    return row;
}

QString cellText(const LogRow& row, int column)
{
    switch (column) {
    case LogModel::TimeColumn:
        return row.time;
    case LogModel::SeverityColumn:
        return row.severity;
    case LogModel::ComponentColumn:
        return row.component;
    default:
        return row.details.isEmpty() ? row.message : row.message + u' ' + row.details;
    }
}

} // namespace

LogModel::LogModel(QObject* parent)
    : QAbstractTableModel(parent)
    , m_lines(std::make_unique<services::LogLines>())
{
}

LogModel::~LogModel() = default;

void LogModel::append(const QString& line)
{
    if (const std::size_t removed = m_lines->excess(line); removed > 0) {
        beginRemoveRows({}, 0, static_cast<int>(removed) - 1);
        m_lines->removeOldest(removed);
        endRemoveRows();
    }
    const int last = rowCount();
    beginInsertRows({}, last, last);
    m_lines->add(line);
    endInsertRows();
}

const LogRow& LogModel::row(int number) const
{
    const QString& line = m_lines->all()[static_cast<std::size_t>(number)];
    if (m_row.raw != line) {
        m_row = parsed(line);
    }
    return m_row;
}

void LogModel::clear()
{
    beginResetModel();
    m_lines->clear();
    endResetModel();
}

int LogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines->all().size());
}

int LogModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const LogRow& row = this->row(index.row());
    if (role == RawRole || role == Qt::ToolTipRole) {
        return row.raw;
    }
    if (role == Qt::DisplayRole) {
        return cellText(row, index.column());
    }
    // a screen reader reads nothing else where a cell is empty
    if (role == Qt::AccessibleTextRole && cellText(row, index.column()).isEmpty()) {
        const QVariant header = headerData(index.column(), Qt::Horizontal, Qt::DisplayRole);
        return accessibleCell(header.toString(), {});
    }
    return {};
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0
        || section >= ColumnCount) {
        return {};
    }
    const QString headers[] = {tr("Time"), tr("Severity"), tr("Component"), tr("Message")};
    return headers[section];
}

} // namespace sandglass::presenters

#include "moc_log_model.cpp"
