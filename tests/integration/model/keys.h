// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <compare>
#include <memory>
#include <string>
#include <vector>

namespace sandglass::tests::model {

/// The values of an index's fields, in order.
using Key = std::vector<bson::Value>;
using SharedKey = std::shared_ptr<const Key>;

/// MongoDB's order of keys, field by field; directions do not count.
std::strong_ordering compareKeys(const Key& left, const Key& right);

/// The keys of one document in one index.
struct Keys
{
    std::vector<SharedKey> keys; ///< ascending, each once
    bool metArray = false;
    bool parallelArrays = false; ///< then there are no keys: such a document cannot be indexed

    bool contains(const Key& key) const;
};

/// The keys of a document by the rules of MongoDB's manual (Multikey Indexes, Sparse Indexes),
/// written once more and slowly. `paths`: of one or two parts; no two of them go through the same
/// array, no part is a number.
Keys keysOf(bson::DocumentView document, const std::vector<std::string>& paths, bool sparse);

} // namespace sandglass::tests::model
