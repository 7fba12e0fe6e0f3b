// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/connections/connection_presenter.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace sandglass::services {
struct LinkLabel;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// The attempt of a connect dialog: decides which server of the window the new connection belongs
/// to, and follows that connection. A connection that is to be replaced stays until the new one has
/// been made, so that an attempt can be given up. GUI thread.
class ConnectAttempt : public QObject
{
    Q_OBJECT
public:
    /// `from`: the server that the dialog was opened for; must outlive this object.
    explicit ConnectAttempt(services::ServiceSet& from, QObject* parent = nullptr);
    ~ConnectAttempt() override;

    /// Whether a server can be added to the window instead of replacing the one in front.
    bool canAdd() const;
    /// The name of the server that is replaced otherwise.
    QString replaced() const;

    /// Connects to a server. `adds`: as a further server of the window, if canAdd(). A server that
    /// the window has already is connected again in its own place.
    void connectTo(const QString& uri, const QString& name, const services::LinkLabel& label,
                   bool adds);
    /// Keeps the databases that the user has named for the server of the last connectTo().
    void nameDatabases(const QStringList& names);
    /// Connects to the local engine; `adds` as for connectTo().
    void connectLocal(bool adds);
    /// The connection that is being made; before an attempt that of the server in front.
    const ConnectionState& state() const { return m_connection->state(); }

    /// Takes the connection that was made, and brings its server to the front.
    void finish();
    /// Ends an attempt that has not succeeded: nothing is sent any more, the server that was added
    /// for it is removed, and the connection before it is the current one.
    void abandon();

Q_SIGNALS:
    /// state() has changed.
    void changed();

private:
    /// Follows the connection of a link.
    void follow(services::ServiceSet& link);
    /// The link to connect by; may add one.
    services::ServiceSet& place(const QString& uri, const services::LinkLabel& label, bool adds);
    /// A link for trying to reach what will be the server of `goal`; `goal` itself if it has no
    /// connection to lose.
    services::ServiceSet& trial(services::ServiceSet& goal);
    /// The added link, if it still exists.
    services::ServiceSet* added() const;

    services::ServiceSet& m_from;
    int m_target = 0; // number of the link that is being connected; 0: no attempt yet
    int m_goal = 0; // number of the link that takes over the connection; 0: m_target keeps it
    bool m_tried = false; // connectTo() was called
    std::optional<int> m_added; // number of the link that was added for the attempt
    std::unique_ptr<ConnectionPresenter> m_connection; // of the target; never null
};

} // namespace sandglass::presenters
