// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/local_socket.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <vector>

namespace tst_platform_local_socket {

using sandglass::Errc;
using sandglass::platform::clearSocketPath;
using sandglass::platform::connectLocally;
using sandglass::platform::fileNumber;
using sandglass::platform::makeSocketPrivate;
using sandglass::platform::peerHasGone;
using sandglass::platform::PeerState;
using sandglass::platform::peerState;
using sandglass::platform::removeSocketFile;
using sandglass::platform::sendNow;

namespace {

constexpr std::array<std::uint8_t, 3> kBytes{1, 2, 3};

bool bindTo(int descriptor, const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::copy(path.begin(), path.end(), std::begin(address.sun_path));
    return ::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
}

// A bound socket, listening or not; its file stays when it is closed, as after kill -9.
int boundSocket(const std::string& path, bool listening)
{
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return bindTo(descriptor, path) && (!listening || ::listen(descriptor, 1) == 0) ? descriptor
                                                                                    : -1;
}

// Two sockets that are connected with each other.
std::array<int, 2> pair()
{
    std::array<int, 2> ends{};
    return ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0
        ? ends
        : std::array<int, 2>{-1, -1};
}

} // namespace

class PlatformLocalSocketTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(QStringLiteral("e.sock")).toStdString();
    }

    void anAddressIsWhatTheSystemConnectsTo()
    {
        const int listener = boundSocket(m_path, true);
        QVERIFY(listener >= 0);
        const auto address = sandglass::platform::localAddress(m_path);
        QVERIFY(address);
        const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        QCOMPARE(::connect(descriptor, reinterpret_cast<const sockaddr*>(address->data()),
                           static_cast<socklen_t>(address->size())),
                 0);
        ::close(descriptor);
        ::close(listener);
        QVERIFY(!sandglass::platform::localAddress({}));
        QVERIFY(!sandglass::platform::localAddress(std::string(200, 'x')));
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

    void aSocketIsMadePrivateBeforeItHasAFile()
    {
        const mode_t mask = ::umask(0);
        const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        QVERIFY(makeSocketPrivate(descriptor).has_value());
        QVERIFY(bindTo(descriptor, m_path));
        ::umask(mask);
        const auto permissions = std::filesystem::status(m_path).permissions();
        QVERIFY(permissions
                == (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
        ::close(descriptor);
    }

    void aSocketThatDoesNotExistCannotBeMadePrivate()
    {
        QCOMPARE(makeSocketPrivate(-1).error().message, std::string("Bad file descriptor"));
    }

    void aRemovedFileHasNoNumber()
    {
        ::close(boundSocket(m_path, true));
        removeSocketFile(m_path);
        QCOMPARE(fileNumber(m_path), std::uint64_t{0});
        removeSocketFile(m_path); // a second time is ignored
    }

    void aPeerIsThereUntilItCloses()
    {
        const std::array<int, 2> ends = pair();
        QVERIFY(!peerHasGone(ends[0]));
        QCOMPARE(sendNow(ends[1], kBytes), kBytes.size());
        QVERIFY(!peerHasGone(ends[0]));
        std::array<std::uint8_t, 8> read{};
        // looking has read nothing
        QCOMPARE(::recv(ends[0], read.data(), read.size(), 0), static_cast<ssize_t>(kBytes.size()));
        ::close(ends[1]);
        QVERIFY(peerHasGone(ends[0]));
        ::close(ends[0]);
    }

    void bytesThatWereSentBeforeTheCloseAreStillThere()
    {
        const std::array<int, 2> ends = pair();
        QCOMPARE(sendNow(ends[1], kBytes), kBytes.size());
        ::close(ends[1]);
        QVERIFY(!peerHasGone(ends[0]));
        ::close(ends[0]);
    }

    void aPeerThatClosesIsNoticedBehindItsBytes()
    {
        const std::array<int, 2> ends = pair();
        QVERIFY(peerState(ends[0]) == PeerState::Present);
        QCOMPARE(sendNow(ends[1], kBytes), kBytes.size());
        QVERIFY(peerState(ends[0]) == PeerState::Present);
        QCOMPARE(::shutdown(ends[1], SHUT_WR), 0);
        QVERIFY(peerState(ends[0]) == PeerState::SendsNoMore);
        ::close(ends[1]);
        QVERIFY(peerState(ends[0]) == PeerState::Gone);
        ::close(ends[0]);
    }

    void sendingEndsWhenThePeerReadsNothing()
    {
        const std::array<int, 2> ends = pair();
        const std::vector<std::uint8_t> much(std::size_t{64} << 20U);
        const std::size_t sent = sendNow(ends[0], much);
        QVERIFY(sent > 0);
        QVERIFY(sent < much.size());
        QCOMPARE(sendNow(ends[0], much), std::size_t{0});
        ::close(ends[0]);
        ::close(ends[1]);
    }

    void sendingToAClosedPeerSendsNothingAndEndsNothing()
    {
        const std::array<int, 2> ends = pair();
        ::close(ends[1]);
        QCOMPARE(sendNow(ends[0], kBytes), std::size_t{0});
        ::close(ends[0]);
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_path;
};

SANDGLASS_PLAIN_TEST(PlatformLocalSocketTest)
} // namespace tst_platform_local_socket

#include "tst_platform_local_socket.moc"
