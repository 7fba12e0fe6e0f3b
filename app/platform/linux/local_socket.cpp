// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/local_socket.h"

#include "app/platform/posix/open_local_socket.h"
#include "app/platform/system_error.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace sandglass::platform {

int openLocalSocket()
{
    return ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

Result<void> makeSocketPrivate(NativeSocket socket)
{
    // Linux gives the file the mode of the socket
    if (::fchmod(socket, S_IRUSR | S_IWUSR) != 0) {
        return systemFailure(errno);
    }
    return {};
}

bool peerIsOwner(NativeSocket socket)
{
    ucred peer{};
    socklen_t size = sizeof(peer);
    return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0
        && peer.uid == ::geteuid();
}

PeerState peerState(NativeSocket socket)
{
    pollfd state{socket, POLLRDHUP, 0};
    if (::poll(&state, 1, 0) < 1) {
        return PeerState::Present;
    }
    if ((state.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) {
        return PeerState::Gone;
    }
    return (state.revents & POLLRDHUP) != 0 ? PeerState::SendsNoMore : PeerState::Present;
}

std::size_t sendNow(NativeSocket socket, std::span<const std::uint8_t> bytes)
{
    const ssize_t count = ::send(socket, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    return count > 0 ? static_cast<std::size_t>(count) : 0;
}

} // namespace sandglass::platform
