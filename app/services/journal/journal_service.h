// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/protocol/secrets.h"
#include "app/ttl/draft.h"

#include <QCoroTask>
#include <QFile>
#include <QObject>
#include <QPointer>
#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

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

/// Everything that changed a server, kept in journal.jsonl below the data folder: one JSON line
/// when a command is about to be sent, one when it is answered; each flushed to the file before
/// going on. Error texts and replies pass the mask before they are kept. GUI thread.
class JournalService : public QObject
{
    Q_OBJECT
public:
    JournalService(const QString& folder, const base::Clock& clock, QObject* parent = nullptr);

    /// Oldest first; at most the last 1 000.
    const std::vector<JournalEntry>& entries() const { return m_entries; }
    const JournalEntry* find(std::uint64_t id) const;

    /// What takes the secrets of the present connection out of error texts and replies before these
    /// are kept. Until it is set, only credentials inside connection strings are taken out.
    void setSecrets(std::function<protocol::Secrets()> secrets);

    /// Reads back what earlier runs wrote, on a worker thread; changed() tells when it is there.
    void load();
    /// Writes a command that is about to be sent; fills id, time and status. Errors: Storage; then
    /// do not send it.
    Result<std::uint64_t> begin(JournalEntry entry);
    /// Writes how it ended. An unknown id is ignored.
    void succeed(std::uint64_t id, const bson::Document& reply,
                 std::optional<bson::Document> after = {}, std::int64_t documents = 0);
    void fail(std::uint64_t id, const Error& error);

Q_SIGNALS:
    void changed();

private:
    static QCoro::Task<void> read(QPointer<JournalService> self, QString path);
    Result<void> open();
    Result<void> write(const std::string& line);
    protocol::Secrets secrets() const;
    JournalEntry* mutableEntry(std::uint64_t id);
    void complete(JournalEntry& entry);

    const base::Clock& m_clock;
    QFile m_file;
    std::function<protocol::Secrets()> m_secrets;
    std::vector<JournalEntry> m_entries;
    std::uint64_t m_lastId = 0;
};

} // namespace sandglass::services
