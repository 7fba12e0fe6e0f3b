// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/date_classes.h"

#include "app/engine/catalog/collection_impl.h"
#include "app/engine/catalog/index_key.h"
#include "app/engine/storage/key_codec.h"
#include "app/protocol/names.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

namespace sandglass::engine::catalog {

namespace {

using Bounds = std::span<const bson::Date>;
using Classes = std::vector<DateClass>;

constexpr std::int64_t kLastMilli = std::numeric_limits<std::int64_t>::max();

/// The state of an index at one moment.
struct View
{
    std::shared_ptr<const IndexState> index;
    std::shared_ptr<const storage::Snapshot> snapshot;
    DatePlace start;
    DateDirectory::State state = DateDirectory::State::Unused;
    std::vector<DateBlock> blocks; ///< when ready
};

bool hasDates(const IndexState& index)
{
    return index.ordered && index.phase == IndexPhase::Ready && !index.activity->multikey
        && protocol::keyFields(index.definition.key).size() == 1;
}

// Under the writer lock directory, bound and snapshot fit each other.
Result<std::optional<View>> viewOf(const CollectionImpl& collection, std::string_view indexName)
{
    Core& core = collection.core();
    if (core.standby) // a directory is kept by commits, and those happen elsewhere
        return std::optional<View>();
    const std::unique_lock lock(core.writer);
    if (collection.dropped())
        return collection.droppedError();
    const auto index = findIndex(*collection.indexSet(), indexName);
    if (!index || !hasDates(*index))
        return std::optional<View>();
    DateDirectory& directory = *index->activity->dates;
    View view{
        index, core.store.snapshot(), index->activity->dateBound.place(), directory.state(), {}};
    if (view.state == DateDirectory::State::Unused)
        directory.startCollecting();
    else if (view.state == DateDirectory::State::Ready)
        view.blocks = directory.blocks();
    return std::optional(std::move(view));
}

/// Reads all entries once, for the classes and, when given, for the blocks.
Result<Classes> scanned(DateWalk& walk, Bounds bounds, BlockCutter* cutter)
{
    Classes classes(bounds.size());
    std::size_t at = 0;
    for (walk.first(); walk.valid(); walk.next()) {
        const std::int64_t date = walk.date();
        if (cutter)
            cutter->add(date);
        while (at < bounds.size() && date > bounds[at].millis)
            ++at;
        if (at == bounds.size()) {
            if (!cutter)
                break;
            continue;
        }
        DateClass& found = classes[at];
        if (found.documents++ == 0)
            found.oldest = {date};
        found.newest = {date};
    }
    if (auto status = walk.status(); !status)
        return std::move(status.error());
    return classes;
}

Result<Classes> collected(const CollectionImpl& collection, const View& view, Bounds bounds)
{
    Core& core = collection.core();
    DateWalk walk(core.store, *view.index, view.snapshot.get(), view.start);
    BlockCutter cutter;
    auto classes = scanned(walk, bounds, &cutter);
    const std::unique_lock lock(core.writer);
    if (classes)
        view.index->activity->dates->finishCollecting(cutter.blocks());
    else
        view.index->activity->dates->giveUp();
    return classes;
}

/// Answers from the blocks; of a block that a bound lies in the entries are read.
class BlockReader
{
public:
    BlockReader(DateWalk& walk, const std::vector<DateBlock>& blocks)
        : m_walk(walk)
        , m_blocks(blocks)
    {
    }

    Result<Classes> classes(Bounds bounds);
    /// From the blocks alone: half of a block that a bound lies in is taken to be below it.
    DateClassification bounded(Bounds bounds);

private:
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    void moveTo(std::int64_t bound);
    std::int64_t countUpTo(std::int64_t bound);
    void readBlock(std::int64_t bound);
    bool isWhole(std::int64_t bound) const;
    void describe(DateClass& part, std::int64_t after, std::int64_t bound);

