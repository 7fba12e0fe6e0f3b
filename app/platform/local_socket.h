// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sandglass::platform {

/// The system's handle of a socket: a descriptor, or a SOCKET on Windows.
#ifdef _WIN32
using NativeSocket = std::uintptr_t;
#else
using NativeSocket = int;
#endif

/// Whether clients connect to a server through the path of a unix socket. False on Windows:
/// libmongoc has no unix sockets there, and the window uses TCP on the loopback interface.
bool hasLocalClients();
/// Longest path of a unix socket, in bytes: the size of sun_path without the NUL at its end.
std::size_t maxSocketPathBytes();
/// The address of a unix socket in the system's form (sockaddr_un), for a library that connects by
/// itself. Errors: InvalidInput for a path that is empty or too long.
Result<std::vector<std::uint8_t>> localAddress(const std::string& path);
/// Removes a socket file at `path` that no process listens on any more, so that the path can be
/// bound. Errors: InvalidInput for a path that is empty or too long; Conflict when a process
/// listens there or the file is not a socket; Storage when the file cannot be examined or removed.
Result<void> clearSocketPath(const std::string& path);
/// Connects to a unix socket and returns the descriptor, which the caller closes. Blocks only while
/// the queue of the listener is full. Errors: InvalidInput for a path that is empty or too long;
/// Network, with the system's text alone; Unsupported where there are no unix sockets.
Result<NativeSocket> connectLocally(const std::string& path);
/// The inode number of a path, by which a caller recognises its own file later; 0 when the path
/// does not exist.
std::uint64_t fileNumber(const std::string& path);
/// Removes a socket file. A failure is ignored.
void removeSocketFile(const std::string& path);
/// Allows only the owner to connect to a unix socket that is not bound yet (mode 0600). macOS: does
/// nothing; keepNewFilesPrivate() has the same effect at bind(). Windows: does nothing; the access
/// list of the folder decides. Errors: Storage, with the system's text alone.
Result<void> makeSocketPrivate(NativeSocket socket);

/// Checks that a unix socket can safely be created in this folder: it must be a folder and not a
/// link to one, belong to the user of this process, and not be writable by other users, who could
/// replace the socket. A missing folder passes. Windows: always succeeds; the access list of the
/// folder decides. Errors: InvalidInput with a sentence.
Result<void> checkSocketFolder(const std::string& folder);
/// Whether the process at the other end of a connected unix socket runs as the same user. Windows:
/// true; the access list of the folder decides.
bool peerIsOwner(NativeSocket socket);
/// Whether the peer of a connected socket has closed it. Does not block and consumes nothing. Call
/// it for a socket that is readable.
bool peerHasGone(NativeSocket socket);
/// What is known about the peer of a connected socket.
enum class PeerState {
    Present, ///< no sign that it has left
    SendsNoMore, ///< it has shut its side down, or closed a TCP connection, which looks the same
    Gone, ///< the connection is closed in both directions
};
/// The state of the peer, even while bytes that it has sent are unread. Does not block and consumes
/// nothing. Windows and macOS: Present until all bytes have been read, and never Gone.
PeerState peerState(NativeSocket socket);
/// Sends as many of the bytes as the socket takes without waiting, and returns their number. 0
/// after an error, which the next operation reports. Windows: 0, because such a socket would wait.
std::size_t sendNow(NativeSocket socket, std::span<const std::uint8_t> bytes);

} // namespace sandglass::platform
