// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace sandglass::services {

/// A connection that was saved. Holds no secret.
struct SavedConnection
{
    QString id; ///< stays the same for its life; also names its secret in the keychain
    QString name;
    QString color; ///< "#rrggbb", or empty
    QString tag; ///< "production", "staging", …; empty: none
    QString uri; ///< with the user, without password and secret options
    std::optional<ttl::Product> profile; ///< unset: as the server says
    bool readOnly = false; ///< cannot be unlocked
    bool askPassword = false; ///< its password is kept nowhere

    bool operator==(const SavedConnection&) const = default;
};

/// The saved connections in the user's order: connections.json below the data folder, written
/// whole, readable by its owner only. GUI thread.
class ConnectionBook : public QObject
{
    Q_OBJECT
public:
    /// Reads the file; one that cannot be read is put aside as connections.json.broken.
    explicit ConnectionBook(const QString& folder, QObject* parent = nullptr);

    const std::vector<SavedConnection>& connections() const { return m_connections; }
    /// Null when there is none.
    const SavedConnection* find(const QString& id) const;

    /// Changes the one with this id, or adds it at the end with a new id when its id is empty.
    /// Returns the id. Secrets in the URI are left out; a URI that cannot be read is InvalidInput.
    /// Storage when the file could not be written; then nothing has changed.
    Result<QString> save(SavedConnection connection);
    /// A copy behind the original under another name. Returns the copy's id. NotFound, Storage.
    Result<QString> duplicate(const QString& id, const QString& name);
    Result<void> remove(const QString& id);
    /// Moves it up (−1) or down (1); at an end it stays.
    Result<void> move(const QString& id, int by);

Q_SIGNALS:
    void changed();

private:
    void load();
    Result<void> store(std::vector<SavedConnection> connections);

    QString m_file;
    std::vector<SavedConnection> m_connections;
};

} // namespace sandglass::services
