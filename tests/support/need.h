// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>

namespace sandglass::tests {

/// The value of a result. If it is an error, the reason is printed and the test program ends.
template <typename T>
T need(Result<T> result)
{
    if (!result) {
        std::fprintf(stderr, "a step failed: %s (%d %s)\n", result.error().message.c_str(),
                     result.error().serverCode, result.error().serverCodeName.c_str());
        std::abort();
    }
    if constexpr (!std::is_void_v<T>) {
        return std::move(*result);
    }
}

} // namespace sandglass::tests
