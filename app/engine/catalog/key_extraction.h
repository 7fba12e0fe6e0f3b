// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/collation.h"
#include "app/bson/view.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {

/// The encoded keys of one document in one index: sorted by bytes, without repetitions. Keeps its
/// memory when it is cleared.
class KeyList
{
public:
    /// Removes all keys.
    void clear();
    /// Adds a key: the concatenated encodings of `values`. `collation`: of the index; may be null.
    void add(std::span<const bson::ValueView> values, const bson::Collation* collation);
    /// Sorts the keys and removes repetitions. Call it once after the last add().
    void finish();

    /// Number of keys.
    std::size_t size() const { return m_spans.size(); }
    /// Whether there are no keys.
    bool empty() const { return m_spans.empty(); }
    /// A key; valid until the next clear() or add().
    std::string_view operator[](std::size_t i) const
    {
        return std::string_view(m_bytes).substr(m_spans[i].first, m_spans[i].second);
    }
    /// Whether a key is in the list. Call finish() first.
    bool contains(std::string_view key) const;

private:
    std::string m_bytes;
    std::vector<std::pair<std::size_t, std::size_t>> m_spans; ///< start and length in m_bytes
};

/// Finds the keys of documents for one ordered key pattern. An array gives one key per element (one
/// level; nested arrays stay whole), an empty array gives undefined, a missing field gives null. A
/// number in a path selects an array element if it exists. Fields below the same array are combined
/// element by element. Immutable; any thread. Source: MongoDB manual, Multikey Indexes and Sparse
/// Indexes.
class KeyExtractor
{
public:
    /// Receives one key: the values of the fields in order, never Missing. Valid as long as the
    /// document.
    using Sink = std::function<void(std::span<const bson::ValueView>)>;

    KeyExtractor() = default;
    /// `paths`: dotted, 1 to 32. `sparse`: a document without any of the fields gives no key.
    KeyExtractor(const std::vector<std::string>& paths, bool sparse);

    /// Calls `sink` for each key; keys may repeat. Returns whether an array was found. Errors
    /// (server): CannotIndexParallelArrays when two fields hold different arrays.
    Result<bool> extract(bson::DocumentView document, const Sink& sink) const;

private:
    std::vector<std::vector<std::string>> m_paths; ///< per field: the parts of its path
    bool m_sparse = false;
};

} // namespace sandglass::engine::catalog
