// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/protocol/namespace.h"
#include "app/ttl/data_identity.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>

namespace sandglass::services {

/// The kind of a journalled command.
enum class JournalKind {
    CreateIndex,
    ChangeIndex,
    DropIndex,
    InsertDocument,
    ReplaceDocument,
    SetDate,
    RemoveDocuments,
    LoadSampleData,
    StagedPurge,
    MakeRestorePoint,
    RestoreData,
    PauseExpiry,
    ResumeExpiry,
    PutBackDocuments,
};

/// State of a journalled command. Pending: sent, not yet answered. Unknown: no answer arrived,
/// because the connection was lost, the time limit passed or the program ended, so the server may
/// or may not have executed the command; or the server itself does not know, see
/// leavesOutcomeUnknown().
enum class JournalStatus { Pending, Succeeded, Failed, Unknown };

/// One entry of the journal. Holds no secret: the server is named without credentials, and commands
/// lack the contents of documents.
struct JournalEntry
{
    std::uint64_t id = 0; ///< grows with time
    base::Time at; ///< when it was sent, by our clock
    JournalKind kind = JournalKind::CreateIndex;
    JournalStatus status = JournalStatus::Pending;
    QString server; ///< connection string without credentials, or "local"
    protocol::Namespace ns;
    ttl::DataIdentity identity; ///< of the collection when it was sent; empty for document commands
    std::string index; ///< name, for index commands; the host, for those on a member
    bson::Document command; ///< as sent
    std::string mongosh; ///< the same as text; empty when there is none
    std::optional<bson::Document> before; ///< index definition before; for changes and drops
    std::optional<bson::Document> after; ///< index definition after, as read back
    std::int64_t documents = 0; ///< number changed, for document commands
    std::optional<std::int64_t> deletes; ///< documents counted to be deleted at once
    std::uint64_t undoes = 0; ///< id of the entry that this one reverts; 0: none
    bson::Document reply;
    std::optional<Error> error; ///< of one that succeeded: see isUnconfirmed()
    bool verifiedLater = false; ///< the answer was lost; the status was found out by reading back
};

/// Whether an entry of this kind is one change. The others have many steps, and say themselves how
/// far they came. Pure; any thread.
bool isSingleChange(JournalKind kind);

/// Whether a command that failed so may have been executed all the same: it was sent, or may have
/// been, and no answer arrived; or the server answers that it does not know, as a router that has
/// lost a shard, a primary that steps down, or a write that the other members have not confirmed.
/// Pure; any thread.
bool leavesOutcomeUnknown(const Error& error);

/// Whether a server says that it has made a change which the other members have not confirmed: a
/// new primary may not have it. Pure; any thread.
bool isUnconfirmed(const Error& error);

} // namespace sandglass::services
