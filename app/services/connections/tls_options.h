// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/protocol/connection_text.h"

#include <QSslConfiguration>
#include <QSslError>

namespace sandglass::services {

/// TLS as the options of a connection string demand, with the certificates that they name. Any
/// thread; reads files. Errors: Storage for a file that cannot be used.
Result<QSslConfiguration> tlsConfiguration(const protocol::ConnectionParts& parts);

/// As the driver does: whether the options accept a certificate with this error. Pure.
bool isAccepted(const protocol::ConnectionParts& parts, QSslError::SslError error);

} // namespace sandglass::services
