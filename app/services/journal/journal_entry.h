// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/protocol/namespace.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>

namespace sandglass::services {

/// What a journalled command does.
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
};

/// How far a journalled command has come. Pending: sent, no answer yet. Unknown: the program ended
/// before the answer came, so nobody can tell whether the server did it.
enum class JournalStatus { Pending, Succeeded, Failed, Unknown };

/// One entry of the journal. Holds no secret: connection without credentials, commands without
/// document contents.
struct JournalEntry
{
    std::uint64_t id = 0;
    base::Time at;
    JournalKind kind = JournalKind::CreateIndex;
    JournalStatus status = JournalStatus::Pending;
    QString server; ///< connection string without credentials, or "local"
    protocol::Namespace ns;
    std::string index; ///< name, for index commands
    bson::Document command; ///< as sent
    std::string mongosh; ///< the same as text; empty when there is none
    std::optional<bson::Document> before; ///< index definition before; for changes and drops
    std::optional<bson::Document> after; ///< index definition after, as read back
    std::int64_t documents = 0; ///< changed documents, for document commands
    std::optional<std::int64_t> deletes; ///< what the rule was counted to delete at once
    std::uint64_t undoes = 0; ///< the entry whose change this one takes back; 0: none
    bson::Document reply;
    std::optional<Error> error;
};

/// Whether an entry may or may not have been carried out: no answer came.
bool isOutcomeUnknown(const JournalEntry& entry);

} // namespace sandglass::services
