// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/indexes/index_list_presenter.h"
#include "app/presenters/words/words.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QTest>

namespace tst_presenters_index_list {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kTickets{"app", "tickets"};

} // namespace

class TestIndexList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theTableShowsWhatEachIndexIs();
    void itFollowsAnnouncedChanges();
    void aLockedConnectionCannotCreateAndSaysWhy();
    void onASecondaryNothingCanBeCreated();
    void aReadingCanBeCancelled();
    void aFailureIsShown();
    void indexesOfADroppedCollectionLeaveTheTable();
    void aLostConnectionLeavesOldIndexesUntilTheNextReading();
    void indexesOfAnotherServerLeaveTheTable();
    void aRefreshThatFailsLeavesOldIndexes();
    void aSlowRefreshSaysHowOldTheIndexesAre();
    void theTimeIsThatOfTheirOwnReading();
    void anotherCollectionsChangeBringsNoOlderReading();
};

void TestIndexList::theTableShowsWhatEachIndexIs()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 0);
    fixture.server->addIndex(kTickets, "closed", std::nullopt);
    QVERIFY(fixture.connect());
    IndexListPresenter list(fixture.set, kTickets);
    QAbstractItemModelTester tester(&list.model(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    QTRY_COMPARE(list.model().rowCount(), 3);
    const auto cell = [&](int row, int column) { return list.model().index(row, column); };
    QVERIFY(!cell(0, 0).data(IndexTableModel::CanDropRole).toBool()); // _id_
    QVERIFY(!cell(0, 0).data(IndexTableModel::CanConvertRole).toBool());
    QCOMPARE(cell(1, IndexTableModel::ExpiryColumn).data().toString(), u"at the stored date"_s);
    QVERIFY(cell(1, 0).data(IndexTableModel::IsTtlRole).toBool());
    QVERIFY(!cell(1, 0).data(IndexTableModel::CanConvertRole).toBool());
    QVERIFY(cell(2, 0).data(IndexTableModel::CanConvertRole).toBool());
    QCOMPARE(list.model().rowOf("closed_1"), 2);
    QCOMPARE(list.state().caption, u"3 index(es), 1 of them TTL"_s);
    QVERIFY(list.state().canCreate);
}

void TestIndexList::itFollowsAnnouncedChanges()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "closed", std::nullopt);
    QVERIFY(fixture.connect());
    IndexListPresenter list(fixture.set, kTickets);
    QTRY_COMPARE(list.model().rowCount(), 2);
    QCOMPARE(list.state().caption, u"2 index(es)"_s); // without "0 of them TTL"
    ttl::TtlIndexSpec spec;
    spec.ns = kTickets;
    spec.name = "made_1";
    spec.key = bson::makeDocument("made", 1);
    spec.expireAfterSeconds = 60;
    QVERIFY(tests::waitFor(fixture.set.indexes.create(spec)));
    QTRY_COMPARE(list.model().rowCount(), 3);
}

void TestIndexList::aLockedConnectionCannotCreateAndSaysWhy()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect(false));
    IndexListPresenter list(fixture.set, kTickets);
    QVERIFY(!list.state().canCreate);
    QVERIFY(!list.state().cannotCreateReason.isEmpty());
    fixture.set.connections.unlock();
    QVERIFY(list.state().canCreate);
}

void TestIndexList::onASecondaryNothingCanBeCreated()
{
    ServiceFixture fixture;
    fixture.makeSecondary();
    QVERIFY(fixture.connect(false));
    IndexListPresenter list(fixture.set, kTickets);
    fixture.set.connections.unlock();
    QVERIFY(!list.state().canCreate);
    QVERIFY2(list.state().cannotCreateReason.contains(u"primary"_s),
             qPrintable(list.state().cannotCreateReason));
}

