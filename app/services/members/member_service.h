// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/services/calls/latest.h"
#include "app/services/journal/outcome_check.h"
#include "app/services/members/expiry_pause.h"
#include "app/ttl/member.h"

#include <QFuture>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sandglass::services {

class ConnectionService;
class JournalService;
class Settings;
struct MemberAnswer;
struct SwitchAnswer;

/// One member and its own answer.
struct MemberReading
{
    ttl::Member member;
    std::optional<Result<ttl::MemberStatus>> status; ///< unset: it has not answered yet
    std::optional<std::chrono::seconds> lag; ///< behind its primary; unset: not known

    /// Its own answer; null without one.
    const ttl::MemberStatus* answer() const { return status && *status ? &**status : nullptr; }
    /// Its state: as it says itself, otherwise as its set sees it.
    ttl::MemberState state() const;
};

/// A change of the primary between two readings.
struct FailOver
{
    std::string shard; ///< empty without shards
    std::string from;
    std::string to;
    base::Time at; ///< of the reading that has noticed it, by our clock
};

/// What MemberService uses. All must outlive it.
struct MemberNeeds
{
    ConnectionService& connections;
    JournalService& journal;
    OutcomeCheck& outcomes;
    Settings& settings;
};

/// The members of the connected deployment, and the TTL monitors that this program has switched
/// off. Members are asked in parallel, each over a connection of its own, when refresh() is called
/// and repeatedly while they are on screen. GUI thread.
class MemberService : public QObject
{
    Q_OBJECT
public:
    explicit MemberService(const MemberNeeds& needs, QObject* parent = nullptr);
    ~MemberService() override;

    /// The members in the order of shards; empty before the first reading.
    const std::vector<MemberReading>& members() const { return m_members; }
    /// How the deployment is built.
    ttl::ClusterKind kind() const { return m_kind; }
    /// Name of the replica set; empty without one.
    const std::string& set() const { return m_set; }
    /// Why the list could not be read; unset after a success.
    const std::optional<Error>& error() const { return m_error; }
    /// Why the states are not known from the set or the router; unset if they are.
    const std::optional<Error>& refused() const { return m_refused; }
    /// Whether answers are still to come.
    bool isReading() const { return m_listing.isWaiting() || m_waiting > 0; }
    /// When the last reading began, by our clock; unset before the first one.
    std::optional<base::Time> readAt() const { return m_readAt; }
    /// The last change of a primary that was noticed on this connection.
    const std::optional<FailOver>& failOver() const { return m_failOver; }

    /// Asks all members now, unless a reading is in progress.
    void refresh();
    /// Whether the members are on screen. Only then they are asked repeatedly.
    void setVisible(bool visible);
    /// The pause between two readings: 30 s, longer for many members, so that all together answer
    /// at most about 60 commands a minute.
    std::chrono::milliseconds pause() const;
    /// Sets the shortest pause and that for each member, of which the longer one counts. Default:
    /// 30 s and 8 s, since asking a member takes about eight commands. Tests shorten them.
    void setPause(std::chrono::milliseconds shortest, std::chrono::milliseconds perMember);

    /// The monitors that this program has switched off, of all connections, oldest first.
    const std::vector<ExpiryPause>& pauses() const { return m_pauses; }
    /// The pause of a member of this connection; null when there is none.
    const ExpiryPause* pauseOf(const std::string& host) const;
    /// Whether a pause belongs to the server that is connected now.
    bool isHere(const ExpiryPause& pause) const;
    /// Whether a switch of this member is in progress.
    bool isSwitching(const std::string& host) const { return m_switching.contains(host); }
    /// Switches the monitor of a member off and remembers that it was on. Errors: NotPermitted
    /// while locked, and without the privilege; Conflict if it is off already, or not of this set;
    /// Unsupported if the member does not tell whether it is on; others as SwitchAnswer.
    QFuture<Result<void>> pauseExpiry(const std::string& host);
    /// Gives the monitor its former value. Success too if it has it already. Errors: NotFound
    /// without a pause; those of pauseExpiry().
    QFuture<Result<void>> resumeExpiry(const std::string& host);

Q_SIGNALS:
    /// Members, isReading(), error(), failOver() or a switch in progress have changed.
    void changed();
    /// pauses() has changed.
    void pausesChanged();

private:
    /// Takes the list and asks each member.
    void takeList(const Result<ttl::MemberList>& list);
    /// Takes the answer of one member.
    void takeStatus(const std::string& host, const Result<ttl::MemberStatus>& status);
    /// Computes lags, and notices a fail-over once all have answered.
    void compare();
    /// Asks the paused members of this connection, whether they still are.
    void checkPauses();
    /// Compares a pause with what its member says; forgets it if the monitor is on again.
    void settlePause(const std::string& host, const ttl::MemberStatus& status);
    /// Sends one switch.
    QFuture<Result<void>> send(const ExpiryPause& pause, bool enabled);
    /// Takes the end of a switch.
    Result<void> finishSwitch(const ExpiryPause& pause, bool enabled,
                              const Result<SwitchAnswer>& answer);
    /// Adds a pause, or replaces that of the same member.
    void storePause(const ExpiryPause& pause);
    /// Removes the pause of the same member.
    void removePause(const ExpiryPause& pause);
    /// Ends the reading in progress.
    void dropReading();
    /// Forgets what belongs to the last connection.
    void reset();

    MemberNeeds m_needs;
    std::vector<MemberReading> m_members;
    ttl::ClusterKind m_kind = ttl::ClusterKind::Single;
    std::string m_set;
    std::optional<Error> m_error;
    std::optional<Error> m_refused;
    std::optional<base::Time> m_readAt;
    std::optional<FailOver> m_failOver;
    std::map<std::string, std::string> m_primaries; // by shard, as last seen
    std::vector<ExpiryPause> m_pauses;
    std::set<std::string> m_switching;
    Latest m_listing;
    std::unique_ptr<QObject> m_answers; // context of the answers of members; never null
    int m_waiting = 0;
    bool m_visible = false;
    std::chrono::milliseconds m_shortestPause{30'000};
    std::chrono::milliseconds m_pausePerMember{8'000};
    QTimer m_timer;
};

} // namespace sandglass::services
