// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/protocol/secrets.h"
#include "app/services/journal/journal_entry.h"
#include "app/services/journal/journalled_command.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {

/// Everything that has changed a server, as the window lists it. The same entries are in
/// journal.jsonl in the data folder; see JournalFile. GUI thread.
class JournalService : public QObject
{
    Q_OBJECT
public:
    /// `folder`: the data folder. `clock` must outlive this object.
    JournalService(const QString& folder, const base::Clock& clock, QObject* parent = nullptr);
    ~JournalService() override;

    /// All entries, oldest first, at most kMaxJournalEntries.
    const std::vector<JournalEntry>& entries() const { return m_entries; }
    /// The entry with this id; null when there is none. Valid until the next changed().
    const JournalEntry* find(std::uint64_t id) const;

    /// Sets what masks the secrets of the current connection in error texts and replies before they
    /// are stored. Until then only credentials inside connection strings are masked.
    void setSecrets(std::function<protocol::Secrets()> secrets);

    /// Reads the entries of earlier runs on a worker thread; changed() follows.
    void load();
    /// Prepares a command for a worker thread, which calls begin() before it sends the command:
    /// that waits for the disk. Sets time and status, and the id unless the entry has one, from an
    /// attempt that could not be written. The entry is listed as soon as it is in the file.
    JournalledCommand prepare(JournalEntry entry);
    /// Writes that the command has succeeded, unless its worker has written an end already.
    /// `after`, `documents`: see JournalEntry. An unknown id is ignored.
    void succeed(std::uint64_t id, const bson::Document& reply,
                 std::optional<bson::Document> after = {}, std::int64_t documents = 0);
    /// Writes that the command has failed, or that its outcome is unknown; see
    /// JournalledCommand::fail(). Otherwise as succeed().
    void fail(std::uint64_t id, const Error& error);
    /// Completes an entry whose outcome was unknown and has been found out. `after`, `documents`:
    /// as for succeed(). Ignored for an entry whose outcome is known.
    void settle(std::uint64_t id, bool executed, std::optional<bson::Document> after = {},
                std::int64_t documents = 0);

Q_SIGNALS:
    /// entries() has changed.
    void changed();

private:
    /// Puts the entries of earlier runs before those of this run.
    void addEarlier(const std::vector<JournalEntry>& earlier);
    /// An abandoned worker may have ended its entry a moment ago, which onEnded() hears of later.
    void noteUnknown(std::uint64_t id, const Error& error);
    /// Lists an entry that is now in the file.
    void onBegun(const JournalEntry& entry);
    /// Takes over the end of an entry.
    void onEnded(const JournalEntry& entry);
    /// What masks secrets now.
    protocol::Secrets secrets() const;

    const base::Clock& m_clock;
    std::shared_ptr<JournalFile> m_file; // shared with the commands in progress
    std::function<protocol::Secrets()> m_secrets;
    std::vector<JournalEntry> m_entries;
    std::uint64_t m_lastId = 0;
};

} // namespace sandglass::services
