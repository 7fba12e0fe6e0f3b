// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/view.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {

/// Encoded keys of one document in one index: sorted by bytes, each once. Made to be cleared and
/// filled again without giving its memory back.
class KeyList
{
public:
    void clear();
    /// Appends a key made of the encodings of `values`.
    void add(std::span<const bson::ValueView> values);
    /// Sorts the keys and removes repeated ones; call it once after the last add().
    void finish();

    std::size_t size() const { return m_spans.size(); }
    bool empty() const { return m_spans.empty(); }
    /// Valid until the next clear() or add().
    std::string_view operator[](std::size_t i) const
    {
        return std::string_view(m_bytes).substr(m_spans[i].first, m_spans[i].second);
    }
    bool contains(std::string_view key) const;

private:
    std::string m_bytes;
    std::vector<std::pair<std::size_t, std::size_t>> m_spans; ///< start and length in m_bytes
};

/// Finds the keys of documents for one ordered key pattern. Immutable; any thread.
/// Arrays give one key per element (one level; nested arrays are kept whole), an empty array gives
/// undefined, a missing field gives null; a number in a path chooses an array element when there is
/// one. Fields that share an array are expanded together, element by element. Source: MongoDB
/// manual, Multikey Indexes and Sparse Indexes.
class KeyExtractor
{
public:
    /// Takes one key: the values of the fields in order, never Missing. The views live as long as
    /// the document.
    using Sink = std::function<void(std::span<const bson::ValueView>)>;

    KeyExtractor() = default;
    /// `paths`: dotted, 1 to 32 of them. `sparse`: documents that have none of the fields give no
    /// key.
    KeyExtractor(const std::vector<std::string>& paths, bool sparse);

    /// Calls `sink` for each key; the same key may come several times. Returns whether an array was
    /// met on the way. Errors: 171 CannotIndexParallelArrays when two fields hold different arrays.
    Result<bool> extract(bson::DocumentView document, const Sink& sink) const;

private:
    std::vector<std::vector<std::string>> m_paths; ///< per field: the parts of its path
    bool m_sparse = false;
};

} // namespace sandglass::engine::catalog
