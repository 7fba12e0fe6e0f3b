// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/collection_presenter.h"
#include "tests/support/event_order.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"

#include <QLocale>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_presenters_collection {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::kSessions;
using tests::ServiceFixture;

namespace {

// long enough that no test sees a refresh that it did not ask for
const RefreshPacing kSlow{1h, 2h};
const Error kRefused = base::serverError(13, "Unauthorized", "not authorized");

/// The shop, whose sessions have 12 documents of 64 bytes.
struct Shop : ServiceFixture
{
    Shop() { tests::fillShop(*this); }

    bool connectTo(const QString& uri)
    {
        set.connections.connectTo(uri, {}, false);
        return QTest::qWaitFor(
            [this] { return set.connections.isConnected() && set.catalog.isLoaded(); });
    }
};

bool hasSize(const CollectionPresenter& page)
{
    return QTest::qWaitFor([&] { return !page.state().sizeText.isEmpty(); });
}

} // namespace

class TestCollection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void theHeadNamesKindAndSize();
    void everyKindHasItsWords();
    void aHostileNameIsTheTitleAsItIs();
    void aHiddenPageAsksNothing();
    void refreshingReadsTheSizeAnew();
    void changedDocumentsAreCountedAnew();
    void whatTheServerDeletesLeavesTheHead();
    void whatGoesBeforeTheFirstCountIsNoticed();
    void changesElsewhereAreNot();
    void refusedStatisticsLeaveTheHeadWithoutASize();
    void aLateAnswerOfAnEarlierQuestionIsNotShown();
    void aLostServerLeavesWhatIsKnown();
    void anotherServersSizeIsForgotten();
    void aDroppedCollectionDoesNotExist();
    void nothingIsMissingBeforeTheCatalogueIsRead();
    void whatMayNotBeListedIsNotMissing();
    void theLockIsFollowed();
    void bytesOfADocumentReachTheTimeline();
};

void TestCollection::theHeadNamesKindAndSize()
{
    Shop fixture;
    CollectionPresenter page(fixture.set, kSessions, kSlow);
    QCOMPARE(page.state().title, u"shop.sessions"_s);
    QVERIFY(page.state().sizeText.isEmpty());
    page.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(hasSize(page));
    QCOMPARE(page.state().documents, 12);
    QVERIFY2(page.state().sizeText.startsWith(u"12 "_s), qPrintable(page.state().sizeText));
    QVERIFY2(page.state().sizeText.endsWith(u" · 768 bytes"_s), qPrintable(page.state().sizeText));
    QVERIFY(!page.state().kindText.isEmpty());
    QVERIFY(page.state().exists);
}

void TestCollection::everyKindHasItsWords()
{
    QStringList all;
    for (const ttl::CollectionKind kind :
         {ttl::CollectionKind::Ordinary, ttl::CollectionKind::Capped,
          ttl::CollectionKind::Clustered, ttl::CollectionKind::TimeSeries,
          ttl::CollectionKind::View}) {
        Shop fixture;
        fixture.server->collection(kSessions).spec.kind = kind;
        const CollectionPresenter page(fixture.set, kSessions, kSlow);
        QVERIFY(fixture.connect());
        all << page.state().kindText;
    }
    QVERIFY(!all.contains(QString()));
    QCOMPARE(all.removeDuplicates(), 0);
}

void TestCollection::aHostileNameIsTheTitleAsItIs()
{
    ServiceFixture fixture;
    const std::string name = "%1\n\"<b>\u202Ex" + std::string(200, 'y');
    const CollectionPresenter page(fixture.set, {"a", name}, kSlow);
    QCOMPARE(page.state().title, u"a."_s + QString::fromStdString(name));
}

void TestCollection::aHiddenPageAsksNothing()
{
    Shop fixture;
    CollectionPresenter page(fixture.set, kSessions, kSlow);
    QVERIFY(fixture.connect());
    Q_EMIT fixture.set.documents.documentsChanged(kSessions);
    page.refresh();
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(fixture.server->calls("stats"), 0);
    QCOMPARE(fixture.server->calls("histogram"), 0);
    page.setVisible(true);
    QVERIFY(hasSize(page));
    QVERIFY(QTest::qWaitFor([&] { return page.forecast().state().phase == Phase::Ready; }));
}

