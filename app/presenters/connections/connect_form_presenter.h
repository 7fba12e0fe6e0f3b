// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/failure_text.h"
#include "app/protocol/connection_text.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace sandglass::services {
struct ServiceSet;
struct SecretOutcome;
} // namespace sandglass::services

namespace sandglass::presenters {

/// A row of the list of saved connections.
struct SavedConnectionRow
{
    QString id;
    QString name; ///< as given, or the hosts
    QString color; ///< "#rrggbb", or empty
    QString tag; ///< in words; may be empty

    bool operator==(const SavedConnectionRow&) const = default;
};

/// How a stage of the test stands. Skipped: there is nothing to do.
enum class TestMark { Waiting, Running, Passed, Failed, Skipped };

/// One stage of the test, in the order of the stages.
struct TestRow
{
    QString name; ///< "Resolve"
    TestMark mark = TestMark::Waiting;
    QString text; ///< what was found, or why it failed
    QString details; ///< the server's own words after a failure
};

/// What the form says besides the connection string.
struct ConnectionTraits
{
    QString name; ///< may be empty: then the hosts are the name
    QString color; ///< "#rrggbb", or empty
    QString tag; ///< "production", "staging", "test", "development", another one, or empty
    int profile = 0; ///< 0 automatic, 1 MongoDB, 2 Cosmos DB RU, 3 DocumentDB, 4 FerretDB
    bool readOnly = false; ///< cannot be unlocked
    bool askPassword = false; ///< the password is kept nowhere

    bool operator==(const ConnectionTraits&) const = default;
};

/// The form of a connection. `parts` holds the password; nothing else does.
struct ConnectFormState
{
    std::vector<SavedConnectionRow> saved;
    QString currentId; ///< of the saved connection being edited; empty: a new one
    ConnectionTraits traits;
    protocol::ConnectionParts parts; ///< as far as the string could be read
    QString hostsText; ///< as typed
    QString shownUri; ///< the connection string, the password masked
    QString problem; ///< what is wrong with it, a whole sentence; empty: nothing
    bool reading = false; ///< its password is being fetched
    bool canConnect = false;
    QString keychainNote; ///< where the password is, when that is not the keychain
    std::optional<FailureText> failure; ///< of saving
    std::vector<TestRow> stages;
    bool testing = false;
};

/// The connect dialog: form and connection string in step, saved connections, their secrets, and
/// the staged test. One for each dialog. GUI thread.
class ConnectFormPresenter : public QObject
{
    Q_OBJECT
public:
    explicit ConnectFormPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~ConnectFormPresenter() override;

    const ConnectFormState& state() const { return m_state; }

    /// The string was typed. The mask in it stands for the password known before.
    void setUri(const QString& text);
    /// Typing ended: the string is shown with its password masked.
    void settleUri();
    /// The hosts as typed, comma-separated.
    void setHosts(const QString& text);
    void setSeeded(bool seeded);
    void setUser(const QString& user);
    /// An empty one is none.
    void setPassword(const QString& password);
    void setDatabase(const QString& database);
    /// An empty value takes the option away.
    void setOption(const QString& name, const QString& value);
    void setTraits(const ConnectionTraits& traits);

    /// Fills the form from a saved connection; its secret follows from the keychain.
    void choose(const QString& id);
    /// Empties the form for a new connection.
    void startNew();
    /// Saves the form as the chosen connection or as a new one.
    void save();
    /// Copies the chosen connection and its secret, and chooses the copy.
    void duplicate();
    /// Deletes the chosen connection and its secret.
    void removeCurrent();
    /// Moves the chosen connection up (−1) or down (1).
    void moveCurrent(int by);

    void startTest();
    void cancelTest();
    /// Connects the window with what the form says.
    void connectNow();

Q_SIGNALS:
    void stateChanged();

private:
    void showBook();
    void showTest();
    void partsChanged();
    void judge();
    void fetchSecret(const QString& id);
    void noteSecret(const services::SecretOutcome& outcome);
    void takeSecret(const QString& id, const services::SecretOutcome& outcome);
    void keepSecret(const QString& id);
    QString maskedUri() const;

    services::ServiceSet& m_services;
    ConnectFormState m_state;
    protocol::ConnectionReading m_uriReading;
    protocol::ConnectionReading m_hostsReading;
};

} // namespace sandglass::presenters
