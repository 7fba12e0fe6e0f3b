// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/journal/journalled_command.h"

#include "app/protocol/code_trait.h"
#include "app/services/journal/journal_file.h"

#include <utility>

namespace sandglass::services {

bool isSingleChange(JournalKind kind)
{
    return kind != JournalKind::LoadSampleData && kind != JournalKind::StagedPurge
        && kind != JournalKind::MakeRestorePoint && kind != JournalKind::RestoreData;
}

// A refusal that the server sent is an answer, and so is its own time limit.
bool leavesOutcomeUnknown(const Error& error)
{
    if (error.serverCode != 0) {
        return protocol::hasTrait(error.serverCode, protocol::CodeTrait::Lost);
    }
    return error.code == Errc::Network || error.code == Errc::Timeout
        || error.code == Errc::Cancelled || error.code == Errc::Protocol;
}

bool isUnconfirmed(const Error& error)
{
    return protocol::hasTrait(error.serverCode, protocol::CodeTrait::Unconfirmed);
}

JournalledCommand::JournalledCommand(std::shared_ptr<JournalFile> file, JournalEntry entry,
                                     protocol::Secrets secrets)
    : m_file(std::move(file))
    , m_entry(std::move(entry))
    , m_secrets(std::move(secrets))
{
}

Result<void> JournalledCommand::begin()
{
    return m_file->begin(m_entry);
}

void JournalledCommand::succeed(const bson::Document& reply, std::optional<bson::Document> after,
                                std::int64_t documents)
{
    m_entry.status = JournalStatus::Succeeded;
    m_entry.reply = m_secrets.mask(reply);
    m_entry.after = std::move(after);
    m_entry.documents = documents;
    m_file->end(m_entry);
}

void JournalledCommand::fail(const Error& error)
{
    const bool unknown = leavesOutcomeUnknown(error) && isSingleChange(m_entry.kind);
    m_entry.status = unknown ? JournalStatus::Unknown : JournalStatus::Failed;
    m_entry.error = m_secrets.mask(error);
    m_entry.documents = error.deleted.value_or(0);
    m_file->end(m_entry);
}

void JournalledCommand::settle(bool executed, std::optional<bson::Document> after,
                               std::int64_t documents)
{
    m_entry.status = executed ? JournalStatus::Succeeded : JournalStatus::Failed;
    m_entry.verifiedLater = true;
    if (executed && m_entry.error && !isUnconfirmed(*m_entry.error)) {
        m_entry.error.reset();
    }
    m_entry.after = std::move(after);
    m_entry.documents = documents;
    m_file->end(m_entry);
}

} // namespace sandglass::services
