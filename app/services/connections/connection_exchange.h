// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/connections/connection_book.h"

#include <QByteArray>
#include <QStringList>

#include <vector>

namespace sandglass::services {

/// The forms of a file with connections.
enum class ExchangeFormat {
    Own, ///< JSON with everything that is saved
    Compass, ///< JSON as MongoDB Compass exports and imports it
    Uris, ///< one connection string in each line
};

/// What a file with connections holds.
struct ImportedConnections
{
    std::vector<SavedConnection> connections; ///< without ids and secrets, in the order of the file
    int secrets = 0; ///< how many of them had a secret, which was left out
    QStringList leftOut; ///< names of options that were left out, see takeRiskyOptions(); each once
    int unreadable = 0; ///< entries without a connection string that can be read
};

/// Reads a file of any of the three forms; it decides by the content. In a list of connection
/// strings, empty lines and lines that begin with # are left out. Errors: InvalidInput when it is
/// none of them. Pure.
/// Source: mongodb-js/compass, packages/connection-storage/src/import-export-connection.ts.
Result<ImportedConnections> readConnections(const QByteArray& text);

/// Writes connections without secrets. Compass and a list of connection strings do not hold
/// everything: the list has neither names nor SSH servers. Pure.
QByteArray writeConnections(const std::vector<SavedConnection>& connections, ExchangeFormat format);

/// Reads a file as readConnections() does. Errors: Storage when it cannot be read or is larger than
/// 4 MB, and those of readConnections().
Result<ImportedConnections> readConnectionFile(const QString& path);
/// Writes a file as writeConnections() does; only its owner may read it. Errors: Storage.
Result<void> writeConnectionFile(const QString& path,
                                 const std::vector<SavedConnection>& connections,
                                 ExchangeFormat format);

} // namespace sandglass::services
