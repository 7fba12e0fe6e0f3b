// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/rows_model.h"
#include "app/ttl/types.h"

#include <QString>

#include <vector>

namespace sandglass::presenters {

/// The indexes of one collection. GUI thread.
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
    /// What a cell has for the page besides its text.
    enum Role {
        IndexRefRole = FirstOwnRole, ///< ttl::IndexRef
        IsTtlRole, ///< bool
        HiddenRole, ///< bool
        CanConvertRole, ///< bool: an ordinary single-field index other than _id
        CanDropRole, ///< bool: not _id
        InvalidRole, ///< bool: TTL value unusable
    };

    explicit IndexTableModel(QObject* parent = nullptr);

    /// Replaces the rows; a row of the same name keeps its selection.
    void setIndexes(protocol::Namespace ns, std::vector<ttl::IndexSpec> indexes);
    const ttl::IndexSpec& spec(int row) const { return this->row(row); }
    /// The row of an index, −1 when there is none.
    int rowOf(const std::string& name) const;

protected:
    QVariant special(const ttl::IndexSpec& index, int column, int role) const override;

private:
    protocol::Namespace m_ns;
};

} // namespace sandglass::presenters
