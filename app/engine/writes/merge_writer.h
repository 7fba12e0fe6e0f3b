// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/plan/planner.h"
#include "app/engine/query/pipeline.h"
#include "app/engine/writes/write_scope.h"

#include <memory>
#include <string>
#include <vector>

namespace sandglass::engine::writes {

/// Merges documents into a collection, as $merge specifies. `scope` and `output` must outlive it.
class MergeWriter
{
public:
    MergeWriter(const WriteScope& scope, const query::PipelineOutput& output);

    /// Writes all documents of `source`. Errors: as writeOutput().
    Result<void> run(query::DocumentSource& source);

private:
    /// Checks that a unique index guarantees at most one match for the `on` fields.
    Result<void> checkUnique() const;
    /// A document to merge. Its _id comes first.
    struct Incoming
    {
        bson::DocumentView document;
        bool hasOwnId; ///< otherwise the _id is new, for the case that the document is inserted
    };
    Result<void> merge(const Incoming& incoming);
    Result<plan::QueryShape> shapeFor(bson::DocumentView filter) const;
    /// The filter for the documents with the same `on` fields.
    Result<bson::Document> joinFilter(bson::DocumentView incoming) const;
    Result<void> insertNew(catalog::WriteUnit& unit, bson::DocumentView incoming) const;
    /// A write unit with what it tells the log of operations.
    struct NotedUnit
    {
        catalog::WriteUnit& unit;
        catalog::WriteNote& note;
    };
    Result<void> changeMatched(const NotedUnit& noted, catalog::RecordId id,
                               const Incoming& incoming) const;
    /// Tells the log what is written: with whenMatched "merge" as by $set.
    void noteChange(bson::DocumentView existing, bson::DocumentView after,
                    catalog::WriteNote& note) const;
    Result<bson::Document> changed(bson::DocumentView existing, const Incoming& incoming) const;
    Result<bson::Document> byPipeline(bson::DocumentView existing,
                                      bson::DocumentView incoming) const;

    const WriteScope& m_scope;
    const query::PipelineOutput& m_output;
    std::vector<std::string> m_on; // the `on` fields; at least one
    std::shared_ptr<catalog::Collection> m_collection; // the target; set by run()
};

} // namespace sandglass::engine::writes
