// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sandglass::platform {

/// A socket as the system names it: a descriptor, or a SOCKET of Windows.
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
/// The inode of a path, to recognise one's own file later; 0 when there is none.
std::uint64_t fileNumber(const std::string& path);
/// Removes a socket file. A failure is ignored.
void removeSocketFile(const std::string& path);
/// Lets only the owner connect to a unix socket that is not bound yet (mode 0600). macOS has no
/// such call, there umask 077 does it. Windows: the access list of the folder decides. Errors:
/// Storage, with the system's text alone.
Result<void> makeSocketPrivate(NativeSocket socket);

/// Whether a unix socket may be made in this folder: it must be a folder and no link to one, belong
/// to the user of this process, and be writable for nobody else, who could put another socket in
/// the place of ours. Succeeds when there is none. Windows: succeeds; the access list of the folder
/// decides. Errors: InvalidInput with a sentence.
Result<void> checkSocketFolder(const std::string& folder);
/// Whether the process at the other end of a connected unix socket runs as the same user. Windows:
/// true; the access list of the folder decides.
bool peerIsOwner(NativeSocket socket);
/// Whether the peer of a connected socket has closed it. Does not wait, and reads no byte. Call it
/// for a socket that is readable.
bool peerHasGone(NativeSocket socket);
/// What can be told of the peer of a connected socket.
enum class PeerState {
    Present, ///< nothing is known to its disadvantage
    SendsNoMore, ///< it has shut its side down, or closed a TCP connection, which looks the same
    Gone, ///< the connection is closed in both directions
};
/// The state of the peer, also while bytes that it has sent are unread. Does not wait, and reads no
/// byte. Windows and macOS see nothing before all bytes are read, and know no Gone.
PeerState peerState(NativeSocket socket);
/// Sends as many of the bytes as the socket takes without waiting, and returns their number. 0
/// after an error, which the next operation reports. Windows: 0, because such a socket would wait.
std::size_t sendNow(NativeSocket socket, std::span<const std::uint8_t> bytes);

} // namespace sandglass::platform
