// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/presenters/documents/documents_presenter.h"
#include "app/presenters/words/words.h"
#include "tests/app/presenters/documents/sessions.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QTest>

namespace tst_presenters_documents {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;
using tests::documents::kSessions;
using tests::documents::Sessions;

class TestDocuments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pagesShowTheSoonestFirst();
    void aRangeOfTheChartBecomesARangeOfDates();
    void touchingSetsTheServersTime();
    void expireAtSetsTheDateBeforeThePeriod();
    void insertingMakesAnId();
    void brokenJsonIsNamedAndNotSent();
    void theIdCannotBeChanged();
    void removingTakesTheChosenOnes();
    void aLockedConnectionRefuses();
    void aSecondaryRefusesAndSaysWhy();
    void documentsOutsideThePartialFilterNeverExpire();
    void aRuleByWhatTheServerKeepsToItselfGivesNoCountdown();
    void aValueThatIsNoDateIsNamedByItsType();
    void deletingAsksAndProductionWantsTheName();
    void touchingUnderARuleAtTheStoredDateAsks();
    void aMomentThatHasPassedAsks();
    void anUndoThatMakesDocumentsDueAsks();
    void valuesInsideArraysOfferNoUndo();
};

void TestDocuments::pagesShowTheSoonestFirst()
{
    Sessions fixture;
    QVERIFY(fixture.connected);
    DocumentsPresenter documents(fixture.set, kSessions);
    QAbstractItemModelTester tester(&documents.model(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    QCOMPARE(documents.model().index(0, DocumentTableModel::IdColumn).data().toString(), u"60"_s);
    QCOMPARE(documents.model().index(0, DocumentTableModel::CountdownColumn).data().toString(),
             u"in 4 min"_s);
    QVERIFY(documents.state().hasNext);
    documents.nextPage();
    QTRY_COMPARE(documents.model().rowCount(), 10);
    QVERIFY(!documents.state().hasNext);
    QCOMPARE(documents.state().pageText, u"51 – 60"_s);
    documents.previousPage();
    QTRY_COMPARE(documents.model().rowCount(), 50);
}

void TestDocuments::aRangeOfTheChartBecomesARangeOfDates()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    const base::Time now = fixture.clock.now();
    documents.showRange(now + 290s, now + 295s, "seen_1");
    QTRY_COMPARE(documents.model().rowCount(), 5); // 290 exclusive to 295 inclusive: ages 9 to 5
    QCOMPARE(documents.model().index(0, DocumentTableModel::IdColumn).data().toString(), u"9"_s);
    QVERIFY(!documents.state().rangeText.isEmpty());
    documents.clearRange();
    QTRY_COMPARE(documents.model().rowCount(), 50);
}

void TestDocuments::touchingSetsTheServersTime()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    documents.touchNow({0, 1});
    QVERIFY(documents.state().busy || !documents.state().message.isEmpty());
    QTRY_VERIFY(!documents.state().message.isEmpty());
    int touched = 0;
    for (const bson::Document& document : fixture.server->documents(kSessions)) {
        touched += document["seen"].asDate().time() == fixture.clock.now() ? 1 : 0;
    }
    QCOMPARE(touched, 2);
}

void TestDocuments::expireAtSetsTheDateBeforeThePeriod()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    const base::Time wanted = fixture.clock.now() + 1h;
    documents.expireAt({0}, toDateTime(wanted, QTimeZone("Asia/Kathmandu")));
    QTRY_VERIFY(!documents.state().message.isEmpty());
    int moved = 0;
    for (const bson::Document& document : fixture.server->documents(kSessions)) {
        moved += document["seen"].asDate().time() == wanted - 300s ? 1 : 0;
    }
    QCOMPARE(moved, 1);
}

void TestDocuments::insertingMakesAnId()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.insert(u"{\"user\": 5}"_s);
    QTRY_COMPARE(fixture.server->documentCount(kSessions), std::size_t{61});
    QCOMPARE(fixture.server->documents(kSessions).back()["_id"].type(), bson::Type::ObjectId);
}

void TestDocuments::brokenJsonIsNamedAndNotSent()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    QVERIFY(!documents.judge(u"{\"a\": "_s, {}).problem.isEmpty());
    QVERIFY(documents.judge(u"{\"a\": 1}"_s, {}).problem.isEmpty());
    documents.insert(u"{\"a\": "_s);
    QVERIFY(documents.state().editFailure);
    QCOMPARE(fixture.server->calls("insert"), 0);
}

void TestDocuments::theIdCannotBeChanged()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    const bson::Document loaded = documents.model().row(0).document;
    documents.replace(loaded, u"{\"_id\": 999}"_s);
    QVERIFY(documents.state().editFailure);
    QCOMPARE(fixture.server->calls("replace"), 0);
    documents.replace(loaded, u"{\"_id\": 60, \"changed\": true}"_s);
    QTRY_COMPARE(fixture.server->calls("replace"), 1);
}

void TestDocuments::removingTakesTheChosenOnes()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    documents.remove({0, 1, 2});
    QTRY_COMPARE(fixture.server->documentCount(kSessions), std::size_t{57});
}

