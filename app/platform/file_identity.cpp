// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/file_identity.h"

namespace sandglass::platform {

bool mayBeSameFile(std::string_view one, std::string_view other)
{
    constexpr auto kNone = std::string_view::npos;
    // NUMBER, or NUMBER-BIRTH
    const bool bothKnowBirth = one.find('-') != kNone && other.find('-') != kNone;
    return bothKnowBirth ? one == other
                         : one.substr(0, one.find('-')) == other.substr(0, other.find('-'));
}

} // namespace sandglass::platform
