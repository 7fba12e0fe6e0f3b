// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/effect/edit_words.h"
#include "app/presenters/words/words.h"
#include "app/services/indexes/index_service.h"
#include "tests/app/presenters/sentence.h"
#include "tests/support/shown_moment.h"
#include "tests/support/test_program.h"

#include <QLocale>
#include <QObject>
#include <QSet>
#include <QTest>

#include <limits>

namespace tst_presenters_edit_words {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::hasInOrder;
using ttl::DraftRule;

namespace {

const base::Time kNow(base::Millis(1'893'456'000'000)); // 1 January 2030, 00:00 UTC

services::EffectAnswer counted(std::int64_t affected, std::int64_t documents, bool exact = true)
{
    services::EffectAnswer answer;
    ttl::Impact impact;
    impact.affected = affected;
    impact.documents = documents;
    impact.exact = exact;
    answer.impact = impact;
    answer.now = kNow;
    return answer;
}

EffectState stateOf(const services::EffectAnswer& answer, std::optional<double> perSecond = {})
{
    return effectState(answer, perSecond, QTimeZone::utc());
}

} // namespace

class TestEditWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void everyRuleOfADraftHasASentenceOfItsOwn();
    void aVerdictNamesWhatItIsAbout_data();
    void aVerdictNamesWhatItIsAbout();
    void onlyAnExistingIndexIsOfferedInstead();
    void aWarningAloneDoesNotBlock();
    void theEffectIsSaidWithItsCertainty();
    void anEstimateHasItsError();
    void noneInASampleIsNotNothing();
    void aPictureFromASampleSaysSo();
    void anEstimateThatMayBeLargeNeedsTheName();
    void anUnknownEffectKeepsItsReason();
    void theDetailHasDatesSizeAndTime();
    void nothingToDeleteHasNoDetail();
    void deletingTakesAsLongAsMeasured_data();
    void deletingTakesAsLongAsMeasured();
    void datesThatNoCalendarHasAreNamed();
    void moreAffectedThanDocumentsDividesByNothing();
    void samplesAreShownAsJson();
    void thePictureHasASideForEachRule();
    void aSampledSideHasItsMargins();
    void theCeremonyFollowsTheEffect_data();
    void theCeremonyFollowsTheEffect();
    void typingTheNameHasAReason();
};

void TestEditWords::everyRuleOfADraftHasASentenceOfItsOwn()
{
    QStringList sentences;
    for (int rule = 0; rule <= static_cast<int>(DraftRule::DateInPastWarning); ++rule) {
        const QString words
            = verdictFor({ttl::DraftField::Field, static_cast<DraftRule>(rule), "x", true}).text;
        QVERIFY2(words.endsWith(u'.') || words.endsWith(u'x'), qPrintable(u"%1"_s.arg(rule)));
        sentences << words;
    }
    QCOMPARE(sentences.removeDuplicates(), 0);
}

