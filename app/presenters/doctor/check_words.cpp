// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/doctor/check_words.h"

#include "app/presenters/doctor/doctor_tr.h"
#include "app/presenters/words/server_state_words.h"
#include "app/presenters/words/words.h"
#include "app/ttl/doctor/check.h"

#include <algorithm>
#include <array>

namespace sandglass::presenters {

namespace {

using ttl::doctor::CheckId;
using ttl::doctor::Evidence;
using ttl::doctor::Finding;
using ttl::doctor::State;

int countIn(const Finding& finding)
{
    return pluralCount(finding.evidence.count.value_or(0));
}

// "3 of 12 documents …. For example _id 5."; empty without a count. In `sentence`, %1 stands for
// the total.
QString countsText(const Finding& finding, const QString& sentence)
{
    const Evidence& evidence = finding.evidence;
    if (!evidence.count) {
        return {};
    }
    const QString counted
        = sentence.arg(countText(*evidence.count), countText(evidence.of.value_or(0)));
    return evidence.sampleId.empty()
        ? counted
        //: %1 is a sentence, %2 the _id of a document
        : Doctor::tr("%1 For example _id %2.").arg(counted, text(evidence.sampleId));
}

QString ruleThereEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    if (finding.state == State::Passed) {
        return Doctor::tr("%Ln rule(s) checked.", nullptr, countIn(finding));
    }
    if (finding.state != State::Failed) {
        return {};
    }
    return finding.evidence.detail.empty()
        ? Doctor::tr("The collection has no TTL index.")
        : Doctor::tr("The index %1 has no TTL value.").arg(text(finding.evidence.detail));
}

QString monitorEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    return finding.state == State::Failed ? Doctor::tr("The parameter ttlMonitorEnabled is false.")
                                          : QString();
}

QString primaryEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    const QString topology = topologyWords(finding.evidence.topology, finding.evidence.detail);
    return finding.state == State::Failed
        ? Doctor::tr("%1: it accepts no writes, so it deletes nothing itself.").arg(topology)
        : topology;
}

QString writesEvidence(const Finding& finding, const QTimeZone& zone)
{
    if (finding.state != State::Failed) {
        return {};
    }
    return readOnlyWords({finding.evidence.moment, finding.evidence.detail}, zone);
}

QString damageEvidence(const Finding& finding, const QTimeZone& zone)
{
    if (finding.state != State::Failed) {
        return {};
    }
    return finding.evidence.moment
        ? Doctor::tr("Since %1 data of this collection cannot be read: they are damaged.")
              .arg(zonedMomentText(*finding.evidence.moment, zone))
        : Doctor::tr("Data of this collection cannot be read: they are damaged.");
}

QString readyEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    return finding.state == State::Failed ? Doctor::tr("The index is still being built.")
                                          : QString();
}

QString keyEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    return text(finding.evidence.detail);
}

QString notIdEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    return finding.state == State::Failed ? Doctor::tr("The rule is on _id.") : QString();
}

QString valueEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    const Evidence& evidence = finding.evidence;
    if (evidence.seconds) {
        return Doctor::tr("The value is %1 s.").arg(countText(*evidence.seconds));
    }
    return evidence.detail.empty() ? QString()
                                   : Doctor::tr("The value is %1.").arg(text(evidence.detail));
}

QString nanEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    if (finding.state == State::Warning) {
        return Doctor::tr(
            "The value is the largest possible; newer servers list it in place of NaN.");
    }
    if (finding.state != State::Failed) {
        return {};
    }
    //: %1 is a version such as "6.0.1"
    return Doctor::tr(
               "The value is NaN. MongoDB 5.0.0 to 5.0.13 and 6.0.0 to 6.0.1 treat it as 0 and "
               "delete every document with a date; other versions delete nothing. This is %1.")
        .arg(text(finding.evidence.detail));
}

QString missingEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    return countsText(finding, Doctor::tr("The field has no value in %1 of %2 documents."));
}

