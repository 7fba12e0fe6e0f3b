// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/indexes/change_index_presenter.h"
#include "app/presenters/indexes/create_index_presenter.h"
#include "app/presenters/purge/purge_words.h"
#include "app/protocol/limits.h"
#include "app/services/purge/purge_service.h"
#include "tests/app/presenters/sentence.h"
#include "tests/support/shown_moment.h"
#include "tests/support/test_program.h"

#include <QLocale>
#include <QObject>
#include <QRegularExpression>
#include <QTest>

namespace tst_presenters_purge_words {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::PauseReason;
using services::PurgeJob;
using services::PurgePhase;
using services::PurgeStatus;
using tests::hasInOrder;

namespace {

const base::Time kNow(base::Millis(1'893'456'000'000)); // 1 January 2030, 00:00 UTC

PurgeJob job(std::int64_t total = 1'000, std::int64_t deleted = 400)
{
    PurgeJob made;
    made.total = total;
    made.deleted = deleted;
    made.batches = 4;
    made.startedAt = kNow;
    made.slowest = 1'500ms;
    made.options.latencyLimit = 2s;
    return made;
}

PurgeStatus status(PurgePhase phase, PauseReason reason = PauseReason::User)
{
    PurgeStatus made;
    made.phase = phase;
    made.reason = reason;
    made.lastBatch = 2'500ms;
    made.lag = 75s;
    return made;
}

PurgeJob archived(const std::string& folder)
{
    PurgeJob made = job();
    made.archive.emplace();
    made.archive->layout.folder = folder;
    return made;
}

EffectState counted(std::int64_t affected)
{
    EffectState effect;
    effect.phase = Phase::Ready;
    effect.affected = affected;
    return effect;
}

CreateIndexState createState(std::optional<std::int64_t> seconds)
{
    CreateIndexState state;
    state.draft.ns = {"shop", "carts"};
    state.draft.field = "seen";
    state.draft.seconds = seconds;
    state.commandText = u"db.carts.createIndex(…)"_s;
    return state;
}

ChangeIndexState changeState(ChangeKind kind, std::optional<std::int64_t> seconds)
{
    ChangeIndexState state;
    state.index = {{"shop", "carts"}, "seen_1"};
    state.spec.name = "seen_1";
    state.spec.key = bson::makeDocument("seen", 1);
    state.spec.expireAfterSeconds = 90;
    state.draft.kind = kind;
    state.draft.seconds = seconds;
    state.commandText = u"db.runCommand(…)"_s;
    return state;
}

} // namespace

class TestPurgeWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void everyPhaseHasItsSentence();
    void everyPauseHasItsReason();
    void theEndSaysHow();
    void aFailingArchiveNamesItsFolder();
    void theReasonsAgainstAFolderNameIt();
    void figuresSayWhatIsLeft();
    void aRateIsShownOnlyWhileItMoves_data();
    void aRateIsShownOnlyWhileItMoves();
    void anArchiveCountsWhatIsWritten();
    void theReportSaysWhatWasDone();
    void whatStayedAndWhatHadGoneIsInTheReport();
    void whatIsNotCountedIsALimit();
    void whatWasNeverCountedHasNoRest();
    void theReportNamesTheArchiveAsItIs();
    void theButtonNamesTheNumber_data();
    void theButtonNamesTheNumber();
    void anUnknownCountIsNotOnTheButton();
    void anEstimateIsAboutRight();
    void aFormThatIsCompleteHasATarget();
    void aFormThatDeletesNothingHasNone_data();
    void aFormThatDeletesNothingHasNone();
    void aTimeSeriesHasNone();
};

void TestPurgeWords::everyPhaseHasItsSentence()
{
    PurgeStatus writing = status(PurgePhase::Archiving);
    writing.archived = 1'200;
    PurgeStatus verifying = writing;
    verifying.verifying = true;
    QVERIFY(purgeStatusText(job(), writing).contains(u"1,200"_s));
    QStringList all{purgeStatusText(job(), writing),
                    purgeStatusText(job(), verifying),
                    purgeStatusText(job(), status(PurgePhase::Preparing)),
                    purgeStatusText(archived("/a"), status(PurgePhase::Preparing)),
                    purgeStatusText(job(), status(PurgePhase::Running)),
                    purgeStatusText(job(), status(PurgePhase::Waiting)),
                    purgeStatusText(job(), status(PurgePhase::OutsideHours))};
    QVERIFY(!all.contains(QString()));
    QCOMPARE(all.removeDuplicates(), 0);
}

void TestPurgeWords::everyPauseHasItsReason()
{
    QStringList all;
    for (int reason = 0; reason <= static_cast<int>(PauseReason::Failure); ++reason) {
        all << purgeStatusText(job(), status(PurgePhase::Paused, static_cast<PauseReason>(reason)));
    }
    QVERIFY(!all.contains(QString()));
    QVERIFY2(hasInOrder(all.at(static_cast<int>(PauseReason::SlowBatch)),
                        {u" 2,500 "_s, u" 2,000 "_s}), // took, and might have taken
             qPrintable(all.at(static_cast<int>(PauseReason::SlowBatch))));
    QVERIFY(all.at(static_cast<int>(PauseReason::ReplicationLag)).contains(u" 1 min 15 s "_s));
    QCOMPARE(all.removeDuplicates(), 0);
}

void TestPurgeWords::theEndSaysHow()
{
    const PurgeStatus done = status(PurgePhase::Ended);
    PurgeStatus archive = done;
    archive.archiveOnly = true;
    PurgeStatus cancelled = done;
    cancelled.cancelled = true;
    PurgeStatus failed = done;
    failed.error = base::failure(Errc::Network, "gone");
    QStringList all{purgeStatusText(job(), done), purgeStatusText(job(), archive),
                    purgeStatusText(job(), cancelled), purgeStatusText(job(), failed),
                    purgeStatusText(job(1'000, 0), failed)}; // nothing was deleted
    QVERIFY(!all.contains(QString()));
    QCOMPARE(all.removeDuplicates(), 0);
    failed.cancelled = true; // that it failed matters more
    QCOMPARE(purgeStatusText(job(), failed), all.at(3));
}

void TestPurgeWords::aFailingArchiveNamesItsFolder()
{
    const base::Error disk
        = base::failure(Errc::Storage, "Writing /mnt/archives/a/shop/logs.bson: No space left.");
    const FailureText failure = purgeFailure(disk, u"/mnt/archives"_s);
    QVERIFY2(failure.sentence.contains(u"/mnt/archives"_s), qPrintable(failure.sentence));
    QVERIFY2(!failure.advice.contains(u"data folder"_s), qPrintable(failure.advice));
    // another file, or another error, is not the archive's
    for (const base::Error& other :
         {base::failure(Errc::Storage, "/home/me/data/purges/1.json: No space left."),
          base::failure(Errc::Network, "/mnt/archives")}) {
        QCOMPARE(purgeFailure(other, u"/mnt/archives"_s).sentence, describe(other).sentence);
    }
    QCOMPARE(purgeFailure(disk, {}).sentence, describe(disk).sentence);
}

void TestPurgeWords::theReasonsAgainstAFolderNameIt()
{
    QStringList all;
    for (const Errc code :
         {Errc::InvalidInput, Errc::NotPermitted, Errc::Storage, Errc::Internal}) {
        all << folderProblem(base::failure(code, "/mnt/archives"));
        QVERIFY2(all.back().contains(u"/mnt/archives"_s), qPrintable(all.back()));
    }
    QCOMPARE(all.removeDuplicates(), 0);
}

void TestPurgeWords::figuresSayWhatIsLeft()
{
    const QString figures = purgeFigures(job(), status(PurgePhase::Running));
    QVERIFY2(hasInOrder(figures, {u"400 "_s, u" · "_s, u"600 "_s}), qPrintable(figures));
    // more were touched than counted: nothing negative is left
    const QString more = purgeFigures(job(100, 400), status(PurgePhase::Running));
    QVERIFY2(hasInOrder(more, {u"400 "_s, u" · 0 "_s}), qPrintable(more));
}

void TestPurgeWords::aRateIsShownOnlyWhileItMoves_data()
{
    QTest::addColumn<int>("phase");
    QTest::addColumn<double>("perMinute"); // below 0: unknown
    QTest::addColumn<bool>("shown");
    QTest::newRow("running") << static_cast<int>(PurgePhase::Running) << 1'200.4 << true;
    QTest::newRow("waiting") << static_cast<int>(PurgePhase::Waiting) << 1'200.4 << true;
    QTest::newRow("paused") << static_cast<int>(PurgePhase::Paused) << 1'200.4 << false;
    QTest::newRow("outside the hours")
        << static_cast<int>(PurgePhase::OutsideHours) << 1'200.4 << false;
    QTest::newRow("unknown") << static_cast<int>(PurgePhase::Running) << -1.0 << false;
    QTest::newRow("nothing goes") << static_cast<int>(PurgePhase::Running) << 0.0 << false;
}

void TestPurgeWords::aRateIsShownOnlyWhileItMoves()
{
    QFETCH(int, phase);
    QFETCH(double, perMinute);
    QFETCH(bool, shown);
    PurgeStatus moving = status(static_cast<PurgePhase>(phase));
    moving.perMinute = perMinute < 0 ? std::nullopt : std::optional(perMinute);
    const QString figures = purgeFigures(job(), moving);
    QCOMPARE(hasInOrder(figures, {u" · 1,200 "_s, u" · "_s, u" 30 s"_s}), shown);
    QCOMPARE(figures.count(u" · "_s), shown ? 3 : 1);
}

void TestPurgeWords::anArchiveCountsWhatIsWritten()
{
    PurgeStatus writing = status(PurgePhase::Archiving);
    writing.archived = 250;
    QVERIFY(hasInOrder(purgeFigures(job(), writing), {u"250"_s, u"1,000"_s}));
    writing.phase = PurgePhase::Ended;
    writing.archiveOnly = true;
    QVERIFY(hasInOrder(purgeFigures(job(), writing), {u"250"_s, u"1,000"_s}));
}

void TestPurgeWords::theReportSaysWhatWasDone()
{
    PurgeStatus ended = status(PurgePhase::Ended);
    ended.endedAt = kNow + 90min;
    const QStringList lines = purgeReport(job(400, 400), ended, QTimeZone::utc()).split(u'\n');
    QCOMPARE(lines.size(), 3); // what did not happen takes no line
    QVERIFY(lines[0].startsWith(u"400 "_s));
    QVERIFY2(hasInOrder(lines[1], {u"4 "_s, u" 1,500 "_s}), qPrintable(lines[1]));
    QVERIFY2(hasInOrder(lines[2],
                        {tests::shownMoment(u"2030-01-01 00:00:00"_s),
                         tests::shownMoment(u"2030-01-01 01:30:00"_s)}),
             qPrintable(lines[2]));
}

void TestPurgeWords::whatStayedAndWhatHadGoneIsInTheReport()
{
    PurgeJob mixed = archived("/archives/1");
    mixed.changed = 2;
    mixed.gone = 3;
    const QString report
        = purgeReport(mixed, status(PurgePhase::Ended), QTimeZone("Asia/Kathmandu"));
    QVERIFY2(hasInOrder(report,
                        {u"400 "_s, u"4 "_s, u"2 "_s, u"3 "_s, u"595 "_s, u"/archives/1"_s,
                         tests::shownMoment(u"2030-01-01 05:45:00"_s)}),
             qPrintable(report));
}

void TestPurgeWords::whatIsNotCountedIsALimit()
{
    PurgeJob uncounted = job(1'000, 400);
    uncounted.deletedExact = false;
    const PurgeStatus paused = status(PurgePhase::Paused);
    QVERIFY2(hasInOrder(purgeFigures(uncounted, paused), {u"At least 400 "_s, u"at most 600 "_s}),
             qPrintable(purgeFigures(uncounted, paused)));
    const QString report = purgeReport(uncounted, status(PurgePhase::Ended), QTimeZone::utc());
    QVERIFY2(hasInOrder(report, {u"At least 400 "_s, u"at most 600 "_s}), qPrintable(report));
    QVERIFY(purgeResumeText(uncounted).contains(u"at most 600 "_s));
    // that nothing was deleted is not known
    PurgeJob none = job(1'000, 0);
    none.deletedExact = false;
    PurgeStatus failed = status(PurgePhase::Ended);
    failed.error = base::failure(Errc::Conflict, "another collection");
    QVERIFY(!purgeStatusText(none, failed).contains(u"nothing"_s));
    none.deletedExact = true;
    QVERIFY(purgeStatusText(none, failed).contains(u"nothing"_s));
}

void TestPurgeWords::whatWasNeverCountedHasNoRest()
{
    PurgeJob blind = job(0, 0);
    blind.totalExact = false;
    PurgeStatus running = status(PurgePhase::Running);
    running.perMinute = 600.0;
    QVERIFY(!purgeFigures(blind, running).contains(u"left"_s));
    QVERIFY(!purgeFigures(blind, running).contains(u"to go"_s));
    QVERIFY(purgeResumeText(blind).isEmpty());
    PurgeStatus archiving = status(PurgePhase::Archiving);
    archiving.archived = 7;
    QCOMPARE(purgeFigures(blind, archiving), u"7 archived"_s);
    // nor what was deleted beyond an estimate
    PurgeJob beyond = job(1'000, 1'000);
    beyond.totalExact = false;
    QVERIFY(!purgeFigures(beyond, running).contains(u"left"_s));
    // 0 that were counted are 0
    QVERIFY(purgeFigures(job(1'000, 1'000), running).contains(u"left"_s));
}

void TestPurgeWords::theReportNamesTheArchiveAsItIs()
{
    PurgeStatus ended = status(PurgePhase::Ended);
    ended.archiveOnly = true;
    ended.archived = 12;
    const QString report = purgeReport(archived("/home/%1/过 \"x\"/%Ln"), ended, QTimeZone::utc());
    QVERIFY2(hasInOrder(report, {u"12 "_s, u"/home/%1/过 \"x\"/%Ln"_s, u"\n"_s}),
             qPrintable(report));
    QCOMPARE(report.count(u'\n'), 1); // nothing was to be deleted, and nothing is left
}

void TestPurgeWords::theButtonNamesTheNumber_data()
{
    QTest::addColumn<qlonglong>("affected");
    QTest::addColumn<int>("batch");
    QTest::addColumn<QString>("stages");
    QTest::newRow("a part of a stage") << 1'234LL << 500 << u" 3 "_s;
    QTest::newRow("whole stages") << 1'000LL << 500 << u" 2 "_s;
    QTest::newRow("one") << 1LL << 500 << u" 1 "_s;
    QTest::newRow("one at a time") << 1'234LL << 1 << u" 1,234 "_s;
    QTest::newRow("the largest") << 1'234LL << 10'000 << u" 1 "_s;
}

void TestPurgeWords::theButtonNamesTheNumber()
{
    QFETCH(qlonglong, affected);
    QFETCH(int, batch);
    QFETCH(QString, stages);
    PurgeForm form;
    form.batch = batch;
    const QString documents = u' ' + QLocale().toString(affected) + u' ';
    const QString deletes = purgeButtonText(form, counted(affected));
    QVERIFY2(hasInOrder(deletes, {documents, stages}), qPrintable(deletes));
    form.archive = ArchiveChoice::Bson;
    const QString both = purgeButtonText(form, counted(affected));
    QVERIFY2(hasInOrder(both, {documents, stages}), qPrintable(both));
    form.archiveOnly = true;
    const QString archives = purgeButtonText(form, counted(affected));
    QVERIFY2(archives.contains(documents) && !archives.contains(u" in "_s), qPrintable(archives));
    QVERIFY(deletes != both);
    form.archive = ArchiveChoice::None; // there is no archive to stop at
    QCOMPARE(purgeButtonText(form, counted(affected)), deletes);
}

void TestPurgeWords::anUnknownCountIsNotOnTheButton()
{
    static const QRegularExpression kDigit(u"[0-9]"_s);
    PurgeForm form;
    EffectState unknown = counted(12);
    unknown.phase = Phase::Failed;
    const QString deletes = purgeButtonText(form, unknown);
    form.archive = ArchiveChoice::Bson;
    form.archiveOnly = true;
    const QString archives = purgeButtonText(form, unknown);
    QVERIFY(deletes != archives);
    for (const QString& words : {deletes, archives}) {
        QVERIFY2(!words.isEmpty() && !words.contains(kDigit), qPrintable(words));
    }
}

void TestPurgeWords::anEstimateIsAboutRight()
{
    PurgeForm form;
    EffectState estimated = counted(1'234);
    estimated.exact = false;
    QStringList buttons{purgeButtonText(form, estimated)};
    form.archive = ArchiveChoice::Bson;
    buttons << purgeButtonText(form, estimated);
    form.archiveOnly = true;
    buttons << purgeButtonText(form, estimated);
    services::PurgeJob large = job();
    large.totalExact = false;
    large.total = large.done() + 1'234;
    buttons << purgeResumeText(large) << purgeFigures(large, status(PurgePhase::Paused));
    for (const QString& words : buttons) {
        QVERIFY2(words.contains(u"about 1,234"_s), qPrintable(words));
    }
    large.totalExact = true;
    QVERIFY(!purgeResumeText(large).contains(u"about"_s));
    // a form without a batch has its stages counted by single documents
    PurgeForm unfilled;
    unfilled.batch = 0;
    QVERIFY(purgeButtonText(unfilled, counted(1'234)).contains(u"in 1,234 stage"_s));
    // none in a sample does not mean that nothing is deleted
    estimated.affected = 0;
    QVERIFY(!purgeButtonText({}, estimated).contains(u'0'));
}

void TestPurgeWords::aFormThatIsCompleteHasATarget()
{
    const auto created = purgeTarget(createState(3'600));
    QVERIFY(created);
    QCOMPARE(created->index, (ttl::IndexRef{{"shop", "carts"}, {}})); // there is no index yet
    QCOMPARE(created->field, std::string("seen"));
    QCOMPARE(created->expireAfterSeconds, 3'600);
    const auto changed = purgeTarget(changeState(ChangeKind::Seconds, 60));
    QVERIFY(changed);
    QCOMPARE(changed->index.name, std::string("seen_1"));
    QCOMPARE(changed->expireAfterSeconds, 60);
    ChangeIndexState stored = changeState(ChangeKind::Convert, {});
    stored.draft.atStoredDate = true;
    QCOMPARE(purgeTarget(stored)->expireAfterSeconds, 0);
    CreateIndexState first = createState(3'600);
    first.longestFirst = true; // what it shows is the effect of the longest period
    QCOMPARE(purgeTarget(first)->expireAfterSeconds, protocol::kMaxExpireAfterSeconds);
}

void TestPurgeWords::aFormThatDeletesNothingHasNone_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("stops expiring") << static_cast<int>(ChangeKind::StopExpiring);
    QTest::newRow("hides") << static_cast<int>(ChangeKind::Hide);
    QTest::newRow("shows again") << static_cast<int>(ChangeKind::Unhide);
    QTest::newRow("drops") << static_cast<int>(ChangeKind::Drop);
}

void TestPurgeWords::aFormThatDeletesNothingHasNone()
{
    QFETCH(int, kind);
    QVERIFY(!purgeTarget(changeState(static_cast<ChangeKind>(kind), 60)));
    QVERIFY(!purgeTarget(changeState(ChangeKind::Seconds, {})));
    ChangeIndexState blocked = changeState(ChangeKind::Seconds, 60);
    blocked.commandText.clear();
    QVERIFY(!purgeTarget(blocked));
    QVERIFY(!purgeTarget(createState({})));
    CreateIndexState unfinished = createState(60);
    unfinished.commandText.clear();
    QVERIFY(!purgeTarget(unfinished));
}

void TestPurgeWords::aTimeSeriesHasNone()
{
    ChangeIndexState own = changeState(ChangeKind::Seconds, 60);
    own.ownRule = true;
    own.index.name.clear();
    QVERIFY(!purgeTarget(own)); // single measurements cannot be deleted
    own.spec.key = bson::makeDocument("_id", 1);
    QVERIFY(purgeTarget(own)); // of a clustered collection they can
}

SANDGLASS_TEST(TestPurgeWords)
} // namespace tst_presenters_purge_words

#include "tst_presenters_purge_words.moc"
