// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/finding.h"
#include "app/ttl/expiry_rule.h"

#include <QString>
#include <QTimeZone>

namespace sandglass::presenters {

/// How it ended, one word: "failed".
QString stateWord(ttl::doctor::State state);
/// What it is about: "server", "collection" or the index; with the collection's name when
/// `withCollection`.
QString placeText(const ttl::doctor::Finding& finding, bool withCollection);
/// What was seen, with counts and one _id, a whole sentence; empty when there is nothing to say.
QString evidenceText(const ttl::doctor::Finding& finding, const QTimeZone& zone);
/// What the rules say of a single document. `stopped`: some check failed.
QString verdictText(const ttl::Verdict& verdict, base::Time now, bool stopped);

} // namespace sandglass::presenters
