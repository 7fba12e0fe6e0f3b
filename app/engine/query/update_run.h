// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/query/update.h"
#include "app/engine/query/update_filters.h"
#include "app/engine/query/update_modifier.h"
#include "app/engine/query/update_path.h"
#include "app/engine/query/update_tree.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::query {

/// One operator on one path. `$rename` is a `$set` whose value comes from `source`; `path` is its
/// target.
struct UpdateEntry
{
    UpdatePath path;
    Modifier modifier;
    std::optional<UpdatePath> source; ///< only for `$rename`: the path of the value
};

/// Applies entries to one document, in their order.
class UpdateRun
{
public:
    /// All arguments must outlive the run. `dynamic`: some path has positional steps, so overlaps
    /// can only be detected while running.
    UpdateRun(const Update::Target& target, const ArrayFilters& filters, bool dynamic);

    /// Applies one entry. Errors (server): PathNotViable, BadValue for positional steps that find
    /// no element, ConflictingUpdateOperators for overlaps, CannotBackfillArray for far too large
    /// array indexes; the modifiers' own.
    Result<void> apply(const UpdateEntry& entry);
    /// The document in its current state.
    bson::Document document() const;

private:
    /// Follows the path from step `depth` on.
    Result<void> descend(UpdateNode& node, const UpdateEntry& entry, std::size_t depth);
    /// Applies the rest of the path to the elements that "$[]" or "$[identifier]" selects.
    Result<void> everyElement(UpdateNode& node, const UpdateEntry& entry, std::size_t depth);
    /// The array at the current path as it is in the document that the update began with; empty
    /// when there is none.
    bson::DocumentView originalArray() const;
    /// Follows a step that names a field or an index.
    Result<void> atName(UpdateNode& node, const UpdateEntry& entry, std::size_t depth);
    /// Applies the modifier to an existing value.
    Result<void> change(UpdateNode& node, const UpdateEntry& entry);
    /// Creates the rest of the path.
    Result<void> create(UpdateNode& node, const UpdateEntry& entry, std::size_t depth);
    /// Adds a field to a document, or pads an array up to an index.
    Result<void> insert(UpdateNode& node, const std::string& name, bson::Value value);
    /// The value for the first missing step, with the documents below it; Missing when there is
    /// nothing to create.
    Result<bson::Value> newBranch(const UpdateEntry& entry, std::size_t depth);
    /// The result of a path that cannot exist: PathNotViable, unless the modifier tolerates it.
    Result<void> notViable(UpdateNode& node, const UpdateEntry& entry, std::size_t depth);
    /// Applies `$rename`.
    Result<void> rename(const UpdateEntry& entry);
    /// The field name or index that a step means for this document. Errors: as apply().
    Result<std::string> nameOf(const UpdateStep& step) const;
    /// Tells the log of a new value at the current path. `appended`: so many elements at the end of
    /// `value` are all that is new; 0: everything is.
    void noteUpdated(bson::ValueView value, std::size_t appended) const;
    /// Records the current path; reports an overlap with an earlier one.
    Result<void> noteTouched();

    const Update::Target& m_target;
    const ArrayFilters& m_filters;
    bool m_dynamic;
    UpdateNode m_root;
    std::vector<std::string> m_names; ///< the path from the root to the current node
    PathSet m_touched;
};

} // namespace sandglass::engine::query
