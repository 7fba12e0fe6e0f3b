// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <vector>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

class ConnectionPresenter;

/// A server that the user has connected to before.
struct KnownConnection
{
    QString id; ///< of the saved connection; empty for a connection string that was only used
    QString name; ///< as saved, or the hosts
    QString uri; ///< without credentials
    QString color; ///< "#rrggbb", or empty
    QString tag; ///< translated if it is a known one; may be empty

    bool operator==(const KnownConnection&) const = default;
};

/// The welcome screen, shown while the window is not connected or the local engine has no data.
struct WelcomeState
{
    std::vector<KnownConnection> connections; ///< saved ones in their order, then recent ones; ≤ 6
    QString progress; ///< "Starting the local engine…"; empty: nothing is in progress
    bool canStart = false; ///< startWithSampleData() and startEmpty() have something to do
    bool canStartEmpty = false; ///< the engine does not run yet
    QString engineProblem; ///< that the engine's program is missing; empty if it is there
    QStringList enginePlaces; ///< paths where it was looked for; empty without a problem
};

/// The welcome screen. GUI thread.
class WelcomePresenter : public QObject
{
    Q_OBJECT
public:
    /// Both must outlive this object.
    WelcomePresenter(services::ServiceSet& services, ConnectionPresenter& connection,
                     QObject* parent = nullptr);
    ~WelcomePresenter() override;

    /// The current state; stateChanged() announces changes.
    const WelcomeState& state() const { return m_state; }

    /// Connects to the local engine, starts it if necessary, and loads the sample data unless the
    /// engine has it already. sampleDataReady() or sampleDataFailed() follows.
    void startWithSampleData();
    /// Starts the local engine and connects to it.
    void startEmpty();
    /// Looks again whether the engine's program is there.
    void lookForEngine();

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();
    /// startWithSampleData() has ended: the sample data is there.
    void sampleDataReady();
    /// startWithSampleData() has ended without sample data.
    void sampleDataFailed();

private:
    /// Fills state() from the services.
    void update();
    /// Fills the list of connections.
    void updateConnections();
    /// The current activity in words.
    QString progressText() const;
    /// Takes the next step of startWithSampleData().
    void proceed();
    /// Ends startWithSampleData().
    void finish(bool ready);
    /// Whether the catalogue has the sample database.
    bool hasSampleData() const;

    services::ServiceSet& m_services;
    ConnectionPresenter& m_connection;
    WelcomeState m_state;
    bool m_wanted = false; // startWithSampleData() has not ended yet
    bool m_loading = false; // it has begun to load
};

} // namespace sandglass::presenters
