// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/calls/latest.h"
#include "app/ttl/capability.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace sandglass::services {

class ConnectionService;
class Settings;

/// What the connected server can do: probed after connecting, learned from commands that worked or
/// were refused, and overruled by the user. What was learned and set is kept for each connection;
/// what was learned is dropped when the server's version changes. The result is in
/// ServerInfo::capabilities of ConnectionService::state(). GUI thread.
class CapabilityService : public QObject
{
    Q_OBJECT
public:
    /// `connections` and `settings` must outlive this object.
    CapabilityService(ConnectionService& connections, Settings& settings,
                      QObject* parent = nullptr);
    ~CapabilityService() override;

    /// The answer that counts; NotKnown without a connection.
    ttl::CapabilityFact fact(ttl::Capability capability) const;
    /// The user's own answer; unset: none.
    std::optional<bool> chosen(ttl::Capability capability) const;
    /// Sets the user's own answer, or removes it. Does nothing without a connection.
    void choose(ttl::Capability capability, std::optional<bool> can);
    /// Takes what a command has shown. Ignores NotKnown, and an answer that is known already.
    void learn(ttl::Capability capability, ttl::Can can, const std::string& evidence);
    /// Takes what the answers of the server have shown since the last call, see
    /// ttl::TtlServer::observed().
    void takeObserved();
    /// Sends the probes again.
    void probe();
    /// Whether the answers to the probes are still to come.
    bool isProbing() const { return m_probing.isWaiting(); }
    /// Why the probes could not be sent; unset after a success.
    const std::optional<Error>& error() const { return m_error; }

Q_SIGNALS:
    /// Any answer, isProbing() or error() has changed.
    void changed();

private:
    /// The key of a setting of this connection: "capabilities/SERVER/KIND/NAME".
    QString key(const char* kind, ttl::Capability capability) const;
    /// The version that what was learned is about.
    QString version() const;
    /// Reads what an earlier run has learned; NotKnown for another version.
    ttl::CapabilityFact remembered(ttl::Capability capability) const;
    /// The answer without that of the user.
    ttl::CapabilityFact ownFact(ttl::Capability capability) const;
    /// Puts the answers together and hands them to the connection.
    void apply();

    ConnectionService& m_connections;
    Settings& m_settings;
    ttl::CapabilityTable m_probed;
    ttl::CapabilityTable m_observed; // as last taken
    std::optional<Error> m_error;
    Latest m_probing;
};

} // namespace sandglass::services
