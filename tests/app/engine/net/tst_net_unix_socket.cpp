// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/unix_socket.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>

namespace tst_net_unix_socket {

using sandglass::Errc;
using sandglass::engine::net::clearSocketPath;
using sandglass::engine::net::fileNumber;

namespace {

// A bound socket, listening or not; its file stays when it is closed, as after kill -9.
int boundSocket(const std::string& path, bool listening)
{
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::copy(path.begin(), path.end(), std::begin(address.sun_path));
    const bool bound
        = ::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
    return bound && (!listening || ::listen(descriptor, 1) == 0) ? descriptor : -1;
}

} // namespace

class NetUnixSocketTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(QStringLiteral("e.sock")).toStdString();
    }

    void aFreePathIsLeftAlone()
    {
        QVERIFY(clearSocketPath(m_path).has_value());
        QCOMPARE(fileNumber(m_path), std::uint64_t{0});
    }

    void aStaleSocketIsRemoved()
    {
        ::close(boundSocket(m_path, true));
        QVERIFY(fileNumber(m_path) != 0);
        QVERIFY(clearSocketPath(m_path).has_value());
        QCOMPARE(fileNumber(m_path), std::uint64_t{0});
    }

    void aSocketThatAnswersIsKept()
    {
        const int descriptor = boundSocket(m_path, true);
        QVERIFY(descriptor >= 0);
        const auto cleared = clearSocketPath(m_path);
        QVERIFY(!cleared.has_value());
        QCOMPARE(cleared.error().code, Errc::Conflict);
        QVERIFY(fileNumber(m_path) != 0);
        ::close(descriptor);
    }

    void aFileThatIsNoSocketIsKept()
    {
        QFile file(QString::fromStdString(m_path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(clearSocketPath(m_path).error().code, Errc::Conflict);
        QVERIFY(file.exists());
    }

    void aPathThatDoesNotFitIsRefused()
    {
        QVERIFY(clearSocketPath("/tmp/" + std::string(102, 'x')).has_value());
        const auto cleared = clearSocketPath("/tmp/" + std::string(103, 'x'));
        QCOMPARE(cleared.error().code, Errc::InvalidInput);
        QVERIFY(cleared.error().message.find("107 bytes") != std::string::npos);
        QCOMPARE(clearSocketPath("").error().code, Errc::InvalidInput);
    }

    void aFolderThatIsAFileIsAStorageError()
    {
        QFile file(QString::fromStdString(m_path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(clearSocketPath(m_path + "/x").error().code, Errc::Storage);
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_path;
};

SANDGLASS_PLAIN_TEST(NetUnixSocketTest)
} // namespace tst_net_unix_socket

#include "tst_net_unix_socket.moc"
