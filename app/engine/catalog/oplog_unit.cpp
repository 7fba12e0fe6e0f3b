// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/oplog_unit.h"

#include "app/engine/catalog/collection_impl.h"
#include "app/engine/catalog/document_diff.h"
#include "app/engine/catalog/index_entries.h"

#include <utility>

namespace sandglass::engine::catalog {

namespace {

using storage::Family;

// There are no elections: this server is always primary, so the term never changes.
constexpr std::int64_t kTerm = 1;
// "v" of an entry; change streams and tools of MongoDB expect 2.
constexpr std::int64_t kEntryVersion = 2;

bson::Document opTime(RecordId entry)
{
    return bson::makeDocument("ts", timestampOf(entry), "t", kTerm);
}

/// Writes `stmtId` as a number, or as an array when the entry covers several statements.
void appendStatements(const std::vector<std::int32_t>& numbers, bson::Builder& entry)
{
    if (numbers.size() == 1) {
        entry.append("stmtId", numbers.front());
        return;
    }
    entry.beginArray("stmtId");
    for (const std::int32_t number : numbers) {
        entry.push(number);
    }
    entry.end();
}

bson::Document idOf(bson::DocumentView document)
{
    return bson::makeDocument("_id", document["_id"]);
}

} // namespace

bool OplogUnit::logs(const CollectionImpl& collection) const
{
    return m_oplog != nullptr && !m_quiet && isLogged(collection.ns());
}

void OplogUnit::inserted(const CollectionImpl& collection, bson::DocumentView document)
{
    if (!logs(collection)) {
        return;
    }
    const bson::Document id = idOf(document);
    Entry entry{"i", &collection, collection.ns(), document, id};
    keepImage(entry, {}, document);
    log(entry);
}

void OplogUnit::replaced(const CollectionImpl& collection, bson::DocumentView before,
                         bson::DocumentView after)
{
    if (!logs(collection)) {
        return;
    }
    const bson::Document id = idOf(after);
    const bson::Document update = loggedChange(before, after);
    const bool whole = update.contains("_id"); // a difference never has it
    Entry entry{"u", &collection, collection.ns(), update, id};
    if (collection.shape()->keepsImages) {
        entry.before.emplace(before);
        if (!whole) {
            entry.after.emplace(after); // a replacement is logged itself
        }
    }
    keepImage(entry, before, after);
    log(entry);
}

bson::Document OplogUnit::loggedChange(bson::DocumentView before, bson::DocumentView after) const
{
    if (m_note != nullptr && m_note->replacement) {
        return bson::Document(after);
    }
    bson::Document diff = m_note != nullptr ? m_note->difference : bson::Document();
    if (diff.empty() && m_note != nullptr && m_note->pipeline) {
        auto smaller = smallerDiff(before, after);
        if (!smaller) {
            return bson::Document(after);
        }
        diff = std::move(*smaller);
    }
    if (diff.empty()) {
        diff = documentDiff(before, after);
    }
    return bson::makeDocument("$v", std::int32_t{2}, "diff", diff);
}

void OplogUnit::removed(const CollectionImpl& collection, bson::DocumentView before)
{
    if (!logs(collection)) {
        return;
    }
    const bson::Document id = idOf(before);
    Entry entry{"d", &collection, collection.ns(), id};
    if (collection.shape()->keepsImages) {
        entry.before.emplace(before);
    }
    keepImage(entry, before, {});
    log(entry);
}

void OplogUnit::command(const protocol::Namespace& ns, const CollectionImpl* collection,
                        bson::DocumentView o, bson::DocumentView o2)
{
    if (m_oplog != nullptr && isLogged(ns)) {
        log({"c", collection, {ns.database, "$cmd"}, o, o2});
    }
}

void OplogUnit::message(bson::DocumentView o)
{
    if (m_oplog != nullptr) {
        log({"n", nullptr, {}, o});
    }
}

void OplogUnit::keepImage(Entry& entry, bson::DocumentView before, bson::DocumentView after) const
{
    if (!isRetryable() || m_note->image == KeptImage::None) {
        return;
    }
    const bson::DocumentView image = m_note->image == KeptImage::Before ? before : after;
    if (!image.empty()) {
        entry.image.emplace(image);
    }
}

void OplogUnit::log(const Entry& entry)
{
    Images images;
    images.ofRetry = putImage(entry, entry.image);
    images.before = putImage(entry, entry.before);
    images.after = putImage(entry, entry.after);
    const RecordId logged = put(entry, images);
    const bool write = entry.op != "c" && entry.op != "n";
    // only writes can be retried; commands and images carry no statement
    if (!write || !isRetryable() || m_note->logged == nullptr) {
        return;
    }
    for (const std::int32_t statement : m_note->statements) {
        m_statements.emplace_back(m_note->logged, statement, logged);
    }
}

RecordId OplogUnit::putImage(const Entry& entry, const std::optional<bson::Document>& image)
{
    return image ? put({"n", entry.collection, entry.ns, *image}, Images()) : kNoRecord;
}

RecordId OplogUnit::put(const Entry& entry, const Images& images)
{
    const CollectionImpl& log = m_oplog->m_collection;
    m_last = m_oplog->nextAfter(m_last);
    m_wall = log.core().clock.now();
    const bool retryable = isRetryable() && entry.op != "c" && entry.op != "n";
    bson::Builder builder;
    if (retryable) {
        builder.append("lsid", m_note->session).append("txnNumber", m_note->txnNumber);
    }
    builder.append("op", entry.op);
    builder.append("ns", entry.ns.database.empty() ? std::string() : entry.ns.text());
    if (entry.collection != nullptr) {
        const auto uuid = entry.collection->uuid();
        builder.append("ui", bson::Binary{bson::kUuidSubtype, uuid});
    }
    builder.append("o", entry.o);
    if (!entry.o2.empty()) {
        builder.append("o2", entry.o2);
    }
    if (retryable) {
        appendStatements(m_note->statements, builder);
    }
    if (images.ofRetry != kNoRecord) {
        builder.append(m_note->image == KeptImage::Before ? "preImageOpTime" : "postImageOpTime",
                       opTime(images.ofRetry));
    }
    if (images.before != kNoRecord) {
        builder.append("imageBefore", timestampOf(images.before));
    }
    if (images.after != kNoRecord) {
        builder.append("imageAfter", timestampOf(images.after));
    }
    builder.append("ts", timestampOf(m_last)).append("t", kTerm).append("v", kEntryVersion);
    builder.append("wall", bson::Date::from(m_wall));
    if (retryable) {
        builder.append("prevOpTime",
                       bson::makeDocument("ts", bson::Timestamp(), "t", std::int64_t{-1}));
    }
    const bson::Document document = builder.take();
    const bson::Bytes bytes = document.bytes();
    m_batch.put(Family::Records, recordKey(log.id(), m_last),
                {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    ++m_entries;
    m_bytes += static_cast<std::int64_t>(bytes.size());
    return m_last;
}

Result<void> OplogUnit::beforeCommit()
{
    if (m_entries == 0) {
        return {};
    }
    const auto trimmed = m_oplog->trim(m_batch, m_bytes);
    TRY(trimmed);
    m_trimmed = *trimmed;
    if (m_trimmed.first > 0) {
        // Before the commit: a change stream that resumes in between may be refused an entry that
        // is still there, but is never given a log with a gap.
        m_oplog->m_first = m_oplog->m_firstAfterTrim;
        m_oplog->m_whole = false;
    }
    const CollectionCounters& counters = m_oplog->m_collection.counters();
    m_batch.put(Family::Meta, figuresKey(m_oplog->m_collection.id()),
                encodeFigures({counters.documents + m_entries - m_trimmed.first,
                               counters.bytes + m_bytes - m_trimmed.second}));
    return {};
}

void OplogUnit::afterCommit()
{
    if (m_entries == 0) {
        return;
    }
    CollectionCounters& counters = m_oplog->m_collection.counters();
    counters.documents += m_entries - m_trimmed.first;
    counters.bytes += m_bytes - m_trimmed.second;
    m_oplog->m_lastWall = m_wall.time_since_epoch().count();
    m_oplog->m_last = m_last;
    if (m_oplog->m_first == kNoRecord) {
        m_oplog->m_first = m_last;
    }
    for (const auto& [logged, statement, entry] : m_statements) {
        logged->insert_or_assign(statement, entry);
    }
    m_entries = 0;
}

} // namespace sandglass::engine::catalog
