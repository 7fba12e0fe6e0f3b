// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <windows.h>

#include <memory>

namespace sandglass::platform {

/// An access list that gives this user, the system and the administrators all rights, and nobody
/// else any. Files in a folder with it inherit it.
class PrivateAccess
{
public:
    /// Makes the list for the user of this process. Errors: Storage, with the system's text alone.
    static Result<PrivateAccess> make();

    /// For calls that create a file or a folder; child processes do not inherit the handle. Valid
    /// as long as this object.
    SECURITY_ATTRIBUTES attributes() const;
    /// The list itself; never null. Valid as long as this object.
    PACL list() const;

private:
    struct FreeLocal
    {
        void operator()(void* memory) const { ::LocalFree(memory); }
    };
    using Descriptor = std::unique_ptr<void, FreeLocal>;

    explicit PrivateAccess(Descriptor descriptor);

    Descriptor m_descriptor;
};

} // namespace sandglass::platform
