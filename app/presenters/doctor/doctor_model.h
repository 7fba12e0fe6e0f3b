// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/doctor/action_words.h"
#include "app/presenters/words/rows_model.h"
#include "app/ttl/doctor/finding.h"

#include <QString>
#include <QTimeZone>

#include <optional>
#include <vector>

namespace sandglass::presenters {

/// One line of the doctor's report.
struct DoctorRow
{
    ttl::doctor::Finding finding;
    bool withCollection = false; ///< the report is about several collections, so name this one's
};

/// The report of the doctor as a table. GUI thread.
class DoctorModel : public RowsModel<DoctorRow>
{
    Q_OBJECT
public:
    /// The columns, from left to right.
    enum Column {
        StateColumn,
        CheckColumn,
        PlaceColumn,
        EvidenceColumn,
        AdviceColumn,
    };
    /// Roles of the report, the same for all cells of a row.
    enum Role {
        IconNameRole = FirstOwnRole, ///< QString: name of the icon beside the state
        ToneRole, ///< presenters::Tone as int
        SpokenRole, ///< QString: the whole line in sentences, for screen readers
        CheckNameRole, ///< QString: the check, not translated: "field-type"; see ttl::doctor::Check
    };

    explicit DoctorModel(QObject* parent = nullptr);

    /// Replaces the lines. `withCollections`: they are about several collections.
    void setFindings(std::vector<ttl::doctor::Finding> findings, bool withCollections);
    /// Sets the zone of moments.
    void setZone(const QTimeZone& zone);
    /// The button for a line; unset when there is none.
    std::optional<DoctorRemedy> remedy(int row) const;
    /// The line as plain text, in at most three lines, for the report that is copied. `row`: must
    /// exist.
    QString reportLine(int row) const;

protected:
    QVariant special(const DoctorRow& row, int column, int role) const override;
};

} // namespace sandglass::presenters
