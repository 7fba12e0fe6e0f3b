// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/date_directory.h"

#include <algorithm>
#include <iterator>

namespace sandglass::engine::catalog {

void BlockCutter::add(std::int64_t date)
{
    if (m_blocks.back().dates >= kBlockDates && date != m_last)
        m_blocks.push_back({date, 0});
    ++m_blocks.back().dates;
    m_last = date;
}

void DateDirectory::startCollecting()
{
    giveUp();
    m_state = State::Collecting;
}

void DateDirectory::finishCollecting(const std::vector<DateBlock>& blocks)
{
    if (m_state != State::Collecting)
        return;
    for (const DateBlock& block : blocks)
        put(block);
    for (const auto& [date, change] : m_noted)
        apply(date, change);
    m_noted.clear();
    m_noted.shrink_to_fit();
    m_state = State::Ready;
}

void DateDirectory::giveUp()
{
    m_state = State::Unused;
    m_blocks.clear();
    m_overfull.clear();
    m_noted.clear();
}

void DateDirectory::note(std::int64_t date, int change)
{
    if (m_state == State::Collecting)
        m_noted.emplace_back(date, change);
    else if (m_state == State::Ready)
        apply(date, change);
}

void DateDirectory::apply(std::int64_t date, int change)
{
    const auto found = std::prev(m_blocks.upper_bound(date));
    Block& block = found->second;
    block.dates += change;
    if (block.dates == 0 && found != m_blocks.begin()) {
        m_blocks.erase(found); // the block before reaches over its place
        return;
    }
    if (change > 0 && block.dates == block.mostDates + 1)
        m_overfull.push_back(found->first);
}

void DateDirectory::put(const DateBlock& block)
{
    Block& made = m_blocks[block.from];
    made.dates = block.dates;
    made.mostDates = 2 * std::max(block.dates, BlockCutter::kBlockDates);
}

std::vector<DateBlock> DateDirectory::blocks() const
{
    std::vector<DateBlock> all;
    all.reserve(m_blocks.size());
    for (const auto& [from, block] : m_blocks)
        all.push_back({from, block.dates});
    return all;
}

bool DateDirectory::overfull(std::pair<std::int64_t, std::int64_t>& range) const
{
    if (m_overfull.empty())
        return false;
    const auto next = m_blocks.upper_bound(m_overfull.back());
    range = {m_overfull.back(),
             next == m_blocks.end() ? std::numeric_limits<std::int64_t>::max() : next->first};
    return true;
}

void DateDirectory::split(const std::vector<DateBlock>& parts)
{
    if (m_overfull.empty())
        return;
    m_overfull.pop_back();
    for (const DateBlock& part : parts)
        put(part);
}

} // namespace sandglass::engine::catalog
