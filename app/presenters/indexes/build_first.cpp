// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/build_first.h"

#include "app/presenters/indexes/change_index_words.h"
#include "app/presenters/indexes/create_index_presenter.h"
#include "app/presenters/words/words.h"
#include "app/protocol/limits.h"

#include <chrono>

namespace sandglass::presenters {

namespace {

// What an index of the first step does, in one sentence.
QString doingOf(const ttl::TtlIndexSpec& first)
{
    return first.ordinary
        ? CreateIndexPresenter::tr("It is an ordinary index and deletes nothing.")
        : CreateIndexPresenter::tr("It has the longest period and deletes only documents with a "
                                   "date of more than 68 years ago.");
}

// The action in the list of indexes with which the second step can be made later.
QString laterOf(const ttl::TtlIndexSpec& first)
{
    return first.ordinary ? CreateIndexPresenter::tr("\"Convert to TTL\" makes the step later.")
                          : CreateIndexPresenter::tr("\"Change expiry\" makes the step later.");
}

} // namespace

QString whyNotBuildFirst(const ttl::ServerInfo& server, const ttl::CollectionSpec& collection)
{
    if (server.capability(ttl::Capability::TsOnly).can == ttl::Can::Yes) {
        return CreateIndexPresenter::tr("What is due cannot be counted on Cosmos DB.");
    }
    // servers refuse collMod for the index of a time series
    return collection.kind == ttl::CollectionKind::TimeSeries
        ? CreateIndexPresenter::tr("The period of an index on a time series cannot be set later.")
        : QString();
}

QString buildFirstNote(const ttl::ServerInfo& server, const ttl::TtlIndexSpec& first,
                       base::Time now, const QTimeZone& zone)
{
    if (first.ordinary) {
        return CreateIndexPresenter::tr(
            "First an ordinary index is built, which deletes nothing. Then what is due is counted "
            "again, and you decide. The effect shown now is that of the second step.");
    }
    const base::Time due = now - std::chrono::seconds(protocol::kMaxExpireAfterSeconds);
    const QString why = server.canConvertIndexes()
        ? CreateIndexPresenter::tr(
            "It is not certain that this server can convert an ordinary index.")
        : CreateIndexPresenter::tr("This server cannot convert an ordinary index.");
    //: %1 is why, a sentence, %2 a number of seconds, %3 a moment
    return CreateIndexPresenter::tr(
               "%1 So the index is first built with the longest period, %2 seconds or about 68 "
               "years. Documents with a date before %3 are deleted even then: the effect shown now "
               "counts them. Then what is due by your period is counted, and you decide.")
        .arg(why, countText(protocol::kMaxExpireAfterSeconds), zonedMomentText(due, zone));
}

QString buildFirstButton(const ttl::TtlIndexSpec& first, const EffectState& effect)
{
    if (first.ordinary) {
        return CreateIndexPresenter::tr("Build index only");
    }
    if (effect.phase != Phase::Ready || effect.affected == 0) {
        return CreateIndexPresenter::tr("Build index");
    }
    return effect.exact ? CreateIndexPresenter::tr("Build index and delete %Ln document(s)",
                                                   nullptr, pluralCount(effect.affected))
                        : CreateIndexPresenter::tr("Build index and delete about %Ln document(s)",
                                                   nullptr, pluralCount(effect.affected));
}

ChangeResult buildFirstResult(const ttl::TtlIndexSpec& first, const EffectState& effect)
{
    ChangeResult result;
    //: an index, its collection, and what the index does, a sentence
    result.sentence = CreateIndexPresenter::tr("Built, read back and verified: %1 on %2. %3")
                          .arg(text(first.name), text(first.ns.text()), doingOf(first));
    if (!first.ordinary) {
        result.deletions = deletionsOf(effect);
    }
    return result;
}

SecondStep secondStepOf(const ttl::TtlIndexSpec& first, std::int64_t seconds)
{
    SecondStep step;
    step.index = {first.ns, first.name};
    step.kind = first.ordinary ? ChangeKind::Convert : ChangeKind::Seconds;
    step.seconds = seconds;
    //: an index, its collection, what the index does, and what to do later, both sentences
    step.left.sentence
        = CreateIndexPresenter::tr(
              "The second step was not made: %1 on %2 stays as it was built. %3 %4")
              .arg(text(first.name), text(first.ns.text()), doingOf(first), laterOf(first));
    return step;
}

} // namespace sandglass::presenters