void TestCollection::refreshingReadsTheSizeAnew()
{
    Shop fixture;
    CollectionPresenter page(fixture.set, kSessions, kSlow);
    page.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(hasSize(page));
    fixture.server->addDocument(kSessions, bson::makeDocument("_id", 99));
    page.refresh();
    QTRY_COMPARE(page.state().documents, 13);
}

void TestCollection::changedDocumentsAreCountedAnew()
{
    Shop fixture;
    CollectionPresenter page(fixture.set, kSessions, kSlow);
    page.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(hasSize(page));
    QVERIFY(tests::waitFor(fixture.set.documents.insert(kSessions, bson::makeDocument("_id", 99))));
    QTRY_COMPARE(page.state().documents, 13);
    QTRY_COMPARE(page.forecast().state().documents, 13);
}

void TestCollection::whatTheServerDeletesLeavesTheHead()
{
    Shop fixture;
    CollectionPresenter page(fixture.set, kSessions, kSlow);
    page.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(hasSize(page));
    QVERIFY(QTest::qWaitFor([&] { return page.forecast().state().phase == Phase::Ready; }));
    const bson::Value first(fixture.server->documents(kSessions).front()["_id"]);
    QVERIFY(fixture.server->remove(kSessions, {first}, {})); // as a pass does
    page.forecast().refresh(); // as the timer does
    QTRY_COMPARE(page.state().documents, 11);
    QVERIFY(page.state().sizeText.startsWith(u"11 "_s));
    // an unchanged number is not asked for again
    const int before = fixture.server->calls("stats");
    const auto answers = page.forecast().state().answerNumber;
    page.forecast().refresh();
    QTRY_COMPARE(page.forecast().state().answerNumber, answers + 1);
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(fixture.server->calls("stats"), before);
}

// The pass runs between the reading of the heading and the first count.
void TestCollection::whatGoesBeforeTheFirstCountIsNoticed()
{
    Shop fixture;
    fixture.server->hold("histogram");
    CollectionPresenter page(fixture.set, kSessions, kSlow);
    page.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(hasSize(page));
    QCOMPARE(page.state().documents, 12);
    const bson::Value first(fixture.server->documents(kSessions).front()["_id"]);
    QVERIFY(fixture.server->remove(kSessions, {first}, {}));
    fixture.server->release("histogram");
    QTRY_COMPARE(page.state().documents, 11);
}

void TestCollection::changesElsewhereAreNot()
{
    Shop fixture;
    CollectionPresenter page(fixture.set, kSessions, kSlow);
    page.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(hasSize(page));
    const int before = fixture.server->calls("stats");
    QVERIFY(tests::waitFor(
        fixture.set.documents.insert(tests::kOrders, bson::makeDocument("_id", 99))));
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(fixture.server->calls("stats"), before);
}

void TestCollection::refusedStatisticsLeaveTheHeadWithoutASize()
{
    Shop fixture;
    fixture.server->fail("stats", kRefused);
    CollectionPresenter page(fixture.set, kSessions, kSlow);
    page.setVisible(true);
    QVERIFY(fixture.connect());
    QTRY_COMPARE(fixture.server->calls("stats"), 1);
    QVERIFY(QTest::qWaitFor([&] { return page.forecast().state().phase == Phase::Ready; }));
    QVERIFY(page.state().sizeText.isEmpty());
    QVERIFY(!page.state().kindText.isEmpty());
    fixture.server->fail("stats", {});
    page.refresh();
    QVERIFY(hasSize(page));
}

void TestCollection::aLateAnswerOfAnEarlierQuestionIsNotShown()
{
    Shop fixture;
    CollectionPresenter page(fixture.set, kSessions, kSlow);
    page.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(hasSize(page));
    const int before = fixture.server->calls("stats");
    fixture.server->hold("stats");
    page.refresh();
    QTRY_COMPARE(fixture.server->running("stats"), 1);
    page.refresh();
    QTRY_COMPARE(fixture.server->calls("stats"), before + 2);
    QSignalSpy shown(&page, &CollectionPresenter::stateChanged);
    fixture.server->addDocument(kSessions, bson::makeDocument("_id", 99));
    fixture.server->release("stats");
    QTRY_COMPARE(page.state().documents, 13);
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(shown.count(), 1); // of two answers only the newest
}

