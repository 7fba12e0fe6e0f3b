// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/file_identity.h"

#include <cstddef>

namespace sandglass::platform {

bool mayBeSameFile(std::string_view one, std::string_view other)
{
    constexpr auto kNone = std::string_view::npos;
    // each may end with @SUBVOLUME
    const std::size_t oneVolume = one.find('@');
    const std::size_t otherVolume = other.find('@');
    if (oneVolume != kNone && otherVolume != kNone
        && one.substr(oneVolume) != other.substr(otherVolume)) {
        return false;
    }
    one = one.substr(0, oneVolume);
    other = other.substr(0, otherVolume);
    // NUMBER, or NUMBER-BIRTH
    const bool bothKnowBirth = one.find('-') != kNone && other.find('-') != kNone;
    return bothKnowBirth ? one == other
                         : one.substr(0, one.find('-')) == other.substr(0, other.find('-'));
}

} // namespace sandglass::platform
