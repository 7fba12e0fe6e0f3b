// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/purge/purge_state.h"

#include <QTimeZone>

namespace sandglass::services {
struct PurgeJob;
struct PurgeStatus;
} // namespace sandglass::services

namespace sandglass::presenters {

/// Where a purge stands, in a sentence.
QString purgeStatusText(const services::PurgeJob& job, const services::PurgeStatus& status);
/// Deleted, left, rate and time left.
QString purgeFigures(const services::PurgeJob& job, const services::PurgeStatus& status);
/// What it did, several lines.
QString purgeReport(const services::PurgeJob& job, const services::PurgeStatus& status,
                    const QTimeZone& zone);
/// The text of the button that begins; "Delete 1 234 documents in 3 stages".
QString purgeButtonText(const PurgeForm& form, const EffectState& effect);

} // namespace sandglass::presenters