void TestIndexList::aReadingCanBeCancelled()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    fixture.server->hold("indexes");
    IndexListPresenter list(fixture.set, {"app", "unknown"});
    QCOMPARE(list.state().phase, Phase::Loading);
    QTRY_COMPARE(fixture.server->running("indexes"), 1);
    list.cancel();
    QTRY_COMPARE(list.state().phase, Phase::Failed);
    QVERIFY(list.state().failure);
    fixture.server->release("indexes");
    const int asked = fixture.server->calls("indexes");
    list.refresh();
    QTRY_VERIFY(fixture.server->calls("indexes") > asked);
}

void TestIndexList::aFailureIsShown()
{
    ServiceFixture fixture;
    QVERIFY(fixture.connect());
    fixture.server->fail("indexes", base::failure(Errc::NotPermitted, "no"));
    IndexListPresenter list(fixture.set, kTickets);
    QTRY_COMPARE(list.state().phase, Phase::Failed);
    QVERIFY(list.state().failure->notPermitted);
}

/// A listing that began before the drop still has the collection, and ends after our own question.
void TestIndexList::indexesOfADroppedCollectionLeaveTheTable()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    IndexListPresenter list(fixture.set, kTickets);
    QTRY_VERIFY(fixture.set.catalog.knows(kTickets));
    QTRY_COMPARE(list.model().rowCount(), 2);
    QVERIFY(fixture.server->runCommand("app", bson::makeDocument("dropDatabase", 1), {}));
    fixture.set.catalog.refresh();
    QTRY_COMPARE(list.model().rowCount(), 0);
    QVERIFY(!list.state().failure);
}

void TestIndexList::aLostConnectionLeavesOldIndexesUntilTheNextReading()
{
    const base::Error lost = base::failure(Errc::Network, "connection reset");
    ServiceFixture fixture;
    fixture.set.settings.setZoneId("UTC");
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    IndexListPresenter list(fixture.set, kTickets);
    QTRY_COMPARE(list.state().phase, Phase::Ready);
    const QString read = u"as of "_s + timeOfDayText(fixture.clock.now(), QTimeZone::utc());
    QCOMPARE(list.state().asOfText, read);
    fixture.clock.set(fixture.clock.now() + 65s);
    fixture.factory->refuse(lost);
    fixture.server->fail("indexes", lost);
    list.refresh();
    QTRY_VERIFY(!fixture.set.connections.isConnected());
    QTRY_COMPARE(list.state().phase, Phase::Stale);
    QTRY_VERIFY(!list.state().failure); // said once, above all pages
    QCOMPARE(list.state().asOfText, read);
    QCOMPARE(list.model().rowCount(), 2);
    QVERIFY(!list.state().canCreate);
    fixture.server->fail("indexes", std::nullopt);
    fixture.factory->refuse(std::nullopt);
    fixture.set.connections.retryNow();
    QTRY_COMPARE(list.state().phase, Phase::Ready);
    QCOMPARE(list.state().asOfText,
             u"as of "_s + timeOfDayText(fixture.clock.now(), QTimeZone::utc()));
}

void TestIndexList::indexesOfAnotherServerLeaveTheTable()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    IndexListPresenter list(fixture.set, kTickets);
    QTRY_COMPARE(list.state().phase, Phase::Ready);
    QCOMPARE(list.model().rowCount(), 2);
    fixture.server->fail("indexes", base::failure(Errc::NotPermitted, "no"));
    fixture.server->fail("listedIndexes", base::failure(Errc::NotPermitted, "no"));
    fixture.set.connections.connectTo(u"mongodb://other.example/"_s, {}, false);
    QTRY_COMPARE(list.state().phase, Phase::Failed);
    QCOMPARE(list.model().rowCount(), 0);
    QVERIFY(list.state().asOfText.isEmpty());
    QVERIFY(list.state().caption.isEmpty());
}

