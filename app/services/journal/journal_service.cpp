// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/journal/journal_service.h"

#include "app/services/calls/answer.h"
#include "app/services/calls/on_worker.h"
#include "app/services/journal/journal_file.h"

#include <algorithm>
#include <iterator>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::services {

JournalService::JournalService(const QString& folder, const base::Clock& clock, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_file(std::make_shared<JournalFile>(folder + u"/journal.jsonl"_s))
{
    // ids start at the time in milliseconds: they grow from run to run without reading the file
    m_lastId = static_cast<std::uint64_t>(
        std::max<std::int64_t>(0, m_clock.now().time_since_epoch().count()));
    // signals from a worker are queued and arrive before the worker's answer
    connect(m_file.get(), &JournalFile::begun, this, &JournalService::onBegun);
    connect(m_file.get(), &JournalFile::ended, this, &JournalService::onEnded);
}

// QObject's destructor would do it too, but after m_file is released: then the worker of the last
// command may be destroying the file at the same moment.
JournalService::~JournalService()
{
    m_file->disconnect(this);
}

const JournalEntry* JournalService::find(std::uint64_t id) const
{
    const auto found = std::ranges::find(m_entries, id, &JournalEntry::id);
    return found == m_entries.end() ? nullptr : &*found;
}

void JournalService::load()
{
    const auto reading
        = onWorker([file = m_file]() -> Result<std::vector<JournalEntry>> { return file->read(); });
    whenAnswered(reading, this, [this](const Result<std::vector<JournalEntry>>& earlier) {
        addEarlier(earlier ? *earlier : std::vector<JournalEntry>());
    });
}

void JournalService::addEarlier(const std::vector<JournalEntry>& earlier)
{
    // entries of this run may be in the file already
    std::vector<JournalEntry> entries;
    std::ranges::copy_if(earlier, std::back_inserter(entries),
                         [this](const JournalEntry& entry) { return !find(entry.id); });
    entries.insert(entries.end(), std::make_move_iterator(m_entries.begin()),
                   std::make_move_iterator(m_entries.end()));
    m_entries = std::move(entries);
    for (const JournalEntry& entry : m_entries) {
        m_lastId = std::max(m_lastId, entry.id);
    }
    Q_EMIT changed();
}

void JournalService::setSecrets(std::function<protocol::Secrets()> secrets)
{
    m_secrets = std::move(secrets);
}

protocol::Secrets JournalService::secrets() const
{
    return m_secrets ? m_secrets() : protocol::Secrets();
}

JournalledCommand JournalService::prepare(JournalEntry entry)
{
    entry.id = entry.id == 0 ? ++m_lastId : entry.id;
    entry.at = m_clock.now();
    entry.status = JournalStatus::Pending;
    return {m_file, std::move(entry), secrets()};
}

void JournalService::succeed(std::uint64_t id, const bson::Document& reply,
                             std::optional<bson::Document> after, std::int64_t documents)
{
    if (const JournalEntry* entry = find(id)) {
        JournalledCommand(m_file, *entry, secrets()).succeed(reply, std::move(after), documents);
    }
}

void JournalService::fail(std::uint64_t id, const Error& error)
{
    if (const JournalEntry* entry = find(id)) {
        JournalledCommand(m_file, *entry, secrets()).fail(error);
        noteUnknown(id, error);
    }
}

void JournalService::noteUnknown(std::uint64_t id, const Error& error)
{
    const auto entry = std::ranges::find(m_entries, id, &JournalEntry::id);
    if (entry != m_entries.end() && entry->status == JournalStatus::Pending
        && m_file->isUnknown(id)) {
        entry->status = JournalStatus::Unknown;
        entry->error = secrets().mask(error);
    }
}

void JournalService::settle(std::uint64_t id, bool executed, std::optional<bson::Document> after,
                            std::int64_t documents)
{
    if (const JournalEntry* entry = find(id)) {
        JournalledCommand(m_file, *entry, secrets()).settle(executed, std::move(after), documents);
    }
}

void JournalService::onBegun(const JournalEntry& entry)
{
    m_entries.push_back(entry);
    if (m_entries.size() > kMaxJournalEntries) {
        m_entries.erase(m_entries.begin());
    }
    Q_EMIT changed();
}

void JournalService::onEnded(const JournalEntry& entry)
{
    const auto found = std::ranges::find(m_entries, entry.id, &JournalEntry::id);
    if (found != m_entries.end()) {
        *found = entry;
        Q_EMIT changed();
    }
}

} // namespace sandglass::services

#include "moc_journal_service.cpp"
