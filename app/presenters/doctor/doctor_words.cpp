// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/doctor/doctor_words.h"

#include "app/presenters/words/words.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

using ttl::doctor::Action;
using ttl::doctor::CheckId;
using ttl::doctor::Evidence;
using ttl::doctor::State;

struct Doctor
{
    Q_DECLARE_TR_FUNCTIONS(Doctor)
};

// "3 of 12 documents …. For example _id 5."
QString countsText(const QString& sentence, const Evidence& evidence)
{
    const QString counted = sentence.arg(countText(evidence.of.value_or(0)));
    return evidence.sampleId.empty()
        ? counted
        //: %1 is a sentence, %2 the _id of a document
        : Doctor::tr("%1 For example _id %2.").arg(counted, text(evidence.sampleId));
}

QString futureDateEvidence(const ttl::doctor::Finding& finding, const QTimeZone& zone)
{
    const Evidence& evidence = finding.evidence;
    const int count = pluralCount(evidence.count.value_or(0));
    if (finding.state == State::Failed && evidence.moment) {
        return Doctor::tr("The document falls due at %1.").arg(momentText(*evidence.moment, zone));
    }
    if (finding.state == State::Warning && evidence.moment) {
        const QString counted = countsText(
            Doctor::tr("%Ln of %1 document(s) have a date that is still to come.", nullptr, count),
            evidence);
        //: %1 is a sentence, %2 a moment
        return Doctor::tr("%1 The latest date is %2.")
            .arg(counted, momentText(*evidence.moment, zone));
    }
    return evidence.of ? Doctor::tr("%Ln document(s) wait for their time.", nullptr, count)
                       : QString();
}

QString documentEvidence(const ttl::doctor::Finding& finding, const QTimeZone& zone)
{
    const Evidence& evidence = finding.evidence;
    const int count = pluralCount(evidence.count.value_or(0));
    switch (evidence.count ? finding.check : CheckId::RuleThere) {
    case CheckId::FieldPresent:
        return countsText(
            Doctor::tr("%Ln of %1 document(s) have no value in the field.", nullptr, count),
            evidence);
    case CheckId::FieldType: {
        const QString counted = countsText(
            Doctor::tr("%Ln of %1 document(s) hold something else than a date.", nullptr, count),
            evidence);
        return evidence.detail.empty()
            ? counted
            //: %1 is a sentence, %2 a BSON type such as "string"
            : Doctor::tr("%1 Its value is of type %2.").arg(counted, text(evidence.detail));
    }
    case CheckId::ArrayContents:
        return countsText(
            Doctor::tr("%Ln of %1 document(s) hold an array without a date.", nullptr, count),
            evidence);
    case CheckId::PartialFilter:
        return countsText(
            Doctor::tr("%Ln of %1 document(s) lie outside the filter.", nullptr, count), evidence);
    case CheckId::DocumentTtl:
        return countsText(
            Doctor::tr("%Ln of %1 ttl field(s) looked at mean nothing.", nullptr, count), evidence);
    case CheckId::FutureDate:
        return futureDateEvidence(finding, zone);
    default:
        return {};
    }
}

QString passEvidence(const ttl::doctor::Finding& finding, const QTimeZone& zone)
{
    const Evidence& evidence = finding.evidence;
    if (evidence.moment) {
        return Doctor::tr("The last pass was seen at %1.").arg(momentText(*evidence.moment, zone));
    }
    const QString quiet = durationWords(evidence.seconds.value_or(0));
    if (finding.state == State::Failed) {
        return Doctor::tr("No pass has ended for %1.").arg(quiet);
    }
    return finding.state == State::Unknown && evidence.seconds
        ? Doctor::tr("No pass was seen yet; the counter has been watched for %1.").arg(quiet)
        : QString();
}

QString clockEvidence(const ttl::doctor::Finding& finding)
{
    if (!finding.evidence.seconds) {
        return {};
    }
    const std::int64_t seconds = *finding.evidence.seconds;
    if (finding.state == State::Passed) {
        return Doctor::tr("It agrees with this computer's clock.");
    }
    return seconds > 0
        ? Doctor::tr("It is %1 ahead of this computer's clock.").arg(durationWords(seconds))
        : Doctor::tr("It is %1 behind this computer's clock.").arg(durationWords(-seconds));
}

QString ruleThereEvidence(const ttl::doctor::Finding& finding)
{
    const Evidence& evidence = finding.evidence;
    if (finding.state == State::Passed) {
        return Doctor::tr("%Ln rule(s) looked at.", nullptr,
                          pluralCount(evidence.count.value_or(0)));
    }
    if (finding.state != State::Failed) {
        return {};
    }
    return evidence.detail.empty()
        ? Doctor::tr("The collection has no TTL index.")
        : Doctor::tr("The index %1 has no TTL value.").arg(text(evidence.detail));
}

