// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/socket_path.h"

#include "app/platform/local_socket.h"

namespace sandglass::platform {

Result<void> checkSocketPath(const std::string& path)
{
    if (path.empty()) {
        return base::failure(Errc::InvalidInput, "The path of the unix socket is empty.");
    }
    if (path.size() > maxSocketPathBytes()) {
        return base::failure(Errc::InvalidInput,
                             "The path of the unix socket is longer than "
                                 + std::to_string(maxSocketPathBytes()) + " bytes: " + path);
    }
    return {};
}

} // namespace sandglass::platform
