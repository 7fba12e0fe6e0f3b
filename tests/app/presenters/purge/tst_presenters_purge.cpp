// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/purge/purge_presenter.h"
#include "tests/support/purge_fixture.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTest>

namespace tst_presenters_purge {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using tests::PurgeFixture;

namespace {

ttl::Rule logsRule()
{
    ttl::Rule rule;
    rule.index = {tests::kLogs, "at_1"};
    rule.field = "at";
    rule.expireAfterSeconds = 3'600;
    return rule;
}

} // namespace

class TestPurgePresenter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFormNamesTheRuleAndCounts();
    void aFormThatCannotBeDoneSaysWhy_data();
    void aFormThatCannotBeDoneSaysWhy();
    void aFolderThatCannotBeUsedIsToldBeforeTheButton();
    void onASecondaryTheFormSaysWhyItCannotBeDone();
    void startedItShowsItsProgressToTheEnd();
    void anotherDialogJoinsThePurgeUnderWay();
    void startedWithoutACountItKnowsNoRest();
    void aCancelledPurgeKeepsTheRest();
    void theTimelineShowsWhatIsDueAndWhatIsLeft();
    void aTimelineThatIsRefusedIsLeftOutAndItIsSaid();

private:
    static bool counted(const PurgePresenter& purge)
    {
        return QTest::qWaitFor([&] { return purge.state().confirm.enabled; });
    }
};

void TestPurgePresenter::theFormNamesTheRuleAndCounts()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    PurgePresenter purge(fixture.set, logsRule());
    QCOMPARE(purge.state().screen, PurgeScreen::Form);
    QVERIFY(purge.state().title.contains(u"shop.logs"_s));
    QVERIFY2(purge.state().ruleText.startsWith(u"at"_s), qPrintable(purge.state().ruleText));
    purge.count();
    QVERIFY(counted(purge));
    QCOMPARE(fixture.server->documentCount(tests::kLogs), std::size_t{26});
}

void TestPurgePresenter::aFormThatCannotBeDoneSaysWhy_data()
{
    QTest::addColumn<bool>("archiveOnly");
    QTest::addColumn<int>("archive");
    QTest::addColumn<QString>("folder");
    QTest::newRow("archive without a folder")
        << false << static_cast<int>(ArchiveChoice::Bson) << QString();
    QTest::newRow("lines without a folder")
        << false << static_cast<int>(ArchiveChoice::JsonLines) << QString();
}

void TestPurgePresenter::aFormThatCannotBeDoneSaysWhy()
{
    QFETCH(bool, archiveOnly);
    QFETCH(int, archive);
    QFETCH(QString, folder);
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    PurgePresenter purge(fixture.set, logsRule());
    purge.count();
    QVERIFY(counted(purge));
    PurgeForm form = purge.state().form;
    form.archiveOnly = archiveOnly;
    form.archive = static_cast<ArchiveChoice>(archive);
    form.folder = folder;
    purge.edit(form);
    QVERIFY(!purge.state().confirm.enabled);
    QVERIFY(!purge.state().confirm.reason.isEmpty());
    purge.start(); // does nothing
    QCOMPARE(purge.state().screen, PurgeScreen::Form);
    QCOMPARE(fixture.server->documentCount(tests::kLogs), std::size_t{26});
    form.folder = fixture.folder.filePath(u"archives"_s);
    purge.edit(form);
    // the folder is looked at first, on a thread of its own
    QVERIFY(!purge.state().confirm.enabled);
    QVERIFY(counted(purge));
}

void TestPurgePresenter::aFolderThatCannotBeUsedIsToldBeforeTheButton()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    PurgePresenter purge(fixture.set, logsRule());
    purge.count();
    QVERIFY(counted(purge));
    const QString file = fixture.folder.filePath(u"a file"_s);
    QVERIFY(QFile(file).open(QIODevice::WriteOnly));
    PurgeForm form = purge.state().form;
    form.archive = ArchiveChoice::Bson;
    form.folder = file + u"/archives"_s;
    purge.edit(form);
    QTRY_VERIFY2(purge.state().confirm.reason.contains(file),
                 qPrintable(purge.state().confirm.reason));
    QVERIFY(!purge.state().confirm.enabled);
    // without an archive the folder does not matter
    form.archive = ArchiveChoice::None;
    purge.edit(form);
    QVERIFY(purge.state().confirm.enabled);
    // and of two folders in a row the last one counts
    form.archive = ArchiveChoice::Bson;
    purge.edit(form);
    form.folder = fixture.folder.path();
    purge.edit(form);
    QVERIFY(counted(purge));
}

void TestPurgePresenter::onASecondaryTheFormSaysWhyItCannotBeDone()
{
    PurgeFixture fixture;
    fixture.makeSecondary();
    QVERIFY(fixture.connect());
    PurgePresenter purge(fixture.set, logsRule());
    purge.count();
    QTRY_VERIFY2(purge.state().confirm.reason.contains(u"primary"_s),
                 qPrintable(purge.state().confirm.reason));
    QVERIFY(!purge.state().confirm.enabled);
}

