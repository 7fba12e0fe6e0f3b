// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace sandglass::engine::commands {

/// The lines that were written to the log last. Any thread.
class RecentLog
{
public:
    virtual ~RecentLog() = default;

    /// The newest lines, oldest first, without line ends. Their number is limited.
    virtual std::vector<std::string> recent() const = 0;
    /// The warnings and errors from before the engine served clients, oldest first. Their number is
    /// limited.
    virtual std::vector<std::string> startupWarnings() const = 0;
};

} // namespace sandglass::engine::commands
