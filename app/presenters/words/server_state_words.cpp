// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/words/server_state_words.h"

#include "app/presenters/words/words.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct ServerState
{
    Q_DECLARE_TR_FUNCTIONS(ServerState)
};

// The most common reason in words; any other as the server gives it.
QString reasonWords(const std::string& reason)
{
    const QString told = text(reason).simplified();
    return told.contains("No space left"_L1, Qt::CaseInsensitive)
        ? ServerState::tr("the disk is full")
        : told;
}

} // namespace

QString topologyWords(ttl::Topology topology, const std::string& set)
{
    switch (topology) {
    case ttl::Topology::Standalone:
        return ServerState::tr("Standalone");
    case ttl::Topology::Standby:
        //: a server that follows the files of another one
        return ServerState::tr("Standby");
    case ttl::Topology::Sharded:
        return ServerState::tr("Sharded cluster");
    case ttl::Topology::Primary:
        //: %1: the name of a replica set, of which the server is the primary
        return ServerState::tr("Replica set %1 (primary)").arg(text(set));
    case ttl::Topology::Secondary:
        return ServerState::tr("Replica set %1 (secondary)").arg(text(set));
    case ttl::Topology::OtherMember:
        //: neither primary nor secondary: an arbiter, or a member that is starting
        return ServerState::tr("Replica set %1 (other member)").arg(text(set));
    case ttl::Topology::Unknown:
        break;
    }
    return {};
}

QString readOnlyWords(const ttl::ReadOnlyState& state, const QTimeZone& zone)
{
    const QString since = state.since ? zonedMomentText(*state.since, zone) : QString();
    const QString reason = reasonWords(state.reason);
    QString sentence = ServerState::tr("The server takes no writes.");
    if (!since.isEmpty() && !reason.isEmpty()) {
        //: %1: a moment; %2: a reason such as "the disk is full"
        sentence
            = ServerState::tr("The server is read only since %1, because: %2.").arg(since, reason);
    } else if (!since.isEmpty()) {
        sentence = ServerState::tr("The server is read only since %1.").arg(since);
    } else if (!reason.isEmpty()) {
        sentence = ServerState::tr("The server is read only, because: %1.").arg(reason);
    }
    return sentence + u' ' + ServerState::tr("Nothing can be changed, and nothing expires.");
}

QString damageWords(const ttl::DamagedRule& damage, const QTimeZone& zone)
{
    const QString ns = text(damage.ns);
    return damage.since
        //: %1: a collection; %2: a moment
        ? ServerState::tr("Data of %1 are damaged and cannot be read since %2: nothing expires "
                          "there.")
              .arg(ns, zonedMomentText(*damage.since, zone))
        //: %1: a collection
        : ServerState::tr("Data of %1 are damaged and cannot be read: nothing expires there.")
              .arg(ns);
}

} // namespace sandglass::presenters