void TestPurgePresenter::startedItShowsItsProgressToTheEnd()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    PurgePresenter purge(fixture.set, logsRule());
    purge.count();
    QVERIFY(counted(purge));
    PurgeForm form = purge.state().form;
    form.batch = 10;
    form.pauseMillis = 0;
    purge.edit(form);
    purge.setRestoreWanted(false);
    purge.start();
    QTRY_COMPARE(purge.state().screen, PurgeScreen::Progress);
    QTRY_VERIFY(purge.state().ended);
    QCOMPARE(fixture.server->documentCount(tests::kLogs), std::size_t{1});
    QVERIFY2(purge.state().report.contains(u"25"_s), qPrintable(purge.state().report));
    QVERIFY(!purge.state().canPause && !purge.state().canResume && !purge.state().canCancel);
    QVERIFY(!purge.state().failure);
}

void TestPurgePresenter::anotherDialogJoinsThePurgeUnderWay()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    services::PurgeRequest asked = fixture.request();
    asked.options.pause = std::chrono::minutes(10);
    QVERIFY(fixture.set.purges.start(asked));
    QVERIFY(fixture.reaches(services::PurgePhase::Waiting));
    PurgePresenter joined(fixture.set, logsRule());
    QCOMPARE(joined.state().screen, PurgeScreen::Progress);
    QVERIFY(joined.state().canPause);
    QVERIFY(joined.state().canCancel);
    QVERIFY(joined.state().percent > 0 && joined.state().percent < 100);
    joined.pause();
    QVERIFY(fixture.pausedFor(services::PauseReason::User));
    QTRY_VERIFY(joined.state().canResume);
    QVERIFY2(joined.state().resumeText.contains(u"15"_s), qPrintable(joined.state().resumeText));
}

void TestPurgePresenter::startedWithoutACountItKnowsNoRest()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    fixture.server->fail("impact", base::serverError(13, "Unauthorized", "not allowed"));
    PurgePresenter purge(fixture.set, logsRule());
    purge.count();
    QTRY_COMPARE(purge.state().effect.phase, Phase::Failed);
    purge.setTypedName(purge.state().confirm.nameToType);
    QVERIFY(purge.state().confirm.enabled);
    purge.start();
    QTRY_VERIFY(fixture.set.purges.job());
    QVERIFY(!fixture.set.purges.job()->totalExact);
    QVERIFY2(!purge.state().figures.contains(u"left"_s), qPrintable(purge.state().figures));
}

void TestPurgePresenter::aCancelledPurgeKeepsTheRest()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    services::PurgeRequest asked = fixture.request();
    asked.options.pause = std::chrono::minutes(10);
    QVERIFY(fixture.set.purges.start(asked));
    QVERIFY(fixture.reaches(services::PurgePhase::Waiting));
    PurgePresenter purge(fixture.set, logsRule());
    purge.cancel();
    QTRY_VERIFY(purge.state().ended);
    QVERIFY(fixture.set.purges.status().cancelled);
    fixture.clock.advance(std::chrono::hours(1));
    QCOMPARE(fixture.server->documentCount(tests::kLogs), std::size_t{16});
}

void TestPurgePresenter::theTimelineShowsWhatIsDueAndWhatIsLeft()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    PurgePresenter purge(fixture.set, logsRule());
    QTRY_COMPARE(purge.state().preview.phase, Phase::Ready);
    const PreviewState shown = purge.state().preview;
    QVERIFY(shown.before && shown.after);
    QCOMPARE(shown.before->overdue, std::int64_t{25});
    QCOMPARE(shown.after->overdue, std::int64_t{0});
    QCOMPARE(shown.after->counts, shown.before->counts);
    QCOMPARE(shown.now, shown.edges.front());
    QVERIFY2(shown.afterName.contains(u"purge"_s), qPrintable(shown.afterName));
    QVERIFY2(shown.summary.contains(u"before: 25"_s), qPrintable(shown.summary));
    // an archive alone deletes nothing
    PurgeForm form = purge.state().form;
    form.archive = ArchiveChoice::Bson;
    form.archiveOnly = true;
    purge.edit(form);
    QCOMPARE(purge.state().preview.after->overdue, std::int64_t{25});
    // counted again, the old one stays until the new one is there
    fixture.server->hold("histogram");
    purge.count();
    QCOMPARE(purge.state().preview.phase, Phase::Loading);
    QCOMPARE(purge.state().preview.before->overdue, std::int64_t{25});
    fixture.server->release("histogram");
    QTRY_COMPARE(purge.state().preview.phase, Phase::Ready);
}

void TestPurgePresenter::aTimelineThatIsRefusedIsLeftOutAndItIsSaid()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    fixture.server->fail("histogram", base::serverError(13, "Unauthorized", "not allowed"));
    PurgePresenter purge(fixture.set, logsRule());
    QTRY_VERIFY(fixture.server->calls("histogram") > 0);
    QVERIFY(counted(purge)); // the purge itself does not depend on it
    QTRY_COMPARE(purge.state().preview.phase, Phase::Idle);
    QVERIFY(purge.state().preview.edges.empty());
    QVERIFY2(purge.state().timelineNote.contains(u"could not be counted"_s),
             qPrintable(purge.state().timelineNote));
    // counted again, the note goes with its reason
    fixture.server->fail("histogram", {});
    purge.count();
    QTRY_COMPARE(purge.state().preview.phase, Phase::Ready);
    QVERIFY(purge.state().timelineNote.isEmpty());
    QVERIFY(!purge.state().failure && !purge.state().effect.failure);
}

SANDGLASS_TEST(TestPurgePresenter)
} // namespace tst_presenters_purge

#include "tst_presenters_purge.moc"
