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

/// The log entries of one batch. Made, filled and committed under the writer lock. Does nothing,
/// and costs nothing, without a log. `note` stays the caller's and must outlive the writes.
/// Entries have the form of MongoDB's: {op, ns, ui, o, o2?, ts, t, v, wall}, for a retryable write
/// with {lsid, txnNumber, stmtId (an array for several statements), prevOpTime} and
/// {preImageOpTime} or {postImageOpTime}, whose entry is a "n" right before it.
class OplogUnit
{
public:
    OplogUnit(Oplog* oplog, storage::Batch& batch)
        : m_oplog(oplog)
        , m_batch(batch)
    {
    }

    bool enabled() const { return m_oplog != nullptr; }
    void setNote(const WriteNote* note) { m_note = note; }
    /// While quiet nothing is logged: a capped collection's own removals are nobody's deletes.
    void setQuiet(bool quiet) { m_quiet = quiet; }

    /// The document that a write unit has put, replaced or removed.
    void inserted(const CollectionImpl& collection, bson::DocumentView document);
    void replaced(const CollectionImpl& collection, bson::DocumentView before,
                  bson::DocumentView after);
    void removed(const CollectionImpl& collection, bson::DocumentView before);
    /// A change of the catalog: {create: …}, {drop: …} and so on. `collection` may be null.
    void command(const protocol::Namespace& ns, const CollectionImpl* collection,
                 bson::DocumentView o, bson::DocumentView o2 = {});
    /// An entry that changes nothing.
    void message(bson::DocumentView o);

    /// Puts the log's figures and removes what no longer fits. Errors: Storage.
    Result<void> beforeCommit();
    /// Makes the entries the newest ones.
    void afterCommit();

private:
    struct Entry
    {
        std::string_view op;
        const CollectionImpl* collection = nullptr;
        protocol::Namespace ns;
        bson::DocumentView o;
        bson::DocumentView o2 = {};
        std::optional<bson::Document> image = {}; ///< logged before it, for a retryable write
    };

    bool logs(const CollectionImpl& collection) const;
    bool isRetryable() const { return m_note != nullptr && !m_note->session.empty(); }
    void keepImage(Entry& entry, bson::DocumentView before, bson::DocumentView after) const;
    RecordId put(const Entry& entry, RecordId image);
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
