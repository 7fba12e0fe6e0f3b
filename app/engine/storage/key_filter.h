// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/storage/key_value_store.h"

#include <memory>

namespace sandglass::engine::storage {

/// Decides which stored keys are hidden. The user of the store hides the keys of a record instead
/// of deleting them one by one. Reads skip all hidden keys; compactions drop those that are also
/// released, which no reader can need any more. Any thread.
class KeyFilter
{
public:
    /// The filter as one reader or one compaction uses it, for the keys of one family. One thread.
    class View
    {
    public:
        virtual ~View() = default;
        /// Whether the key is hidden now.
        virtual bool hides(Slice key, Slice value) = 0;
    };

    virtual ~KeyFilter() = default;

    /// A view for reading. A key that is hidden stays hidden for the life of the view, even after
    /// it has been removed from the store. nullptr: nothing is hidden in this family.
    virtual std::unique_ptr<View> forReading(Family family) const = 0;
    /// A view for a compaction; hides only the released keys. nullptr: nothing is released.
    virtual std::unique_ptr<View> forRemoval(Family family) const = 0;
    /// Whether one key is hidden now. For single lookups.
    virtual bool hides(Family family, Slice key, Slice value) const = 0;
    /// As long as the returned object lives, what is hidden now stays hidden. Snapshots hold one.
    virtual std::shared_ptr<const void> hold() const = 0;
};

} // namespace sandglass::engine::storage
