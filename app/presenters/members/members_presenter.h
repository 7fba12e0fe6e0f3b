// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/members/member_model.h"
#include "app/presenters/words/failure_text.h"
#include "app/presenters/words/shown_server.h"
#include "app/ttl/member.h"

#include <QObject>
#include <QString>

#include <optional>
#include <string>

namespace sandglass::services {
struct MemberReading;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// What the dialog shows besides its table.
struct MembersState
{
    bool connected = false;
    QString title; ///< "Replica set rs0, 3 members"; before the first reading what is known
    QString notes; ///< a fail-over, or why the states are not known; may be empty
    bool reading = false; ///< answers are still to come
    bool sharded = false; ///< the table has shards, and overdue documents can be counted on each
    bool counting = false; ///< counting them is under way
    QString cannotPauseReason; ///< why no monitor can be switched off, a part of a sentence; empty:
                               ///< it can, or may
    QString overdueText; ///< how far it is, or what was counted and when; empty before
    QString message; ///< result of the last pause; empty: none, or it failed
    std::optional<FailureText> failure; ///< of the last pause, or of reading the list
};

/// The members of the connected deployment: their state and their TTL monitors, which can be
/// paused. GUI thread.
class MembersPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    explicit MembersPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~MembersPresenter() override;

    /// The current state; stateChanged() announces changes.
    const MembersState& state() const { return m_state; }
    /// The members.
    MemberModel& members() { return m_model; }
    /// What pausing expiry on this member means; empty for a member that is not listed.
    QString pauseQuestion(const std::string& host) const;
    /// What must be typed before expiry is paused; empty: nothing.
    QString nameToType() const;

    /// Asks all members again.
    void refresh();
    /// Whether the members are on screen; only then they are asked repeatedly.
    void setVisible(bool visible);
    /// Switches the monitor of a member off. Does nothing if `typedName` is not nameToType(), or if
    /// the server cannot do it. The result is in state().message or state().failure, as for
    /// resume().
    void pause(const std::string& host, const QString& typedName);
    /// Gives the monitor of a member its former value.
    void resume(const std::string& host);
    /// Counts the overdue documents of all rules on each shard.
    void countOverdue();
    /// Stops counting; the sums so far stay.
    void stopCounting();

Q_SIGNALS:
    /// state() or members() has changed.
    void stateChanged();

private:
    /// Fills state() and members().
    void rebuild();
    /// The sentence above the table.
    QString titleWords() const;
    /// A fail-over, and why states are not known.
    QString notesWords() const;
    /// How far counting is, or what it was about.
    QString overdueNote() const;
    /// The overdue documents of a shard as far as they were counted; unset: not known.
    std::optional<ttl::ShardOverdue> overdueOf(const std::string& shard) const;
    /// The reading of a member; null when it is not listed.
    const services::MemberReading* find(const std::string& host) const;

    /// Forgets the result of the last pause when the window is connected to another server.
    void takeServer();
    /// Shows the result of a pause on a member of `server`, unless the window has left that one.
    void report(const QString& server, const Result<void>& answer, const QString& message);

    services::ServiceSet& m_services;
    ShownServer m_server; // of m_message and m_failure
    MembersState m_state;
    MemberModel m_model;
    QString m_message;
    std::optional<FailureText> m_failure;
};

} // namespace sandglass::presenters
