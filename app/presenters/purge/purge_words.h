// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/purge/purge_state.h"
#include "app/presenters/words/failure_text.h"
#include "app/ttl/forecast.h"

#include <QTimeZone>

#include <vector>

namespace sandglass::services {
struct PurgeJob;
struct PurgeStatus;
} // namespace sandglass::services

namespace sandglass::presenters {

/// The phase of a purge, in a sentence. GUI thread, like all functions here.
QString purgeStatusText(const services::PurgeJob& job, const services::PurgeStatus& status);
/// The progress in numbers: "1 234 documents deleted · 56 left · 600 per minute · about 6 s to go".
QString purgeFigures(const services::PurgeJob& job, const services::PurgeStatus& status);
/// What an ended purge has done, in several lines. `zone`: of start and end.
QString purgeReport(const services::PurgeJob& job, const services::PurgeStatus& status,
                    const QTimeZone& zone);
/// Whether it is known how many documents are left, if only about. Any thread.
bool isLeftKnown(const services::PurgeJob& job);
/// The text of the button that resumes a purge: "Resume and delete about 1 234 documents"; empty
/// when it is not known how many.
QString purgeResumeText(const services::PurgeJob& job);
/// Why an archive cannot be written. `error`: of services::checkArchiveFolder().
QString folderProblem(const base::Error& error);
/// The failure of a purge. `archiveFolder`: of its archive; empty: none. A file that cannot be
/// written there is named with that folder.
FailureText purgeFailure(const base::Error& error, const QString& archiveFolder);
/// How documents expire by a rule, as counted and after the purge. `edges`: of `counted`.
/// `deletes`: the purge does not only archive.
PreviewState purgePreview(const ttl::ExpiryHistogram& counted, const std::vector<base::Time>& edges,
                          bool deletes);
/// The text of the button that starts a purge: "Delete 1 234 documents in 3 stages".
QString purgeButtonText(const PurgeForm& form, const EffectState& effect);

} // namespace sandglass::presenters
