// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/index_entries.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/catalog/index_key.h"
#include "app/engine/storage/key_codec.h"
#include "app/engine/storage/record_key.h"
#include "app/protocol/server_code.h"

#include <algorithm>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;

std::string indexPrefix(const IndexState& index)
{
    std::string prefix;
    storage::appendU32(prefix, index.id);
    return prefix;
}

std::string prefixed(const IndexState& index, std::string_view key)
{
    return indexPrefix(index).append(key);
}

// [index][encoded prefix values]
std::string withValues(const IndexState& index, const std::vector<bson::Value>& values)
{
    std::string start = indexPrefix(index);
    for (const bson::Value& value : values) {
        appendKey(start, value, index.collation.get());
    }
    return start;
}

std::string withValue(const IndexState& index, std::string start, const bson::Value& value)
{
    appendKey(start, value, index.collation.get());
    return start;
}

// A TTL index is one sequence of keys, but its dates are stored in the family Dates, without the
// bracket byte. Converts a bound of the whole sequence into a bound within that family.
std::string boundOfDates(const std::string& dates, const std::string& bound)
{
    if (bound.empty() || bound >= storage::successor(dates)) {
        return storage::successor(std::string_view(dates).substr(0, kIndexIdBytes));
    }
    if (bound <= dates) {
        return dates.substr(0, kIndexIdBytes);
    }
    return dates.substr(0, kIndexIdBytes) + bound.substr(kIndexIdBytes + 1);
}

std::string hexText(std::string_view bytes)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const char byte : bytes) {
        text.push_back(kDigits[static_cast<unsigned char>(byte) >> 4U]);
        text.push_back(kDigits[static_cast<unsigned char>(byte) & 0xFU]);
    }
    return text;
}

// The error of an index with a collation shows the sort keys of strings, in hexadecimal digits: no
// string as such is in the index. Source: MongoDB server source, duplicate_key_error_info.cpp.
base::Error collatedDuplicate(const std::string& start, const IndexState& index,
                              bson::DocumentView values)
{
    bson::Builder keyValue;
    bson::Builder shown;
    std::vector<bool> isHex;
    for (const bson::Element& element : values) {
        isHex.push_back(element.value.type() == bson::Type::String);
        if (!isHex.back()) {
            keyValue.append(element.key, element.value);
            shown.append(element.key, element.value);
            continue;
        }
        std::string sortKey;
        index.collation->appendSortKey(sortKey, element.value.asString());
        keyValue.append(element.key, hexText(sortKey));
        shown.append(element.key, "0x" + hexText(sortKey));
    }
    const bson::Document& collation = *index.definition.collation;
    Error error = protocol::commandError(protocol::ServerCode::DuplicateKey,
                                         start + " collation: " + bson::toShellText(collation)
                                             + " dup key: " + bson::toShellText(shown.take()));
    bson::Builder details;
    details.append("keyPattern", index.definition.key).append("keyValue", keyValue.take());
    if (std::ranges::find(isHex, true) != isHex.end()) {
        details.beginArray("hexEncoded");
        for (const bool hex : isHex) {
            details.push(hex);
        }
        details.end();
    }
    details.append("collation", collation);
    protocol::setDetails(error, details.take());
    return error;
}

} // namespace

std::string recordKey(std::uint32_t collectionId, RecordId id)
{
    std::string key;
    storage::appendU32(key, collectionId);
    storage::appendU64(key, id);
    return key;
}

RecordId recordIdOf(storage::Slice key)
{
    constexpr std::size_t kCollectionIdBytes = 4;
    return storage::readU64(key.substr(kCollectionIdBytes));
}

bson::DocumentView recordDocument(storage::Slice value)
{
    return bson::DocumentView({reinterpret_cast<const std::uint8_t*>(value.data()), value.size()});
}

KeyRange recordRange(std::uint32_t collectionId)
{
    std::string lower;
    storage::appendU32(lower, collectionId);
    std::string upper = storage::successor(lower);
    return {Family::Records, std::move(lower), std::move(upper)};
}

std::vector<KeyRange> allRanges(const IndexState& index)
{
    if (!index.hasEntries()) {
        return {};
    }
    const std::string lower = indexPrefix(index);
    const std::string upper = storage::successor(lower);
    std::vector<KeyRange> ranges{{Family::Indexes, lower, upper}};
    if (index.datesApart) {
        ranges.push_back({Family::Dates, lower, upper});
    }
    return ranges;
}

