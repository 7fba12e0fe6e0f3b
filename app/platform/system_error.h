// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <system_error>

namespace sandglass::platform {

/// An error with the system's text for `code`: errno, or GetLastError() on Windows.
inline Error systemFailure(int code, Errc kind = Errc::Storage)
{
    return base::failure(kind, std::system_category().message(code));
}

} // namespace sandglass::platform
