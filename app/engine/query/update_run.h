// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/query/update.h"
#include "app/engine/query/update_filters.h"
#include "app/engine/query/update_modifier.h"
#include "app/engine/query/update_path.h"
#include "app/engine/query/update_tree.h"

#include <optional>
#include <string>
#include <vector>

namespace sandglass::engine::query {

/// One operator on one path. For `$rename` the modifier is a `$set` without value: `path` is where
/// the value of `source` goes.
struct UpdateEntry
{
    UpdatePath path;
    Modifier modifier;
    std::optional<UpdatePath> source; ///< `$rename`: where the value comes from
};

/// Applies entries, in their order, to one document.
class UpdateRun
{
public:
    /// All three must outlive the run. `dynamic`: some path has positional steps, so that overlaps
    /// show only now.
    UpdateRun(const Update::Target& target, const ArrayFilters& filters, bool dynamic);

    /// Errors: 28 for paths that cannot exist, 2 for positional steps that find nothing to act on,
    /// 40 for overlaps, 37 for far too large array positions, the modifiers' own.
    Result<void> apply(const UpdateEntry& entry);
    /// The document as it is now.
    bson::Document document() const;

private:
    Result<void> descend(UpdateNode& node, const UpdateEntry& entry, std::size_t depth);
    Result<void> everyElement(UpdateNode& node, const UpdateEntry& entry, std::size_t depth);
    Result<void> atName(UpdateNode& node, const UpdateEntry& entry, std::size_t depth);
    Result<void> change(UpdateNode& node, const UpdateEntry& entry);
    Result<void> create(UpdateNode& node, const UpdateEntry& entry, std::size_t depth);
    Result<void> insert(UpdateNode& node, const std::string& name, bson::Value value);
    Result<bson::Value> newBranch(const UpdateEntry& entry, std::size_t depth);
    Result<void> notViable(UpdateNode& node, const UpdateEntry& entry, std::size_t depth);
    Result<void> rename(const UpdateEntry& entry);
    Result<std::string> nameOf(const UpdateStep& step) const;
    Result<void> noteTouched();

    const Update::Target& m_target;
    const ArrayFilters& m_filters;
    bool m_dynamic;
    UpdateNode m_root;
    std::vector<std::string> m_names; ///< from the root to where the run is
    PathSet m_touched;
};

} // namespace sandglass::engine::query
