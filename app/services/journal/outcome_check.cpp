// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/journal/outcome_check.h"

#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"

#include <QTimer>

#include <algorithm>
#include <tuple>
#include <utility>

namespace sandglass::services {

namespace {

// The server may still be executing the command when it is looked at. Building an index takes
// longer than everything else.
constexpr int kLooks = 2;
constexpr int kLooksAtBuilds = 4;

bool isIndexKind(JournalKind kind)
{
    return kind == JournalKind::CreateIndex || kind == JournalKind::ChangeIndex
        || kind == JournalKind::DropIndex;
}

bool isSwitchKind(JournalKind kind)
{
    return kind == JournalKind::PauseExpiry || kind == JournalKind::ResumeExpiry;
}

// A later change of the same index, or of the same monitor, hides what became of an earlier one.
bool isHiddenByLater(const std::vector<JournalEntry>& entries, const JournalEntry& entry)
{
    const auto sameKind = isSwitchKind(entry.kind) ? &isSwitchKind : &isIndexKind;
    return sameKind(entry.kind) && std::ranges::any_of(entries, [&](const JournalEntry& other) {
               return other.id > entry.id && sameKind(other.kind) && other.server == entry.server
                   && other.ns == entry.ns && other.index == entry.index
                   && other.status != JournalStatus::Failed;
           });
}

} // namespace

OutcomeCheck::OutcomeCheck(ConnectionService& connections, JournalService& journal, QObject* parent)
    : QObject(parent)
    , m_connections(connections)
    , m_journal(journal)
{
    connect(&m_connections, &ConnectionService::connected, this, [this] {
        m_asked.clear();
        checkAll();
    });
    connect(&m_connections, &ConnectionService::stateChanged, this, &OutcomeCheck::giveUpElsewhere);
    connect(&m_journal, &JournalService::changed, this, &OutcomeCheck::checkAll);
}

void OutcomeCheck::addSource(Source source)
{
    m_sources.push_back(std::move(source));
}

QFuture<OutcomeCheck::Outcome> OutcomeCheck::outcomeOf(std::uint64_t entry)
{
    const JournalEntry* known = m_journal.find(entry);
    if (!known || known->status != JournalStatus::Unknown || !readingFor(*known)) {
        const JournalStatus status = known ? known->status : JournalStatus::Unknown;
        return knownAnswer(status == JournalStatus::Succeeded     ? Outcome::InEffect
                               : status == JournalStatus::Unknown ? Outcome::StillUnknown
                                                                  : Outcome::NotInEffect);
    }
    const LinkPhase phase = m_connections.state().phase;
    if (phase == LinkPhase::Disconnected || phase == LinkPhase::Failed) {
        return knownAnswer(Outcome::StillUnknown); // nobody will be asked for now
    }
    m_awaited.insert(entry);
    m_asked.erase(entry);
    using Checked = std::tuple<quint64, Outcome, protocol::Namespace>;
    const QFuture<Checked> next = QtFuture::connect(this, &OutcomeCheck::checked);
    checkAll();
    // the next announcement may be of another entry
    return then(next, this, [this, entry](const Checked& checked) {
        return std::get<0>(checked) == entry ? knownAnswer(std::get<1>(checked)) : outcomeOf(entry);
    });
}

OutcomeReading OutcomeCheck::readingFor(const JournalEntry& entry) const
{
    for (const Source& source : m_sources) {
        if (OutcomeReading reading = source(entry)) {
            return reading;
        }
    }
    return nullptr;
}

void OutcomeCheck::checkAll()
{
    if (!m_connections.isConnected()) {
        return;
    }
    const QString here = serverName(m_connections.state());
    for (const JournalEntry& entry : m_journal.entries()) {
        if (entry.status != JournalStatus::Unknown || entry.server != here
            || m_asked.contains(entry.id) || isHiddenByLater(m_journal.entries(), entry)) {
            continue;
        }
        if (OutcomeReading reading = readingFor(entry)) {
            m_asked.insert(entry.id);
            whenAnswered(
                m_connections.run(std::move(reading)), this,
                [this, entry](const Result<OutcomeFinding>& finding) { settle(entry, finding); });
        }
    }
}

void OutcomeCheck::settle(const JournalEntry& entry, const Result<OutcomeFinding>& finding)
{
    if (!finding) {
        // after a loss the check is repeated on the next connection
        if (finding.error().code == Errc::Network || finding.error().code == Errc::Cancelled) {
            return;
        }
        // an election, or a shard that a router has lost, may be over soon
        if (leavesOutcomeUnknown(finding.error()) && lookAgain(entry)) {
            return;
        }
        m_looks.erase(entry.id);
        announce(entry, Outcome::StillUnknown);
        return;
    }
    if (!finding->inEffect && lookAgain(entry)) {
        return;
    }
    m_looks.erase(entry.id);
    m_journal.settle(entry.id, finding->inEffect, finding->after, finding->documents);
    announce(entry, finding->inEffect ? Outcome::InEffect : Outcome::NotInEffect);
}

void OutcomeCheck::announce(const JournalEntry& entry, Outcome outcome)
{
    m_awaited.erase(entry.id);
    Q_EMIT checked(entry.id, outcome, entry.ns);
}

bool OutcomeCheck::lookAgain(const JournalEntry& entry)
{
    const int looks = ++m_looks[entry.id];
    const int most = entry.kind == JournalKind::CreateIndex ? kLooksAtBuilds : kLooks;
    if (looks >= most) {
        return false;
    }
    std::chrono::milliseconds pause = m_firstPause;
    for (int i = 1; i < looks; ++i) {
        pause *= 5;
    }
    QTimer::singleShot(pause, this, [this, id = entry.id] {
        m_asked.erase(id);
        checkAll();
    });
    return true;
}

void OutcomeCheck::giveUpElsewhere()
{
    const LinkState& link = m_connections.state();
    const bool ended = link.phase == LinkPhase::Disconnected || link.phase == LinkPhase::Failed;
    const std::set<std::uint64_t> awaited = m_awaited;
    for (const std::uint64_t id : awaited) {
        const JournalEntry* entry = m_journal.find(id);
        if (entry && (ended || entry->server != serverName(link))) {
            announce(JournalEntry(*entry), Outcome::StillUnknown);
        }
    }
}

Error lostAnswerError(OutcomeCheck::Outcome outcome, const Error& lost)
{
    if (outcome != OutcomeCheck::Outcome::StillUnknown) {
        return Error(lost).during("not executed, as reading back shows");
    }
    Error error = base::failure(Errc::OutcomeUnknown, lost.message);
    error.deleted = lost.deleted; // by the commands before it
    return error;
}

} // namespace sandglass::services

#include "moc_outcome_check.cpp"
