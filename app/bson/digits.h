// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace sandglass::bson {

/// True for '0' to '9' in every locale.
constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace sandglass::bson
