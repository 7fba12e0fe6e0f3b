// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/presenters/words/failure_text.h"
#include "app/protocol/connection_text.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {
struct ServiceSet;
struct SecretOutcome;
} // namespace sandglass::services

namespace sandglass::presenters {

class ConnectAttempt;

/// A row in the list of saved connections.
struct SavedConnectionRow
{
    QString id;
    QString name; ///< as given, or the hosts
    QString color; ///< "#rrggbb", or empty
    QString tag; ///< translated if it is a known one; may be empty
    QString group = {}; ///< the heading above it; empty: none

    bool operator==(const SavedConnectionRow&) const = default;
};

/// State of a stage of the test. Skipped: there is nothing to do. Same values as
/// services::StageMark.
enum class TestMark { Waiting, Running, Passed, Failed, Skipped };

/// One stage of the test.
struct TestRow
{
    QString name; ///< "Resolve"
    TestMark mark = TestMark::Waiting;
    QString text; ///< what was found, or why it failed
    QString details; ///< the server's message after a failure, untranslated
};

/// What the form holds besides the connection string.
struct ConnectionTraits
{
    QString name; ///< empty: the hosts are shown instead
    QString color; ///< "#rrggbb", or empty
    QString tag; ///< "production", "staging", "test", "development", any other one, or empty
    int profile = 0; ///< 0 automatic, 1 MongoDB, 2 Cosmos DB RU, 3 DocumentDB, 4 FerretDB
    bool readOnly = false; ///< changes are always refused
    bool askPassword = false; ///< the password is stored nowhere
    QString group = {}; ///< the heading in the list; empty: none
    QString sshServer = {}; ///< [user@]host of the SSH server; empty: none
    int sshPort = 0; ///< 0: as ssh has it configured
    QString sshKeyFile = {}; ///< path of a private key; empty: as ssh has it configured
    QString sshJumpHosts = {}; ///< separated by commas; may be empty

    bool operator==(const ConnectionTraits&) const = default;
};

/// The state of the connection form. Only `parts` holds the password.
struct ConnectFormState
{
    std::vector<SavedConnectionRow> saved; ///< without a group first, then group by group
    QString currentId; ///< of the saved connection being edited; empty: a new one
    ConnectionTraits traits;
    protocol::ConnectionParts parts; ///< of the last string that could be read
    QString hostsText; ///< as typed
    QString shownUri; ///< the connection string, its secrets masked
    QString databases; ///< named by hand, separated by commas: shown where the user may not list
                       ///< the databases; may be empty
    QString problem; ///< what is wrong with the string or the hosts; empty: nothing
    QString warning; ///< what is ignored or was left out, though it does not prevent connecting;
                     ///< empty: nothing
    QStringList groups; ///< of the saved connections, sorted
    QString exchangeNote; ///< the result of the last import or export; empty: there was none
    bool reading = false; ///< the password is being fetched from the keychain
    bool canConnect = false; ///< the form is complete; connectNow() and startTest() work
    QString keychainNote; ///< where the password is stored, if not in the keychain
    std::optional<FailureText> failure; ///< of saving, moving or deleting
    std::vector<TestRow> stages; ///< in the order of the test
    bool testing = false; ///< a test is running
};

/// The connect dialog: a form and a connection string that follow each other, the saved connections
/// with their secrets, and the staged test. One for each dialog. GUI thread.
class ConnectFormPresenter : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object. Starts with an empty form.
    explicit ConnectFormPresenter(services::ServiceSet& services, QObject* parent = nullptr);
    ~ConnectFormPresenter() override;

    /// The current state; stateChanged() announces changes.
    const ConnectFormState& state() const { return m_state; }

