// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/engine/log_model.h"

#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

constexpr std::size_t kMaxRows = 5'000;

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

} // namespace

LogModel::LogModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void LogModel::append(const QString& line)
{
    // the same limit as that of EngineProcess::logLines()
    if (m_rows.size() >= kMaxRows) {
        beginRemoveRows({}, 0, 0);
        m_rows.pop_front();
        endRemoveRows();
    }
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_rows.push_back(parsed(line));
    endInsertRows();
}

void LogModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

int LogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
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
    const LogRow& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == RawRole || role == Qt::ToolTipRole) {
        return row.raw;
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case TimeColumn:
        return row.time;
    case SeverityColumn:
        return row.severity;
    case ComponentColumn:
        return row.component;
    default:
        return row.details.isEmpty() ? row.message : row.message + u' ' + row.details;
    }
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
