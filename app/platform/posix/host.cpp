// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/host.h"

#include <unistd.h>

#include <cstring>

namespace sandglass::platform {

std::string hostName()
{
    std::string name(256, '\0');
    if (::gethostname(name.data(), name.size() - 1) != 0) {
        return "localhost";
    }
    name.resize(std::strlen(name.c_str()));
    return name;
}

std::filesystem::path zoneFolder()
{
    return "/usr/share/zoneinfo";
}

} // namespace sandglass::platform