QString serverEvidence(const ttl::doctor::Finding& finding, const QTimeZone& zone)
{
    const Evidence& evidence = finding.evidence;
    const bool failed = finding.state == State::Failed;
    switch (finding.check) {
    case CheckId::RuleThere:
        return ruleThereEvidence(finding);
    case CheckId::MonitorOn:
        return failed ? Doctor::tr("The parameter ttlMonitorEnabled is false.") : QString();
    case CheckId::Primary:
        return failed ? Doctor::tr("%1: it takes no writes, so it deletes nothing by itself.")
                            .arg(text(evidence.detail))
                      : text(evidence.detail);
    case CheckId::ServerClock:
        return clockEvidence(finding);
    case CheckId::PassesMoving:
        return passEvidence(finding, zone);
    default:
        return {};
    }
}

QString collectionEvidence(const ttl::doctor::Finding& finding, const QTimeZone& zone)
{
    const Evidence& evidence = finding.evidence;
    switch (finding.check) {
    case CheckId::CollectionRule:
        return evidence.seconds
            ? Doctor::tr("The collection itself deletes %1.").arg(ruleWords(*evidence.seconds))
            : QString();
    case CheckId::TwoRules:
        return finding.state == State::Warning
            //: %1 is a list of index names
            ? Doctor::tr("%Ln rule(s) act on their own: %1.", nullptr,
                         pluralCount(evidence.count.value_or(0)))
                  .arg(text(evidence.detail))
            : QString();
    case CheckId::TimeSeriesRange:
        return evidence.moment ? Doctor::tr("There is a date outside 1970 to 2038: %1.")
                                     .arg(momentText(*evidence.moment, zone))
                               : QString();
    default:
        return {};
    }
}

QString valueEvidence(const ttl::doctor::Finding& finding)
{
    const Evidence& evidence = finding.evidence;
    if (evidence.seconds) {
        return Doctor::tr("The value is %1 s.").arg(countText(*evidence.seconds));
    }
    return evidence.detail.empty() ? QString()
                                   : Doctor::tr("The value is %1.").arg(text(evidence.detail));
}

QString nanEvidence(const ttl::doctor::Finding& finding)
{
    if (finding.state == State::Warning) {
        return Doctor::tr("The value is the largest there is; newer servers list it for NaN.");
    }
    if (finding.state != State::Failed) {
        return {};
    }
    //: %1 is a version such as "6.0.1"
    return Doctor::tr("The value is NaN. MongoDB 5.0.0 to 5.0.13 and 6.0.0 to 6.0.1 take it for 0 "
                      "and delete everything dated; others delete nothing. This is %1.")
        .arg(text(finding.evidence.detail));
}

QString indexEvidence(const ttl::doctor::Finding& finding)
{
    const Evidence& evidence = finding.evidence;
    const bool failed = finding.state == State::Failed;
    switch (finding.check) {
    case CheckId::IndexReady:
        return failed ? Doctor::tr("The index is still being built.") : QString();
    case CheckId::SingleField:
        return text(evidence.detail);
    case CheckId::NotId:
        return failed ? Doctor::tr("The rule is on _id.") : QString();
    case CheckId::ValueInRange:
        return valueEvidence(finding);
    case CheckId::NotNan:
        return nanEvidence(finding);
    case CheckId::HiddenDeletes:
        return finding.state == State::Warning
            ? Doctor::tr("The index is hidden from queries and goes on deleting.")
            : QString();
    case CheckId::QueryUse:
        return evidence.count ? Doctor::tr("$indexStats counts %Ln use(s) by queries; the work of "
                                           "TTL is not counted there.",
                                           nullptr, pluralCount(*evidence.count))
                              : QString();
    default:
        return {};
    }
}

QString serverAdvice(Action action)
{
    switch (action) {
    case Action::EnableMonitor:
        return Doctor::tr(
            "Turn it on: db.adminCommand({ setParameter: 1, ttlMonitorEnabled: true }).");
    case Action::FindPrimary:
        return Doctor::tr("Look at the primary: a secondary only repeats its deletions.");
    case Action::SetClock:
        return Doctor::tr("Set the clocks by a time server; the server judges by its own.");
    case Action::LookAtServer:
        return Doctor::tr("Look at the server's log and its running operations.");
    case Action::LookAgain:
        return Doctor::tr("Check again when a period of the monitor is over.");
    case Action::CompareWithCollectionRule:
        return Doctor::tr("Compare the two values: the shorter one deletes first.");
    case Action::CompareRules:
        return Doctor::tr("Compare the rules: each document goes by the one that is due first.");
    case Action::MoveOutOfRange:
        return Doctor::tr("Remove or correct the measurements outside the range.");
    case Action::CorrectTtlField:
        return Doctor::tr("Store whole seconds from 1 in ttl, or remove it; -1 means never.");
    case Action::AskForPrivilege:
        return Doctor::tr("Ask an administrator for a role such as clusterMonitor or read.");
    default:
        return {};
    }
}

