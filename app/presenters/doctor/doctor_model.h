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

/// One line of a doctor's report.
struct DoctorRow
{
    ttl::doctor::Finding finding;
    bool withCollection = false; ///< it stands among those of other collections
};

/// The lines of a doctor's report. GUI thread.
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
    /// What a cell has for the page besides its text.
    enum Role {
        IconNameRole = FirstOwnRole, ///< QString: the icon that stands beside the state's word
        ToneRole, ///< presenters::Tone as int
        SpokenRole, ///< QString: the whole line as sentences
    };

    explicit DoctorModel(QObject* parent = nullptr);

    /// Replaces the lines. `withCollections`: they are about several collections.
    void setFindings(std::vector<ttl::doctor::Finding> findings, bool withCollections);
    /// The zone that moments are shown in.
    void setZone(const QTimeZone& zone);
    /// What can be done here about a line; nullopt where the words alone must do.
    std::optional<DoctorRemedy> remedy(int row) const;
    /// The line as it stands in the report that is copied: three lines of text at most.
    QString reportLine(int row) const;

protected:
    QVariant special(const DoctorRow& row, int column, int role) const override;
};

} // namespace sandglass::presenters
