// SPDX-License-Identifier: GPL-3.0-or-later
// Windows has unix sockets since version 10.0.17063. Nothing in Sandglass connects to one there,
// but the engine can listen on one for other clients.
#include "app/platform/local_socket.h"

#include "app/platform/socket_path.h"
#include "app/platform/system_error.h"
#include "app/platform/windows/handle.h"

#include <winsock2.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace sandglass::platform {

namespace {

/// As sockaddr_un of <afunix.h>, which older headers do not have.
struct LocalAddress
{
    unsigned short family = AF_UNIX;
    char path[108] = {};
};

// Winsock counts its users; this object is one of them.
class Winsock
{
public:
    Winsock()
    {
        constexpr WORD kVersion = 0x0202; // 2.2
        WSADATA ignored{};
        ::WSAStartup(kVersion, &ignored);
    }
    Winsock(const Winsock&) = delete;
    Winsock& operator=(const Winsock&) = delete;
    ~Winsock() { ::WSACleanup(); }
};

std::wstring wideOf(const std::string& path)
{
    return std::filesystem::path(path).wstring();
}

// Whether the file of a unix socket has that path; fails if there is a file that is none.
Result<bool> isSocketFile(const std::string& path)
{
    WIN32_FIND_DATAW found{};
    const HANDLE search = ::FindFirstFileW(wideOf(path).c_str(), &found);
    if (search == INVALID_HANDLE_VALUE) {
        const int code = lastError();
        if (code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND) {
            return false;
        }
        return base::failure(Errc::Storage,
                             "Cannot examine " + path + ": " + systemFailure(code).message);
    }
    ::FindClose(search);
    constexpr DWORD kUnixSocket = 0x80000023; // IO_REPARSE_TAG_AF_UNIX
    if ((found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0
        || found.dwReserved0 != kUnixSocket) {
        return base::failure(Errc::Conflict, path + " exists and is not a socket.");
    }
    return true;
}

// 0 when a process answers, otherwise the error of connect().
int connectError(const std::string& path)
{
    const Winsock winsock;
    const SOCKET socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    if (socket == INVALID_SOCKET) {
        return ::WSAGetLastError();
    }
    u_long yes = 1;
    ::ioctlsocket(socket, FIONBIO, &yes);
    LocalAddress address;
    std::copy(path.begin(), path.end(), std::begin(address.path));
    const int result
        = ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
    const int code = result == 0 ? 0 : ::WSAGetLastError();
    ::closesocket(socket);
    return code;
}

} // namespace

bool hasLocalClients()
{
    return false;
}

std::size_t maxSocketPathBytes()
{
    return sizeof(LocalAddress::path) - 1;
}

Result<std::vector<std::uint8_t>> localAddress(const std::string& path)
{
    TRY(checkSocketPath(path));
    LocalAddress address;
    std::copy(path.begin(), path.end(), std::begin(address.path));
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&address);
    return std::vector<std::uint8_t>(bytes, bytes + sizeof(address));
}

Result<void> clearSocketPath(const std::string& path)
{
    TRY(checkSocketPath(path));
    const Result<bool> left = isSocketFile(path);
    TRY(left);
    if (!*left) {
        return {};
    }
    // would block: the queue of a process that listens is full
    const int code = connectError(path);
    if (code == 0 || code == WSAEWOULDBLOCK) {
        return base::failure(Errc::Conflict, "Another process answers on " + path + ".");
    }
    if (code != WSAECONNREFUSED) {
        return base::failure(Errc::Conflict,
                             "Cannot determine whether " + path
                                 + " is in use: " + systemFailure(code).message);
    }
    if (::DeleteFileW(wideOf(path).c_str()) == 0) {
        return base::failure(Errc::Storage,
                             "Cannot remove " + path + ": " + systemFailure(lastError()).message);
    }
    return {};
}

Result<NativeSocket> connectLocally(const std::string& /*path*/)
{
    return base::failure(Errc::Unsupported, "The window uses no unix sockets on Windows.");
}

std::uint64_t fileNumber(const std::string& path)
{
    const Handle file = ownedHandle(::CreateFileW(
        wideOf(path).c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
        OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS, nullptr));
    BY_HANDLE_FILE_INFORMATION facts{};
    if (!file || ::GetFileInformationByHandle(file.get(), &facts) == 0) {
        return 0;
    }
    return (std::uint64_t{facts.nFileIndexHigh} << 32U) | facts.nFileIndexLow;
}

void removeSocketFile(const std::string& path)
{
    ::DeleteFileW(wideOf(path).c_str());
}

Result<void> makeSocketPrivate(NativeSocket /*socket*/)
{
    return {};
}

Result<void> checkSocketFolder(const std::string& /*folder*/)
{
    return {};
}

bool peerIsOwner(NativeSocket /*socket*/)
{
    return true;
}

bool peerHasGone(NativeSocket socket)
{
    // recv() would wait without a byte
    fd_set readable;
    FD_ZERO(&readable);
    FD_SET(static_cast<SOCKET>(socket), &readable);
    timeval none{};
    if (::select(0, &readable, nullptr, nullptr, &none) < 1) {
        return false;
    }
    char byte = 0;
    const int count = ::recv(static_cast<SOCKET>(socket), &byte, 1, MSG_PEEK);
    return count == 0 || (count < 0 && ::WSAGetLastError() != WSAEWOULDBLOCK);
}

PeerState peerState(NativeSocket socket)
{
    return peerHasGone(socket) ? PeerState::SendsNoMore : PeerState::Present;
}

std::size_t sendNow(NativeSocket /*socket*/, std::span<const std::uint8_t> /*bytes*/)
{
    return 0;
}

} // namespace sandglass::platform
