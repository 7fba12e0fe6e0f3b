// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/finding.h"
#include "app/ttl/expiry_rule.h"

#include <QString>
#include <QTimeZone>

namespace sandglass::presenters {

/// The result of a check in a word or two: "failed". GUI thread, like all functions here.
QString stateWord(ttl::doctor::State state);
/// What a finding is about: "server", "collection" or the name of the index, preceded by the
/// collection's name with `withCollection`.
QString placeText(const ttl::doctor::Finding& finding, bool withCollection);
/// What a check has found, with counts and one _id, a whole sentence; empty without evidence.
QString evidenceText(const ttl::doctor::Finding& finding, const QTimeZone& zone);
/// When a single document expires. `stopped`: a check has failed, so a due document is not deleted.
QString verdictText(const ttl::Verdict& verdict, base::Time now, bool stopped);

} // namespace sandglass::presenters
