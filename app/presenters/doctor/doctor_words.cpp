// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/doctor/doctor_words.h"

#include "app/presenters/doctor/check_words.h"
#include "app/presenters/doctor/doctor_tr.h"
#include "app/presenters/words/refusal_text.h"
#include "app/presenters/words/words.h"

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

using ttl::doctor::State;

QString stateWord(State state)
{
    switch (state) {
    case State::Passed:
        return Doctor::tr("passed");
    case State::Failed:
        return Doctor::tr("failed");
    case State::Warning:
        return Doctor::tr("warning");
    case State::NotPermitted:
        return Doctor::tr("not permitted");
    case State::NotApplicable:
        return Doctor::tr("does not apply");
    case State::Unknown:
        break;
    }
    return Doctor::tr("unknown");
}

QString placeText(const ttl::doctor::Finding& finding, bool withCollection)
{
    if (finding.ns.database.empty()) {
        return Doctor::tr("server");
    }
    if (finding.ns.collection.empty()) {
        return text(finding.ns.database);
    }
    const QString index = finding.index.empty() ? Doctor::tr("collection") : text(finding.index);
    return withCollection ? text(finding.ns.text()) + u" · "_s + index : index;
}

QString evidenceText(const ttl::doctor::Finding& finding, const QTimeZone& zone)
{
    if (finding.state == State::NotPermitted) {
        const QString needs = privilegeText(finding.evidence.detail);
        return (Doctor::tr("This user is not permitted to read it.") + u' ' + needs).trimmed();
    }
    QString seen = wordsOf(finding.check).evidence(finding, zone);
    if (!seen.isEmpty()) {
        return finding.evidence.estimated ? seen + u' ' + Doctor::tr("Estimated from a sample.")
                                          : seen;
    }
    return finding.state == State::Unknown ? Doctor::tr("The server does not report it.")
                                           : QString();
}

QString verdictText(const ttl::Verdict& verdict, base::Time now, bool stopped)
{
    if (verdict.never) {
        return Doctor::tr("This document does not expire (%1).").arg(neverText(*verdict.never));
    }
    const QString countdown = countdownText(*verdict.eligibleAt, now);
    if (*verdict.eligibleAt > now) {
        return Doctor::tr("This document is not due yet: it expires %1.").arg(countdown);
    }
    return stopped
        ? Doctor::tr("This document is due (%1), but something prevents its deletion.")
              .arg(countdown)
        : Doctor::tr("This document is due (%1): the next pass deletes it.").arg(countdown);
}

} // namespace sandglass::presenters
