// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/finding.h"
#include "app/ttl/types.h"

#include <QAbstractTableModel>
#include <QString>
#include <QTimeZone>

#include <optional>
#include <vector>

namespace sandglass::presenters {

/// What one press of a button does about a finding.
struct DoctorRemedy
{
    enum class Kind { CreateIndex, ChangeIndex, LookAgain };
    Kind kind = Kind::LookAgain;
    ttl::IndexRef index; ///< CreateIndex: only its collection
    QString buttonText; ///< with an access key
};

/// The lines of a doctor's report. GUI thread.
class DoctorModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        StateColumn,
        CheckColumn,
        PlaceColumn,
        EvidenceColumn,
        AdviceColumn,
        ColumnCount
    };
    enum Role {
        IconNameRole = Qt::UserRole + 1, ///< QString: the icon that stands beside the state's word
        ToneRole, ///< presenters::Tone as int
        SpokenRole, ///< QString: the whole line as sentences
    };

    explicit DoctorModel(QObject* parent = nullptr);

    /// Replaces the lines. `withCollections`: they are about several collections.
    void setFindings(std::vector<ttl::doctor::Finding> findings, bool withCollections);
    /// The zone that moments are shown in.
    void setZone(QTimeZone zone);
    /// What can be done here about a line; nullopt where the words alone must do.
    std::optional<DoctorRemedy> remedy(int row) const;
    /// The line as it stands in the report that is copied: three lines of text at most.
    QString reportLine(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString cellText(const ttl::doctor::Finding& finding, int column) const;
    QString spoken(const ttl::doctor::Finding& finding) const;

    std::vector<ttl::doctor::Finding> m_findings;
    bool m_withCollections = false;
    QTimeZone m_zone;
};

} // namespace sandglass::presenters
