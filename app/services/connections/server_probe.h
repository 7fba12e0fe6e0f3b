// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/protocol/connection_text.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace sandglass::services {

/// Looks at the servers of a connection string below the driver: names, sockets, TLS. One look at a
/// time. GUI thread; nothing here waits.
class ServerProbe : public QObject
{
    Q_OBJECT
public:
    /// A text for people, such as the addresses found; or why it failed.
    using Answer = std::function<void(Result<QString>)>;

    using QObject::QObject;

    /// Looks up every host, or the hosts of mongodb+srv. Network when one has no address.
    virtual void resolve(const protocol::ConnectionParts& parts, Answer done) = 0;
    /// Opens a socket to one host after the other until one accepts. After resolve().
    virtual void reach(const protocol::ConnectionParts& parts, Answer done) = 0;
    /// Agrees on TLS with the host that accepted, as the options say.
    virtual void encrypt(const protocol::ConnectionParts& parts, Answer done) = 0;
    /// Drops what is under way; its answer does not come any more.
    virtual void stop() = 0;
};

/// Whether the parts ask for TLS: tls or ssl is true, or mongodb+srv without a word about it.
bool wantsTls(const protocol::ConnectionParts& parts);

} // namespace sandglass::services
