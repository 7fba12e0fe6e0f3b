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

#include <numeric>
#include <vector>

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
    void aQuestionNamesItsDocuments();
    void whereNoDateCanBeSetItSaysWhy();
    void rulesThatAreNotReadAreNotNoRules();
    void touchingUnderARuleAtTheStoredDateAsks();
    void aMomentThatHasPassedAsks();
    void anUndoThatMakesDocumentsDueAsks();
    void anUndoIsJudgedByTheRuleOfItsDates();
    void anUndoThatDeletesNothingNamesItsDocumentsToo();
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
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    const std::vector<int> three{0, 1, 2};
    QVERIFY(documents.removalQuestion(three).asks);
    QVERIFY(documents.removalQuestion(three).buttonText.contains(u'3'));
    QVERIFY(documents.nameToType().isEmpty());
    QVERIFY(!documents.touchQuestion(three).asks);
    services::LinkLabel label;
    label.tag = u"production"_s;
    fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, {}, true, label);
    QTRY_VERIFY(fixture.set.connections.isConnected());
    QCOMPARE(documents.nameToType(), u"sessions"_s);
    QVERIFY(documents.touchQuestion(three).asks);
    QCOMPARE(documents.touchQuestion(three).nameToType, u"sessions"_s);
}

// Source: ui/DESIGN.md, Safety.
void TestDocuments::aQuestionNamesItsDocuments()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    const auto id = [&documents](int row) {
        return documents.model().index(row, DocumentTableModel::IdColumn).data().toString();
    };
    QCOMPARE(documents.removalQuestion({0, 2}).targets, id(0) + u'\n' + id(2));
    std::vector<int> many(13);
    std::iota(many.begin(), many.end(), 0);
    const QStringList lines
        = documents.expireQuestion(many, documents.shownNow()).targets.split(u'\n');
    QCOMPARE(lines.size(), qsizetype{11});
    QCOMPARE(lines[9], id(9));
    QVERIFY2(lines[10].contains(u'3'), qPrintable(lines[10]));
}

void TestDocuments::touchingUnderARuleAtTheStoredDateAsks()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "expireAt", 0);
    fixture.server->addDocument(kSessions, bson::makeDocument("_id", 1));
    fixture.server->addDocument(kSessions, bson::makeDocument("_id", 2));
    QVERIFY(fixture.connect());
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 2);
    QVERIFY(documents.touchQuestion({0, 1}).asks); // now is a date that is due
    QVERIFY(documents.touchQuestion({0, 1}).buttonText.contains(u'2'));
}

void TestDocuments::whereNoDateCanBeSetItSaysWhy()
{
    const protocol::Namespace series{"app", "weather"};
    const protocol::Namespace plain{"app", "notes"};
    Sessions fixture;
    fixture.server->addIndex(series, "at", 300);
    fixture.server->collection(series).spec.kind = ttl::CollectionKind::TimeSeries;
    fixture.server->collection(series).spec.options = bson::makeDocument(
        "timeseries", bson::makeDocument("timeField", "at", "bucketMaxSpanSeconds", 3'600));
    fixture.server->addDocument(plain, bson::makeDocument("_id", 1));
    fixture.set.catalog.refresh();
    QTRY_VERIFY(fixture.set.catalog.catalog().find(plain));
    const DocumentsPresenter sessions(fixture.set, kSessions);
    QVERIFY(sessions.state().cannotDateReason.isEmpty());
    const DocumentsPresenter weather(fixture.set, series);
    QVERIFY(weather.state().cannotDateReason.contains(u"cannot be changed"_s));
    const DocumentsPresenter notes(fixture.set, plain);
    QVERIFY(notes.state().cannotDateReason.contains(u"no rule"_s));
}

void TestDocuments::rulesThatAreNotReadAreNotNoRules()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->hold("indexes");
    fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    QTRY_VERIFY(fixture.set.catalog.catalog().find(kSessions));
    const DocumentsPresenter documents(fixture.set, kSessions);
    QVERIFY2(documents.state().cannotDateReason.contains(u"not been read"_s),
             qPrintable(documents.state().cannotDateReason));
    fixture.server->release("indexes");
    QTRY_VERIFY(documents.state().cannotDateReason.isEmpty());
}

void TestDocuments::aMomentThatHasPassedAsks()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    const QDateTime now = documents.shownNow();
    QVERIFY(!documents.expireQuestion({0, 1}, now.addSecs(60)).asks);
    QVERIFY(documents.expireQuestion({0, 1}, now).asks);
    QVERIFY(documents.expireQuestion({0, 1}, now).buttonText.contains(u'2'));
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
    QCOMPARE(documents.undoQuestion().targets.count(u'\n'), qsizetype{1});
}

// The rule that is chosen may be of other dates than those that were changed.
void TestDocuments::anUndoIsJudgedByTheRuleOfItsDates()
{
    Sessions fixture;
    fixture.server->addIndex(kSessions, "kept", 2'592'000);
    fixture.set.catalog.refresh(kSessions);
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.state().ruleNames.size(), qsizetype{2});
    QTRY_COMPARE(documents.model().rowCount(), 50);
    QCOMPARE(documents.state().field, u"seen"_s);
    documents.touchNow({0, 1});
    QTRY_COMPARE(documents.state().undoable, 2);
    fixture.clock.advance(1h); // the earlier dates are due by now
    documents.setRule(1);
    QCOMPARE(documents.state().field, u"kept"_s);
    QVERIFY(documents.undoQuestion().asks);
    QVERIFY(documents.undoQuestion().buttonText.contains(u'2'));
}

void TestDocuments::anUndoThatDeletesNothingNamesItsDocumentsToo()
{
    QuestionFacts facts;
    facts.now = base::Time(1h);
    facts.expireAfterSeconds = 300;
    facts.nameToType = u"sessions"_s; // on a production connection
    const bson::Value now = bson::Value::of(bson::Date::from(facts.now));
    const DocumentQuestion question
        = undoQuestion(facts, {{bson::Value::of(std::int32_t{7}), now, now}});
    QVERIFY(question.asks);
    QVERIFY2(question.targets.contains(u'7'), qPrintable(question.targets));
    QVERIFY2(!question.sentence.contains(u"deleted"_s), qPrintable(question.sentence));
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
