// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/connection_text.h"
#include "app/services/connections/connect_finding.h"

#include <QList>
#include <QSslCertificate>
#include <QSslError>

namespace sandglass::services {

/// The worst of the errors of a TLS handshake that the options do not accept: an unknown issuer
/// before a date before a host name, the order in which they have to be put right. `chain`: what
/// the server sent, its own certificate first. Only trouble, found and at are set. Pure; any
/// thread.
ConnectFinding certificateFinding(const protocol::ConnectionParts& parts,
                                  const QList<QSslError>& errors,
                                  const QList<QSslCertificate>& chain);

} // namespace sandglass::services
