// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/doctor/action_words.h"
#include "app/presenters/words/rows_model.h"
#include "app/ttl/doctor/finding.h"

#include <QString>
#include <QTimeZone>

#include <functional>
#include <optional>
#include <vector>

namespace sandglass::presenters {

/// One line of the doctor's report.
struct DoctorRow
{
    ttl::doctor::Finding finding;
    bool withCollection = false; ///< the report is about several collections, so name this one's
    QString filter; ///< the documents that it is about, as a filter in JSON; empty: not known
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

    /// The filter of the documents that a finding is about; empty for none.
    using FilterOf = std::function<QString(const ttl::doctor::Finding& finding)>;
    /// Replaces the lines: what failed first, then warnings, then what could not be checked, then
    /// what passed; otherwise in the order of `findings`. `withCollections`: they are about several
    /// collections.
    void setFindings(std::vector<ttl::doctor::Finding> findings, bool withCollections,
                     const FilterOf& filterOf = {});
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