std::vector<KeyRange> rangesOf(const IndexState& index, const IndexRange& range)
{
    const std::string base = withValues(index, range.equalPrefix);
    std::string lower = base;
    std::string upper = storage::successor(base);
    if (range.lower) {
        lower = withValue(index, base, range.lower->value);
        if (!range.lower->inclusive) {
            lower = storage::successor(lower);
        }
    }
    if (range.upper) {
        upper = withValue(index, base, range.upper->value);
        if (range.upper->inclusive) {
            upper = storage::successor(upper);
        }
    }
    if (lower >= upper) {
        return {};
    }
    if (!index.datesApart) {
        return {{Family::Indexes, lower, upper}};
    }

    const std::string dates = indexPrefix(index) + kDateBracket;
    const std::string afterDates = storage::successor(dates);
    // keys below all dates, the dates, keys above all dates; empty parts are dropped below
    const KeyRange parts[] = {
        {Family::Indexes, lower, std::min(upper, dates)},
        {Family::Dates, boundOfDates(dates, lower), boundOfDates(dates, upper)},
        {Family::Indexes, std::max(lower, afterDates), upper},
    };
    std::vector<KeyRange> ranges;
    for (const KeyRange& part : parts) {
        if (part.lower < part.upper) {
            ranges.push_back(part);
        }
    }
    return ranges;
}

KeyRange datesRange(const IndexState& index, const DatePlace& from, bson::Date to)
{
    KeyRange range{Family::Dates, dateEntryKey(index, from), indexPrefix(index)};
    storage::appendI64(range.upper, to.millis);
    range.upper = storage::successor(range.upper);
    return range;
}

KeyRange sharedKeyRange(const IndexState& index, std::string_view key)
{
    const bool date = index.datesApart && isDateKey(key);
    std::string lower = prefixed(index, date ? key.substr(1) : key);
    std::string upper = storage::successor(lower);
    return {date ? Family::Dates : Family::Indexes, std::move(lower), std::move(upper)};
}

std::string encodeDateNote(const DateNote& note)
{
    std::string value;
    if (note.earliest) {
        storage::appendU32(value, note.documentBytes);
    } else {
        value.push_back('\0');
    }
    return value;
}

std::optional<DateNote> decodeDateNote(storage::Slice value)
{
    constexpr std::size_t kSizeBytes = 4;
    if (value.size() == kSizeBytes) {
        return DateNote{true, storage::readU32(value)};
    }
    return value.size() == 1 ? std::optional(DateNote()) : std::nullopt;
}

// Keys are sorted, so the first date key is the earliest date.
DateNote dateNote(const KeyList& keys, std::size_t at, std::size_t documentBytes)
{
    const bool earliest = isDateKey(keys[at]) && (at == 0 || !isDateKey(keys[at - 1]));
    return {earliest, earliest ? static_cast<std::uint32_t>(documentBytes) : 0};
}

std::optional<bson::Date> earliestDate(const KeyList& keys)
{
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (isDateKey(keys[i])) {
            return bson::Date{storage::readI64(keys[i].substr(sizeof(kDateBracket)))};
        }
    }
    return std::nullopt;
}

void EntryWriter::buildDateKey(const IndexState& index, std::string_view key, RecordId id)
{
    m_key.clear();
    storage::appendU32(m_key, index.id);
    m_key.append(key.substr(1));
    storage::appendU64(m_key, id);
}

void EntryWriter::buildIndexKey(const IndexState& index, std::string_view key, RecordId id)
{
    m_key.clear();
    storage::appendU32(m_key, index.id);
    m_key.append(key);
    if (!index.unique) {
        storage::appendU64(m_key, id);
    }
}

void EntryWriter::put(const IndexState& index, std::string_view key, RecordId id,
                      const DateNote& note)
{
    if (index.datesApart && isDateKey(key)) {
        buildDateKey(index, key, id);
        m_batch.put(Family::Dates, m_key, encodeDateNote(note));
        return;
    }
    buildIndexKey(index, key, id);
    gather(index.unique ? id : kNoRecord, false);
}

void EntryWriter::gather(RecordId owner, bool removed)
{
    m_pending.push_back({m_bytes.size(), m_key.size(), owner, removed});
    m_bytes.append(m_key);
}

void EntryWriter::finish()
{
    // Sorted, as the store takes sorted keys faster. Stable: a removal and a put of one key keep
    // their order.
    std::stable_sort(m_pending.begin(), m_pending.end(),
                     [this](const Pending& a, const Pending& b) { return keyOf(a) < keyOf(b); });
    for (const Pending& entry : m_pending) {
        m_value.clear();
        if (entry.owner != kNoRecord) {
            storage::appendU64(m_value, entry.owner);
        }
        if (entry.removed) {
            m_batch.remove(Family::Indexes, keyOf(entry));
        } else {
            m_batch.put(Family::Indexes, keyOf(entry), m_value);
        }
    }
    m_pending.clear();
    m_bytes.clear();
}

