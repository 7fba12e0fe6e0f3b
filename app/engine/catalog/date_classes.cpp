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
    std::shared_ptr<const storage::Snapshot> snapshot; ///< null for an estimate
    DatePlace start;
    DateDirectory::State state = DateDirectory::State::Unused;
    std::vector<DatesUpTo> upTo; ///< for each bound, when ready
};

/// The arguments of classifyDates().
struct Question
{
    std::string_view indexName;
    Bounds bounds;
    DatePrecision precision = DatePrecision::Exact;
};

// Whether each document can be counted once: either the entry of its earliest date is marked, which
// only the family Dates does, or no document has several dates.
bool hasDates(const IndexState& index)
{
    return index.hasDateDirectory() && index.phase == IndexPhase::Ready
        && (index.datesApart || !index.activity->multikey);
}

// Taken under the writer lock, so that directory, bound and snapshot show the same commit.
Result<std::optional<View>> viewOf(const CollectionImpl& collection, const Question& question)
{
    Core& core = collection.core();
    if (core.standby) { // the directory is updated by commits, which a standby does not make
        return std::optional<View>();
    }
    const std::unique_lock lock(core.writer);
    if (collection.dropped()) {
        return collection.droppedError();
    }
    const auto index = findIndex(*collection.indexSet(), question.indexName);
    if (!index || !hasDates(*index)) {
        return std::optional<View>();
    }
    DateDirectory& directory = *index->activity->dates;
    View view{index, nullptr, index->activity->dateBound.place(), directory.state(), {}};
    // this count reads all entries anyway, so it builds the directory as well
    if (view.state == DateDirectory::State::Unused) {
        directory.startCollecting();
    }
    if (view.state == DateDirectory::State::Ready) {
        for (const bson::Date bound : question.bounds) {
            view.upTo.push_back(directory.countUpTo(bound.millis));
        }
        if (question.precision == DatePrecision::Bounded) {
            return std::optional(std::move(view));
        }
    }
    view.snapshot = core.store.snapshot();
    return std::optional(std::move(view));
}

/// Reads all entries once, for the classes and, when given, for the blocks.
Result<Classes> scanned(DateWalk& walk, Bounds bounds, BlockCutter* cutter)
{
    Classes classes(bounds.size());
    std::size_t at = 0;
    for (walk.first(); walk.valid(); walk.next()) {
        const std::int64_t date = walk.date();
        if (cutter) {
            cutter->add(date);
        }
        while (at < bounds.size() && date > bounds[at].millis) {
            ++at;
        }
        if (at == bounds.size()) {
            if (!cutter) {
                break;
            }
            continue;
        }
        DateClass& found = classes[at];
        if (found.documents++ == 0) {
            found.oldest = {date};
        }
        found.newest = {date};
    }
    TRY(walk.status());
    return classes;
}

/// Counts by reading all entries, and builds the directory from them.
Result<Classes> collected(const CollectionImpl& collection, const View& view, Bounds bounds)
{
    Core& core = collection.core();
    DateWalk walk(core.store, *view.index, view.snapshot.get(), view.start);
    BlockCutter cutter;
    auto classes = scanned(walk, bounds, &cutter);
    const std::unique_lock lock(core.writer);
    if (classes) {
        view.index->activity->dates->finishCollecting(cutter.blocks());
    } else {
        view.index->activity->dates->giveUp();
    }
    return classes;
}

/// Counts by the blocks; only in blocks that a bound divides are the entries read.
class BlockReader
{
public:
    BlockReader(DateWalk& walk, const std::vector<DatesUpTo>& upTo)
        : m_walk(walk)
        , m_upTo(upTo)
    {
    }

    Result<Classes> classes(Bounds bounds);

private:
    /// Documents up to bound number `at`. Bounds must be asked in ascending order.
    std::int64_t countUpTo(std::size_t at, std::int64_t bound);
    void describe(DateClass& part, std::int64_t after, std::int64_t bound);

    DateWalk& m_walk;
    const std::vector<DatesUpTo>& m_upTo; ///< for each bound
    std::optional<std::int64_t> m_reading; ///< first date of the block that the walk is in
    std::int64_t m_read = 0; ///< entries of that block that the walk has passed
};

std::int64_t BlockReader::countUpTo(std::size_t at, std::int64_t bound)
{
    const DatesUpTo& known = m_upTo[at];
    if (known.inBlock == 0) {
        return known.before;
    }
    if (m_reading != known.blockFrom) {
        m_walk.seek(known.blockFrom);
        m_reading = known.blockFrom;
        m_read = 0;
    }
    for (; m_walk.valid() && m_walk.date() <= bound; m_walk.next()) {
        ++m_read;
    }
    return known.before + m_read;
}

// Sets the oldest and newest date of a class that is not empty.
void BlockReader::describe(DateClass& part, std::int64_t after, std::int64_t bound)
{
    m_walk.seek(after);
    if (m_walk.valid()) {
        part.oldest = {m_walk.date()};
    }
    m_walk.seekLast(bound);
    if (m_walk.valid()) {
        part.newest = {m_walk.date()};
    }
    m_reading.reset();
}

