// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <QStringList>

#include <cstdint>

namespace sandglass::services {

class Settings;

/// How long the bundled engine keeps what expires. Without any limit nothing is kept.
struct TrashLimits
{
    std::int64_t days = 0; ///< 0 … 3650; 0: not limited by age
    std::int64_t bytes = 0; ///< of documents; 0: not limited by size

    /// Whether anything is kept.
    bool keeps() const { return days > 0 || bytes > 0; }
    bool operator==(const TrashLimits&) const = default;
};

/// The largest number of days.
inline constexpr std::int64_t kMostTrashDays = 3650;

/// The limits as they are remembered for the next start of the engine. GUI thread.
TrashLimits readTrashLimits(const Settings& settings);
/// Remembers them. GUI thread.
void storeTrashLimits(Settings& settings, const TrashLimits& limits);
/// The arguments of the engine's program; none when nothing is kept.
QStringList trashArguments(const TrashLimits& limits);
/// The command that sets them in a running engine, for the database `admin`.
bson::Document trashLimitsCommand(const TrashLimits& limits);

} // namespace sandglass::services