void TestDocuments::aLockedConnectionRefuses()
{
    Sessions fixture(false);
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    QVERIFY(!documents.state().cannotChangeReason.isEmpty());
    documents.remove({0});
    QVERIFY(documents.state().failure->notPermitted);
    QCOMPARE(fixture.server->calls("remove"), 0);
}

void TestDocuments::aSecondaryRefusesAndSaysWhy()
{
    ServiceFixture fixture;
    fixture.makeSecondary();
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->addDocument(
        kSessions, bson::makeDocument("_id", 1, "seen", bson::Date::from(fixture.clock.now())));
    QVERIFY(fixture.connect());
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 1);
    QVERIFY2(documents.state().cannotChangeReason.contains(u"primary"_s),
             qPrintable(documents.state().cannotChangeReason));
    documents.remove({0});
    QCOMPARE(fixture.server->calls("remove"), 0);
}

void TestDocuments::documentsOutsideThePartialFilterNeverExpire()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300, bson::makeDocument("state", "open"));
    fixture.server->addDocument(kSessions,
                                bson::makeDocument("_id", 1, "state", "paid", "seen",
                                                   bson::Date::from(fixture.clock.now())));
    QVERIFY(fixture.connect());
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 1);
    QVERIFY(documents.model().index(0, 0).data(DocumentTableModel::NeverRole).toBool());
    QCOMPARE(documents.model().index(0, DocumentTableModel::CountdownColumn).data().toString(),
             u"never: excluded by the partial filter"_s);
}

void TestDocuments::aRuleByWhatTheServerKeepsToItselfGivesNoCountdown()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "_ts", 300);
    fixture.server->addDocument(kSessions, bson::makeDocument("_id", 1));
    ttl::ServerInfo cosmos;
    cosmos.product = ttl::Product::CosmosDb;
    fixture.server->setInfo(cosmos);
    QVERIFY(fixture.connect());
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 1);
    QVERIFY(documents.state().ruleNames.isEmpty());
    QCOMPARE(documents.model().index(0, DocumentTableModel::CountdownColumn).data().toString(),
             u"–"_s);
}

void TestDocuments::aValueThatIsNoDateIsNamedByItsType()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->addDocument(kSessions, bson::makeDocument("_id", 1, "seen", "2030-01-01"));
    QVERIFY(fixture.connect());
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 1);
    QCOMPARE(documents.model().index(0, DocumentTableModel::CountdownColumn).data().toString(),
             u"never: string"_s);
}

void TestDocuments::deletingAsksAndProductionWantsTheName()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    QVERIFY(documents.removalQuestion(3).asks);
    QVERIFY(documents.removalQuestion(3).buttonText.contains(u'3'));
    QVERIFY(documents.nameToType().isEmpty());
    QVERIFY(!documents.touchQuestion(3).asks);
    services::LinkLabel label;
    label.tag = u"production"_s;
    fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, {}, true, label);
    QTRY_VERIFY(fixture.set.connections.isConnected());
    QCOMPARE(documents.nameToType(), u"sessions"_s);
    QVERIFY(documents.touchQuestion(3).asks);
    QCOMPARE(documents.touchQuestion(3).nameToType, u"sessions"_s);
}

void TestDocuments::touchingUnderARuleAtTheStoredDateAsks()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "expireAt", 0);
    QVERIFY(fixture.connect());
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.state().ruleNames.size(), qsizetype{1});
    QVERIFY(documents.touchQuestion(2).asks); // now is a date that is due
    QVERIFY(documents.touchQuestion(2).buttonText.contains(u'2'));
}

void TestDocuments::aMomentThatHasPassedAsks()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    const QDateTime now = documents.shownNow();
    QVERIFY(!documents.expireQuestion(2, now.addSecs(60)).asks);
    QVERIFY(documents.expireQuestion(2, now).asks);
    QVERIFY(documents.expireQuestion(2, now).buttonText.contains(u'2'));
}

void TestDocuments::anUndoThatMakesDocumentsDueAsks()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    documents.touchNow({0, 1});
    QTRY_COMPARE(documents.state().undoable, 2);
    fixture.clock.advance(1h); // the earlier dates are due by now
    QVERIFY(documents.undoQuestion().asks);
    QVERIFY(documents.undoQuestion().buttonText.contains(u'2'));
}

void TestDocuments::valuesInsideArraysOfferNoUndo()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "log.at", 300);
    fixture.server->addDocument(kSessions,
                                bson::makeDocument("_id", 1, "log",
                                                   bson::Value::array(bson::makeArray(
                                                       bson::makeDocument("at", bson::Date{5})))));
    QVERIFY(fixture.connect());
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 1);
    documents.touchNow({0});
    QTRY_VERIFY(!documents.state().message.isEmpty());
    QCOMPARE(documents.state().undoable, 0);
}

SANDGLASS_TEST(TestDocuments)
} // namespace tst_presenters_documents

#include "tst_presenters_documents.moc"
