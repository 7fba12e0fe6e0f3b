// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/failure_text.h"
#include "app/presenters/words/rows_model.h"
#include "app/ttl/types.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::presenters {

/// Stage of one rule in a change of several rules.
enum class BatchStage {
    Reading, ///< its index is being read
    Waiting, ///< its effect is not counted yet
    Counted, ///< its effect is known
    Uncounted, ///< its effect could not be counted, or the count was cancelled
    Unchanged, ///< it already is as it would be, so no command is sent
    Unusable, ///< it stays as it is: an own rule, an index that is gone, or no TTL index any more
    Sending, ///< the command has been sent
    Changed, ///< changed, read back and verified
    Failed, ///< the command failed
};

/// One rule in a change of several rules.
struct BatchTarget
{
    ttl::IndexRef index;
    ttl::IndexSpec spec; ///< as it was when the dialog was opened
    BatchStage stage = BatchStage::Reading;
    std::int64_t affected = 0; ///< Counted: documents that the next pass would delete
    std::int64_t documents = 0; ///< Counted: documents in the collection
    bool exact = true; ///< Counted: false if the numbers are estimates
    double error = 0.0; ///< Counted: ± of `affected`, 95 % confidence
    QString problem; ///< Uncounted, Unusable and Failed: why
    std::optional<FailureText> unread; ///< Unusable: why the indexes could not be listed, so that
                                       ///< nothing is known of it; otherwise unset
    bool leftOut = false; ///< Counted and Uncounted: the batch was cancelled before it was sent
};

/// The rules of a change of several rules as a table, each with its effect. GUI thread.
class BatchTargetsModel : public RowsModel<BatchTarget>
{
    Q_OBJECT
public:
    /// The columns, from left to right.
    enum Column { CollectionColumn, IndexColumn };
    /// Roles of the rules. StageRole: int of BatchStage.
    enum Role { StageRole = FirstOwnRole };

    explicit BatchTargetsModel(QObject* parent = nullptr);

    /// The rules in the order of the table.
    const std::vector<BatchTarget>& targets() const { return rows(); }
    /// Replaces all rules.
    void setTargets(std::vector<BatchTarget> targets);
    /// Replaces one rule and notifies views. `row`: must exist.
    void change(std::size_t row, BatchTarget target);
    /// Marks what a cancelled batch has not sent, or takes these marks away. Rules that have failed
    /// say so instead.
    void setLeftOut(bool leftOut);

protected:
    QVariant special(const BatchTarget& target, int column, int role) const override;
};

} // namespace sandglass::presenters
