// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/effect/edit_words.h"

#include "app/bson/json.h"
#include "app/presenters/words/json_fault_text.h"
#include "app/presenters/words/words.h"
#include "app/protocol/limits.h"
#include "app/services/indexes/index_service.h"
#include "app/ttl/sampling.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <iterator>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct Edit
{
    Q_DECLARE_TR_FUNCTIONS(Edit)
};

// The messages are spread over four functions by the controls of the form, to keep each short. A
// function returns an empty text for the rules of the others.
QString fieldText(ttl::DraftRule rule, const QString& detail)
{
    switch (rule) {
    case ttl::DraftRule::FieldEmpty:
        return Edit::tr("Enter the field that contains the date.");
    case ttl::DraftRule::FieldIsId:
        return Edit::tr("The _id field cannot have a TTL index.");
    case ttl::DraftRule::FieldNameInvalid:
        return Edit::tr(
            "This is not a valid field name: a part between dots is empty or starts with $.");
    case ttl::DraftRule::FieldWildcard:
        return Edit::tr("A wildcard index cannot expire documents.");
    case ttl::DraftRule::FieldAlreadyIndexed:
        return Edit::tr("The index %1 on this field already exists: convert it instead.")
            .arg(detail);
    case ttl::DraftRule::FieldIndexedForGood:
        return Edit::tr("The index %1 on this field already exists, and this server cannot convert "
                        "it. A TTL index in the other direction is possible beside it.")
            .arg(detail);
    case ttl::DraftRule::FieldAlreadyTtl:
        return Edit::tr("The TTL index %1 on this field already exists: change it instead.")
            .arg(detail);
    case ttl::DraftRule::CosmosNeedsTs:
        return Edit::tr("Cosmos DB supports a TTL index only on _ts.");
    default:
        return {};
    }
}

QString durationText(ttl::DraftRule rule)
{
    switch (rule) {
    case ttl::DraftRule::DurationEmpty:
        return Edit::tr("Enter after how many seconds documents expire.");
    case ttl::DraftRule::DurationNegative:
        return Edit::tr("The period cannot be negative.");
    case ttl::DraftRule::DurationTooLarge:
        return Edit::tr("The period is at most %1 seconds, about 68 years.")
            .arg(countText(protocol::kMaxExpireAfterSeconds));
    case ttl::DraftRule::DurationZero:
        return Edit::tr("For \"at the stored date\", choose that mode.");
    default:
        return {};
    }
}

QString collectionText(ttl::DraftRule rule)
{
    switch (rule) {
    case ttl::DraftRule::CollectionCapped:
        return Edit::tr("This server does not support a TTL index on a capped collection.");
    case ttl::DraftRule::CollectionIsView:
        return Edit::tr("A view cannot have indexes.");
    case ttl::DraftRule::CollectionTimeSeriesField:
        return Edit::tr(
            "On a time series, only a partial TTL index on the time field is possible.");
    case ttl::DraftRule::CollectionNameInvalid:
        return Edit::tr("The collection's name is not valid.");
    case ttl::DraftRule::TooManyIndexes:
        return Edit::tr("The collection already has the maximum number of indexes.");
    default:
        return {};
    }
}

QString otherText(ttl::DraftRule rule, const QString& detail)
{
    switch (rule) {
    case ttl::DraftRule::NameTaken:
        return Edit::tr("Another index already has the name %1.").arg(detail);
    case ttl::DraftRule::NameInvalid:
        return Edit::tr("This name is not valid.");
    case ttl::DraftRule::FilterNotJson:
        //: %1 is a sentence that says where the text is wrong
        return Edit::tr("The filter is not a JSON document. %1").arg(detail);
    case ttl::DraftRule::FilterNotSupported:
        return Edit::tr("A partial filter cannot use %1.").arg(detail);
    case ttl::DraftRule::HiddenUnsupported:
        return Edit::tr("This server cannot hide indexes.");
    case ttl::DraftRule::DateInPastWarning:
        return Edit::tr("Some stored dates are in the past: those documents expire at once.");
    default:
        return {};
    }
}