void TestEditWords::aVerdictNamesWhatItIsAbout_data()
{
    QTest::addColumn<int>("rule");
    QTest::addColumn<QString>("detail");
    const auto row = [](const char* name, DraftRule rule, const QString& detail) {
        QTest::newRow(name) << static_cast<int>(rule) << detail;
    };
    row("index to convert", DraftRule::FieldAlreadyIndexed, u"made_1"_s);
    row("index to change", DraftRule::FieldAlreadyTtl, u"%1 %2"_s);
    row("taken name", DraftRule::NameTaken, u"a\n\"b\""_s);
    row("parser's message", DraftRule::FilterNotJson, u"<b>\u202Eunexpected</b>"_s);
    row("operator", DraftRule::FilterNotSupported, u"$nor"_s);
    row("10 kB", DraftRule::NameTaken, QString(10'240, u'过'));
}

void TestEditWords::aVerdictNamesWhatItIsAbout()
{
    QFETCH(int, rule);
    QFETCH(QString, detail);
    const ttl::DraftProblem problem{ttl::DraftField::Name, static_cast<DraftRule>(rule),
                                    detail.toStdString(), false};
    const FieldVerdict verdict = verdictFor(problem);
    QVERIFY(verdict.text.contains(detail));
    QCOMPARE(verdict.field, ttl::DraftField::Name);
    QVERIFY(!verdict.blocks);
}

void TestEditWords::onlyAnExistingIndexIsOfferedInstead()
{
    for (int each = 0; each <= static_cast<int>(DraftRule::DateInPastWarning); ++each) {
        const auto rule = static_cast<DraftRule>(each);
        const bool exists
            = rule == DraftRule::FieldAlreadyIndexed || rule == DraftRule::FieldAlreadyTtl;
        const FieldVerdict verdict = verdictFor({ttl::DraftField::Field, rule, "made_1", true});
        QCOMPARE(verdict.indexName, exists ? u"made_1"_s : QString());
    }
}

void TestEditWords::aWarningAloneDoesNotBlock()
{
    const ttl::DraftProblem warning{
        ttl::DraftField::Field, DraftRule::DateInPastWarning, {}, false};
    const ttl::DraftProblem block{ttl::DraftField::Name, DraftRule::NameTaken, "a", true};
    QVERIFY(!anyBlocks({}));
    QVERIFY(!anyBlocks(verdictsFor({warning})));
    const std::vector<FieldVerdict> both = verdictsFor({warning, block});
    QVERIFY(anyBlocks(both));
    QCOMPARE(both.at(0).rule, DraftRule::DateInPastWarning);
    QCOMPARE(both.at(1).rule, DraftRule::NameTaken);
}

void TestEditWords::theEffectIsSaidWithItsCertainty()
{
    // Source: ui/DESIGN.md, Creating a TTL index
    services::EffectAnswer answer = counted(1'284'310, 9'020'114);
    const EffectState exact = stateOf(answer);
    answer.impact->exact = false;
    const EffectState sampled = stateOf(answer);
    answer.bucketSpanSeconds = 3'600;
    const EffectState buckets = stateOf(answer);
    QSet<QString> sentences;
    for (const EffectState& state : {exact, sampled, buckets}) {
        QVERIFY2(hasInOrder(state.sentence, {u"1,284,310"_s, u"9,020,114"_s, u"14.2 %"_s}),
                 qPrintable(state.sentence));
        sentences.insert(state.sentence);
        QCOMPARE(state.asOf, kNow);
    }
    QCOMPARE(sentences.size(), 3); // counted, judged by a sample, at most
    QVERIFY(exact.exact && !sampled.exact && !buckets.exact);
    const QString everything = stateOf(counted(5, 5)).sentence;
    QVERIFY2(hasInOrder(everything, {u"5"_s, u"5"_s, u"100.0 %"_s}), qPrintable(everything));
    const QString nothing = stateOf(counted(0, 9'020'114)).sentence;
    QVERIFY(!nothing.isEmpty() && !nothing.contains(u'0'));
}

void TestEditWords::anEstimateHasItsError()
{
    services::EffectAnswer answer = counted(95'000, 1'000'000, false);
    answer.impact->error = 6'000.0;
    const EffectState effect = stateOf(answer);
    QVERIFY2(hasInOrder(effect.sentence, {u"95,000"_s, u"± 6,000"_s, u"1,000,000"_s}),
             qPrintable(effect.sentence));
    answer.bucketSpanSeconds = 3'600; // the most that can be deleted
    const QString series = stateOf(answer).sentence;
    QVERIFY2(hasInOrder(series, {u"101,000"_s, u"1,000,000"_s}), qPrintable(series));
}

void TestEditWords::noneInASampleIsNotNothing()
{
    services::EffectAnswer answer = counted(0, 3'000'000, false);
    answer.impact->error = 1'152.0;
    const QString sentence = stateOf(answer).sentence;
    QVERIFY2(hasInOrder(sentence, {u"1,152"_s, u"3,000,000"_s}), qPrintable(sentence));
    QVERIFY(sentence != stateOf(counted(0, 3'000'000)).sentence);
}

void TestEditWords::aPictureFromASampleSaysSo()
{
    services::EffectAnswer answer = counted(1, 10);
    answer.after = ttl::ExpiryHistogram();
    const QString counts = previewState(answer).summary;
    answer.after->exact = false;
    const QString estimate = previewState(answer).summary;
    QVERIFY2(estimate.startsWith(counts) && estimate.contains(u"sample"_s), qPrintable(estimate));
}

void TestEditWords::anEstimateThatMayBeLargeNeedsTheName()
{
    EffectState effect;
    effect.phase = Phase::Ready;
    effect.exact = false;
    effect.affected = kTypeNameFrom - 10;
    effect.error = 9.0;
    QCOMPARE(ceremonyFor(effect, false), Ceremony::Confirm);
    effect.error = 11.0;
    QCOMPARE(ceremonyFor(effect, false), Ceremony::TypeName);
}

void TestEditWords::anUnknownEffectKeepsItsReason()
{
    services::EffectAnswer answer;
    answer.impact = base::serverError(50, "MaxTimeMSExpired", "operation exceeded time limit");
    const EffectState state = stateOf(answer);
    QCOMPARE(state.phase, Phase::Failed);
    QVERIFY(!state.sentence.isEmpty());
    QCOMPARE(state.failure->codeName, u"50 MaxTimeMSExpired"_s);
    QCOMPARE(state.affected, 0);
}

void TestEditWords::theDetailHasDatesSizeAndTime()
{
    services::EffectAnswer answer = counted(500, 1'000);
    answer.impact->bytes = 2'048;
    answer.impact->oldest = bson::Date::from(kNow - 48h);
    answer.impact->newest = bson::Date::from(kNow - 24h);
    const QString words = stateOf(answer, 100.0).detail;
    QVERIFY2(hasInOrder(words,
                        {tests::shownMoment(u"2029-12-30 00:00:00"_s),
                         tests::shownMoment(u"2029-12-31 00:00:00"_s), u" · "_s, u"2.0 KiB"_s,
                         u" · "_s, u" 5 s"_s}),
             qPrintable(words));
}

void TestEditWords::nothingToDeleteHasNoDetail()
{
    services::EffectAnswer answer = counted(0, 1'000);
    answer.impact->oldest = bson::Date::from(kNow);
    answer.impact->newest = bson::Date::from(kNow);
    const EffectState state = stateOf(answer, 100.0);
    QVERIFY(state.detail.isEmpty());
    QVERIFY(!state.timeToDelete);
}

void TestEditWords::deletingTakesAsLongAsMeasured_data()
{
    QTest::addColumn<qlonglong>("affected");
    QTest::addColumn<double>("perSecond");
    QTest::addColumn<qlonglong>("seconds"); // -1: not known
    QTest::newRow("half a minute") << 3'000LL << 100.0 << 30LL;
    QTest::newRow("less than a document a second") << 1LL << 0.5 << 2LL;
    QTest::newRow("less than a second") << 40'000LL << 1e6 << 0LL;
    QTest::newRow("nothing was deleted") << 50LL << 0.0 << -1LL;
    QTest::newRow("not measured") << 50LL << -1.0 << -1LL;
    QTest::newRow("longer than any number")
        << std::numeric_limits<qlonglong>::max() << 1e-300 << 3'000'000'000LL;
}

void TestEditWords::deletingTakesAsLongAsMeasured()
{
    QFETCH(qlonglong, affected);
    QFETCH(double, perSecond);
    QFETCH(qlonglong, seconds);
    const EffectState state = stateOf(counted(affected, affected),
                                      perSecond < 0 ? std::nullopt : std::optional(perSecond));
    QCOMPARE(state.timeToDelete ? qlonglong{state.timeToDelete->count()} : -1LL, seconds);
    QVERIFY(!state.detail.isEmpty()); // it also says when this is not known
}

void TestEditWords::datesThatNoCalendarHasAreNamed()
{
    services::EffectAnswer answer = counted(1, 1);
    answer.impact->oldest = bson::Date{std::numeric_limits<std::int64_t>::min()};
    answer.impact->newest = bson::Date{std::numeric_limits<std::int64_t>::max()};
    const QString words = stateOf(answer).detail;
    QVERIFY2(hasInOrder(words,
                        {momentText(base::Time::min(), QTimeZone::utc()),
                         momentText(base::Time::max(), QTimeZone::utc())}),
             qPrintable(words));
}

void TestEditWords::moreAffectedThanDocumentsDividesByNothing()
{
    const EffectState state = stateOf(counted(5, 0)); // documents came between two counts
    QCOMPARE(state.share, 0.0);
    QCOMPARE(state.affected, 5);
}

void TestEditWords::samplesAreShownAsJson()
{
    services::EffectAnswer answer = counted(2, 2);
    answer.impact->samples
        = {bson::makeDocument("_id", 1, "a", "\"<b>\n\u202E过"), bson::makeDocument("_id", 2)};
    const QStringList samples = stateOf(answer).samples;
    QCOMPARE(samples.size(), 2);
    QVERIFY(!samples[0].contains(u'\n')); // one line each
    QVERIFY(samples[0].contains(u"\\\"<b>\\n"_s));
    QVERIFY(samples[0].contains(u'过'));
}

void TestEditWords::thePictureHasASideForEachRule()
{
    services::EffectAnswer answer = counted(1, 10);
    answer.edges = {kNow, kNow + 1h, kNow + 2h};
    QCOMPARE(previewState(answer).phase, Phase::Failed); // neither could be counted
    ttl::ExpiryHistogram before;
    before.counts = {1, 2};
    before.overdue = 3;
    answer.before = before;
    QCOMPARE(previewState(answer).phase, Phase::Ready);
    // nothing is said about a side that is not known
    QVERIFY2(previewState(answer).summary.startsWith(u"As it is now. Overdue: 3."_s),
             qPrintable(previewState(answer).summary));
    ttl::ExpiryHistogram after;
    after.counts = {0, 0};
    after.overdue = 1'500;
    after.later = 4;
    after.never.noField = 2;
    after.never.notADate = 3;
    answer.after = after;
    const PreviewState preview = previewState(answer);
    QCOMPARE(preview.edges, answer.edges);
    QCOMPARE(preview.before->counts, before.counts);
    QCOMPARE(preview.after->overdue, 1'500);
    QVERIFY2(hasInOrder(preview.summary, {u" 3"_s, u" 1,500"_s, u" 4"_s, u" 5"_s}),
             qPrintable(preview.summary));
}

void TestEditWords::aSampledSideHasItsMargins()
{
    services::EffectAnswer answer = counted(1, 10);
    answer.edges = {kNow, kNow + 1h};
    ttl::ExpiryHistogram after;
    after.counts = {500};
    after.overdue = 500;
    answer.after = after;
    QVERIFY(previewState(answer).after->exact);
    QVERIFY(previewState(answer).after->errors.empty());
    answer.after->exact = false;
    answer.after->sampledShare = 0.1;
    answer.after->overdueExact = true;
    PreviewSide side = *previewState(answer).after;
    QVERIFY(!side.exact);
    QCOMPARE(side.errors.size(), std::size_t{1});
    QVERIFY(side.errors.front() > 0.0);
    QCOMPARE(side.overdueError, 0.0);
    answer.after->overdueExact = false;
    QVERIFY(previewState(answer).after->overdueError > 0.0);
}

void TestEditWords::theCeremonyFollowsTheEffect_data()
{
    QTest::addColumn<int>("phase");
    QTest::addColumn<qlonglong>("affected");
    QTest::addColumn<bool>("exact");
    QTest::addColumn<bool>("production");
    QTest::addColumn<int>("ceremony");
    // Source: ui/DESIGN.md, Safety
    const auto row = [](const char* name, Phase phase, qlonglong affected, bool exact,
                        bool production, Ceremony ceremony) {
        QTest::newRow(name) << static_cast<int>(phase) << affected << exact << production
                            << static_cast<int>(ceremony);
    };
    row("deletes nothing", Phase::Ready, 0, true, false, Ceremony::None);
    row("deletes one", Phase::Ready, 1, true, false, Ceremony::Confirm);
    row("just below many", Phase::Ready, 99'999, true, false, Ceremony::Confirm);
    row("many", Phase::Ready, 100'000, true, false, Ceremony::TypeName);
    row("none in a sample", Phase::Ready, 0, false, false, Ceremony::Confirm);
    row("not counted", Phase::Failed, 0, true, false, Ceremony::TypeName);
    row("being counted", Phase::Loading, 0, true, false, Ceremony::TypeName);
    row("counted before", Phase::Stale, 0, true, false, Ceremony::TypeName);
    row("production, deletes nothing", Phase::Ready, 0, true, true, Ceremony::TypeName);
    row("production, deletes one", Phase::Ready, 1, true, true, Ceremony::TypeName);
}

void TestEditWords::theCeremonyFollowsTheEffect()
{
    QFETCH(int, phase);
    QFETCH(qlonglong, affected);
    QFETCH(bool, exact);
    QFETCH(bool, production);
    QFETCH(int, ceremony);
    EffectState effect;
    effect.phase = static_cast<Phase>(phase);
    effect.affected = affected;
    effect.exact = exact;
    QCOMPARE(ceremonyFor(effect, production), static_cast<Ceremony>(ceremony));
}

void TestEditWords::typingTheNameHasAReason()
{
    EffectState many;
    many.phase = Phase::Ready;
    many.affected = kTypeNameFrom;
    const EffectState unknown;
    const QSet<QString> reasons{whyTypeName(many, true), whyTypeName(many, false),
                                whyTypeName(unknown, false)};
    QCOMPARE(reasons.size(), 3);
    QVERIFY(!reasons.contains(QString()));
    QCOMPARE(whyTypeName(unknown, true), whyTypeName(many, true)); // production needs no other
}

SANDGLASS_TEST(TestEditWords)
} // namespace tst_presenters_edit_words

#include "tst_presenters_edit_words.moc"
