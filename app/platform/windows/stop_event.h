// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace sandglass::platform {

/// The name of the event that asks the process of that number to end. Only processes of the same
/// session see it.
inline std::wstring stopEventName(std::int64_t processId)
{
    return L"Local\\sandglass-stop-" + std::to_wstring(processId);
}

} // namespace sandglass::platform
