// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/trash/trash_limits.h"

#include "app/bson/builder.h"
#include "app/services/settings/settings.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr QLatin1StringView kDays("engine/trashDays");
constexpr QLatin1StringView kBytes("engine/trashBytes");

} // namespace

TrashLimits readTrashLimits(const Settings& settings)
{
    return {std::clamp<std::int64_t>(settings.value(kDays).toLongLong(), 0, kMostTrashDays),
            std::max<std::int64_t>(settings.value(kBytes).toLongLong(), 0)};
}

void storeTrashLimits(Settings& settings, const TrashLimits& limits)
{
    settings.setValue(kDays, qlonglong{limits.days});
    settings.setValue(kBytes, qlonglong{limits.bytes});
}

QStringList trashArguments(const TrashLimits& limits)
{
    if (!limits.keeps()) {
        return {};
    }
    return {u"--setParameter"_s, u"sandglassTrashDays=%1"_s.arg(limits.days), u"--setParameter"_s,
            u"sandglassTrashBytes=%1"_s.arg(limits.bytes)};
}

bson::Document trashLimitsCommand(const TrashLimits& limits)
{
    return bson::makeDocument("setParameter", 1, "sandglassTrashDays", limits.days,
                              "sandglassTrashBytes", limits.bytes);
}

} // namespace sandglass::services
