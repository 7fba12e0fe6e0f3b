// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/retryable_sessions.h"

#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/oplog.h"
#include "app/engine/request/arguments.h"

#include <algorithm>
#include <chrono>
#include <string_view>

namespace sandglass::engine::streams {

using protocol::commandError;
using request::Arguments;

namespace {

constexpr int kTransactionTooOld = 225;
// logicalSessionTimeoutMinutes of hello: a client does not use a session again after that time.
constexpr std::chrono::minutes kSessionLife{30};
// With fewer sessions than this, old ones stay: the search for them reads the whole table.
constexpr std::size_t kFewSessions = 10'000;

/// Adds the statements that one log entry covers. `numbers`: a number, or an array of them.
void addStatements(bson::ValueView numbers, catalog::RecordId entry,
                   catalog::LoggedStatements& logged)
{
    if (numbers.type() == bson::Type::Int32) {
        logged.emplace(numbers.asInt32(), entry);
    }
    for (const bson::Element& element : numbers.asDocument()) {
        logged.emplace(element.value.asInt32(), entry);
    }
}

std::string keyOf(bson::DocumentView lsid)
{
    std::string key;
    for (const std::string_view field : {"id", "uid"}) {
        const bson::Bytes bytes = lsid[field].asBinary().bytes;
        // the lengths keep an id with a user apart from a longer id
        key += std::to_string(bytes.size()) + ":";
        key.append(bytes.begin(), bytes.end());
    }
    return key;
}

} // namespace

RetryableSessions::Use::~Use()
{
    {
        const std::lock_guard lock(m_table.m_mutex);
        m_session.inUse = false;
    }
    m_table.m_returned.notify_all();
}

Result<std::unique_ptr<RetryableSessions::Use>>
RetryableSessions::checkOut(bson::DocumentView lsid, std::int64_t txnNumber, base::Time now)
{
    const Arguments arguments("OperationSessionInfo.lsid", lsid);
    TRY(arguments.required("id"));
    if (lsid["id"].type() != bson::Type::Binary) {
        return arguments.wrongType("id", "binData");
    }
    std::unique_lock lock(m_mutex);
    forgetOld(now);
    Session& session = m_sessions[keyOf(lsid)];
    // `waiting` keeps forgetOld() of another thread from erasing the session during the wait.
    // References into a std::map stay valid when other sessions are added or erased.
    ++session.waiting;
    m_returned.wait(lock, [&session] { return !session.inUse; });
    --session.waiting;
    if (txnNumber < session.txnNumber) {
        return commandError(kTransactionTooOld,
                            "Retryable write with txnNumber " + std::to_string(txnNumber)
                                + " is prohibited on this session because a newer retryable write"
                                  " with txnNumber "
                                + std::to_string(session.txnNumber)
                                + " has already started on this session.");
    }
    // The same number is a retry: its statements are still wanted.
    if (txnNumber > session.txnNumber) {
        session.logged.clear();
    }
    session.txnNumber = txnNumber;
    session.lastUse = now;
    session.inUse = true;
    return std::make_unique<Use>(*this, session);
}

// Requires m_mutex.
void RetryableSessions::forgetOld(base::Time now)
{
    if (m_sessions.size() < kFewSessions) {
        return;
    }
    std::erase_if(m_sessions, [&](const auto& entry) {
        const Session& session = entry.second;
        return !session.inUse && session.waiting == 0 && session.lastUse + kSessionLife < now;
    });
}

Result<void> RetryableSessions::restore(const catalog::Catalog& catalog, base::Time now)
{
    const auto log = catalog.find(catalog::oplogNamespace());
    if (catalog.oplog() == nullptr || !log) {
        return {};
    }
    const std::lock_guard lock(m_mutex);
    const auto entries = log->scan(catalog::Direction::Backward);
    while (entries->next()) {
        const bson::DocumentView entry = entries->document();
        // entries get older from here on, and their sessions have timed out
        if (entry["wall"].asDate().time() + kSessionLife < now) {
            break;
        }
        const bson::DocumentView lsid = entry["lsid"].asDocument();
        if (lsid.empty()) {
            continue;
        }
        Session& session = m_sessions[keyOf(lsid)];
        const std::int64_t txnNumber = entry["txnNumber"].asInt64();
        // the scan goes backward: the first number found is the session's newest
        if (session.txnNumber < 0) {
            session.txnNumber = txnNumber;
        }
        session.lastUse = std::max(session.lastUse, entry["wall"].asDate().time());
        if (txnNumber == session.txnNumber) {
            addStatements(entry["stmtId"], entries->id(), session.logged);
        }
    }
    return entries->status();
}

} // namespace sandglass::engine::streams
