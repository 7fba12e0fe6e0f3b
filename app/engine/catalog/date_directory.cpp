// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/date_directory.h"

#include <algorithm>
#include <iterator>

namespace sandglass::engine::catalog {

namespace {

// Blocks of a group. An insertion moves the blocks of one group, and a count adds up the groups.
constexpr std::size_t kGroupBlocks = 128;

// A block may double before it is split, and small blocks may grow to four times the usual size.
std::int64_t mostDatesOf(const DateBlock& block)
{
    return std::max(2 * block.count, 4 * BlockCutter::kBlockDates);
}

} // namespace

void BlockCutter::add(std::int64_t date)
{
    // equal dates never lie in two blocks, so that a block's `from` identifies it
    if (m_blocks.back().count >= kBlockDates && date != m_blocks.back().last) {
        m_blocks.push_back({date, 0, date});
    }
    ++m_blocks.back().count;
    m_blocks.back().last = date;
}

void DateDirectory::startCollecting()
{
    giveUp();
    m_state = State::Collecting;
}

void DateDirectory::finishCollecting(const std::vector<DateBlock>& blocks)
{
    if (m_state != State::Collecting) {
        return;
    }
    const auto noted = std::exchange(m_noted, {});
    // the blocks show the state of the snapshot; changes committed since then were noted
    load(blocks);
    for (const auto& [date, change] : noted) {
        apply(date, change);
    }
}

void DateDirectory::load(const std::vector<DateBlock>& blocks)
{
    giveUp();
    for (const DateBlock& block : blocks) {
        append(block);
    }
    m_state = State::Ready;
}

void DateDirectory::giveUp()
{
    m_state = State::Unused;
    m_groups.clear();
    m_overfull.clear();
    m_noted.clear();
    m_noted.shrink_to_fit();
}

void DateDirectory::note(std::int64_t date, int change)
{
    if (m_state == State::Collecting) {
        m_noted.emplace_back(date, change);
    } else if (m_state == State::Ready) {
        apply(date, change);
    }
}

void DateDirectory::remove(std::span<const std::int64_t> dates)
{
    if (m_state != State::Ready) {
        for (const std::int64_t date : dates) {
            note(date, -1);
        }
        return;
    }
    // one change for all dates of a block: a bulk removal has thousands of neighbouring dates
    for (std::size_t at = 0; at < dates.size();) {
        const Place place = placeOf(dates[at]);
        const auto end = endOf(place);
        std::size_t next = at + 1;
        while (next < dates.size() && (!end || dates[next] < *end)) {
            ++next;
        }
        change(place, -static_cast<std::int64_t>(next - at));
        at = next;
    }
}

DateDirectory::Place DateDirectory::placeOf(std::int64_t date) const
{
    const auto group = std::prev(std::upper_bound(
        std::next(m_groups.begin()), m_groups.end(), date,
        [](std::int64_t at, const Group& each) { return at < each.blocks.front().range.from; }));
    const auto block = std::prev(
        std::upper_bound(std::next(group->blocks.begin()), group->blocks.end(), date,
                         [](std::int64_t at, const Block& each) { return at < each.range.from; }));
    return {static_cast<std::size_t>(group - m_groups.begin()),
            static_cast<std::size_t>(block - group->blocks.begin())};
}

// First date of the next block; nullopt for the last block.
std::optional<std::int64_t> DateDirectory::endOf(const Place& place) const
{
    const Group& group = m_groups[place.group];
    if (place.block + 1 < group.blocks.size()) {
        return group.blocks[place.block + 1].range.from;
    }
    if (place.group + 1 < m_groups.size()) {
        return m_groups[place.group + 1].blocks.front().range.from;
    }
    return std::nullopt;
}

void DateDirectory::append(const DateBlock& block)
{
    if (m_groups.empty() || m_groups.back().blocks.size() == kGroupBlocks) {
        m_groups.emplace_back();
    }
    m_groups.back().blocks.push_back({block, mostDatesOf(block)});
    m_groups.back().count += block.count;
}

void DateDirectory::insert(const DateBlock& block)
{
    const Place place = placeOf(block.from);
    Group& group = m_groups[place.group];
    Block& before = group.blocks[place.block];
    const Block made{block, mostDatesOf(block)};
    // the first part of a split block replaces it
    if (before.range.from == block.from) {
        group.count += block.count - before.range.count;
        before = made;
        return;
    }
    group.blocks.insert(group.blocks.begin() + static_cast<std::ptrdiff_t>(place.block) + 1, made);
    group.count += block.count;
    if (group.blocks.size() <= kGroupBlocks) {
        return;
    }
    // a full group is halved
    Group second;
    const auto middle = group.blocks.begin() + std::ssize(group.blocks) / 2;
    second.blocks.assign(middle, group.blocks.end());
    group.blocks.erase(middle, group.blocks.end());
    for (const Block& each : second.blocks) {
        second.count += each.range.count;
    }
    group.count -= second.count;
    m_groups.insert(m_groups.begin() + static_cast<std::ptrdiff_t>(place.group) + 1,
                    std::move(second));
}

void DateDirectory::change(const Place& place, std::int64_t by)
{
    Group& group = m_groups[place.group];
    Block& block = group.blocks[place.block];
    block.range.count += by;
    group.count += by;
    const bool first = place.group == 0 && place.block == 0;
    if (block.range.count == 0 && !first) {
        // an empty block is removed; the block before it then covers its range
        group.blocks.erase(group.blocks.begin() + static_cast<std::ptrdiff_t>(place.block));
        if (group.blocks.empty()) {
            m_groups.erase(m_groups.begin() + static_cast<std::ptrdiff_t>(place.group));
        }
        return;
    }
    // at this count only, so that a growing block is noted once
    if (by > 0 && block.range.count == block.mostDates + 1) {
        m_overfull.push_back(block.range.from);
    }
}

// Ascending dates, the usual case for inserts, start a new block without a split, which would have
// to read the entries of the block.
bool DateDirectory::startBlockAtEnd(std::int64_t date)
{
    const DateBlock& last = m_groups.back().blocks.back().range;
    if (last.count < BlockCutter::kBlockDates || date <= last.last) {
        return false;
    }
    append({date, 1, date});
    return true;
}

void DateDirectory::apply(std::int64_t date, int change)
{
    if (change > 0 && startBlockAtEnd(date)) {
        return;
    }
    const Place place = placeOf(date);
    if (change > 0) {
        std::int64_t& last = m_groups[place.group].blocks[place.block].range.last;
        last = std::max(last, date);
    }
    this->change(place, change);
}

DatesUpTo DateDirectory::countUpTo(std::int64_t bound) const
{
    DatesUpTo found;
    const Place place = placeOf(bound);
    for (std::size_t i = 0; i < place.group; ++i) {
        found.before += m_groups[i].count;
    }
    const Group& group = m_groups[place.group];
    for (std::size_t i = 0; i < place.block; ++i) {
        found.before += group.blocks[i].range.count;
    }
    const DateBlock& block = group.blocks[place.block].range;
    if (bound >= block.last) {
        found.before += block.count;
    } else {
        found.inBlock = block.count;
        found.blockFrom = block.from;
    }
    return found;
}

std::vector<DateBlock> DateDirectory::blocks() const
{
    std::vector<DateBlock> all;
    for (const Group& group : m_groups) {
        for (const Block& block : group.blocks) {
            all.push_back(block.range);
        }
    }
    return all;
}

std::optional<DateDirectory::Overfull> DateDirectory::overfull()
{
    for (; !m_overfull.empty(); m_overfull.pop_back()) {
        const Place place = placeOf(m_overfull.back());
        const Block& block = m_groups[place.group].blocks[place.block];
        // since it was noted, the block may have shrunk or been removed
        if (block.range.from == m_overfull.back() && block.range.count > block.mostDates) {
            return Overfull{block.range.from, endOf(place)};
        }
    }
    return std::nullopt;
}

void DateDirectory::split(const std::vector<DateBlock>& parts)
{
    for (const DateBlock& part : parts) {
        insert(part);
    }
}

} // namespace sandglass::engine::catalog
