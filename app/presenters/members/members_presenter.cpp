// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/members/members_presenter.h"

#include "app/presenters/connections/capability_words.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/members/member_words.h"
#include "app/presenters/words/words.h"
#include "app/services/calls/answer.h"
#include "app/services/connections/connection_service.h"
#include "app/services/members/member_service.h"
#include "app/services/members/shard_overdue_count.h"
#include "app/services/settings/settings.h"
#include "app/services/shell/service_set.h"

#include <QStringList>

#include <algorithm>

namespace sandglass::presenters {

MembersPresenter::MembersPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_server(services::serverName(services.connections.state()))
{
    connect(&m_services.connections, &services::ConnectionService::connected, this,
            &MembersPresenter::takeServer);
    connect(&m_services.members, &services::MemberService::changed, this,
            &MembersPresenter::rebuild);
    connect(&m_services.members, &services::MemberService::pausesChanged, this,
            &MembersPresenter::rebuild);
    connect(&m_services.shardOverdue, &services::ShardOverdueCount::changed, this,
            &MembersPresenter::rebuild);
    connect(&m_services.connections, &services::ConnectionService::stateChanged, this,
            &MembersPresenter::rebuild);
    connect(&m_services.settings, &services::Settings::zoneChanged, this,
            &MembersPresenter::rebuild);
    rebuild();
}

MembersPresenter::~MembersPresenter() = default;

// What was done on a member of another server is no news here.
void MembersPresenter::takeServer()
{
    if (m_server.change(services::serverName(m_services.connections.state()))) {
        m_message.clear();
        m_failure.reset();
        rebuild();
    }
}

void MembersPresenter::report(const QString& server, const Result<void>& answer,
                              const QString& message)
{
    if (server == m_server.name()) {
        m_message = answer ? message : QString();
        m_failure = answer ? std::nullopt : std::optional(describe(answer.error()));
        rebuild();
    }
}

const services::MemberReading* MembersPresenter::find(const std::string& host) const
{
    const std::vector<services::MemberReading>& members = m_services.members.members();
    const auto found = std::ranges::find_if(
        members, [&host](const auto& reading) { return reading.member.host == host; });
    return found == members.end() ? nullptr : &*found;
}

QString MembersPresenter::pauseQuestion(const std::string& host) const
{
    const services::MemberReading* reading = find(host);
    return reading ? pauseQuestionWords(*reading, m_state.sharded) : QString();
}

QString MembersPresenter::nameToType() const
{
    return m_services.connections.nameToUnlock();
}

void MembersPresenter::refresh()
{
    m_message.clear();
    m_failure.reset();
    m_services.members.refresh();
    rebuild();
}

void MembersPresenter::setVisible(bool visible)
{
    m_services.members.setVisible(visible);
}

void MembersPresenter::pause(const std::string& host, const QString& typedName)
{
    if (typedName.trimmed() != nameToType() || !m_state.cannotPauseReason.isEmpty()) {
        return;
    }
    m_message.clear();
    m_failure.reset();
    services::whenAnswered(m_services.members.pauseExpiry(host), this,
                           [this, host, server = m_server.name()](const Result<void>& answer) {
                               report(server, answer,
                                      tr("Expiry is paused on %1.").arg(memberName(host)));
                           });
    rebuild();
}

void MembersPresenter::resume(const std::string& host)
{
    m_message.clear();
    m_failure.reset();
    services::whenAnswered(m_services.members.resumeExpiry(host), this,
                           [this, host, server = m_server.name()](const Result<void>& answer) {
                               report(server, answer,
                                      tr("Expiry was resumed on %1.").arg(memberName(host)));
                           });
    rebuild();
}

void MembersPresenter::countOverdue()
{
    m_services.shardOverdue.start();
}

void MembersPresenter::stopCounting()
{
    m_services.shardOverdue.cancel();
}

QString MembersPresenter::titleWords() const
{
    const services::MemberService& members = m_services.members;
    const int count = static_cast<int>(members.members().size());
    if (!m_state.connected) {
        return tr("There is no connection.");
    }
    if (!members.readAt() || (count == 0 && members.isReading())) {
        return tr("Reading the members…");
    }
    switch (members.kind()) {
    case ttl::ClusterKind::ReplicaSet:
        return tr("Replica set %1, %Ln member(s)", nullptr, count).arg(text(members.set()));
    case ttl::ClusterKind::Sharded:
        return tr("Sharded cluster, %Ln member(s) of its shards", nullptr, count);
    case ttl::ClusterKind::Single:
        break;
    }
    const std::optional<ttl::ServerInfo>& server = m_services.connections.state().server;
    return server ? serverWords(*server) : tr("One server");
}

QString MembersPresenter::notesWords() const
{
    QStringList notes;
    if (const std::optional<services::FailOver>& change = m_services.members.failOver()) {
        notes << tr("The primary has changed from %1 to %2. This was noticed at %3.")
                     .arg(text(change->from), text(change->to),
                          timeOfDayText(change->at, m_services.settings.zone()));
    }
    if (const std::optional<Error>& refused = m_services.members.refused()) {
        const FailureText failure = describe(*refused);
        notes << tr(
            "The server does not report the states of all members, so each one is asked directly.")
              << failure.sentence << failure.advice;
    }
    if (m_services.connections.state().label.ssh.isUsed()
        && m_services.members.members().size() > 1) {
        notes << tunnelWords();
    }
    notes.removeAll(QString());
    return notes.join(u' ');
}

QString MembersPresenter::overdueNote() const
{
    const services::ShardOverdueCount& count = m_services.shardOverdue;
    if (!count.asOf()) {
        return {};
    }
    if (count.isRunning()) {
        return tr("Counting overdue documents: %1 of %2 rules")
            .arg(countText(count.counted() + count.failed()), countText(count.rules()));
    }
    QStringList notes;
    if (count.counted() > 0 || (count.rules() == 0 && !count.mayMissRules())) {
        notes << tr("Overdue documents of %Ln rule(s), counted at %1.", nullptr, count.counted())
                     .arg(timeOfDayText(*count.asOf(), m_services.settings.zone()));
    }
    if (count.failed() > 0) {
        notes << tr("%Ln rule(s) could not be counted.", nullptr, count.failed());
    }
    if (count.mayMissRules()) {
        notes << tr("Some rules could not be read.");
    }
    if (count.counted() + count.failed() < count.rules()) {
        notes << tr("Counting was stopped before the end.");
    }
    return notes.join(u' ');
}

std::optional<ttl::ShardOverdue> MembersPresenter::overdueOf(const std::string& shard) const
{
    const services::ShardOverdueCount& count = m_services.shardOverdue;
    // the answers leave out a shard without overdue documents
    ttl::ShardOverdue overdue{shard, 0, false};
    if (const auto sum = count.sums().find(shard); sum != count.sums().end()) {
        overdue = sum->second;
    }
    // a rule that was not counted may have more
    overdue.atLeast = overdue.atLeast || count.counted() < count.rules() || count.mayMissRules();
    const bool known = count.counted() > 0 && (overdue.documents > 0 || !overdue.atLeast);
    return known ? std::optional(overdue) : std::nullopt;
}

void MembersPresenter::rebuild()
{
    const services::MemberService& members = m_services.members;
    const services::ShardOverdueCount& count = m_services.shardOverdue;
    m_state = {};
    m_state.connected = m_services.connections.isConnected();
    m_state.reading = members.isReading();
    m_state.sharded = members.kind() == ttl::ClusterKind::Sharded;
    m_state.counting = count.isRunning();
    m_state.title = titleWords();
    m_state.notes = notesWords();
    m_state.overdueText = m_state.sharded ? overdueNote() : QString();
    m_state.message = m_message;
    m_state.failure = m_failure;
    if (!m_state.failure && members.error()) {
        m_state.failure = describe(*members.error());
    }
    if (const std::optional<ttl::ServerInfo>& server = m_services.connections.state().server) {
        m_state.cannotPauseReason = whyNot(*server, ttl::Capability::MonitorSwitch);
    }
    std::vector<MemberRow> rows;
    for (const services::MemberReading& reading : members.members()) {
        MemberRow row = memberRow(reading, members.pauseOf(reading.member.host),
                                  m_services.connections.state().label.ssh.isUsed());
        if (m_state.sharded) {
            row.overdue = overdueWords(overdueOf(reading.member.shard));
            row.overdueRules = overdueRulesWords(count.rulesOn(reading.member.shard));
        }
        row.canPause = row.canPause && !row.paused && !members.isSwitching(row.host)
            && m_state.cannotPauseReason.isEmpty();
        rows.push_back(std::move(row));
    }
    m_model.setRows(std::move(rows));
    Q_EMIT stateChanged();
}

} // namespace sandglass::presenters

#include "moc_members_presenter.cpp"
