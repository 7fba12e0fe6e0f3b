// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <cstddef>
#include <string_view>

namespace sandglass::engine::query {

/// Finds a part in a text of any size. All searches that follow each other through the text take
/// linear time together, where std::string_view::find() multiplies the sizes. The LoopGuard is
/// asked at least once for every 64 KiB. One thread; text and part must outlive it.
class TextSearch
{
public:
    /// No position, as in std::string_view.
    static constexpr std::size_t kNone = std::string_view::npos;

    /// A search for `part`, which may be empty. Errors: those of the LoopGuard.
    static Result<TextSearch> of(std::string_view text, std::string_view part);

    /// The position of the first occurrence at or after byte `from`, as std::string_view::find()
    /// has it; kNone without one. Errors: those of the LoopGuard.
    Result<std::size_t> find(std::size_t from = 0) const;

    /// Calls `before` with what is in front of each of the first `most` occurrences, back to the
    /// occurrence before it; returns what follows the last one. The part must not be empty.
    /// `Before`: Result<void>(std::string_view). Errors: its own; those of the LoopGuard.
    template <typename Before>
    Result<std::string_view> divideText(std::size_t most, Before before) const
    {
        std::size_t begin = 0;
        for (std::size_t i = 0; i < most; ++i) {
            const Result<std::size_t> at = find(begin);
            TRY(at);
            if (*at == kNone) {
                break;
            }
            TRY(before(m_text.substr(begin, *at - begin)));
            begin = *at + m_part.size();
        }
        return m_text.substr(begin);
    }

private:
    /// The largest of all suffixes, and its period.
    struct Suffix
    {
        std::size_t start = 0;
        std::size_t period = 1;
    };

    TextSearch(std::string_view text, std::string_view part);
    /// In the order of bytes, or in the reverse order.
    Result<Suffix> largestSuffix(bool reverse) const;
    /// Divides m_part for findLong().
    Result<void> divide();
    /// Piece by piece, for what is short.
    Result<std::size_t> findShort(std::size_t from) const;
    /// See the definition.
    Result<std::size_t> findLong(std::size_t from) const;
    /// The first byte of m_part from `k` on that differs when it stands at `at`; its size if none.
    Result<std::size_t> fitsUpTo(std::size_t at, std::size_t k) const;
    /// The first byte of the left half that fits, and all behind it, but not before `least`.
    Result<std::size_t> fitsDownTo(std::size_t at, std::size_t least) const;

    std::string_view m_text;
    std::string_view m_part;
    bool m_isLong; ///< the fields below are used
    std::size_t m_cut = 0; ///< where the right half of m_part begins
    std::size_t m_shift = 1; ///< when the right half fits and the left one does not
    std::size_t m_known = 0; ///< bytes that are known to fit after such a shift
};

} // namespace sandglass::engine::query
