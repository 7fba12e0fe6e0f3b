// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/local_socket.h"

#include "app/platform/posix/open_local_socket.h"
#include "app/platform/socket_path.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace sandglass::platform {

namespace {

std::string systemText(int code)
{
    return std::generic_category().message(code);
}

// `path` fits into sun_path.
sockaddr_un addressOf(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::copy(path.begin(), path.end(), std::begin(address.sun_path));
    return address;
}

// A connected descriptor, or −1 with errno. `path` fits into sun_path.
int connectTo(const std::string& path)
{
    const int descriptor = openLocalSocket();
    if (descriptor < 0) {
        return -1;
    }
    const sockaddr_un address = addressOf(path);
    if (::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0) {
        return descriptor;
    }
    const int code = errno;
    ::close(descriptor);
    errno = code;
    return -1;
}

// 0 when a process answers, otherwise the error of connect().
int connectError(const std::string& path)
{
    const int descriptor = connectTo(path);
    if (descriptor < 0) {
        return errno;
    }
    ::close(descriptor);
    return 0;
}

} // namespace

bool hasLocalClients()
{
    return true;
}

std::size_t maxSocketPathBytes()
{
    return sizeof(sockaddr_un::sun_path) - 1;
}

Result<std::vector<std::uint8_t>> localAddress(const std::string& path)
{
    TRY(checkSocketPath(path));
    const sockaddr_un address = addressOf(path);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&address);
    return std::vector<std::uint8_t>(bytes, bytes + sizeof(address));
}

Result<void> clearSocketPath(const std::string& path)
{
    TRY(checkSocketPath(path));
    struct stat status = {};
    if (::lstat(path.c_str(), &status) != 0) {
        if (errno == ENOENT) {
            return {};
        }
        return base::failure(Errc::Storage, "Cannot examine " + path + ": " + systemText(errno));
    }
    if (!S_ISSOCK(status.st_mode)) {
        return base::failure(Errc::Conflict, path + " exists and is not a socket.");
    }
    // a full queue (EAGAIN) means that a process listens
    const int code = connectError(path);
    if (code == 0 || code == EAGAIN) {
        return base::failure(Errc::Conflict, "Another process answers on " + path + ".");
    }
    // refused: the file is left over from a process that ended
    if (code != ECONNREFUSED) {
        return base::failure(
            Errc::Conflict, "Cannot determine whether " + path + " is in use: " + systemText(code));
    }
    if (::unlink(path.c_str()) != 0) {
        return base::failure(Errc::Storage, "Cannot remove " + path + ": " + systemText(errno));
    }
    return {};
}

Result<NativeSocket> connectLocally(const std::string& path)
{
    TRY(checkSocketPath(path));
    const int descriptor = connectTo(path);
    if (descriptor < 0) {
        return base::failure(Errc::Network, systemText(errno));
    }
    return descriptor;
}

Result<void> checkSocketFolder(const std::string& folder)
{
    struct stat status = {};
    if (::lstat(folder.c_str(), &status) != 0) {
        if (errno == ENOENT) {
            return {}; // bind() says so
        }
        return base::failure(Errc::InvalidInput,
                             "The folder of the unix socket, " + folder
                                 + ", cannot be used: " + systemText(errno) + ".");
    }
    const auto refused = [&](const std::string& reason) {
        return base::failure(Errc::InvalidInput,
                             "The folder of the unix socket, " + folder + ", " + reason);
    };
    if (S_ISLNK(status.st_mode)) {
        return refused("is a symbolic link; name the folder itself.");
    }
    if (!S_ISDIR(status.st_mode)) {
        return refused("is not a folder.");
    }
    if (status.st_uid != ::geteuid()) {
        return refused("belongs to another user.");
    }
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        return refused("can be written by other users; run chmod 700 on it.");
    }
    return {};
}

std::uint64_t fileNumber(const std::string& path)
{
    struct stat status = {};
    return ::lstat(path.c_str(), &status) == 0 ? status.st_ino : 0;
}

void removeSocketFile(const std::string& path)
{
    ::unlink(path.c_str());
}

bool peerHasGone(NativeSocket socket)
{
    std::uint8_t byte = 0;
    const auto count = ::recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
}

} // namespace sandglass::platform
