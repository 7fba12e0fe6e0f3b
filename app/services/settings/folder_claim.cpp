// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/settings/folder_claim.h"

#include "app/platform/local_socket.h"

#include <QCryptographicHash>
#include <QDir>
#include <QLocalSocket>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

// The conversation: "here" from the one that has the folder; "show TOKEN" from the other, answered
// by "shown". Each is a line.
constexpr QByteArrayView kHere("here\n");
constexpr QByteArrayView kShow("show ");
constexpr QByteArrayView kShown("shown\n");
constexpr qsizetype kMaxLineBytes = 1'024;

// Where there are no unix sockets, names of pipes are shared by all folders.
QString socketNameFor(const QString& folder)
{
    if (platform::hasLocalClients()) {
        return folder + u"/window.sock"_s;
    }
    const QByteArray hash
        = QCryptographicHash::hash(folder.toUtf8(), QCryptographicHash::Sha256).toHex();
    return u"sandglass-"_s + QString::fromLatin1(hash.left(32));
}

} // namespace

FolderClaim::FolderClaim(const QString& folder, QObject* parent)
    : QObject(parent)
    , m_lock(QDir(folder).absoluteFilePath(u"window.lock"_s))
    , m_socketName(socketNameFor(QDir(folder).absolutePath()))
    , m_other(new QLocalSocket(this))
{
    // the age of a lock says nothing: windows stay open for weeks
    m_lock.setStaleLockTime(0);
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatience);
    connect(&m_patience, &QTimer::timeout, this, &FolderClaim::giveUp);
    connect(m_other, &QLocalSocket::readyRead, this, &FolderClaim::takeAnswer);
    connect(m_other, &QLocalSocket::errorOccurred, this, &FolderClaim::giveUp);
    connect(m_other, &QLocalSocket::disconnected, this, &FolderClaim::giveUp);
    m_ours = m_lock.tryLock(0);
    if (!m_ours && m_lock.error() == QLockFile::LockFailedError) {
        // After a crash in a sandbox the number of the process may be taken by another one. The
        // system's own lock on the file is the truth, and this call asks for that.
        m_ours = m_lock.removeStaleLockFile() && m_lock.tryLock(0);
    }
    m_ours = m_ours || m_lock.error() != QLockFile::LockFailedError;
    if (m_lock.isLocked()) {
        listen();
    }
}

FolderClaim::~FolderClaim()
{
    m_other->disconnect(this);
}

void FolderClaim::listen()
{
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, [this] {
        while (QLocalSocket* other = m_server.nextPendingConnection()) {
            serve(other);
        }
    });
    // ours, since we have the lock: left over from a run that was killed
    QLocalServer::removeServer(m_socketName);
    m_server.listen(m_socketName);
}

void FolderClaim::serve(QLocalSocket* other)
{
    connect(other, &QLocalSocket::disconnected, other, &QObject::deleteLater);
    connect(other, &QLocalSocket::readyRead, this, [this, other] { takeRequest(other); });
    other->write(kHere.data(), kHere.size());
    takeRequest(other);
}

void FolderClaim::takeRequest(QLocalSocket* other)
{
    while (other->canReadLine()) {
        const QByteArray line = other->readLine(kMaxLineBytes);
        if (line.startsWith(kShow)) {
            Q_EMIT showRequested(QString::fromUtf8(line.mid(kShow.size())).trimmed());
            other->write(kShown.data(), kShown.size());
        }
    }
    if (other->bytesAvailable() > kMaxLineBytes) {
        other->abort(); // not one of ours
    }
}

void FolderClaim::findOther()
{
    m_patience.start();
    m_other->connectToServer(m_socketName);
}

void FolderClaim::showOther(const QString& activationToken)
{
    m_asksForWindow = true;
    m_patience.start();
    m_other->write(kShow.toByteArray() + activationToken.toUtf8() + '\n');
}

void FolderClaim::takeAnswer()
{
    while (m_other->canReadLine()) {
        const QByteArray line = m_other->readLine(kMaxLineBytes);
        if (!m_asksForWindow && line == kHere) {
            m_patience.stop();
            Q_EMIT otherFound(true);
        } else if (m_asksForWindow && line == kShown) {
            m_patience.stop();
            m_asksForWindow = false;
            Q_EMIT otherShown(true);
        }
    }
}

void FolderClaim::giveUp()
{
    m_patience.stop();
    m_other->disconnect(this);
    m_other->abort();
    if (m_asksForWindow) {
        Q_EMIT otherShown(false);
    } else {
        Q_EMIT otherFound(false);
    }
}

} // namespace sandglass::services

#include "moc_folder_claim.cpp"
