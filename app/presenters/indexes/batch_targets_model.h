// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/rows_model.h"
#include "app/ttl/types.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::presenters {

/// How far one rule of a change for several has come.
enum class BatchStage {
    Reading, ///< its index is being read
    Waiting, ///< to be counted
    Counted, ///< its effect is known
    Uncounted, ///< its effect could not be counted, or the count was cancelled
    Unchanged, ///< it has this period already: nothing is sent
    Unusable, ///< the index is gone, or is no TTL index any more
    Sending,
    Changed, ///< sent, read back and verified
    Failed, ///< the command failed
};

/// One rule of a change for several.
struct BatchTarget
{
    ttl::IndexRef index;
    ttl::IndexSpec spec; ///< as read when the dialog was opened
    BatchStage stage = BatchStage::Reading;
    std::int64_t affected = 0; ///< what the next pass would delete, when Counted
    std::int64_t documents = 0; ///< in the collection, when Counted
    bool exact = true;
    QString problem; ///< in Uncounted, Unusable and Failed: why
};

/// Every target of a batch, with its own effect. GUI thread.
class BatchTargetsModel : public RowsModel<BatchTarget>
{
    Q_OBJECT
public:
    /// The columns, from left to right.
    enum Column { CollectionColumn, IndexColumn };
    enum Role { StageRole = FirstOwnRole }; ///< BatchStage as int

    explicit BatchTargetsModel(QObject* parent = nullptr);

    /// The targets; change them only through change(), so that views hear of it.
    const std::vector<BatchTarget>& targets() const { return rows(); }
    void setTargets(std::vector<BatchTarget> targets);
    /// Replaces one target.
    void change(std::size_t row, BatchTarget target);

protected:
    QVariant special(const BatchTarget& target, int column, int role) const override;
};

} // namespace sandglass::presenters
