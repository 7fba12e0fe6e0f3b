// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/unix_connection.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace sandglass::bench {

Result<int> connectUnix(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof(address.sun_path)) {
        return base::failure(Errc::InvalidInput, "The path of the socket is too long.");
    }
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0) {
        return descriptor;
    }
    const int reason = errno;
    if (descriptor >= 0) {
        ::close(descriptor);
    }
    return base::failure(Errc::Network,
                         std::string("Connecting failed: ") + std::strerror(reason) + ".");
}

} // namespace sandglass::bench
