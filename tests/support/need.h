// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>

namespace sandglass::tests {

/// Ends the test program when a step that the test stands on fails; the reason is printed.
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
