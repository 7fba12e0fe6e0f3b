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

/// Everything that changed a server, as the window lists it; the same is kept in journal.jsonl
/// below the data folder, see JournalFile. GUI thread.
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
    /// A command for a worker thread, which writes it before sending it; id, time and status are
    /// filled in here. It is listed as soon as it is written.
    JournalledCommand prepare(JournalEntry entry);
    /// Writes a command that is about to be sent from here. Errors: Storage; then do not send it.
    Result<std::uint64_t> begin(JournalEntry entry);
    /// Writes how it ended, unless its worker has done so already. An unknown id is ignored.
    void succeed(std::uint64_t id, const bson::Document& reply,
                 std::optional<bson::Document> after = {}, std::int64_t documents = 0);
    void fail(std::uint64_t id, const Error& error);

Q_SIGNALS:
    void changed();

private:
    void addEarlier(const std::vector<JournalEntry>& earlier);
    void onBegun(const JournalEntry& entry);
    void onEnded(const JournalEntry& entry);
    protocol::Secrets secrets() const;

    const base::Clock& m_clock;
    std::shared_ptr<JournalFile> m_file; // shared with the commands under way
    std::function<protocol::Secrets()> m_secrets;
    std::vector<JournalEntry> m_entries;
    std::uint64_t m_lastId = 0;
};

} // namespace sandglass::services
