// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <windows.h>

#include <memory>

namespace sandglass::platform {

/// Deleter that closes a handle of the system.
struct CloseSystemHandle
{
    /// A failure is ignored.
    void operator()(HANDLE handle) const { ::CloseHandle(handle); }
};
/// Owns a handle; null: none.
using Handle = std::unique_ptr<void, CloseSystemHandle>;

/// Takes over a handle of CreateFile() or a similar function, whose failure is
/// INVALID_HANDLE_VALUE.
inline Handle ownedHandle(HANDLE handle)
{
    return Handle(handle == INVALID_HANDLE_VALUE ? nullptr : handle);
}

/// The code of the last failed call of this thread, as systemFailure() takes it.
inline int lastError()
{
    return static_cast<int>(::GetLastError());
}

} // namespace sandglass::platform