Result<Classes> BlockReader::classes(Bounds bounds)
{
    Classes classes(bounds.size());
    std::int64_t below = 0;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        // documents may be removed while their block is read; a count never becomes negative
        const std::int64_t upTo = std::max(below, countUpTo(i, bounds[i].millis));
        classes[i].documents = upTo - below;
        below = upTo;
    }
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        // bounds ascend, so a previous bound is not the largest int64 and + 1 cannot overflow
        const std::int64_t after
            = i == 0 ? std::numeric_limits<std::int64_t>::min() : bounds[i - 1].millis + 1;
        if (classes[i].documents > 0) {
            describe(classes[i], after, bounds[i].millis);
        }
    }
    TRY(m_walk.status());
    return classes;
}

/// Counts by the blocks alone, without reading entries.
DateClassification estimated(const std::vector<DatesUpTo>& upTo, Bounds bounds)
{
    DateClassification answer{{}, true, 0};
    DatesUpTo below;
    bson::Date from{std::numeric_limits<std::int64_t>::min()};
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        const std::int64_t documents = upTo[i].estimate() - below.estimate();
        answer.classes.push_back({documents, from, bounds[i]});
        answer.mostOff = std::max(answer.mostOff, upTo[i].mostOff() + below.mostOff());
        below = upTo[i];
        from = bounds[i];
    }
    return answer;
}

} // namespace

DateWalk::DateWalk(storage::KeyValueStore& store, const IndexState& index,
                   const storage::Snapshot* snapshot, const DatePlace& start)
    : m_apart(index.datesApart)
    , m_start(start)
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

bool DateWalk::isLaterDate() const
{
    if (!m_apart || !m_entries->valid()) {
        return false;
    }
    const auto note = decodeDateNote(m_entries->value());
    return note && !note->earliest;
}

void DateWalk::seek(std::int64_t date)
{
    // before the start there are only tombstones, which would be slow to step over
    if (date <= m_start.millis) {
        first();
        return;
    }
    std::string key = m_prefix;
    storage::appendI64(key, date);
    m_entries->seek(key);
    skipLaterDates();
}

void DateWalk::seekLast(std::int64_t date)
{
    std::string key = m_prefix;
    storage::appendI64(key, date);
    constexpr std::size_t kMoreThanARecord = kRecordIdBytes + 1;
    key.append(kMoreThanARecord, '\xff');
    m_entries->seekForPrevious(key);
    while (isLaterDate()) {
        m_entries->previous();
    }
}

DatePlace DateWalk::place() const
{
    return {date(), storage::readU64(m_entries->key().substr(m_prefix.size() + kDateBytes))};
}

std::int64_t DateWalk::date() const
{
    return storage::readI64(m_entries->key().substr(m_prefix.size()));
}

void splitBlocks(storage::KeyValueStore& store, const IndexState& index)
{
    DateDirectory& directory = *index.activity->dates;
    if (directory.state() != DateDirectory::State::Ready) {
        return;
    }
    while (const auto range = directory.overfull()) {
        DateWalk walk(store, index, nullptr, index.activity->dateBound.place());
        BlockCutter cutter(range->from);
        walk.seek(range->from);
        for (; walk.valid() && (!range->end || walk.date() < *range->end); walk.next()) {
            cutter.add(walk.date());
        }
        if (!walk.status()) {
            directory.giveUp();
            return;
        }
        directory.split(cutter.blocks());
    }
}

Result<void> collectDates(const CollectionImpl& collection, const std::string& indexName)
{
    auto view = viewOf(collection, {indexName, {}, DatePrecision::Exact});
    TRY(view);
    if (!*view || (*view)->state != DateDirectory::State::Unused) {
        return {};
    }
    const auto collectedDates = collected(collection, **view, {});
    return collectedDates ? Result<void>() : collectedDates.error();
}

Result<std::optional<DateClassification>> classifyDates(const CollectionImpl& collection,
                                                        std::string_view indexName, Bounds bounds,
                                                        DatePrecision precision)
{
    const auto view = viewOf(collection, {indexName, bounds, precision});
    TRY(view);
    if (!*view) {
        return std::optional<DateClassification>();
    }
    const View& seen = **view;
    const bool ready = seen.state == DateDirectory::State::Ready;
    if (ready && precision == DatePrecision::Bounded) {
        return std::optional(estimated(seen.upTo, bounds));
    }
    Result<Classes> classes = Classes();
    if (seen.state == DateDirectory::State::Unused) {
        classes = collected(collection, seen, bounds);
    } else {
        DateWalk walk(collection.core().store, *seen.index, seen.snapshot.get(), seen.start);
        classes
            = ready ? BlockReader(walk, seen.upTo).classes(bounds) : scanned(walk, bounds, nullptr);
    }
    TRY(classes);
    return std::optional(DateClassification{std::move(*classes), ready, 0});
}

} // namespace sandglass::engine::catalog
