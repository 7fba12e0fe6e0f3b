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

/// A range of an index's dates: from `from` (included, milliseconds) to the next block.
struct DateBlock
{
    std::int64_t from = std::numeric_limits<std::int64_t>::min();
    std::int64_t count = 0; ///< documents with their earliest date in it
    std::int64_t last = std::numeric_limits<std::int64_t>::min(); ///< no later date is in it
};

/// Divides ascending dates into blocks of about kBlockDates; equal dates stay together.
class BlockCutter
{
public:
    static constexpr std::int64_t kBlockDates = 256;

    /// `from`: start of the first block.
    explicit BlockCutter(std::int64_t from = std::numeric_limits<std::int64_t>::min())
        : m_blocks{{from, 0, from}}
    {
    }

    /// Adds a date, not before the last one.
    void add(std::int64_t date);
    /// The blocks so far.
    const std::vector<DateBlock>& blocks() const { return m_blocks; }

private:
    std::vector<DateBlock> m_blocks;
};

/// Number of documents with a date up to a bound, as far as the blocks show.
struct DatesUpTo
{
    std::int64_t before = 0; ///< in blocks that are completely up to the bound
    std::int64_t inBlock = 0; ///< in the block that contains the bound; 0 if there is none
    std::int64_t blockFrom = 0; ///< start of that block; meaningless if there is none

    /// The number if half of that block is below the bound.
    std::int64_t estimate() const { return before + inBlock / 2; }
    /// The largest possible error of estimate().
    std::int64_t mostOff() const { return inBlock - inBlock / 2; }
};

/// The block directory of an index: the number of documents per range of their earliest date. With
/// it, counting a range reads the entries of two blocks, or none if an estimate is enough, whatever
/// the number of documents. It is filled by one scan while writers continue, or from a saved copy;
/// then each commit updates it. The writer lock is held for everything but state().
class DateDirectory
{
public:
    /// Whether the directory can be used.
    enum class State {
        Unused, ///< changes are ignored
        Collecting, ///< a scan is running; changes are collected for its end
        Ready,
    };

    /// Any thread. Changes only under the writer lock.
    State state() const { return m_state; }
    /// From now on changes are collected. The scan must use a snapshot of this moment.
    void startCollecting();
    /// The scan has ended. `blocks`: ascending, beginning at the smallest possible date.
    void finishCollecting(const std::vector<DateBlock>& blocks);
    /// Takes over what blocks() returned, for the same entries.
    void load(const std::vector<DateBlock>& blocks);
    /// Discards everything; the state becomes Unused.
    void giveUp();

    /// Records that an entry was added (1) or removed (-1).
    void note(std::int64_t date, int change);
    /// Records removed dates, ascending.
    void remove(std::span<const std::int64_t> dates);
    /// Counts dates up to a bound. Only in state Ready.
    DatesUpTo countUpTo(std::int64_t bound) const;
    /// All blocks, ascending. At least one in state Ready.
    std::vector<DateBlock> blocks() const;
    /// The range of a block that has become too large.
    struct Overfull
    {
        std::int64_t from = 0;
        std::optional<std::int64_t> end; ///< nullopt: it is the last block
    };
    /// A block to split; nullopt if there is none.
    std::optional<Overfull> overfull();
    /// Replaces a block by its parts. A single part means that it cannot be split.
    void split(const std::vector<DateBlock>& parts);

private:
    /// A block with the number of dates from which it is too large.
    struct Block
    {
        DateBlock range;
        std::int64_t mostDates
            = 4 * BlockCutter::kBlockDates; ///< above this count, the block must be split
    };
    /// Neighbouring blocks; ordered, never empty. Two levels keep insertions cheap.
    struct Group
    {
        std::vector<Block> blocks;
        std::int64_t count = 0; ///< of all its blocks
    };
    /// The position of a block.
    struct Place
    {
        std::size_t group = 0;
        std::size_t block = 0;
    };

    /// The block that holds a date.
    Place placeOf(std::int64_t date) const;
    /// Start of the next block; nullopt for the last one.
    std::optional<std::int64_t> endOf(const Place& place) const;
    /// Adds a block at the end.
    void append(const DateBlock& block);
    /// Adds a block at its place.
    void insert(const DateBlock& block);
    /// Adds `by` dates to a block.
    void change(const Place& place, std::int64_t by);
    /// Starts a new block at the end if the last one is full; for dates that only grow.
    bool startBlockAtEnd(std::int64_t date);
    /// Applies one change to the blocks.
    void apply(std::int64_t date, int change);

    std::atomic<State> m_state{State::Unused};
    std::vector<Group> m_groups; ///< ordered; a Ready directory begins at the smallest date
    std::vector<std::int64_t> m_overfull; ///< first dates of blocks to split
    std::vector<std::pair<std::int64_t, int>> m_noted; ///< while collecting
};

} // namespace sandglass::engine::catalog
