// SPDX-License-Identifier: GPL-3.0-or-later
// Not compiled on the machine where it was written: see packaging/macos/README.md.
#include "app/platform/local_socket.h"

#include "app/platform/posix/open_local_socket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sandglass::platform {

int openLocalSocket()
{
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor >= 0) {
        ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
        ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
    }
    return descriptor;
}

// fchmod() refuses a socket here; bind() applies the umask of keepNewFilesPrivate().
Result<void> makeSocketPrivate(NativeSocket /*socket*/)
{
    return {};
}

bool peerIsOwner(NativeSocket socket)
{
    uid_t user = 0;
    gid_t group = 0;
    return ::getpeereid(socket, &user, &group) == 0 && user == ::geteuid();
}

PeerState peerState(NativeSocket socket)
{
    return peerHasGone(socket) ? PeerState::SendsNoMore : PeerState::Present;
}

std::size_t sendNow(NativeSocket socket, std::span<const std::uint8_t> bytes)
{
    // no MSG_NOSIGNAL: ignoreBrokenPipes() has been called
    const ssize_t count = ::send(socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
    return count > 0 ? static_cast<std::size_t>(count) : 0;
}

} // namespace sandglass::platform
