// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {

/// A stretch of an index's dates: from `from` (inclusive, milliseconds) to where the next begins.
struct DateBlock
{
    std::int64_t from = std::numeric_limits<std::int64_t>::min();
    std::int64_t dates = 0; ///< entries in it
};

/// Cuts ascending dates into blocks of about kBlockDates; equal dates stay together.
class BlockCutter
{
public:
    static constexpr std::int64_t kBlockDates = 256;

    /// `from`: where the first block begins.
    explicit BlockCutter(std::int64_t from = std::numeric_limits<std::int64_t>::min())
        : m_blocks{{from, 0}}
    {
    }

    void add(std::int64_t date);
    const std::vector<DateBlock>& blocks() const { return m_blocks; }

private:
    std::vector<DateBlock> m_blocks;
    std::int64_t m_last = std::numeric_limits<std::int64_t>::min();
};

/// How many entries of an index lie between which dates, kept in memory once somebody has asked:
/// with it, counting a range reads the entries of two blocks instead of all. Filled by one scan
/// while writers go on, then kept by each commit; rebuilt after a restart. Everything but state()
/// is called under the writer lock.
class DateDirectory
{
public:
    enum class State {
        Unused, ///< nobody has asked yet; changes are not noted
        Collecting, ///< a scan is under way; changes are kept for its end
        Ready,
    };

    /// Any thread; changes only under the writer lock.
    State state() const { return m_state; }
    /// From now on changes are noted; the scan starts from this moment's snapshot.
    void startCollecting();
    /// The scan has ended: `blocks` ascend and begin at the smallest date there can be.
    void finishCollecting(const std::vector<DateBlock>& blocks);
    /// Forgets everything; the next question starts anew.
    void giveUp();

    /// Notes an entry that came (1) or went (-1).
    void note(std::int64_t date, int change);
    /// All blocks, ascending, at least one.
    std::vector<DateBlock> blocks() const;
    /// A block that has grown too large, with the first date after it; false when there is none.
    bool overfull(std::pair<std::int64_t, std::int64_t>& range) const;
    /// Puts the parts of a block in its place; a single part means that it cannot be cut.
    void split(const std::vector<DateBlock>& parts);

private:
    struct Block
    {
        std::int64_t dates = 0;
        std::int64_t mostDates = 2 * BlockCutter::kBlockDates; ///< above, it is to be cut
    };

    void put(const DateBlock& block);
    void apply(std::int64_t date, int change);

    std::atomic<State> m_state{State::Unused};
    std::map<std::int64_t, Block> m_blocks; ///< by their first date
    std::vector<std::int64_t> m_overfull; ///< first dates of blocks to be cut
    std::vector<std::pair<std::int64_t, int>> m_noted; ///< while collecting
};

} // namespace sandglass::engine::catalog
