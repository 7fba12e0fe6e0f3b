// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/journal/journal_service.h"
#include "app/ttl/ttl_server.h"

#include <QFuture>
#include <QObject>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace sandglass::services {

class ConnectionService;

/// What a server shows of a command whose answer was lost.
struct OutcomeFinding
{
    bool inEffect = false; ///< what the command asks for is so now
    std::optional<bson::Document> after; ///< of an index: its definition as read back
    std::int64_t documents = 0; ///< number changed, for document commands
};

/// Reads from the server whether a command is in effect. Blocking; runs on a worker thread.
/// Errors: the server's.
using OutcomeReading
    = std::function<Result<OutcomeFinding>(ttl::TtlServer&, const ttl::CallLimits&)>;

/// Finds out what became of commands whose answers were lost: as soon as there is a connection to
/// their server, it asks that server and completes the journal entries. Covers entries of earlier
/// runs too. An entry for which no source has a reading stays as it is. GUI thread.
class OutcomeCheck : public QObject
{
    Q_OBJECT
public:
    /// What is known of a command.
    enum class Outcome {
        InEffect, ///< the server has executed it
        NotInEffect, ///< what it asks for is not in effect
        StillUnknown, ///< the server cannot be asked, or refuses to say
    };
    Q_ENUM(Outcome)

    /// Makes the reading for an entry; nullptr for an entry that it cannot read back. Pure.
    using Source = std::function<OutcomeReading(const JournalEntry&)>;

    /// Both services must outlive this object.
    OutcomeCheck(ConnectionService& connections, JournalService& journal,
                 QObject* parent = nullptr);

    /// Adds a kind of entry that can be read back.
    void addSource(Source source);
    /// Completes when the outcome of this entry is known, or cannot be found out.
    QFuture<Outcome> outcomeOf(std::uint64_t entry);

    /// The pause before the second look at what is not in effect: the server may still be at work.
    /// Each further pause is five times as long. Default: 2 s. Tests shorten it.
    void setFirstPause(std::chrono::milliseconds first) { m_firstPause = first; }

Q_SIGNALS:
    /// An entry was checked. `ns`: its collection, which must be read again if it is in effect.
    void checked(quint64 entry, sandglass::services::OutcomeCheck::Outcome outcome,
                 const sandglass::protocol::Namespace& ns);

private:
    /// Starts a check for each entry that needs one, if there is a connection to its server.
    void checkAll();
    /// The reading for an entry; nullptr when there is none.
    OutcomeReading readingFor(const JournalEntry& entry) const;
    /// Completes an entry according to what was found.
    void settle(const JournalEntry& entry, const Result<OutcomeFinding>& finding);
    /// Starts the pause before the next look. False: it was the last one.
    bool lookAgain(const JournalEntry& entry);
    /// Announces the outcome of an entry.
    void announce(const JournalEntry& entry, Outcome outcome);
    /// Gives up waiting for entries of another server than the connection's, or for all of them
    /// once it is closed.
    void giveUpElsewhere();

    ConnectionService& m_connections;
    JournalService& m_journal;
    std::vector<Source> m_sources;
    std::set<std::uint64_t> m_asked; // on this connection
    std::set<std::uint64_t> m_awaited; // by outcomeOf()
    std::map<std::uint64_t, int> m_looks; // at entries that were not in effect so far
    std::chrono::milliseconds m_firstPause{2'000};
};

/// The error for a command that has not been found in effect: that of its lost answer if it was not
/// executed, otherwise OutcomeUnknown. What was deleted before stays in it. Pure.
Error lostAnswerError(OutcomeCheck::Outcome outcome, const Error& lost);

} // namespace sandglass::services
