// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/storage/key_value_store.h"

#include <memory>

namespace sandglass::engine::storage {

/// Knows which keys are gone although the store still holds them: the store's user says that a
/// whole record is dead instead of removing its keys one by one. Readers are shown none of them,
/// and compactions drop those that are released for it. All calls from any thread.
class KeyFilter
{
public:
    /// The filter as one reader or one compaction uses it, for keys of one family. One thread.
    class View
    {
    public:
        virtual ~View() = default;
        /// Whether the key is gone at this moment.
        virtual bool hides(Slice key, Slice value) = 0;
    };

    virtual ~KeyFilter() = default;

    /// For reading; keys that are gone stay hidden from the view for as long as it lives, also when
    /// they were removed for good meanwhile. nullptr for a family that nothing is hidden in.
    virtual std::unique_ptr<View> forReading(Family family) const = 0;
    /// For a compaction: hides only what is released for removal. nullptr: nothing is.
    virtual std::unique_ptr<View> forRemoval(Family family) const = 0;
    /// Whether one key is gone at this moment; for single lookups.
    virtual bool hides(Family family, Slice key, Slice value) const = 0;
    /// While it is held, what is hidden now stays hidden; snapshots hold it.
    virtual std::shared_ptr<const void> hold() const = 0;
};

} // namespace sandglass::engine::storage
