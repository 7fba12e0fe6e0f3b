// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/protocol/connection_text.h"

#include <QSslConfiguration>
#include <QSslError>

class QSslSocket;

namespace sandglass::services {

/// TLS as the options of a connection string demand, with the certificates that they name. Any
/// thread; reads files. Errors: Storage for a file that cannot be used.
Result<QSslConfiguration> tlsConfiguration(const protocol::ConnectionParts& parts);

/// The file with the client certificate that the options name; empty: none. Pure.
QString keyFileOption(const protocol::ConnectionParts& parts);

/// Connects `socket` to the unix socket at `path`, for TLS through an SSH tunnel; QLocalSocket has
/// none. Does not block. Errors: Network, Unsupported where there are no unix sockets.
Result<void> connectLocally(QSslSocket& socket, const QString& path);

/// As the driver does: whether the options accept a certificate with this error. Pure.
bool isAccepted(const protocol::ConnectionParts& parts, QSslError::SslError error);

} // namespace sandglass::services