void EntryWriter::remove(const IndexState& index, std::string_view key, RecordId id)
{
    const bool date = index.datesApart && isDateKey(key);
    if (date) {
        buildDateKey(index, key, id);
        m_batch.remove(Family::Dates, m_key);
    }
    // during a conversion the date may be in either family
    if (!date || index.phase == IndexPhase::Converting) {
        buildIndexKey(index, key, id);
        gather(kNoRecord, true);
    }
}

Result<RecordId> storedOwner(storage::KeyValueStore& store, const IndexState& index,
                             std::string_view key)
{
    const bool date = index.datesApart && isDateKey(key);
    if (date) {
        const std::string lower = prefixed(index, key.substr(1));
        const auto entries
            = store.iterate(Family::Dates, lower, storage::successor(lower), nullptr);
        entries->seekToFirst();
        if (entries->valid()) {
            return entryRecord(Family::Dates, entries->key(), entries->value());
        }
        TRY(entries->status());
        if (index.phase != IndexPhase::Converting) {
            return kNoRecord;
        }
    }
    std::string value;
    const Result<bool> found = store.get(Family::Indexes, prefixed(index, key), value, nullptr);
    TRY(found);
    return *found && value.size() == kRecordIdBytes ? storage::readU64(value) : kNoRecord;
}

Result<bool> hasEntry(storage::KeyValueStore& store, const storage::Snapshot* snapshot,
                      const IndexState& index, const ExpectedEntry& entry)
{
    const auto& [key, id, note] = entry;
    const bool date = index.datesApart && isDateKey(key);
    std::string stored = prefixed(index, date ? key.substr(1) : key);
    const bool owned = index.unique && !date;
    if (!owned) {
        storage::appendU64(stored, id);
    }
    std::string value;
    const Result<bool> found
        = store.get(date ? Family::Dates : Family::Indexes, stored, value, snapshot);
    TRY(found);
    if (!*found || date) {
        return *found && value == encodeDateNote(note);
    }
    return !owned || (value.size() == kRecordIdBytes && storage::readU64(value) == id);
}

RecordId entryRecord(Family family, storage::Slice key, storage::Slice value)
{
    return storage::recordOf(family, key, value).value_or(kNoRecord);
}

std::string dateEntryKey(const IndexState& index, const DatePlace& place)
{
    std::string key = indexPrefix(index);
    storage::appendI64(key, place.millis);
    storage::appendU64(key, place.id);
    return key;
}

std::optional<DatePlace> datePlaceOf(storage::Slice key)
{
    if (key.size() != kIndexIdBytes + kDateBytes + kRecordIdBytes) {
        return std::nullopt;
    }
    return DatePlace{storage::readI64(key.substr(kIndexIdBytes)),
                     storage::readU64(key.substr(kIndexIdBytes + kDateBytes))};
}

void removeAll(storage::KeyValueStore& store, storage::Batch& batch, const KeyRange& range,
               bool few)
{
    // a range deletion is one operation, but slows later reads of the range; it pays only for many
    // keys
    if (!few) {
        batch.removeRange(range.family, range.lower, range.upper);
        return;
    }
    const auto keys = store.iterate(range.family, range.lower, range.upper, nullptr);
    for (keys->seekToFirst(); keys->valid(); keys->next()) {
        batch.remove(range.family, keys->key());
    }
    // a damaged collection can be dropped all the same
    if (!keys->status()) {
        batch.removeRange(range.family, range.lower, range.upper);
    }
}

base::Error duplicateKey(const std::string& ns, const IndexState& index,
                         bson::DocumentView document, std::string_view key)
{
    const std::vector<protocol::KeyField> fields = protocol::keyFields(index.definition.key);
    bson::Builder values;
    bool found = false;
    const auto sink = [&](std::span<const bson::ValueView> candidate) {
        std::string encoded;
        for (const bson::ValueView& value : candidate) {
            appendKey(encoded, value, index.collation.get());
        }
        if (found || encoded != key) {
            return;
        }
        found = true;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            values.append(fields[i].path, candidate[i]);
        }
    };
    // cannot fail: the key comes from an earlier extraction of this document
    static_cast<void>(index.extractor.extract(document, sink).has_value());
    const std::string start
        = "E11000 duplicate key error collection: " + ns + " index: " + index.definition.name;
    const bson::Document value = values.take();
    if (index.collation) {
        return collatedDuplicate(start, index, value);
    }
    Error error = protocol::commandError(protocol::ServerCode::DuplicateKey,
                                         start + " dup key: " + bson::toShellText(value));
    protocol::setDetails(error,
                         bson::makeDocument("keyPattern", index.definition.key, "keyValue", value));
    return error;
}

} // namespace sandglass::engine::catalog