QString effectSentence(const EffectState& effect, bool wholeBuckets)
{
    const QString affected = countText(effect.affected);
    const QString documents = countText(effect.documents);
    const QString share = shareText(effect.share);
    const QString error = countText(std::llround(effect.error));
    if (effect.affected == 0 && !effect.exact) {
        return Edit::tr("Would delete at once at most %1 of %2: a sample met none of them")
            .arg(error, documents);
    }
    if (effect.affected == 0) {
        return Edit::tr("Would delete nothing at once.");
    }
    if (effect.exact) {
        return Edit::tr("Would delete at once: %1 of %2 (%3)").arg(affected, documents, share);
    }
    if (wholeBuckets) {
        // a time series deletes whole buckets, and only the server knows which are complete
        return Edit::tr("Would delete at once at most %1 of %2 (%3), in whole buckets")
            .arg(countText(effect.affected + std::llround(effect.error)), documents, share);
    }
    if (effect.error > 0.0) {
        return Edit::tr("Would delete at once about %1 ± %4 of %2 (%3), estimated from a sample")
            .arg(affected, documents, share, error);
    }
    return Edit::tr("Would delete at once about %1 of %2 (%3), estimated from a sample")
        .arg(affected, documents, share);
}

QString effectDetail(const EffectState& effect, const QTimeZone& zone)
{
    if (effect.affected == 0) {
        return {};
    }
    QStringList parts;
    if (effect.oldest && effect.newest) {
        parts << Edit::tr("dates from %1 to %2")
                     .arg(momentText(*effect.oldest, zone), zonedMomentText(*effect.newest, zone));
    }
    if (effect.bytes > 0) {
        parts << Edit::tr("about %1").arg(bytesText(effect.bytes));
    }
    if (!effect.timeToDelete) {
        parts << Edit::tr("how long deleting takes is not known: no pass that deleted has been "
                          "measured");
    } else if (effect.timeToDelete->count() == 0) {
        parts << Edit::tr("deleting takes less than a second");
    } else {
        parts
            << Edit::tr("deleting takes about %1").arg(durationWords(effect.timeToDelete->count()));
    }
    QString sentence = parts.join(u" · "_s);
    // it stands alone in a line; in languages without capitals this changes nothing
    sentence[0] = sentence.at(0).toUpper();
    return sentence;
}

} // namespace

FieldVerdict verdictFor(const ttl::DraftProblem& problem)
{
    const QString detail = problem.json ? jsonFaultText(*problem.json) : text(problem.detail);
    FieldVerdict verdict{problem.field, problem.rule, {}, {}, problem.blocks};
    if (problem.rule == ttl::DraftRule::FieldAlreadyIndexed
        || problem.rule == ttl::DraftRule::FieldAlreadyTtl) {
        verdict.indexName = detail;
    }
    for (const QString& words : {fieldText(problem.rule, detail), durationText(problem.rule),
                                 collectionText(problem.rule), otherText(problem.rule, detail)}) {
        if (!words.isEmpty()) {
            verdict.text = words;
        }
    }
    return verdict;
}

std::vector<FieldVerdict> verdictsFor(const std::vector<ttl::DraftProblem>& problems)
{
    std::vector<FieldVerdict> verdicts;
    std::ranges::transform(problems, std::back_inserter(verdicts), verdictFor);
    return verdicts;
}

bool anyBlocks(const std::vector<FieldVerdict>& verdicts)
{
    return std::ranges::any_of(verdicts, &FieldVerdict::blocks);
}

