// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/rows_model.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::presenters {

/// One member of the deployment, for display.
struct MemberRow
{
    std::string host; ///< as listed; empty: the server of the connection itself
    QString name; ///< the host, or "this server"
    QString shard; ///< empty without shards
    QString state; ///< "primary", "secondary", "not reachable"
    QString deletes; ///< "yes", "no", or "–" if it is not known
    QString monitor; ///< "on", "off", "paused by this program", "not permitted"
    QString lag; ///< "7 s behind"; "–" if it is not known
    QString clock; ///< "+0.4 s"; "–" without an answer
    QString passes; ///< since its start; "–" if it is not reported
    QString deleted; ///< the same
    QString overdue; ///< of its shard, once counted; empty without shards
    QString overdueRules; ///< the rules with most of them, a line each; may be empty
    QString problem; ///< why something is missing, a sentence; may be empty
    std::optional<double> lagSeconds;
    std::optional<double> passNumber;
    std::optional<double> deletedNumber;
    bool canPause = false; ///< its monitor is on
    bool paused = false; ///< by this program

    bool operator==(const MemberRow&) const = default;
};

/// The members as a table, in the order of shards. GUI thread.
class MemberModel : public RowsModel<MemberRow>
{
    Q_OBJECT
public:
    /// The columns, from left to right.
    enum Column {
        Name,
        Shard,
        State,
        Deletes,
        Monitor,
        Lag,
        ClockOffset,
        Passes,
        Deleted,
        Overdue
    };

    explicit MemberModel(QObject* parent = nullptr);

    /// Replaces the rows. The selection stays if the same members are listed.
    void setRows(std::vector<MemberRow> rows);
};

} // namespace sandglass::presenters
