// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sandglass::engine::catalog {

/// A stretch of an index's dates: from `from` (inclusive, milliseconds) to where the next begins.
struct DateBlock
{
    std::int64_t from = std::numeric_limits<std::int64_t>::min();
    std::int64_t dates = 0; ///< documents with their earliest date in it
    std::int64_t last = std::numeric_limits<std::int64_t>::min(); ///< none of its dates is later
};

/// Cuts ascending dates into blocks of about kBlockDates; equal dates stay together.
class BlockCutter
{
public:
    static constexpr std::int64_t kBlockDates = 256;

    /// `from`: where the first block begins.
    explicit BlockCutter(std::int64_t from = std::numeric_limits<std::int64_t>::min())
        : m_blocks{{from, 0, from}}
    {
    }

    void add(std::int64_t date);
    const std::vector<DateBlock>& blocks() const { return m_blocks; }

private:
    std::vector<DateBlock> m_blocks;
};

/// How many documents have a date up to a bound, as far as the blocks tell.
struct DatesUpTo
{
    std::int64_t before = 0; ///< in blocks that lie up to the bound as a whole
    std::int64_t inBlock = 0; ///< in the block that the bound cuts; 0 when it cuts none
    std::int64_t blockFrom = 0; ///< where that block begins; without meaning when it cuts none

    /// The number if half of the block is below the bound; off by at most half of the block.
    std::int64_t estimate() const { return before + inBlock / 2; }
    std::int64_t mostOff() const { return inBlock - inBlock / 2; }
};

/// The block directory of an index: how many documents have their earliest date between which
/// fences. With it, counting a range reads the entries of two blocks instead of all, or none when
/// an estimate is enough, however many documents there are. Filled by one scan while writers go on,
/// or from what was saved; then kept by each commit. Everything but state() is called under the
/// writer lock.
class DateDirectory
{
public:
    enum class State {
        Unused, ///< changes are not noted
        Collecting, ///< a scan is under way; changes are kept for its end
        Ready,
    };

    /// Any thread; changes only under the writer lock.
    State state() const { return m_state; }
    /// From now on changes are noted; the scan starts from this moment's snapshot.
    void startCollecting();
    /// The scan has ended: `blocks` ascend and begin at the smallest date there can be.
    void finishCollecting(const std::vector<DateBlock>& blocks);
    /// Takes over what blocks() gave, of the same entries.
    void load(const std::vector<DateBlock>& blocks);
    /// Forgets everything.
    void giveUp();

    /// Notes an entry that came (1) or went (-1).
    void note(std::int64_t date, int change);
    /// Notes dates that went; they ascend.
    void remove(std::span<const std::int64_t> dates);
    /// Answers when Ready.
    DatesUpTo countUpTo(std::int64_t bound) const;
    /// All blocks, ascending, at least one when Ready.
    std::vector<DateBlock> blocks() const;
    /// A block that has grown too large: where it begins, and where the next one does; nullopt when
    /// there is none.
    struct Overfull
    {
        std::int64_t from = 0;
        std::optional<std::int64_t> end; ///< nullopt: it is the last block
    };
    std::optional<Overfull> overfull();
    /// Puts the parts of a block in its place; a single part means that it cannot be cut.
    void split(const std::vector<DateBlock>& parts);

private:
    struct Block
    {
        DateBlock dates;
        std::int64_t mostDates = 2 * BlockCutter::kBlockDates; ///< above, it is to be cut
    };
    /// Neighbouring blocks; ordered, never empty.
    struct Group
    {
        std::vector<Block> blocks;
        std::int64_t dates = 0; ///< of all of them
    };
    struct Place
    {
        std::size_t group = 0;
        std::size_t block = 0;
    };

    Place placeOf(std::int64_t date) const;
    std::optional<std::int64_t> endOf(const Place& place) const;
    void append(const DateBlock& block);
    void insert(const DateBlock& block);
    void change(const Place& place, std::int64_t by);
    void apply(std::int64_t date, int change);

    std::atomic<State> m_state{State::Unused};
    std::vector<Group> m_groups; ///< ordered; a Ready directory begins at the smallest date
    std::vector<std::int64_t> m_overfull; ///< first dates of blocks to be cut
    std::vector<std::pair<std::int64_t, int>> m_noted; ///< while collecting
};

} // namespace sandglass::engine::catalog
