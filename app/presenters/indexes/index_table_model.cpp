// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/index_table_model.h"

#include "app/presenters/words/words.h"
#include "app/protocol/names.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

bool canConvert(const ttl::IndexSpec& spec)
{
    return !spec.isTtl() && !spec.isIdIndex() && !spec.building && !spec.singleField().empty();
}

} // namespace

IndexTableModel::IndexTableModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void IndexTableModel::setIndexes(protocol::Namespace ns, std::vector<ttl::IndexSpec> indexes)
{
    const bool sameRows = m_ns == ns
        && std::ranges::equal(m_indexes, indexes, {}, &ttl::IndexSpec::name, &ttl::IndexSpec::name);
    if (sameRows) {
        m_indexes = std::move(indexes);
        if (!m_indexes.empty()) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        }
        return;
    }
    beginResetModel();
    m_ns = std::move(ns);
    m_indexes = std::move(indexes);
    endResetModel();
}

const ttl::IndexSpec& IndexTableModel::spec(int row) const
{
    return m_indexes[static_cast<std::size_t>(row)];
}

int IndexTableModel::rowOf(const std::string& name) const
{
    const auto found = std::ranges::find(m_indexes, name, &ttl::IndexSpec::name);
    return found == m_indexes.end() ? -1
                                    : static_cast<int>(std::distance(m_indexes.begin(), found));
}

int IndexTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_indexes.size());
}

int IndexTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant IndexTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const ttl::IndexSpec& shown = spec(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return cellText(shown, index.column());
    case Qt::TextAlignmentRole:
        return index.column() == SizeColumn || index.column() == UsesColumn
            ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
            : QVariant();
    case SortRole:
        return sortKey(shown, index.column());
    case IndexRefRole:
        return QVariant::fromValue(ttl::IndexRef{m_ns, shown.name});
    case IsTtlRole:
        return shown.isTtl();
    case HiddenRole:
        return shown.hidden;
    case CanConvertRole:
        return canConvert(shown);
    case CanDropRole:
        return !shown.isIdIndex();
    case InvalidRole:
        return shown.expiryValueInvalid;
    default:
        return {};
    }
}

QVariant IndexTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0
        || section >= ColumnCount) {
        return {};
    }
    const QString headers[] = {tr("Name"),       tr("Key"),  tr("Expires"),
                               tr("Properties"), tr("Size"), tr("Uses by queries"),
                               tr("State")};
    return headers[section];
}

QString IndexTableModel::cellText(const ttl::IndexSpec& shown, int column) const
{
    switch (column) {
    case NameColumn:
        return text(shown.name);
    case KeyColumn:
        return keyText(shown.key);
    case ExpiryColumn:
        if (shown.expiryValueInvalid) {
            return tr("unusable value");
        }
        return shown.expireAfterSeconds ? ruleWords(*shown.expireAfterSeconds) : u"–"_s;
    case SizeColumn:
        return shown.bytes ? bytesText(*shown.bytes) : u"–"_s;
    case UsesColumn:
        return shown.uses ? countText(*shown.uses) : u"–"_s;
    case StateColumn:
        return shown.building ? tr("being built") : tr("ready");
    default:
        break;
    }
    QStringList properties;
    if (shown.hidden) {
        properties << tr("hidden");
    }
    if (shown.partialFilter) {
        properties << tr("partial");
    }
    if (shown.unique) {
        properties << tr("unique");
    }
    if (shown.sparse) {
        properties << tr("sparse");
    }
    return properties.join(u", "_s);
}

QVariant IndexTableModel::sortKey(const ttl::IndexSpec& shown, int column) const
{
    switch (column) {
    case ExpiryColumn:
        return static_cast<qlonglong>(shown.expireAfterSeconds.value_or(-1));
    case SizeColumn:
        return static_cast<qlonglong>(shown.bytes.value_or(-1));
    case UsesColumn:
        return static_cast<qlonglong>(shown.uses.value_or(-1));
    default:
        return cellText(shown, column);
    }
}

} // namespace sandglass::presenters

#include "moc_index_table_model.cpp"