QString typeEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    const QString counted
        = countsText(finding, Doctor::tr("The value is not a date in %1 of %2 documents."));
    return counted.isEmpty() || finding.evidence.detail.empty()
        ? counted
        //: %1 is a sentence, %2 a BSON type such as "string"
        : Doctor::tr("%1 Its value is of type %2.").arg(counted, text(finding.evidence.detail));
}

QString arrayEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    return countsText(finding,
                      Doctor::tr("The value is an array without a date in %1 of %2 documents."));
}

QString filterEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    return countsText(finding, Doctor::tr("The filter does not match %1 of %2 documents."));
}

QString futureDateEvidence(const Finding& finding, const QTimeZone& zone)
{
    const Evidence& evidence = finding.evidence;
    if (!evidence.count) {
        return {};
    }
    if (finding.state == State::Failed && evidence.moment) {
        return Doctor::tr("The document falls due at %1.")
            .arg(zonedMomentText(*evidence.moment, zone));
    }
    if (finding.state == State::Warning && evidence.moment) {
        const QString counted
            = countsText(finding, Doctor::tr("The date is in the future in %1 of %2 documents."));
        //: %1 is a sentence, %2 a moment
        return Doctor::tr("%1 The latest date is %2.")
            .arg(counted, zonedMomentText(*evidence.moment, zone));
    }
    return evidence.of ? Doctor::tr("Not due yet: %Ln document(s).", nullptr, countIn(finding))
                       : QString();
}

QString clockEvidence(const Finding& finding, const QTimeZone& /*zone*/)
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

QString ownRuleEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    return finding.evidence.seconds
        ? Doctor::tr("The collection itself deletes %1.").arg(ruleWords(*finding.evidence.seconds))
        : QString();
}

QString twoRulesEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    return finding.state == State::Warning
        //: %1 is a list of index names
        ? Doctor::tr("%Ln rule(s) apply independently: %1.", nullptr, countIn(finding))
              .arg(text(finding.evidence.detail))
        : QString();
}

QString rangeEvidence(const Finding& finding, const QTimeZone& zone)
{
    return finding.evidence.moment ? Doctor::tr("There is a date outside 1970 to 2038: %1.")
                                         .arg(zonedMomentText(*finding.evidence.moment, zone))
                                   : QString();
}

QString ttlFieldEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    return countsText(finding,
                      Doctor::tr("The field ttl is invalid in %1 of %2 documents checked."));
}

QString passEvidence(const Finding& finding, const QTimeZone& zone)
{
    const Evidence& evidence = finding.evidence;
    if (evidence.moment) {
        return Doctor::tr("The last pass was seen at %1.")
            .arg(zonedMomentText(*evidence.moment, zone));
    }
    const QString quiet = durationWords(evidence.seconds.value_or(0));
    if (finding.state == State::Failed) {
        return Doctor::tr("No pass has completed for %1.").arg(quiet);
    }
    return finding.state == State::Unknown && evidence.seconds
        ? Doctor::tr("No pass has been seen yet; the counter has been observed for %1.").arg(quiet)
        : QString();
}

QString hiddenEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    return finding.state == State::Warning
        ? Doctor::tr("The index is hidden from queries but continues to delete.")
        : QString();
}

QString useEvidence(const Finding& finding, const QTimeZone& /*zone*/)
{
    return finding.evidence.count
        ? Doctor::tr("$indexStats counts %Ln use(s) by queries; it does not count TTL deletions.",
                     nullptr, countIn(finding))
        : QString();
}

