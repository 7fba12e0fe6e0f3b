// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/purge/purge_notice_presenter.h"
#include "tests/support/purge_fixture.h"
#include "tests/support/test_program.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_presenters_purge_notice {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::PurgePhase;
using tests::PurgeFixture;

class TestPurgeNotice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsHiddenWithoutAPurge();
    void itShowsThePurgeUnderWayAndLeavesWithIt();
    void aRunningPurgeCannotBeDiscardedHere();
};

void TestPurgeNotice::itIsHiddenWithoutAPurge()
{
    PurgeFixture fixture;
    PurgeNoticePresenter notice(fixture.set);
    QVERIFY(!notice.state().visible);
    QVERIFY(fixture.connect());
    QVERIFY(!notice.state().visible);
    notice.discard(); // there is nothing to forget
    QVERIFY(!notice.state().visible);
}

void TestPurgeNotice::itShowsThePurgeUnderWayAndLeavesWithIt()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    PurgeNoticePresenter notice(fixture.set);
    const QSignalSpy changed(&notice, &PurgeNoticePresenter::stateChanged);
    QVERIFY(fixture.waitsAfterABatch(fixture.request()));
    QVERIFY(notice.state().visible);
    QVERIFY(notice.state().sentence.contains(u"shop.logs"_s));
    QVERIFY2(notice.state().sentence.contains(u"10"_s), qPrintable(notice.state().sentence));
    QVERIFY(!notice.state().buttonText.isEmpty());
    QVERIFY(!notice.state().canDiscard);
    QVERIFY(changed.count() > 0);
    QTRY_VERIFY(fixture.waitsNoMore(10min));
    QCOMPARE(fixture.server->documentCount(tests::kLogs), std::size_t{1});
    QTRY_VERIFY(!notice.state().visible);
}

void TestPurgeNotice::aRunningPurgeCannotBeDiscardedHere()
{
    PurgeFixture fixture;
    QVERIFY(fixture.connect());
    PurgeNoticePresenter notice(fixture.set);
    QVERIFY(fixture.waitsAfterABatch(fixture.request()));
    notice.discard();
    QCOMPARE(fixture.set.purges.status().phase, PurgePhase::Waiting);
    QVERIFY(notice.state().visible);
    QVERIFY(!fixture.stateFiles().isEmpty());
}

SANDGLASS_TEST(TestPurgeNotice)
} // namespace tst_presenters_purge_notice

#include "tst_presenters_purge_notice.moc"
