// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/services/trash/trash_filter.h"
#include "app/services/trash/trash_limits.h"
#include "app/ttl/ttl_server.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandglass::services {

class JournalledCommand;
struct JournalEntry;

/// A deleted document in the trash.
struct TrashItem
{
    bson::Value entry; ///< `_id` of the entry
    std::string ns;
    std::string index;
    base::Time deletedAt;
    bson::Document document;
};

/// What one TTL pass has deleted from one collection.
struct TrashPass
{
    base::Time startedAt;
    std::string ns;
    std::int64_t documents = 0; ///< still in the trash

    bool operator==(const TrashPass&) const = default;
};

/// What the trash holds.
struct TrashReading
{
    std::optional<TrashLimits> limits; ///< unset: the server has no trash
    std::vector<TrashItem> items; ///< one page, latest first
    std::int64_t total = 0; ///< on all pages
    std::vector<TrashPass> passes; ///< of all that the trash holds, latest first, at most 200
};

/// Documents on one page.
inline constexpr int kTrashPage = 50;

/// Reads one page. `skip`: documents before it. Errors: those of trashFilter(), the server's.
/// Blocking; any thread.
Result<TrashReading> readTrash(ttl::TtlServer& server, const ttl::CallLimits& limits,
                               const TrashChoice& choice, int skip);

/// Why a document cannot be put back.
struct PutBackRefusal
{
    int code = 0; ///< the server's, 0 if it gave none
    std::string ns; ///< of the collection that held it
    std::string reason; ///< the server's words
    bool operator==(const PutBackRefusal&) const = default;
};

/// The result of putting documents back.
struct PutBackReply
{
    std::int64_t matched = 0;
    std::int64_t putBack = 0;
    std::int64_t refused = 0;
    std::vector<PutBackRefusal> reasons; ///< of those refused, each once
};

/// Puts documents back into their collections, or only counts with `dryRun`. `byName`: also into a
/// collection that has taken the name of one that was dropped. Errors: those of trashFilter(), the
/// server's. Blocking; any thread.
Result<PutBackReply> sendPutBack(ttl::TtlServer& server, const ttl::CallLimits& limits,
                                 const bson::Document& command);
/// The command, for the database `admin`.
bson::Document putBackCommand(const bson::Document& filter, bool byName, bool dryRun);
/// The journal's entry of putting back, without what identifies documents.
JournalEntry putBackEntry(bool byName);

} // namespace sandglass::services
