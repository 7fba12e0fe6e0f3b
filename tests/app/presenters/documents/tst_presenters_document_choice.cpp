// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/presenters/documents/documents_presenter.h"
#include "app/presenters/words/words.h"
#include "tests/app/presenters/documents/sessions.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_presenters_document_choice {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::documents::kSessions;
using tests::documents::Sessions;

/// Which documents are listed, in which order, and on which page.
class TestDocumentChoice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFilterIsCheckedBeforeItIsSent();
    void aFilterThatTheServerRefusesIsTakenBack();
    void aServerThatIsBusyHasNotRefusedTheFilter_data();
    void aServerThatIsBusyHasNotRefusedTheFilter();
    void anOrderCanBeTyped();
    void theTotalLeadsToTheLastPage();
    void aTotalThatCouldNotBeHadIsNoNumber();
    void everyBarLeadsToItsDocuments();
    void aBarOfAWhatIfLeadsToTheDocumentsOfTheTriedPeriod();
    void aPageThatHasBecomeEmptyGivesWayToTheOneBefore();
};

void TestDocumentChoice::aFilterIsCheckedBeforeItIsSent()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    const int asked = fixture.server->calls("find");
    documents.setFilter(u"{_id: "_s);
    QVERIFY(!documents.state().filterProblem.isEmpty());
    QCOMPARE(fixture.server->calls("find"), asked);
    QVERIFY(!documents.checkFilter(u"{_id: {$in: 5}}"_s).problem.isEmpty());
    QVERIFY(documents.checkFilter(u"{_id: {$gtt: 5}}"_s).problem.isEmpty()); // the server decides
    QVERIFY(documents.checkFilter(u"{_id: {$gtt: 5}}"_s).hint.contains(u"$gtt"_s));
    QVERIFY(documents.checkFilter(u"{seen: {$lt: \"2030-01-01\"}}"_s).hint.contains(u"$date"_s));
    documents.setFilter(u"{_id: {$in: [5, 6]}}"_s);
    QTRY_COMPARE(documents.model().rowCount(), 2);
    QTRY_COMPARE(documents.state().total.documents, std::int64_t{2});
    QVERIFY(documents.state().filterProblem.isEmpty());
    documents.setFilter({});
    QTRY_COMPARE(documents.model().rowCount(), 50);
}

void TestDocumentChoice::aFilterThatTheServerRefusesIsTakenBack()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    fixture.server->failOnce("find", base::serverError(2, "BadValue", "unknown operator: $gtt"));
    documents.setFilter(u"{_id: {$gtt: 5}}"_s);
    QTRY_VERIFY2(documents.state().filterProblem.contains(u"$gtt"_s),
                 qPrintable(documents.state().filterProblem));
    QVERIFY(documents.state().filterText.isEmpty());
    QVERIFY(!documents.state().failure);
    QTRY_VERIFY(documents.state().phase == Phase::Ready);
    QCOMPARE(documents.model().rowCount(), 50);
}

void TestDocumentChoice::aServerThatIsBusyHasNotRefusedTheFilter_data()
{
    QTest::addColumn<int>("code");
    QTest::newRow("too many requests") << 16'500;
    QTest::newRow("interrupted") << 11'601;
    QTest::newRow("no primary") << 13'435;
}

void TestDocumentChoice::aServerThatIsBusyHasNotRefusedTheFilter()
{
    QFETCH(const int, code);
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    fixture.server->failOnce("find", base::serverError(code, "Busy", "try again"));
    documents.setFilter(u"{_id: 5}"_s);
    QTRY_VERIFY(documents.state().failure);
    QVERIFY(documents.state().filterProblem.isEmpty());
    QCOMPARE(documents.state().filterText, u"{_id: 5}"_s);
    documents.refresh();
    QTRY_COMPARE(documents.model().rowCount(), 1);
}

void TestDocumentChoice::anOrderCanBeTyped()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    documents.setSort(u"{_id: 2}"_s);
    QVERIFY(!documents.state().sortProblem.isEmpty());
    documents.setSort(u"{_id: 1}"_s);
    QTRY_COMPARE(documents.model().index(0, DocumentTableModel::IdColumn).data().toString(),
                 u"1"_s);
    QVERIFY(documents.state().sortProblem.isEmpty());
}

