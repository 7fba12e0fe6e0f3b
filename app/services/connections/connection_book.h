// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/services/connections/ssh_settings.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace sandglass::services {

/// A saved connection. Holds no secret.
struct SavedConnection
{
    QString id; ///< never changes; also the key of its secret in the keychain
    QString name;
    QString color; ///< "#rrggbb", or empty
    QString tag; ///< "production", "staging", …; empty: none
    QString uri; ///< with the user, without password and secret options
    std::optional<ttl::Product> profile; ///< unset: as the server reports it
    bool readOnly = false; ///< cannot be unlocked
    bool askPassword = false; ///< its password is not stored anywhere
    QString group = {}; ///< the heading that it is listed under; empty: none
    SshSettings ssh = {}; ///< the SSH server that it goes through

    bool operator==(const SavedConnection&) const = default;
};

/// The saved connections in the user's order, stored in connections.json below the data folder. The
/// file is replaced as a whole and readable only by its owner. GUI thread.
class ConnectionBook : public QObject
{
    Q_OBJECT
public:
    /// Reads the file. One that cannot be read is renamed to connections.json.broken.
    explicit ConnectionBook(const QString& folder, QObject* parent = nullptr);

    /// All saved connections, in the user's order.
    const std::vector<SavedConnection>& connections() const { return m_connections; }
    /// The connection with this id; null when there is none. Valid until the next change.
    const SavedConnection* find(const QString& id) const;

    /// Replaces the connection with this id. With an empty or unknown id, appends it under a new
    /// one. Secrets are removed from its URI. Returns the id. Errors: InvalidInput for a URI that
    /// cannot be read; Storage when the file cannot be written, and then nothing has changed.
    Result<QString> save(SavedConnection connection);
    /// Inserts a copy behind the original under another name. Returns the copy's id. Errors:
    /// NotFound, Storage.
    Result<QString> duplicate(const QString& id, const QString& name);
    /// Removes the connection, but not its secret from the keychain. Errors: NotFound, Storage.
    Result<void> remove(const QString& id);
    /// Appends connections, each under a new id and without its secrets; those whose name, URI and
    /// SSH server are there already are left out. Returns how many were added. Errors: InvalidInput
    /// when a URI cannot be read, and Storage; then nothing has changed.
    Result<int> add(const std::vector<SavedConnection>& connections);
    /// Moves it up (`by` = −1) or down (1) among those of its group; at an end it stays. Errors:
    /// NotFound, Storage.
    Result<void> move(const QString& id, int by);

Q_SIGNALS:
    /// connections() has changed.
    void changed();

private:
    /// Reads the file into m_connections.
    void load();
    /// Writes the file, and only then takes over the list. Errors: Storage.
    Result<void> store(std::vector<SavedConnection> connections);

    QString m_file;
    std::vector<SavedConnection> m_connections;
};

} // namespace sandglass::services
