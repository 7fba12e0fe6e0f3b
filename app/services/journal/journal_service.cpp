// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/journal/journal_service.h"

#include "app/services/journal/journal_codec.h"

#include <QCoroFuture>
#include <QPromise>
#include <QThreadPool>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr std::size_t kMaxEntries = 1'000;
constexpr qint64 kMaxReadBytes = 4'194'304; // 4 MiB

// Only the end of a long journal is read; the first, cut line is skipped like any broken one.
std::vector<JournalEntry> readFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    if (file.size() > kMaxReadBytes) {
        file.seek(file.size() - kMaxReadBytes);
    }
    const QByteArray text = file.readAll();
    std::vector<JournalEntry> entries
        = journalEntries({text.constData(), static_cast<std::size_t>(text.size())}, kMaxEntries);
    for (JournalEntry& entry : entries) {
        if (entry.status == JournalStatus::Pending) {
            entry.status = JournalStatus::Unknown;
        }
    }
    return entries;
}

// A crash may have cut the last line; the next one must not be glued to what is left of it.
bool endsInsideALine(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.size() > 0 && file.seek(file.size() - 1)
        && file.read(1) != "\n";
}

} // namespace

bool isOutcomeUnknown(const JournalEntry& entry)
{
    return entry.status == JournalStatus::Unknown
        || (entry.status == JournalStatus::Failed && entry.error
            && (entry.error->code == Errc::Network || entry.error->code == Errc::Timeout));
}

JournalService::JournalService(const QString& folder, const base::Clock& clock, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_file(folder + u"/journal.jsonl"_s)
{
    // ids grow over runs without reading the file first
    m_lastId = static_cast<std::uint64_t>(
        std::max<std::int64_t>(0, m_clock.now().time_since_epoch().count()));
}

const JournalEntry* JournalService::find(std::uint64_t id) const
{
    const auto found = std::ranges::find(m_entries, id, &JournalEntry::id);
    return found == m_entries.end() ? nullptr : &*found;
}

JournalEntry* JournalService::mutableEntry(std::uint64_t id)
{
    const auto found = std::ranges::find(m_entries, id, &JournalEntry::id);
    return found == m_entries.end() ? nullptr : &*found;
}

void JournalService::load()
{
    read(this, m_file.fileName());
}

QCoro::Task<void> JournalService::read(QPointer<JournalService> self, QString path)
{
    auto promise = std::make_shared<QPromise<std::vector<JournalEntry>>>();
    promise->start();
    QFuture<std::vector<JournalEntry>> future = promise->future();
    QThreadPool::globalInstance()->start([promise, path] {
        promise->addResult(readFile(path));
        promise->finish();
    });
    std::vector<JournalEntry> earlier = co_await future;
    if (!self) {
        co_return;
    }
    // entries written since the start may be in the file already
    std::erase_if(earlier,
                  [&](const JournalEntry& entry) { return self->find(entry.id) != nullptr; });
    self->m_entries.insert(self->m_entries.begin(), std::make_move_iterator(earlier.begin()),
                           std::make_move_iterator(earlier.end()));
    for (const JournalEntry& entry : self->m_entries) {
        self->m_lastId = std::max(self->m_lastId, entry.id);
    }
    Q_EMIT self->changed();
}

void JournalService::setSecrets(std::function<protocol::Secrets()> secrets)
{
    m_secrets = std::move(secrets);
}

protocol::Secrets JournalService::secrets() const
{
    return m_secrets ? m_secrets() : protocol::Secrets();
}

Result<void> JournalService::open()
{
    if (m_file.isOpen()) {
        return {};
    }
    const bool cut = endsInsideALine(m_file.fileName());
    if (!m_file.open(QIODevice::WriteOnly | QIODevice::Append)) {
        return base::failure(Errc::Storage,
                             "The journal cannot be opened: " + m_file.errorString().toStdString());
    }
    m_file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    if (cut) {
        m_file.write("\n");
    }
    return {};
}

Result<void> JournalService::write(const std::string& line)
{
    TRY(open());
    const QByteArray text = QByteArray::fromStdString(line) + '\n';
    if (m_file.write(text) != text.size() || !m_file.flush()) {
        return base::failure(
            Errc::Storage, "The journal cannot be written: " + m_file.errorString().toStdString());
    }
    return {};
}

Result<std::uint64_t> JournalService::begin(JournalEntry entry)
{
    entry.id = ++m_lastId;
    entry.at = m_clock.now();
    entry.status = JournalStatus::Pending;
    TRY(write(journalBegin(entry)));
    // a command must not outlive its entry when the power goes
    if (::fdatasync(m_file.handle()) != 0 && errno != EINVAL) {
        return base::failure(Errc::Storage, "The journal cannot be brought to the disk.");
    }
    m_entries.push_back(std::move(entry));
    if (m_entries.size() > kMaxEntries) {
        m_entries.erase(m_entries.begin());
    }
    Q_EMIT changed();
    return m_lastId;
}

void JournalService::succeed(std::uint64_t id, const bson::Document& reply,
                             std::optional<bson::Document> after, std::int64_t documents)
{
    if (JournalEntry* entry = mutableEntry(id)) {
        entry->status = JournalStatus::Succeeded;
        entry->reply = secrets().mask(reply);
        entry->after = std::move(after);
        entry->documents = documents;
        complete(*entry);
    }
}

void JournalService::fail(std::uint64_t id, const Error& error)
{
    if (JournalEntry* entry = mutableEntry(id)) {
        entry->status = JournalStatus::Failed;
        entry->error = secrets().mask(error);
        complete(*entry);
    }
}

void JournalService::complete(JournalEntry& entry)
{
    if (const Result<void> written = write(journalEnd(entry)); !written && !entry.error) {
        // the command is done all the same; the entry says that its end is not on disk
        entry.error = written.error();
    }
    Q_EMIT changed();
}

} // namespace sandglass::services

#include "moc_journal_service.cpp"