    /// Takes the connection string as typed. A mask in it stands for the secret that was there
    /// before.
    void setUri(const QString& text);
    /// Fills the empty form with a connection string that the user has not typed, such as a link.
    /// Options that it must not decide are left out, and state().warning names them, see
    /// protocol::takeRiskyOptions().
    void offerLink(const QString& uri);
    /// Shows the string with its secrets masked, after the user has finished typing.
    void settleUri();
    /// Takes the hosts as typed, separated by commas.
    void setHosts(const QString& text);
    /// Whether the hosts come from DNS (mongodb+srv).
    void setSeeded(bool seeded);
    /// Sets the user name; empty: none.
    void setUser(const QString& user);
    /// Sets the password; empty: none.
    void setPassword(const QString& password);
    /// Sets the database of the connection string; empty: none.
    void setDatabase(const QString& database);
    /// Sets an option of the connection string. An empty value removes it.
    void setOption(const QString& name, const QString& value);
    /// Sets the option at this place of state().parts.options, of which others may have its name.
    void setOptionAt(std::size_t place, const QString& value);
    /// Adds an option, see protocol::ConnectionParts::addOption().
    void addOption(const QString& name, const QString& value);
    /// Names databases, separated by commas; they are saved when the form connects.
    void setDatabases(const QString& typed);
    /// Sets everything outside the connection string.
    void setTraits(const ConnectionTraits& traits);

    /// Fills the form from a saved connection. Its secret follows when the keychain has answered.
    /// An unknown id is ignored.
    void choose(const QString& id);
    /// Empties the form for a new connection.
    void startNew();
    /// Saves the form as the chosen connection, or as a new one. Errors are in state().failure.
    void save();
    /// Copies the chosen connection and its secret, and chooses the copy. Errors are in
    /// state().failure.
    void duplicate();
    /// Deletes the chosen connection and its secret. Errors are in state().failure.
    void removeCurrent();
    /// Moves the chosen connection in the list. `by`: −1 up, 1 down.
    void moveCurrent(int by);

    /// Adds the connections of a file: of Sandglass, of Compass, or one string in each line. The
    /// result is in state().exchangeNote, an error in state().failure.
    void importFile(const QString& path);
    /// Writes all saved connections without secrets to a file. `format`: 0 Sandglass, 1 Compass,
    /// 2 connection strings. The result is in state().exchangeNote, an error in state().failure.
    void exportFile(const QString& path, int format);

    /// Tests the connection of the form; a test that is running ends.
    void startTest();
    /// Cancels the test. Its current stage fails.
    void cancelTest();
    /// Connects to the server of the form; `adds` as for ConnectAttempt::connectTo().
    void connectNow(bool adds = false);
    /// The attempt to connect.
    ConnectAttempt& attempt() { return *m_attempt; }

Q_SIGNALS:
    /// state() has changed.
    void stateChanged();

private:
    /// Shows the saved connections.
    void showBook();
    /// Shows the stages of the test.
    void showTest();
    /// Writes the connection string after a change in the form.
    void partsChanged();
    /// Shows the databases that were named for this connection string before.
    void showDatabases();
    /// The first of the named databases whose name no database can have; empty: none.
    QString databaseProblem() const;
    /// Keeps the named databases for the connection that has just been begun.
    void keepDatabases();
    /// Updates state().problem, state().warning and state().canConnect.
    void validate();
    /// Fetches the secret of a saved connection from the keychain.
    void fetchSecret(const QString& id);
    /// Updates state().keychainNote.
    void showSecretPlace(const services::SecretOutcome& outcome);
    /// Takes the answer of the keychain, unless another connection has been chosen.
    void takeSecret(const QString& id, const services::SecretOutcome& outcome);
    /// Stores the secrets of the form for a saved connection, or removes stored ones.
    void storeSecret(const QString& id);
    /// Shows why something failed.
    void showFailure(const Error& error);
    /// The connection string of the form with its secrets masked.
    QString maskedUri() const;

    services::ServiceSet& m_services;
    std::unique_ptr<ConnectAttempt> m_attempt; // never null
    ConnectFormState m_state;
    // what reading the string and the hosts has found; without their parts, which hold secrets
    protocol::ConnectionReading m_uriReading;
    protocol::ConnectionReading m_hostsReading;
    bool m_databasesTyped = false; // since they were shown
    QString m_linkNote; // what was left out of the link in the form; empty: nothing
};

} // namespace sandglass::presenters