    DateWalk& m_walk;
    const std::vector<DateBlock>& m_blocks;
    std::size_t m_block = 0; ///< that the last bound lies in
    std::int64_t m_before = 0; ///< entries of the blocks before it
    std::size_t m_reading = kNone; ///< block that the walk stands in
    std::int64_t m_read = 0; ///< entries of it that the walk has passed
};

bool BlockReader::isWhole(std::int64_t bound) const
{
    return m_block + 1 < m_blocks.size() ? m_blocks[m_block + 1].from - 1 == bound
                                         : bound == kLastMilli;
}

void BlockReader::readBlock(std::int64_t bound)
{
    if (m_reading != m_block) {
        m_walk.seek(m_blocks[m_block].from);
        m_reading = m_block;
        m_read = 0;
    }
    for (; m_walk.valid() && m_walk.date() <= bound; m_walk.next())
        ++m_read;
}

void BlockReader::moveTo(std::int64_t bound)
{
    for (; m_block + 1 < m_blocks.size() && m_blocks[m_block + 1].from <= bound; ++m_block)
        m_before += m_blocks[m_block].dates;
}

std::int64_t BlockReader::countUpTo(std::int64_t bound)
{
    moveTo(bound);
    if (isWhole(bound))
        return m_before + m_blocks[m_block].dates;
    readBlock(bound);
    return m_before + m_read;
}

DateClassification BlockReader::bounded(Bounds bounds)
{
    DateClassification answer;
    answer.byDirectory = true;
    std::int64_t below = 0;
    std::int64_t offBelow = 0;
    bson::Date from{m_blocks.front().from};
    for (const bson::Date bound : bounds) {
        moveTo(bound.millis);
        const std::int64_t inBlock = m_blocks[m_block].dates;
        const bool whole = isWhole(bound.millis);
        const std::int64_t upTo = m_before + (whole ? inBlock : inBlock / 2);
        const std::int64_t off = whole ? 0 : inBlock - inBlock / 2;
        answer.classes.push_back({upTo - below, from, bound});
        answer.mostOff = std::max(answer.mostOff, off + offBelow);
        below = upTo;
        offBelow = off;
        from = {m_blocks[m_block].from};
    }
    return answer;
}

// The ends of a class that is not empty.
void BlockReader::describe(DateClass& part, std::int64_t after, std::int64_t bound)
{
    m_walk.seek(after);
    if (m_walk.valid())
        part.oldest = {m_walk.date()};
    m_walk.seekLast(bound);
    if (m_walk.valid())
        part.newest = {m_walk.date()};
    m_reading = kNone;
}

Result<Classes> BlockReader::classes(Bounds bounds)
{
    Classes classes(bounds.size());
    std::int64_t below = 0;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        const std::int64_t upTo = countUpTo(bounds[i].millis);
        classes[i].documents = upTo - below;
        below = upTo;
    }
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        // a class begins after the bound before it, which is smaller and so not the last one
        const std::int64_t after
            = i == 0 ? std::numeric_limits<std::int64_t>::min() : bounds[i - 1].millis + 1;
        if (classes[i].documents > 0)
            describe(classes[i], after, bounds[i].millis);
    }
    if (auto status = m_walk.status(); !status)
        return std::move(status.error());
    return classes;
}

} // namespace

DateWalk::DateWalk(storage::KeyValueStore& store, const IndexState& index,
                   const storage::Snapshot* snapshot, const DatePlace& start)
    : m_start(start)
{
    storage::appendU32(m_prefix, index.id);
    KeyRange range;
    if (index.datesApart) {
        range = datesRange(index, start, bson::Date{kLastMilli});
    } else {
        m_prefix.push_back(kDateBracket);
        range = {storage::Family::Indexes, m_prefix, storage::successor(m_prefix)};
    }
    m_entries = store.iterate(range.family, range.lower, range.upper, snapshot);
}

void DateWalk::seek(std::int64_t date)
{
    // before the start there are only the marks of what was deleted
    if (date <= m_start.millis) {
        first();
        return;
    }
    std::string key = m_prefix;
    storage::appendI64(key, date);
    m_entries->seek(key);
}

void DateWalk::seekLast(std::int64_t date)
{
    std::string key = m_prefix;
    storage::appendI64(key, date);
    constexpr std::size_t kMoreThanARecord = kRecordIdBytes + 1;
    key.append(kMoreThanARecord, '\xff');
    m_entries->seekForPrevious(key);
}

std::int64_t DateWalk::date() const
{
    return storage::readI64(m_entries->key().substr(m_prefix.size()));
}

void splitBlocks(storage::KeyValueStore& store, const IndexState& index)
{
    DateDirectory& directory = *index.activity->dates;
    std::pair<std::int64_t, std::int64_t> range;
    while (directory.overfull(range)) {
        DateWalk walk(store, index, nullptr, index.activity->dateBound.place());
        BlockCutter cutter(range.first);
        for (walk.seek(range.first); walk.valid() && walk.date() < range.second; walk.next())
            cutter.add(walk.date());
        if (!walk.status()) {
            directory.giveUp();
            return;
        }
        directory.split(cutter.blocks());
    }
}

Result<std::optional<DateClassification>> classifyDates(const CollectionImpl& collection,
                                                        std::string_view indexName, Bounds bounds,
                                                        DatePrecision precision)
{
    auto view = viewOf(collection, indexName);
    if (!view)
        return std::move(view.error());
    if (!*view)
        return std::optional<DateClassification>();
    const bool byDirectory = (*view)->state == DateDirectory::State::Ready;
    Result<Classes> classes = Classes();
    if ((*view)->state == DateDirectory::State::Unused) {
        classes = collected(collection, **view, bounds);
    } else {
        DateWalk walk(collection.core().store, *(*view)->index, (*view)->snapshot.get(),
                      (*view)->start);
        if (byDirectory && precision == DatePrecision::Bounded)
            return std::optional(BlockReader(walk, (*view)->blocks).bounded(bounds));
        classes = byDirectory ? BlockReader(walk, (*view)->blocks).classes(bounds)
                              : scanned(walk, bounds, nullptr);
    }
    if (!classes)
        return std::move(classes.error());
    return std::optional(DateClassification{std::move(*classes), byDirectory, 0});
}

} // namespace sandglass::engine::catalog
