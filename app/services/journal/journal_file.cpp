// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/journal/journal_file.h"

#include "app/platform/file_lock.h"
#include "app/platform/files.h"
#include "app/platform/local_socket.h"
#include "app/services/journal/journal_codec.h"

#include <QByteArray>

#include <utility>

namespace sandglass::services {

namespace {

constexpr qint64 kMaxReadBytes = 4'194'304; // 4 MiB

// A crash may have cut off the last line; the next line must not be appended to its rest.
bool endsInsideALine(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.size() > 0 && file.seek(file.size() - 1)
        && file.read(1) != "\n";
}

} // namespace

JournalFile::JournalFile(const QString& path)
    : m_path(path)
    , m_file(path)
{
}

// Only the end of a long journal is read. Its first line may be cut; it is skipped as damaged.
std::vector<JournalEntry> JournalFile::read()
{
    QFile file(m_path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    if (file.size() > kMaxReadBytes) {
        file.seek(file.size() - kMaxReadBytes);
    }
    const QByteArray text = file.readAll();
    std::vector<JournalEntry> entries = journalEntries(
        {text.constData(), static_cast<std::size_t>(text.size())}, kMaxJournalEntries);
    const std::lock_guard lock(m_mutex);
    for (JournalEntry& entry : entries) {
        if (entry.status == JournalStatus::Pending) {
            entry.status = JournalStatus::Unknown;
        }
        // those of this run are still under way
        if (entry.status == JournalStatus::Unknown && !m_open.contains(entry.id)) {
            m_unknown.insert(entry.id);
        }
    }
    return entries;
}

Result<void> JournalFile::open()
{
    const std::string path = QFile::encodeName(m_path).toStdString();
    if (m_file.isOpen() && platform::fileNumber(path) == m_fileNumber) {
        return {};
    }
    if (m_file.isOpen()) {
        // what is written to a file without a name is lost
        m_file.close();
        m_lost.insert(m_open.begin(), m_open.end());
        m_lost.insert(m_unknown.begin(), m_unknown.end());
    }
    if (!m_file.open(QIODevice::WriteOnly | QIODevice::Append)) {
        return base::failure(Errc::Storage,
                             "The journal cannot be opened: " + m_file.errorString().toStdString());
    }
    m_file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    // on Windows each call makes a descriptor
    m_descriptor = m_file.handle();
    m_fileNumber = platform::fileNumber(path);
    // another window may be writing its line just now
    const platform::FileLock lock(m_descriptor);
    if (endsInsideALine(m_path)) {
        m_file.write("\n");
        m_file.flush();
    }
    return {};
}

Result<void> JournalFile::write(const std::string& line)
{
    TRY(open());
    const QByteArray text = QByteArray::fromStdString(line) + '\n';
    const platform::FileLock lock(m_descriptor);
    if (m_file.write(text) != text.size() || !m_file.flush()) {
        return base::failure(
            Errc::Storage, "The journal cannot be written: " + m_file.errorString().toStdString());
    }
    return {};
}

Result<void> JournalFile::writeEnd(const JournalEntry& entry)
{
    TRY(open());
    if (m_lost.erase(entry.id) > 0) {
        TRY(write(journalBegin(entry)));
    }
    return write(journalEnd(entry));
}

Result<void> JournalFile::begin(const JournalEntry& entry)
{
    QFile own; // for the sync alone, so that whoever closes m_file meanwhile need not wait
    {
        const std::lock_guard lock(m_mutex);
        if (Result<void> written = write(journalBegin(entry)); !written) {
            // drops what is left of the line: it must not reach the file once there is room again
            m_file.close();
            return written;
        }
        m_open.insert(entry.id);
        if (const Result<int> copy = platform::duplicate(m_descriptor)) {
            own.open(*copy, QIODevice::WriteOnly | QIODevice::Append, QFile::AutoCloseHandle);
        }
    }
    // without the lock: a slow disk keeps nobody from ending another entry
    if (!own.isOpen() || !platform::syncData(own.handle())) {
        const std::lock_guard lock(m_mutex);
        m_open.erase(entry.id);
        return base::failure(Errc::Storage, "The journal cannot be synced to disk.");
    }
    // without the lock: slots in this thread run within the signal
    Q_EMIT begun(entry);
    return {};
}

bool JournalFile::isUnknown(std::uint64_t id) const
{
    const std::lock_guard lock(m_mutex);
    return m_unknown.contains(id);
}

void JournalFile::end(JournalEntry entry)
{
    {
        const std::lock_guard lock(m_mutex);
        const bool unknown = entry.status == JournalStatus::Unknown;
        if (!m_open.contains(entry.id) && (unknown || !m_unknown.contains(entry.id))) {
            return; // it is not awaited
        }
        if (const Result<void> written = writeEnd(entry); !written && !entry.error) {
            // the server has executed the command all the same; the entry reports the lost end
            entry.error = written.error();
        }
        m_open.erase(entry.id);
        m_unknown.erase(entry.id);
        if (unknown) {
            m_unknown.insert(entry.id);
        }
    }
    Q_EMIT ended(entry);
}

} // namespace sandglass::services

#include "moc_journal_file.cpp"
