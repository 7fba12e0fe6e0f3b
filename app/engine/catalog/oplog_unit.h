// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/builder.h"
#include "app/bson/value.h"
#include "app/engine/catalog/oplog.h"
#include "app/engine/catalog/write_note.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace sandglass::engine::catalog {

/// The log entries of one batch. Created, filled and committed under the writer lock. Without a log
/// it does nothing at no cost. Entries have MongoDB's form: {op, ns, ui, o, o2?, ts, t, v, wall};
/// for a retryable write also {lsid, txnNumber, stmtId (an array for several statements),
/// prevOpTime} and {preImageOpTime} or {postImageOpTime}, which refers to a "n" entry before it.
/// For a collection with changeStreamPreAndPostImages they have {imageBefore, imageAfter}, the
/// times of such entries too.
class OplogUnit
{
public:
    OplogUnit(Oplog* oplog, storage::Batch& batch)
        : m_oplog(oplog)
        , m_batch(batch)
    {
    }

    /// Whether there is a log.
    bool enabled() const { return m_oplog != nullptr; }
    /// Information about the writes that follow; it must outlive them. nullptr: none.
    void setNote(const WriteNote* note) { m_note = note; }
    /// While quiet, nothing is logged: for the removals of a capped collection, which are no
    /// deletes.
    void setQuiet(bool quiet) { m_quiet = quiet; }

    /// Logs a document that a write unit has added.
    void inserted(const CollectionImpl& collection, bson::DocumentView document);
    /// Logs a replaced document.
    void replaced(const CollectionImpl& collection, bson::DocumentView before,
                  bson::DocumentView after);
    /// Logs a removed document.
    void removed(const CollectionImpl& collection, bson::DocumentView before);
    /// Logs a change of the catalog: {create: …}, {drop: …} and so on. `collection`: may be null.
    void command(const protocol::Namespace& ns, const CollectionImpl* collection,
                 bson::DocumentView o, bson::DocumentView o2 = {});
    /// Logs an entry that changes nothing.
    void message(bson::DocumentView o);

    /// Adds the log's figures to the batch and removes entries that exceed its size. Errors:
    /// Storage.
    Result<void> beforeCommit();
    /// Makes the entries visible as the newest ones.
    void afterCommit();

private:
    /// An entry before it is encoded.
    struct Entry
    {
        std::string_view op;
        const CollectionImpl* collection = nullptr;
        protocol::Namespace ns;
        bson::DocumentView o;
        bson::DocumentView o2 = {};
        std::optional<bson::Document> image = {}; ///< logged before it, for a retryable write
        std::optional<bson::Document> before = {}; ///< logged before it, for change streams
        std::optional<bson::Document> after = {}; ///< likewise
    };
    /// The entries with the images of an entry; 0: none.
    struct Images
    {
        RecordId ofRetry = 0;
        RecordId before = 0;
        RecordId after = 0;
    };

    /// Whether writes to a collection are logged now.
    bool logs(const CollectionImpl& collection) const;
    /// Whether the current write is retryable.
    bool isRetryable() const { return m_note != nullptr && !m_note->session.empty(); }
    /// What the log has of a replaced document: the new one, or the difference.
    bson::Document loggedChange(bson::DocumentView before, bson::DocumentView after) const;
    /// Keeps the state that a repeated findAndModify must return.
    void keepImage(Entry& entry, bson::DocumentView before, bson::DocumentView after) const;
    /// Encodes an entry into the batch; returns its id.
    RecordId put(const Entry& entry, const Images& images);
    /// Puts an image of a change, as an entry that changes nothing; 0 without one.
    RecordId putImage(const Entry& entry, const std::optional<bson::Document>& image);
    /// Puts an entry and, before it, its images.
    void log(const Entry& entry);

    Oplog* m_oplog;
    storage::Batch& m_batch;
    const WriteNote* m_note = nullptr;
    bool m_quiet = false;
    RecordId m_last = 0; ///< the newest entry of this unit
    base::Time m_wall;
    std::int64_t m_entries = 0;
    std::int64_t m_bytes = 0;
    std::pair<std::int64_t, std::int64_t> m_trimmed{0, 0}; ///< documents and bytes
    std::vector<std::tuple<LoggedStatements*, std::int32_t, RecordId>> m_statements;
};

} // namespace sandglass::engine::catalog
