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

/// Most entries that are held in memory and read from a file.
inline constexpr std::size_t kMaxJournalEntries = 1'000;

/// The file journal.jsonl: one JSON line before a command is sent, and one when it has ended. A
/// file that was deleted or moved away is made anew with the next line. Any thread.
class JournalFile : public QObject
{
    Q_OBJECT
public:
    /// Does not open the file yet.
    explicit JournalFile(const QString& path);

    /// The path given to the constructor.
    const QString& path() const { return m_path; }
    /// The entries of earlier runs, oldest first, at most kMaxJournalEntries. A command without an
    /// end has the status Unknown. A file that cannot be read counts as empty.
    std::vector<JournalEntry> read();

    /// Writes a command that is about to be sent and syncs the file, so that after a power failure
    /// no command was sent without an entry. Waits for the disk, so it is never called in the GUI
    /// thread. Errors: Storage; the command must not be sent then.
    Result<void> begin(const JournalEntry& entry);
    /// Writes how a command has ended. Does not wait for the disk. Only the first end of an entry
    /// counts; a later one, from an abandoned call, is ignored. After the status Unknown one more
    /// end may follow.
    void end(JournalEntry entry);
    /// Whether an entry has ended with an unknown outcome that was not settled since. Any thread.
    bool isUnknown(std::uint64_t id) const;

Q_SIGNALS:
    /// A command is in the file. Emitted in the thread that has written it.
    void begun(const sandglass::services::JournalEntry& entry);
    /// A command has ended, and its end is in the file unless `entry.error` says otherwise. Emitted
    /// as begun().
    void ended(const sandglass::services::JournalEntry& entry);

private:
    /// Opens the file for appending, the first time and after it was deleted or moved away. Errors:
    /// Storage. The caller holds m_mutex.
    Result<void> open();
    /// Appends the line of an end, after the first line if that was lost. Errors: Storage. The
    /// caller holds m_mutex.
    Result<void> writeEnd(const JournalEntry& entry);
    /// Appends a line. Errors: Storage. The caller holds m_mutex.
    Result<void> write(const std::string& line);

    const QString m_path;
    mutable std::mutex m_mutex; // guards all below
    QFile m_file;
    int m_descriptor = -1; // of m_file while it is open
    std::uint64_t m_fileNumber = 0; // of m_file while it is open; 0: the system has none
    std::set<std::uint64_t> m_lost; // ids of commands whose first line went away with the file
    std::set<std::uint64_t> m_open; // ids of commands without an end
    std::set<std::uint64_t> m_unknown; // ids of commands whose outcome is unknown
};

} // namespace sandglass::services