void TestCollection::aLostServerLeavesWhatIsKnown()
{
    Shop fixture;
    CollectionPresenter page(fixture.set, kSessions, kSlow);
    page.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(hasSize(page));
    fixture.set.connections.setFirstPause(1h);
    fixture.server->fail("stats", base::failure(Errc::Network, "gone"));
    page.refresh();
    QTRY_COMPARE(fixture.set.connections.state().phase, services::LinkPhase::Reconnecting);
    QVERIFY(!page.state().sizeText.isEmpty());
    QVERIFY(page.state().exists);
    QVERIFY(page.state().locked);
}

void TestCollection::anotherServersSizeIsForgotten()
{
    Shop fixture;
    CollectionPresenter page(fixture.set, kSessions, kSlow);
    page.setVisible(true);
    QVERIFY(fixture.connectTo(u"mongodb://one.example/"_s));
    QVERIFY(hasSize(page));
    fixture.server->fail("stats", kRefused);
    const int before = fixture.server->calls("stats");
    QVERIFY(fixture.connectTo(u"mongodb://two.example/"_s));
    QTRY_VERIFY(fixture.server->calls("stats") > before);
    QVERIFY(QTest::qWaitFor([&] { return page.forecast().state().phase == Phase::Ready; }));
    QCOMPARE(page.state().sizeText, QString());
    QCOMPARE(page.state().documents, 0);
}

void TestCollection::aDroppedCollectionDoesNotExist()
{
    Shop fixture;
    CollectionPresenter page(fixture.set, kSessions, kSlow);
    page.setVisible(true);
    QVERIFY(fixture.connect());
    QVERIFY(page.state().exists);
    QVERIFY(fixture.server->runCommand("shop", bson::makeDocument("dropDatabase", 1), {}));
    fixture.set.catalog.refresh();
    QTRY_VERIFY(!page.state().exists);
    QVERIFY(page.state().kindText.isEmpty());
    fixture.server->addIndex(kSessions, "lastSeen", 60);
    fixture.set.catalog.refresh();
    QTRY_VERIFY(page.state().exists);
}

void TestCollection::nothingIsMissingBeforeTheCatalogueIsRead()
{
    Shop fixture;
    const CollectionPresenter page(fixture.set, {"shop", "none"}, kSlow);
    QVERIFY(page.state().exists);
    QVERIFY(fixture.connect());
    QVERIFY(!page.state().exists);
}

void TestCollection::whatMayNotBeListedIsNotMissing()
{
    Shop fixture;
    const CollectionPresenter page(fixture.set, {"shop", "none"}, kSlow);
    fixture.server->fail("collections", base::serverError(13, "Unauthorized", "not authorized"));
    QVERIFY(fixture.connect());
    QVERIFY(page.state().exists);
    fixture.server->fail("collections", {});
    fixture.set.catalog.refresh();
    QTRY_VERIFY(!page.state().exists);
}

void TestCollection::theLockIsFollowed()
{
    Shop fixture;
    const CollectionPresenter page(fixture.set, kSessions, kSlow);
    QVERIFY(page.state().locked);
    QVERIFY(fixture.connect(false));
    QVERIFY(page.state().locked);
    fixture.set.connections.unlock();
    QVERIFY(!page.state().locked);
    fixture.set.connections.lock();
    QVERIFY(page.state().locked);
}

void TestCollection::bytesOfADocumentReachTheTimeline()
{
    Shop fixture;
    CollectionPresenter page(fixture.set, kSessions, kSlow);
    page.setVisible(true);
    QVERIFY(fixture.connect());
    QTRY_COMPARE(page.forecast().state().averageDocumentBytes, 64);
}

SANDGLASS_TEST(TestCollection)
} // namespace tst_presenters_collection

#include "tst_presenters_collection.moc"
