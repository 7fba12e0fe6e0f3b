// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/dead_lists.h"

#include "app/engine/storage/key_codec.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;
using storage::Slice;

constexpr char kListTag = 'd'; // one list of dead records
constexpr char kListedTag = 'l'; // the figures about a collection's lists
constexpr unsigned kGroupBits = 7;
constexpr std::uint8_t kMoreGroups = 0x80; // set in every byte of a number but the last

std::string listKey(std::uint32_t collectionId, std::uint64_t number)
{
    std::string key(1, kListTag);
    storage::appendU32(key, collectionId);
    storage::appendU64(key, number);
    return key;
}

std::string listedKey(std::uint32_t collectionId)
{
    std::string key(1, kListedTag);
    storage::appendU32(key, collectionId);
    return key;
}

std::string endOfLists(std::uint32_t collectionId)
{
    return listKey(collectionId, std::numeric_limits<std::uint64_t>::max());
}

/// The value under listedKey().
struct StoredFigures
{
    std::int64_t listed = 0;
    std::uint64_t nextList = 1;
    std::uint64_t doneBelow = 1;
};

void putFigures(storage::Batch& batch, std::uint32_t collectionId, const StoredFigures& figures)
{
    std::string value;
    storage::appendI64(value, figures.listed);
    storage::appendU64(value, figures.nextList);
    storage::appendU64(value, figures.doneBelow);
    batch.put(Family::Meta, listedKey(collectionId), value);
}

Result<StoredFigures> storedFigures(storage::KeyValueStore& store, std::uint32_t collectionId)
{
    constexpr std::size_t kNumberBytes = 8;
    std::string value;
    const Result<bool> found = store.get(Family::Meta, listedKey(collectionId), value, nullptr);
    TRY(found);
    if (!*found || value.size() != 3 * kNumberBytes) {
        return StoredFigures();
    }
    const Slice bytes = value;
    return StoredFigures{storage::readI64(bytes), storage::readU64(bytes.substr(kNumberBytes)),
                         storage::readU64(bytes.substr(2 * kNumberBytes))};
}

/// Adds the ids of all lists from number `from` on to `records`; returns how many ids these are.
Result<std::int64_t> readLists(storage::KeyValueStore& store, std::uint32_t collectionId,
                               std::uint64_t from, DeadRecords& records)
{
    std::int64_t listed = 0;
    const auto lists = store.iterate(Family::Meta, listKey(collectionId, from),
                                     endOfLists(collectionId), nullptr);
    for (lists->seekToFirst(); lists->valid(); lists->next()) {
        const auto ids = decodeRecordIds(lists->value());
        TRY(ids);
        records.add(*ids);
        listed += std::ssize(*ids);
    }
    TRY(lists->status());
    return listed;
}

base::Error damagedLists(std::uint32_t collectionId)
{
    return base::failure(Errc::Storage,
                         "the lists of removed documents of collection "
                             + std::to_string(collectionId)
                             + " are not complete; documents that were removed would come back. "
                               "Restore the folder from a backup");
}

} // namespace

// Distances between ids, each in groups of 7 bits, least significant first; written to disk, see
// app/engine/storage/FORMAT.md.
std::string encodeRecordIds(std::span<const RecordId> ascending)
{
    std::string bytes;
    RecordId before = 0;
    for (const RecordId id : ascending) {
        std::uint64_t distance = id - before;
        while (distance >= kMoreGroups) {
            bytes.push_back(static_cast<char>(distance | kMoreGroups));
            distance >>= kGroupBits;
        }
        bytes.push_back(static_cast<char>(distance));
        before = id;
    }
    return bytes;
}

Result<std::vector<RecordId>> decodeRecordIds(Slice bytes)
{
    constexpr unsigned kMostShift = 63;
    std::vector<RecordId> ids;
    RecordId id = 0;
    std::uint64_t distance = 0;
    unsigned shift = 0;
    for (const char each : bytes) {
        const auto group = static_cast<std::uint8_t>(each);
        const std::uint64_t bits = group & ~kMoreGroups & 0xFFU;
        // what is longer is no number of 64 bits
        if (shift > kMostShift || (shift == kMostShift && bits > 1)) {
            return base::failure(Errc::Storage, "a list of removed documents is damaged");
        }
        distance |= bits << shift;
        shift += kGroupBits;
        if ((group & kMoreGroups) != 0) {
            continue;
        }
        if (distance > std::numeric_limits<RecordId>::max() - id) {
            return base::failure(Errc::Storage, "a list of removed documents is damaged");
        }
        id += distance;
        ids.push_back(id);
        distance = 0;
        shift = 0;
    }
    if (shift != 0) {
        return base::failure(Errc::Storage, "a list of removed documents is cut off");
    }
    return ids;
}

void putDeadList(storage::Batch& batch, std::uint32_t collectionId, const DeadFigures& figures,
                 std::span<const RecordId> ids)
{
    batch.put(Family::Meta, listKey(collectionId, figures.nextList), encodeRecordIds(ids));
    putFigures(batch, collectionId,
               {figures.listed + std::ssize(ids), figures.nextList + 1, figures.doneBelow});
}

void putDoneLists(storage::Batch& batch, std::uint32_t collectionId, const DeadFigures& figures,
                  std::pair<std::uint64_t, std::int64_t> endAndRecords)
{
    putFigures(batch, collectionId,
               {figures.listed - endAndRecords.second, figures.nextList, endAndRecords.first});
}

void removeDoneLists(storage::Batch& batch, std::uint32_t collectionId, const DeadFigures& figures)
{
    batch.removeRange(Family::Meta, listKey(collectionId, 0),
                      listKey(collectionId, figures.doneBelow));
}

void removeAllDeadLists(storage::Batch& batch, std::uint32_t collectionId,
                        const DeadFigures& figures)
{
    if (figures.nextList == DeadFigures().nextList) {
        return; // there never was one
    }
    batch.removeRange(Family::Meta, listKey(collectionId, 0), endOfLists(collectionId));
    batch.remove(Family::Meta, listedKey(collectionId));
}

Result<bool> followDeadLists(storage::KeyValueStore& store, std::uint32_t collectionId,
                             DeadRecords& records, DeadFigures& figures)
{
    const auto stored = storedFigures(store, collectionId);
    TRY(stored);
    if (stored->nextList == figures.nextList) {
        return true;
    }
    const std::string wanted = listKey(collectionId, figures.nextList);
    const auto first = store.iterate(Family::Meta, wanted, endOfLists(collectionId), nullptr);
    first->seekToFirst();
    // the next list is gone: the primary reclaimed it before this standby could read it
    const bool missed = !first->valid() || first->key() != Slice(wanted);
    const auto read = readLists(store, collectionId, figures.nextList, records);
    TRY(read);
    figures.nextList = stored->nextList;
    return !missed;
}

Result<void> loadDeadLists(storage::KeyValueStore& store, std::uint32_t collectionId,
                           DeadRecords& records, DeadFigures& figures)
{
    const auto stored = storedFigures(store, collectionId);
    TRY(stored);
    const auto listed = readLists(store, collectionId, stored->doneBelow, records);
    TRY(listed);
    // the total was committed together with the lists, so a difference is damage
    if (*listed != stored->listed) {
        return damagedLists(collectionId);
    }
    figures.listed = stored->listed;
    figures.nextList = stored->nextList;
    figures.doneBelow = stored->doneBelow;
    figures.hasDoneLists = stored->doneBelow > DeadFigures().doneBelow;
    return {};
}

} // namespace sandglass::engine::catalog
