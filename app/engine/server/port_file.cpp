// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/server/port_file.h"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace sandglass::engine::server {

Result<void> writePortFile(const std::string& path, int port)
{
    const std::string temporary = path + ".new";
    {
        std::ofstream file(temporary, std::ios::trunc);
        file << port << '\n';
        if (!file.flush()) {
            return base::failure(Errc::InvalidInput,
                                 "The port file " + path + " cannot be written.");
        }
    }
    std::error_code failed;
    std::filesystem::rename(temporary, path, failed);
    if (failed) {
        return base::failure(Errc::InvalidInput,
                             "The port file " + path + " cannot be written: " + failed.message()
                                 + ".");
    }
    return {};
}

} // namespace sandglass::engine::server
