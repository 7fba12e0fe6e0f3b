// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/journal/journal_file.h"

#include "app/platform/files.h"
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
    if (m_file.isOpen()) {
        return {};
    }
    const bool cut = endsInsideALine(m_path);
    if (!m_file.open(QIODevice::WriteOnly | QIODevice::Append)) {
        return base::failure(Errc::Storage,
                             "The journal cannot be opened: " + m_file.errorString().toStdString());
    }
    m_file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    // on Windows each call makes a descriptor
    m_descriptor = m_file.handle();
    if (cut) {
        m_file.write("\n");
    }
    return {};
}

Result<void> JournalFile::write(const std::string& line)
{
    TRY(open());
    const QByteArray text = QByteArray::fromStdString(line) + '\n';
    if (m_file.write(text) != text.size() || !m_file.flush()) {
        return base::failure(
            Errc::Storage, "The journal cannot be written: " + m_file.errorString().toStdString());
    }
    return {};
}

Result<void> JournalFile::begin(const JournalEntry& entry)
{
    {
        const std::lock_guard lock(m_mutex);
        if (Result<void> written = write(journalBegin(entry)); !written) {
            // drops what is left of the line: it must not reach the file once there is room again
            m_file.close();
            return written;
        }
        if (!platform::syncData(m_descriptor)) {
            return base::failure(Errc::Storage, "The journal cannot be synced to disk.");
        }
        m_open.insert(entry.id);
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
        const bool awaited
            = m_open.erase(entry.id) > 0 || (!unknown && m_unknown.erase(entry.id) > 0);
        if (!awaited) {
            return;
        }
        if (unknown) {
            m_unknown.insert(entry.id);
        }
        if (const Result<void> written = write(journalEnd(entry)); !written && !entry.error) {
            // the server has executed the command all the same; the entry reports the lost end
            entry.error = written.error();
        }
    }
    Q_EMIT ended(entry);
}

} // namespace sandglass::services

#include "moc_journal_file.cpp"
