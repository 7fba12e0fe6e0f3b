// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/platform/child_guard.h"

namespace sandglass::platform {

struct ChildGuard::State
{
};

ChildGuard::ChildGuard() = default;
ChildGuard::~ChildGuard() = default;

Result<void> ChildGuard::add(std::int64_t /*processId*/)
{
    return {};
}

} // namespace sandglass::platform