// In the order of CheckId. The last three are only in the inventory, where the forecast has counted
// the documents already.
constexpr std::array<CheckWords, ttl::doctor::kCheckCount> kCheckWords{{
    {CheckId::RuleThere, [] { return Doctor::tr("TTL rule exists"); }, ruleThereEvidence},
    {CheckId::MonitorOn, [] { return Doctor::tr("TTL monitor is on"); }, monitorEvidence},
    {CheckId::Primary, [] { return Doctor::tr("Server is primary"); }, primaryEvidence},
    {CheckId::TakesWrites, [] { return Doctor::tr("Server takes writes"); }, writesEvidence},
    {CheckId::IndexReady, [] { return Doctor::tr("Index is ready"); }, readyEvidence,
     [] { return Doctor::tr("still being built"); }},
    {CheckId::DataReadable, [] { return Doctor::tr("Data can be read"); }, damageEvidence,
     [] { return Doctor::tr("damaged, expires nothing"); }},
    {CheckId::SingleField, [] { return Doctor::tr("Single field"); }, keyEvidence},
    {CheckId::NotId, [] { return Doctor::tr("Not on _id"); }, notIdEvidence},
    {CheckId::ValueInRange, [] { return Doctor::tr("Value in range"); }, valueEvidence},
    {CheckId::NotNan, [] { return Doctor::tr("Value is not NaN"); }, nanEvidence,
     [] { return Doctor::tr("value is or was NaN"); }},
    {CheckId::FieldPresent, [] { return Doctor::tr("Field present"); }, missingEvidence},
    {CheckId::FieldType, [] { return Doctor::tr("Values are dates"); }, typeEvidence},
    {CheckId::ArrayContents, [] { return Doctor::tr("Arrays contain a date"); }, arrayEvidence},
    {CheckId::PartialFilter, [] { return Doctor::tr("Matches the partial filter"); },
     filterEvidence},
    {CheckId::FutureDate, [] { return Doctor::tr("Dates are due"); }, futureDateEvidence},
    {CheckId::ServerClock, [] { return Doctor::tr("Server clock"); }, clockEvidence},
    {CheckId::CollectionRule, [] { return Doctor::tr("Collection's own rule"); }, ownRuleEvidence},
    {CheckId::TwoRules, [] { return Doctor::tr("One rule only"); }, twoRulesEvidence,
     [] { return Doctor::tr("two rules on one collection"); }},
    {CheckId::TimeSeriesRange, [] { return Doctor::tr("Time series range"); }, rangeEvidence},
    {CheckId::DocumentTtl, [] { return Doctor::tr("Documents' own ttl"); }, ttlFieldEvidence},
    {CheckId::PassesMoving, [] { return Doctor::tr("Pass counter increases"); }, passEvidence},
    {CheckId::HiddenDeletes, [] { return Doctor::tr("Hidden but deleting"); }, hiddenEvidence,
     [] { return Doctor::tr("hidden but deleting"); }},
    {CheckId::QueryUse, [] { return Doctor::tr("Used by queries"); }, useEvidence},
    {CheckId::RuleObeyed, nullptr, nullptr, [] { return Doctor::tr("unusable, expires nothing"); }},
    {CheckId::DueDeleted, nullptr, nullptr, [] { return Doctor::tr("overdue"); }},
    {CheckId::SomeDated, nullptr, nullptr,
     [] { return Doctor::tr("no document has a date in the field"); }},
}};
static_assert(ttl::doctor::isComplete(kCheckWords, &CheckWords::id), "each check has its words");
// Whether a check has exactly the words for the places where it is shown.
constexpr bool hasWhatIsShown(const CheckWords& words)
{
    using ttl::doctor::ShownIn;
    const ShownIn shownIn = ttl::doctor::checkOf(words.id).shownIn;
    const bool inReport = words.title && words.evidence;
    return inReport == (shownIn != ShownIn::Inventory)
        && (words.trouble != nullptr) == (shownIn != ShownIn::Report);
}
static_assert(std::all_of(kCheckWords.begin(), kCheckWords.end(), hasWhatIsShown),
              "no word is missing where a check is shown");

} // namespace

const CheckWords& wordsOf(CheckId id)
{
    return kCheckWords[static_cast<std::size_t>(id)];
}

} // namespace sandglass::presenters
