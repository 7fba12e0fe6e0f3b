// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/journal/journal_entry.h"

#include <QFile>
#include <QObject>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace sandglass::services {

/// Entries that are kept at most, in memory and when a journal is read.
inline constexpr std::size_t kMaxJournalEntries = 1'000;

/// The file journal.jsonl: one JSON line when a command is about to be sent, one when it is
/// answered. Any thread.
class JournalFile : public QObject
{
    Q_OBJECT
public:
    explicit JournalFile(const QString& path);

    const QString& path() const { return m_path; }
    /// What earlier runs wrote, oldest first; a command without an end has an Unknown outcome.
    std::vector<JournalEntry> read() const;

    /// Writes a command that is about to be sent and brings it to the disk, so that no command
    /// outlives its entry when the power goes. Errors: Storage; then do not send it.
    Result<void> begin(const JournalEntry& entry);
    /// Writes how a command ended. Only the first end of an entry counts: what comes from a call
    /// that was abandoned is ignored.
    void end(JournalEntry entry);

Q_SIGNALS:
    /// A command is in the file. Emitted in the thread that wrote it.
    void begun(const sandglass::services::JournalEntry& entry);
    /// How it ended is in the file.
    void ended(const sandglass::services::JournalEntry& entry);

private:
    Result<void> open();
    Result<void> write(const std::string& line);

    const QString m_path;
    std::mutex m_mutex; // guards all below
    QFile m_file;
    std::set<std::uint64_t> m_open; // ids of commands without an end
};

} // namespace sandglass::services
