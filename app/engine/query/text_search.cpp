// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/text_search.h"

#include "app/engine/query/loop_guard.h"

#include <algorithm>

namespace sandglass::engine::query {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{64} * 1024;
// The library's search is the fastest while this times a piece is all that it can compare.
constexpr std::size_t kShortPart = 32;
// To compare a byte takes longer than to copy it.
constexpr std::size_t kComparedPerUnit = LoopGuard::kBytesPerUnit / 4;

Result<void> countCompared(std::size_t bytes)
{
    return LoopGuard::work(1 + bytes / kComparedPerUnit);
}

} // namespace

TextSearch::TextSearch(std::string_view text, std::string_view part)
    : m_text(text)
    , m_part(part)
    , m_isLong(part.size() > kShortPart && part.size() <= text.size()
               && (text.size() - part.size() + 1) * part.size() > kPieceBytes * kShortPart)
{
}

Result<TextSearch> TextSearch::of(std::string_view text, std::string_view part)
{
    TextSearch search(text, part);
    if (search.m_isLong) {
        TRY(search.divide());
    }
    return search;
}

Result<std::size_t> TextSearch::find(std::size_t from) const
{
    if (from > m_text.size() || m_part.size() > m_text.size() - from) {
        return kNone;
    }
    return m_isLong ? findLong(from) : findShort(from);
}

Result<std::size_t> TextSearch::findShort(std::size_t from) const
{
    for (std::size_t at = from; at + m_part.size() <= m_text.size(); at += kPieceBytes) {
        // the pieces overlap, so that an occurrence across an edge is found
        const std::string_view piece = m_text.substr(at, kPieceBytes + m_part.size() - 1);
        const std::size_t found = piece.find(m_part);
        TRY(countCompared(std::min(found, piece.size())));
        if (found != kNone) {
            return at + found;
        }
    }
    return kNone;
}

// The string is read once from left to right; `k` bytes of two of its suffixes are equal.
Result<TextSearch::Suffix> TextSearch::largestSuffix(bool reverse) const
{
    Suffix largest;
    std::size_t other = 0; // one before the suffix that is compared
    std::size_t k = 1;
    std::size_t steps = 0;
    while (other + k < m_part.size()) {
        if (++steps % kPieceBytes == 0) {
            TRY(countCompared(kPieceBytes));
        }
        const auto left = static_cast<unsigned char>(m_part[largest.start + k - 1]);
        const auto right = static_cast<unsigned char>(m_part[other + k]);
        if (left == right) {
            const bool whole = k == largest.period;
            other += whole ? k : 0;
            k = whole ? 1 : k + 1;
        } else if ((left > right) != reverse) {
            other += k;
            k = 1;
            largest.period = other + 1 - largest.start;
        } else {
            ++other;
            largest.start = other;
            k = 1;
            largest.period = 1;
        }
    }
    TRY(countCompared(steps % kPieceBytes));
    return largest;
}

Result<void> TextSearch::divide()
{
    const Result<Suffix> inOrder = largestSuffix(false);
    TRY(inOrder);
    const Result<Suffix> inReverse = largestSuffix(true);
    TRY(inReverse);
    // the shorter of the two suffixes is the right half
    const Suffix right = inReverse->start > inOrder->start ? *inReverse : *inOrder;
    m_cut = right.start;
    if (m_part.substr(0, m_cut) == m_part.substr(right.period, m_cut)) {
        // the whole part has this period
        m_shift = right.period;
        m_known = m_part.size() - right.period;
    } else {
        m_shift = std::max(m_cut, m_part.size() - m_cut + 1);
    }
    return {};
}

Result<std::size_t> TextSearch::fitsUpTo(std::size_t at, std::size_t k) const
{
    while (k < m_part.size()) {
        const std::size_t begin = k;
        const std::size_t end = std::min(m_part.size(), k + kPieceBytes);
        while (k < end && m_part[k] == m_text[at + k]) {
            ++k;
        }
        TRY(countCompared(k - begin));
        if (k < end) {
            break;
        }
    }
    return k;
}

Result<std::size_t> TextSearch::fitsDownTo(std::size_t at, std::size_t least) const
{
    std::size_t k = m_cut;
    while (k > least) {
        const std::size_t begin = k;
        const std::size_t end = k - std::min(k - least, kPieceBytes);
        while (k > end && m_part[k - 1] == m_text[at + k - 1]) {
            --k;
        }
        TRY(countCompared(begin - k));
        if (k > end) {
            break;
        }
    }
    return k;
}

// The two-way algorithm of Crochemore and Perrin: the part is cut where no repetition crosses the
// cut. The right half is compared first, forwards. What fitted of it says how far to move on, so no
// byte of the text is compared more than twice, and there is no table.
Result<std::size_t> TextSearch::findLong(std::size_t from) const
{
    std::size_t known = 0;
    std::size_t passed = 0; // positions at which the first byte differed
    std::size_t at = from;
    while (at + m_part.size() <= m_text.size()) {
        const std::size_t begin = std::max(m_cut, known);
        if (begin < m_part.size() && m_part[begin] != m_text[at + begin]) {
            // nearly all positions end here
            at += begin - m_cut + 1;
            known = 0;
            if (++passed % kPieceBytes == 0) {
                TRY(countCompared(kPieceBytes));
            }
            continue;
        }
        const Result<std::size_t> right = fitsUpTo(at, begin);
        TRY(right);
        if (*right < m_part.size()) {
            at += *right - m_cut + 1;
            known = 0;
            continue;
        }
        const Result<std::size_t> left = fitsDownTo(at, known);
        TRY(left);
        if (*left <= known) {
            TRY(countCompared(passed % kPieceBytes));
            return at;
        }
        at += m_shift;
        known = m_known;
    }
    TRY(countCompared(passed % kPieceBytes));
    return kNone;
}

} // namespace sandglass::engine::query
