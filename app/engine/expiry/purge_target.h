// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/collection.h"

#include <memory>
#include <string>

namespace sandglass::engine::expiry {

/// A TTL index to visit.
struct PurgeTarget
{
    std::shared_ptr<catalog::Collection> collection;
    catalog::IndexInfo index;
    std::string ns; ///< of the collection

    /// The index's name; valid as long as this object.
    const std::string& name() const { return index.definition.name; }
    /// Whether the rule is the collection's own: a clustered collection or a time series.
    bool clustered() const
    {
        return index.definition.clustered || name() == catalog::kBucketExpiryIndex;
    }
};

} // namespace sandglass::engine::expiry