void TestDocumentChoice::theTotalLeadsToTheLastPage()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.state().total.documents, std::int64_t{60});
    QTRY_VERIFY(documents.state().hasLast);
    QVERIFY(documents.state().total.text.contains(u"60"_s));
    documents.lastPage();
    QTRY_COMPARE(documents.model().rowCount(), 10);
    QVERIFY(!documents.state().hasLast);
    documents.firstPage();
    QTRY_COMPARE(documents.model().rowCount(), 50);
}

void TestDocumentChoice::aTotalThatCouldNotBeHadIsNoNumber()
{
    Sessions fixture;
    fixture.server->fail("runCommand", base::failure(Errc::Timeout, "too slow"));
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    QTRY_VERIFY(documents.state().total.phase == Phase::Failed);
    QVERIFY(!documents.state().total.text.contains(u'0'));
    QVERIFY(!documents.state().total.reason.isEmpty());
    QVERIFY(!documents.state().hasLast);
    QVERIFY(documents.state().hasNext); // turning pages needs no total
}

void TestDocumentChoice::everyBarLeadsToItsDocuments()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    const base::Time now = fixture.clock.now();
    documents.showBar({{"app", "other"}, "seen_1", BarDocuments::Kind::Never, {}, {}, {}});
    QVERIFY(documents.state().rangeText.isEmpty()); // of another collection
    documents.showBar({kSessions, "seen_1", BarDocuments::Kind::Later, now + 290s, {}, {}});
    QTRY_COMPARE(documents.model().rowCount(), 9);
    QCOMPARE(documents.state().kind, -1);
    documents.showBar({kSessions, "seen_1", BarDocuments::Kind::Overdue, {}, now + 245s, {}});
    QTRY_COMPARE(documents.model().rowCount(), 6);
    documents.showBar(
        {kSessions, "seen_1", BarDocuments::Kind::Never, {}, {}, ttl::NeverReason::NoField});
    QTRY_VERIFY(fixture.server->lastQuery().filter
                && bson::toJson(*fixture.server->lastQuery().filter).find("noField")
                    != std::string::npos);
    QCOMPARE(documents.state().rangeText, u"never: the field is missing"_s);
    QCOMPARE(documents.state().kindNames.value(documents.state().kind),
             u"Never: the field is missing"_s);
    documents.clearRange();
    QTRY_COMPARE(documents.model().rowCount(), 50);
}

// Document n was seen n seconds ago. By the rule it is due after 300 s; tried are 60 s.
void TestDocumentChoice::aBarOfAWhatIfLeadsToTheDocumentsOfTheTriedPeriod()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    const base::Time now = fixture.clock.now();
    using Kind = BarDocuments::Kind;
    documents.showBar({kSessions, "seen_1", Kind::Range, now + 10s, now + 20s, {}, 60});
    QTRY_COMPARE(documents.model().rowCount(), 10);
    QStringList ids;
    for (int row = 0; row < 10; ++row) {
        ids << documents.model().index(row, DocumentTableModel::IdColumn).data().toString();
    }
    ids.sort();
    QCOMPARE(ids.first(), u"40"_s);
    QCOMPARE(ids.last(), u"49"_s);
    QVERIFY2(documents.state().rangeText.endsWith(u"what if after 1 min"_s),
             qPrintable(documents.state().rangeText));
    QTRY_COMPARE(documents.state().total.documents, std::int64_t{10});
    documents.showBar({kSessions, "seen_1", Kind::Later, now + 50s, {}, {}, 60});
    QTRY_COMPARE(documents.model().rowCount(), 9);
    documents.showBar({kSessions, "seen_1", Kind::Overdue, {}, now, {}, 60});
    QTRY_COMPARE(documents.model().rowCount(), 1);
    // the list of kinds has the overdue ones of the rule as it is
    QCOMPARE(documents.state().kind, -1);
    documents.setRule(0); // by itself, without what was tried
    QVERIFY2(!documents.state().rangeText.contains(u"what if"_s),
             qPrintable(documents.state().rangeText));
    QTRY_COMPARE(documents.model().rowCount(), 0);
}

void TestDocumentChoice::aPageThatHasBecomeEmptyGivesWayToTheOneBefore()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_VERIFY(documents.state().hasNext);
    documents.nextPage();
    QTRY_COMPARE(documents.model().rowCount(), 10);
    documents.remove({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    QTRY_COMPARE(documents.model().rowCount(), 50);
    QCOMPARE(documents.state().page, 0);
}

SANDGLASS_TEST(TestDocumentChoice)
} // namespace tst_presenters_document_choice

#include "tst_presenters_document_choice.moc"
