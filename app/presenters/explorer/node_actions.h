// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <QString>

#include <string>
#include <vector>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// What can be done with a collection or an index, in the order of menus. OwnRule: change the
/// collection's own rule.
enum class NodeAction {
    NewIndex,
    OwnRule,
    Change,
    Convert,
    Hide,
    Unhide,
    Purge,
    Drop,
    Doctor,
    CopyName
};

/// One of them, and whether it is possible.
struct NodeOffer
{
    NodeAction action = NodeAction::Doctor;
    QString reason; ///< why it is not possible, a sentence; empty: it is
    std::string index
        = {}; ///< for a collection: its one index that is meant; empty: the row itself

    bool operator==(const NodeOffer&) const = default;
};

/// What menus offer for an index or, with an empty index name, for a collection. What never applies
/// to it is left out; what is not possible now has a reason. GUI thread.
std::vector<NodeOffer> nodeOffers(const services::ServiceSet& services,
                                  const ttl::IndexRef& target);

/// Whether an index can become a TTL index by collMod: finished, ordinary, on one field, and not
/// that on _id. Pure.
bool canConvert(const ttl::IndexSpec& spec);

/// The full name for people and commands: "shop.carts", "shop.carts/createdAt_1". GUI thread.
QString nodeName(const ttl::IndexRef& target);

} // namespace sandglass::presenters