QString ruleAdvice(Action action)
{
    switch (action) {
    case Action::CreateRule:
        return Doctor::tr("Create a TTL index on a field with dates.");
    case Action::ConvertIndex:
        return Doctor::tr("Convert it to a TTL index in the Indexes tab.");
    case Action::WaitForIndex:
        return Doctor::tr("Wait until it is built; the pass after that deletes.");
    case Action::UseSingleField:
        return Doctor::tr("Create a TTL index on the single date field; this one deletes nothing.");
    case Action::UseOtherField:
        return Doctor::tr("Store a date in a field of its own and create the TTL index there.");
    case Action::SetValue:
        return Doctor::tr("Set the seconds with Change expiry in the Indexes tab.");
    case Action::KnowHiddenDeletes:
        return Doctor::tr("To stop deleting, drop the index or change its value.");
    case Action::KeepIndex:
        return Doctor::tr("Do not drop it as unused: without it nothing expires.");
    default:
        return {};
    }
}

QString documentAdvice(Action action)
{
    switch (action) {
    case Action::SetField:
        return Doctor::tr("Store a date in the field of these documents.");
    case Action::StoreDates:
        return Doctor::tr("Convert the values to dates and mend the application that writes them.");
    case Action::StoreDatesInArray:
        return Doctor::tr("Put a date into the array; the earliest one decides.");
    case Action::CheckFilter:
        return Doctor::tr("Compare the documents with the partial filter of the index.");
    case Action::WaitUntilDue:
        return Doctor::tr("Nothing is wrong: wait, or give it an earlier date.");
    case Action::CorrectDates:
        return Doctor::tr("Correct the dates; often seconds and milliseconds were mixed up.");
    default:
        return {};
    }
}

} // namespace

QString checkTitle(CheckId check)
{
    const QString titles[] = {
        Doctor::tr("TTL rule exists"),       Doctor::tr("TTL monitor is on"),
        Doctor::tr("Server is primary"),     Doctor::tr("Index is ready"),
        Doctor::tr("Single field"),          Doctor::tr("Not on _id"),
        Doctor::tr("Value in range"),        Doctor::tr("Value is not NaN"),
        Doctor::tr("Field present"),         Doctor::tr("Values are dates"),
        Doctor::tr("Arrays hold a date"),    Doctor::tr("Inside the partial filter"),
        Doctor::tr("Dates are due"),         Doctor::tr("Server clock"),
        Doctor::tr("Collection's own rule"), Doctor::tr("One rule only"),
        Doctor::tr("Time series range"),     Doctor::tr("Documents' own ttl"),
        Doctor::tr("Pass counter moves"),    Doctor::tr("Hidden but deleting"),
        Doctor::tr("Used by queries"),
    };
    return titles[static_cast<std::size_t>(check)];
}

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
    return Doctor::tr("not known");
}

QString placeText(const ttl::doctor::Finding& finding, bool withCollection)
{
    if (finding.ns.database.empty()) {
        return Doctor::tr("server");
    }
    const QString index = finding.index.empty() ? Doctor::tr("collection") : text(finding.index);
    return withCollection ? text(finding.ns.text()) + u" · "_s + index : index;
}

QString evidenceText(const ttl::doctor::Finding& finding, const QTimeZone& zone)
{
    if (finding.state == State::NotPermitted) {
        return Doctor::tr("The server does not let this user know.");
    }
    for (const QString& told : {documentEvidence(finding, zone), serverEvidence(finding, zone),
                                collectionEvidence(finding, zone), indexEvidence(finding)}) {
        if (!told.isEmpty()) {
            return told;
        }
    }
    return finding.state == State::Unknown ? Doctor::tr("The server does not tell.") : QString();
}

QString adviceText(Action action)
{
    for (const QString& told : {serverAdvice(action), ruleAdvice(action), documentAdvice(action)}) {
        if (!told.isEmpty()) {
            return told;
        }
    }
    return {};
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
        ? Doctor::tr("This document is due (%1), but something is in the way.").arg(countdown)
        : Doctor::tr("This document is due (%1): the next pass deletes it.").arg(countdown);
}

} // namespace sandglass::presenters
