// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace sandglass::services {
class LinkList;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

class NavigatorPresenter;
class Workspace;

/// The servers of a window: a Workspace for each, of which one is in front, and the navigator,
/// which shows all of them. Must outlive the window. GUI thread.
class Servers : public QObject
{
    Q_OBJECT
public:
    /// `links` must outlive this object.
    explicit Servers(services::LinkList& links, QObject* parent = nullptr);
    /// For the window that `services` belongs to.
    explicit Servers(services::ServiceSet& services, QObject* parent = nullptr);
    ~Servers() override;

    /// All servers, in the order of the navigator; never empty.
    std::vector<Workspace*> all() const;
    /// The server in front.
    Workspace& current() const { return *m_current; }
    /// Whether there is more than one.
    bool areSeveral() const { return m_all.size() > 1; }
    /// The tree dock.
    NavigatorPresenter& navigator() { return *m_navigator; }

    /// Brings a server to the front. The functions with a server take its number; an unknown one is
    /// ignored.
    void choose(int server);
    /// Connects a server again: tries at once after a loss or a failure, starts the local engine,
    /// and for another one that was disconnected asks for the dialog with connectionWanted(), since
    /// no password is stored.
    void connectAgain(int server);
    /// Whether connectAgain() does something for the server in front.
    bool canConnectAgain() const;
    /// Closes the connection to a server.
    void disconnect(int server);
    /// Takes a server out of the window; the only one is disconnected instead.
    void remove(int server);

Q_SIGNALS:
    /// A server was added; it is not in front yet.
    void added(sandglass::presenters::Workspace* server);
    /// A server is about to be destroyed. It is not in front any more, and its screens must be
    /// destroyed now.
    void removing(sandglass::presenters::Workspace* server);
    /// current() has changed.
    void currentChanged();
    /// The number of servers or the name of one has changed.
    void namesChanged();
    /// The dialog that connects should be opened for the saved connection `id`, or for `uri` if it
    /// is empty.
    void connectionWanted(const QString& id, const QString& uri);

private:
    /// Makes the workspace of a link.
    Workspace& append(services::ServiceSet& link);
    /// Destroys the workspace of a link.
    void drop(const services::ServiceSet& link);
    /// Brings a workspace to the front.
    void setCurrent(Workspace& workspace);

    services::LinkList& m_links;
    std::vector<std::unique_ptr<Workspace>> m_all; // never empty
    Workspace* m_current = nullptr; // one of m_all; never null
    std::unique_ptr<NavigatorPresenter> m_navigator; // never null
};

} // namespace sandglass::presenters
