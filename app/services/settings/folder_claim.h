// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocalServer>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>

class QLocalSocket;

namespace sandglass::services {

/// The claim of one program on a data folder, whose journal and settings only one may write. A lock
/// file decides who has the folder; the lock ends with the program. The program that has it listens
/// on a socket in the folder that only the same user can open, so that a second program can ask for
/// its window. GUI thread.
class FolderClaim : public QObject
{
    Q_OBJECT
public:
    /// How long showOther() and findOther() wait for an answer.
    static constexpr std::chrono::milliseconds kPatience{2'000};

    /// Claims `folder`, which must exist. See isOurs().
    explicit FolderClaim(const QString& folder, QObject* parent = nullptr);
    ~FolderClaim() override;

    /// Whether no other program has the folder. Also true for a folder that cannot be written,
    /// since nobody can claim it.
    bool isOurs() const { return m_ours; }
    /// The path of the socket.
    QString socketName() const { return m_socketName; }
    /// Sets how long to wait for an answer.
    void setPatience(std::chrono::milliseconds patience) { m_patience.setInterval(patience); }

    /// Asks the program that has the folder whether it answers; otherFound() follows.
    void findOther();
    /// Asks it to bring its window to the front; otherShown() follows. `activationToken`: of this
    /// program's start, which some desktops require; may be empty.
    void showOther(const QString& activationToken = {});

Q_SIGNALS:
    /// Whether the program that has the folder answers.
    void otherFound(bool answers);
    /// Whether it has brought its window to the front.
    void otherShown(bool shown);
    /// Another program asks for our window to come to the front.
    void showRequested(const QString& activationToken);

private:
    /// Listens for other programs. A failure only means that they get no answer.
    void listen();
    /// Greets another program, and does what it asks for.
    void serve(QLocalSocket* other);
    /// Takes lines from a socket: what the other program asks for.
    void takeRequest(QLocalSocket* other);
    /// Takes the answer of the program that has the folder.
    void takeAnswer();
    /// Ends the conversation: the answer that is waited for does not come.
    void giveUp();

    QLockFile m_lock;
    QString m_socketName;
    bool m_ours = false;
    QLocalServer m_server;
    QLocalSocket* m_other; // to the program that has the folder
    QTimer m_patience; // until the answer that is waited for counts as none
    bool m_asksForWindow = false; // showOther() waits for the answer
};

} // namespace sandglass::services
