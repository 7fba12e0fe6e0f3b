// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/log.h"

namespace sandglass::tests {

/// Discards every line.
class NullLog final : public base::Log
{
public:
    void write(const base::LogEntry& /*entry*/) override { }
};

} // namespace sandglass::tests
