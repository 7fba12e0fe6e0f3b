// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"
#include "app/ttl/expiry_rule.h"

#include <QAbstractTableModel>
#include <QString>
#include <QTimeZone>

#include <optional>
#include <vector>

namespace sandglass::presenters {

/// One document with what the chosen rule says of it.
struct DocumentRow
{
    bson::Document document;
    bson::Value id;
    ttl::Verdict verdict;
    std::string valueType; ///< type alias of what stands in the rule's field
    bool hasRule = false; ///< false: the collection has no TTL rule; no countdown is shown
};

/// A page of documents with live countdowns. GUI thread.
class DocumentTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { IdColumn, DateColumn, CountdownColumn, JsonColumn, ColumnCount };
    enum Role {
        SortRole = Qt::UserRole + 1,
        JsonRole, ///< QString: the whole document, indented, canonical extended JSON
        OverdueRole, ///< bool
        NeverRole, ///< bool
    };

    explicit DocumentTableModel(QObject* parent = nullptr);

    /// Replaces the page. `now`: server time.
    void setRows(std::vector<DocumentRow> rows, base::Time now, QTimeZone zone);
    /// Moves the countdowns on; only their cells change.
    void setNow(base::Time now);
    void setZone(QTimeZone zone);
    const DocumentRow& row(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString cellText(const DocumentRow& row, int column) const;

    std::vector<DocumentRow> m_rows;
    base::Time m_now;
    QTimeZone m_zone;
};

} // namespace sandglass::presenters