EffectState effectState(const services::EffectAnswer& answer, std::optional<double> perSecond,
                        const QTimeZone& zone)
{
    EffectState effect;
    effect.asOf = answer.now;
    if (!answer.impact) {
        effect.phase = Phase::Failed;
        effect.failure = describe(answer.impact.error());
        effect.sentence = Edit::tr("It is not known how many documents this would delete.");
        return effect;
    }
    const ttl::Impact& impact = *answer.impact;
    effect.phase = Phase::Ready;
    effect.affected = impact.affected;
    effect.error = impact.error;
    effect.documents = impact.documents;
    effect.bytes = impact.bytes;
    effect.exact = impact.exact;
    effect.share = impact.documents > 0
        ? static_cast<double>(impact.affected) / static_cast<double>(impact.documents)
        : 0.0;
    if (impact.oldest) {
        effect.oldest = impact.oldest->time();
    }
    if (impact.newest) {
        effect.newest = impact.newest->time();
    }
    if (perSecond && *perSecond > 0 && impact.affected > 0) {
        // bounded, since a rate close to 0 gives a time that no integer can hold
        const double seconds
            = std::min(static_cast<double>(impact.affected) / *perSecond, 3'000'000'000.0);
        effect.timeToDelete = std::chrono::seconds(std::llround(seconds));
    }
    for (const bson::Document& sample : impact.samples) {
        effect.samples << text(bson::toJson(sample));
    }
    effect.sentence = effectSentence(effect, answer.bucketSpanSeconds > 0);
    effect.detail = effectDetail(effect, zone);
    return effect;
}

PreviewSide previewSide(const ttl::ExpiryHistogram& histogram)
{
    PreviewSide side;
    side.counts = histogram.counts;
    side.overdue = histogram.overdue;
    side.later = histogram.later;
    side.never = histogram.never;
    side.exact = histogram.exact;
    side.overdueExact = histogram.overdueExact;
    if (histogram.exact) {
        return side;
    }
    const auto error = [&](std::int64_t count) {
        return ttl::samplingError(static_cast<double>(count), histogram.documents(),
                                  histogram.sampledShare, histogram.drawnTogether);
    };
    std::ranges::transform(histogram.counts, std::back_inserter(side.errors), error);
    side.overdueError = histogram.overdueExact ? 0.0 : error(histogram.overdue);
    side.laterError = error(histogram.later);
    return side;
}

PreviewState previewState(const services::EffectAnswer& answer)
{
    PreviewState preview;
    preview.edges = answer.edges;
    preview.now = answer.now;
    if (answer.before) {
        preview.before = previewSide(*answer.before);
    }
    if (answer.after) {
        preview.after = previewSide(*answer.after);
    }
    preview.phase = preview.after || preview.before ? Phase::Ready : Phase::Failed;
    preview.summary = previewSummary(preview);
    return preview;
}

QString previewSummary(const PreviewState& preview)
{
    QStringList parts;
    const std::int64_t before = preview.before ? preview.before->overdue : 0;
    if (preview.after) {
        parts << Edit::tr(
                     "Overdue before: %1, after: %2. Expiring later than shown: %3. Never: %4.")
                     .arg(countText(before), countText(preview.after->overdue),
                          countText(preview.after->later), countText(preview.after->never.total()));
        if (!preview.after->exact || (preview.before && !preview.before->exact)) {
            parts << Edit::tr("Estimated from a sample.");
        }
    } else if (preview.before) {
        parts << Edit::tr("As it is now. Overdue: %1. Expiring later than shown: %2. Never: %3.")
                     .arg(countText(before), countText(preview.before->later),
                          countText(preview.before->never.total()));
    }
    if (!preview.missing.isEmpty()) {
        parts << preview.missing;
    }
    return parts.join(u' ');
}

QString whyTypeName(const EffectState& effect, bool production)
{
    if (production) {
        return Edit::tr("This is a production connection: type the collection's name.");
    }
    return effect.phase == Phase::Ready
        ? Edit::tr("Many documents are deleted at once: type the collection's name.")
        : Edit::tr("It is not known how many documents are deleted: type the collection's name.");
}

// Source: ui/DESIGN.md, Safety.
Ceremony ceremonyFor(const EffectState& effect, bool production)
{
    // an estimate may be too low by its error
    const double most = static_cast<double>(effect.affected) + effect.error;
    if (production || effect.phase != Phase::Ready || most >= static_cast<double>(kTypeNameFrom)) {
        return Ceremony::TypeName;
    }
    return effect.affected > 0 || !effect.exact ? Ceremony::Confirm : Ceremony::None;
}

} // namespace sandglass::presenters
