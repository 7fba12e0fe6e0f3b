// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <QAbstractTableModel>
#include <QString>

#include <vector>

namespace sandglass::presenters {

/// The indexes of one collection. GUI thread.
class IndexTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        NameColumn,
        KeyColumn,
        ExpiryColumn,
        PropertiesColumn,
        SizeColumn,
        UsesColumn,
        StateColumn,
        ColumnCount
    };
    enum Role {
        SortRole = Qt::UserRole + 1,
        IndexRefRole, ///< ttl::IndexRef
        IsTtlRole, ///< bool
        HiddenRole, ///< bool
        CanConvertRole, ///< bool: an ordinary single-field index other than _id
        CanDropRole, ///< bool: not _id
        InvalidRole, ///< bool: TTL value unusable
    };

    explicit IndexTableModel(QObject* parent = nullptr);

    /// Replaces the rows; a row of the same name keeps its selection.
    void setIndexes(protocol::Namespace ns, std::vector<ttl::IndexSpec> indexes);
    const ttl::IndexSpec& spec(int row) const;
    /// The row of an index, −1 when there is none.
    int rowOf(const std::string& name) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString cellText(const ttl::IndexSpec& spec, int column) const;
    QVariant sortKey(const ttl::IndexSpec& spec, int column) const;

    protocol::Namespace m_ns;
    std::vector<ttl::IndexSpec> m_indexes;
};

} // namespace sandglass::presenters
