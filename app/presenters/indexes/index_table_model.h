// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/rows_model.h"
#include "app/ttl/types.h"

#include <QString>

#include <vector>

namespace sandglass::presenters {

/// The indexes of a collection as a table. GUI thread.
class IndexTableModel : public RowsModel<ttl::IndexSpec>
{
    Q_OBJECT
public:
    /// The columns, from left to right.
    enum Column {
        NameColumn,
        KeyColumn,
        ExpiryColumn,
        PropertiesColumn,
        SizeColumn,
        UsesColumn,
        StateColumn,
    };
    /// Roles of the indexes, the same for all cells of a row.
    enum Role {
        IndexRefRole = FirstOwnRole, ///< ttl::IndexRef
        IsTtlRole, ///< bool: a TTL index
        HiddenRole, ///< bool: queries do not use it
        CanConvertRole, ///< bool: a finished ordinary single-field index other than that on _id
        CanDropRole, ///< bool: not the index on _id
        InvalidRole, ///< bool: its TTL value is unusable
    };

    explicit IndexTableModel(QObject* parent = nullptr);

    /// Replaces the rows. If they are the same names in the same order, views keep their selection.
    void setIndexes(protocol::Namespace ns, std::vector<ttl::IndexSpec> indexes);
    /// The index in a row. `row`: must exist.
    const ttl::IndexSpec& spec(int row) const { return this->row(row); }
    /// The row of an index; −1 when there is none.
    int rowOf(const std::string& name) const;

protected:
    QVariant special(const ttl::IndexSpec& index, int column, int role) const override;

private:
    protocol::Namespace m_ns; // the collection
};

} // namespace sandglass::presenters
