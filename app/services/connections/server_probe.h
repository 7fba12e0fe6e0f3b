// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/protocol/connection_rules.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace sandglass::services {

/// Checks the servers of a connection string below the driver: names, sockets, TLS. One check at a
/// time. GUI thread; no function blocks.
class ServerProbe : public QObject
{
    Q_OBJECT
public:
    /// Gets a text for people, such as the addresses found, or the error. Called once, unless
    /// stop() is called before.
    using Answer = std::function<void(Result<QString>)>;

    using QObject::QObject;

    /// Looks up all hosts; for mongodb+srv those that DNS lists. Errors: Network for a host without
    /// an address, NotFound for a missing unix socket, Timeout.
    virtual void resolve(const protocol::ConnectionParts& parts, Answer done) = 0;
    /// Connects to one host after the other until one accepts. Call it after resolve(). Errors:
    /// Network with the last refusal, Timeout.
    virtual void reach(const protocol::ConnectionParts& parts, Answer done) = 0;
    /// Starts TLS with the host that accepted, as the options demand. Errors: Unsupported without a
    /// connection, Storage for unusable certificate files, Network, Timeout.
    virtual void encrypt(const protocol::ConnectionParts& parts, Answer done) = 0;
    /// Stops the check in progress. Its callback is not called.
    virtual void stop() = 0;
};

using protocol::wantsTls;

} // namespace sandglass::services