void TestIndexList::aRefreshThatFailsLeavesOldIndexes()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    IndexListPresenter list(fixture.set, kTickets);
    QTRY_COMPARE(list.state().phase, Phase::Ready);
    fixture.server->fail("indexes", base::failure(Errc::NotPermitted, "no"));
    list.refresh();
    QTRY_COMPARE(list.state().phase, Phase::Stale);
    QVERIFY(list.state().failure->notPermitted);
    QVERIFY(list.state().asOfText.startsWith(u"as of "_s));
    QCOMPARE(list.model().rowCount(), 2);
    fixture.server->fail("indexes", std::nullopt);
    list.refresh();
    QTRY_COMPARE(list.state().phase, Phase::Ready);
}

void TestIndexList::aSlowRefreshSaysHowOldTheIndexesAre()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "made", 60);
    QVERIFY(fixture.connect());
    IndexListPresenter list(fixture.set, kTickets);
    QTRY_COMPARE(list.state().phase, Phase::Ready);
    fixture.server->hold("indexes");
    list.refresh();
    QCOMPARE(list.state().phase, Phase::Ready); // most answers come at once
    QTRY_COMPARE(list.state().phase, Phase::Stale);
    QVERIFY(list.state().asOfText.startsWith(u"as of "_s));
    QVERIFY(!list.state().failure);
    fixture.server->release("indexes");
    QTRY_COMPARE(list.state().phase, Phase::Ready);
}

// The catalogue changes also because of other collections.
void TestIndexList::theTimeIsThatOfTheirOwnReading()
{
    const protocol::Namespace other{"app", "other"};
    ServiceFixture fixture;
    fixture.set.settings.setZoneId("UTC");
    fixture.server->addIndex(kTickets, "made", 60);
    fixture.server->addIndex(other, "made", 60);
    QVERIFY(fixture.connect());
    IndexListPresenter list(fixture.set, kTickets);
    QTRY_COMPARE(list.state().phase, Phase::Ready);
    const auto asOfNow
        = [&fixture] { return u"as of "_s + timeOfDayText(fixture.clock.now(), QTimeZone::utc()); };
    const QString first = asOfNow();
    QTRY_COMPARE(list.state().asOfText, first);
    fixture.clock.advance(65s);
    fixture.set.catalog.refresh(other);
    const services::Catalog& catalog = fixture.set.catalog.catalog();
    QTRY_VERIFY(catalog.find(other)->readAt == fixture.set.connections.serverNow());
    QCOMPARE(list.state().asOfText, first);
    fixture.set.catalog.refresh(kTickets);
    QTRY_COMPARE(list.state().asOfText, asOfNow());
    fixture.set.settings.setZoneId("Asia/Tokyo");
    QVERIFY2(list.state().asOfText.endsWith(u"UTC+09:00"_s), qPrintable(list.state().asOfText));
}

// The catalogue does not know what was read for the table alone.
void TestIndexList::anotherCollectionsChangeBringsNoOlderReading()
{
    const protocol::Namespace other{"app", "other"};
    ServiceFixture fixture;
    fixture.set.settings.setZoneId("UTC");
    fixture.server->addIndex(kTickets, "made", 60);
    fixture.server->addIndex(other, "made", 60);
    QVERIFY(fixture.connect());
    IndexListPresenter list(fixture.set, kTickets);
    QTRY_VERIFY(fixture.set.catalog.isLoaded() && fixture.set.catalog.knows(kTickets));
    QTRY_COMPARE(list.model().rowCount(), 2);
    fixture.clock.advance(65s);
    fixture.server->addIndex(kTickets, "closed", std::nullopt);
    list.refresh();
    QTRY_COMPARE(list.model().rowCount(), 3);
    const QString read = list.state().asOfText;
    QCOMPARE(read, u"as of "_s + timeOfDayText(fixture.clock.now(), QTimeZone::utc()));
    fixture.set.catalog.refresh(other);
    const services::Catalog& catalog = fixture.set.catalog.catalog();
    QTRY_VERIFY(catalog.find(other)->readAt == fixture.set.connections.serverNow());
    QCOMPARE(list.model().rowCount(), 3);
    QCOMPARE(list.state().asOfText, read);
}

SANDGLASS_TEST(TestIndexList)
} // namespace tst_presenters_index_list

#include "tst_presenters_index_list.moc"
