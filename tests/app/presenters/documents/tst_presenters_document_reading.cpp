// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/documents/documents_presenter.h"
#include "app/presenters/words/words.h"
#include "tests/app/presenters/documents/sessions.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_presenters_document_reading {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::documents::kSessions;
using tests::documents::Sessions;

namespace {

const base::Error kLost = base::failure(Errc::Network, "connection reset");

/// The first page of the sessions is on screen, and their total is known.
struct Shown : Sessions
{
    Shown()
    {
        set.settings.setZoneId("UTC");
        documents.setVisible(true);
        ready = QTest::qWaitFor([this] {
            return documents.model().rowCount() == 50
                && documents.state().total.phase == Phase::Ready;
        });
    }

    const DocumentsState& state() const { return documents.state(); }
    /// Whether the first page is shown as it was, and nothing is being read.
    bool showsFirstPage()
    {
        return !state().reading && state().page == 0 && documents.model().rowCount() == 50
            && state().pageText == u"1 – 50"_s && state().hasNext && !state().hasPrevious;
    }

    DocumentsPresenter documents{set, kSessions};
    bool ready = false;
};

} // namespace

/// Reading a page that takes a while, fails, is cancelled or is cut off.
class TestDocumentReading : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSlowReadingOverRowsSaysHowOldTheseAre();
    void afterACancelThePageOnScreenIsTheCurrentOne();
    void afterACancelFilterOrderAndTotalAreThoseOfTheRows();
    void afterACancelTheRangeIsThatOfTheRows();
    void aTotalThatWasStillBeingCountedComesAfterACancel();
    void afterACancelWhatWasChangedIsOld();
    void aFirstReadingThatIsCancelledHasFailed();
    void aRefusedReadingLeavesOldRows();
    void aLostConnectionLeavesOldRowsUntilTheNextReading();
    void documentsOfAnotherServerLeaveTheScreen();
    void withoutAConnectionNoPageIsTurned();
};

void TestDocumentReading::aSlowReadingOverRowsSaysHowOldTheseAre()
{
    Shown shown;
    QVERIFY(shown.ready);
    const QString read = u"as of "_s + timeOfDayText(shown.clock.now(), QTimeZone::utc());
    shown.clock.set(shown.clock.now() + 65s);
    shown.server->hold("find");
    shown.documents.nextPage();
    QVERIFY(shown.state().reading);
    QVERIFY(shown.state().asOfText.isEmpty()); // most pages come at once
    QTRY_COMPARE(shown.state().asOfText, read);
    QCOMPARE(shown.state().phase, Phase::Stale);
    QCOMPARE(shown.documents.model().rowCount(), 50);
    shown.server->release("find");
    QTRY_COMPARE(shown.documents.model().rowCount(), 10);
    QVERIFY(!shown.state().reading);
    QCOMPARE(shown.state().phase, Phase::Ready);
    QVERIFY(shown.state().asOfText.isEmpty());
}

void TestDocumentReading::afterACancelThePageOnScreenIsTheCurrentOne()
{
    Shown shown;
    QVERIFY(shown.ready);
    shown.server->hold("find");
    shown.documents.nextPage();
    QTRY_COMPARE(shown.server->running("find"), 1);
    shown.documents.cancelReading();
    QVERIFY(shown.showsFirstPage());
    QCOMPARE(shown.state().phase, Phase::Ready);
    QVERIFY(shown.state().asOfText.isEmpty());
    QVERIFY(!shown.state().failure);
    // it has reached the server
    QTRY_COMPARE(shown.server->running("find"), 0);
    shown.server->release("find");
    shown.documents.nextPage();
    QTRY_COMPARE(shown.state().pageText, u"51 – 60"_s);
}

void TestDocumentReading::afterACancelFilterOrderAndTotalAreThoseOfTheRows()
{
    Shown shown;
    QVERIFY(shown.ready);
    shown.server->hold("find");
    shown.documents.setFilter(u"{_id: 5}"_s);
    shown.documents.setSort(u"{_id: 1}"_s);
    QTRY_COMPARE(shown.state().total.documents, std::int64_t{1}); // of the filter
    shown.documents.cancelReading();
    QVERIFY(shown.showsFirstPage());
    QVERIFY(shown.state().filterText.isEmpty());
    QVERIFY(shown.state().sortText.isEmpty());
    QCOMPARE(shown.state().total.documents, std::int64_t{60});
    QVERIFY(shown.state().hasLast);
    shown.server->release("find");
    // what is asked next is what is shown
    shown.documents.nextPage();
    QTRY_COMPARE(shown.state().pageText, u"51 – 60"_s);
    QCOMPARE(shown.documents.model().index(0, DocumentTableModel::IdColumn).data().toString(),
             u"10"_s);
}

void TestDocumentReading::afterACancelTheRangeIsThatOfTheRows()
{
    Shown shown;
    QVERIFY(shown.ready);
    shown.server->hold("find");
    const base::Time now = shown.clock.now();
    shown.documents.showRange(now + 290s, now + 295s, "seen_1");
    QCOMPARE(shown.state().kind, -1);
    shown.documents.cancelReading();
    QVERIFY(shown.showsFirstPage());
    QVERIFY(shown.state().rangeText.isEmpty());
    QCOMPARE(shown.state().kind, 0);
    shown.server->release("find");
}

void TestDocumentReading::aTotalThatWasStillBeingCountedComesAfterACancel()
{
    Sessions fixture;
    fixture.server->hold("runCommand");
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    QCOMPARE(documents.state().total.phase, Phase::Loading);
    fixture.server->hold("find");
    documents.setFilter(u"{_id: 5}"_s);
    documents.cancelReading();
    fixture.server->release("runCommand");
    QTRY_COMPARE(documents.state().total.documents, std::int64_t{60});
    fixture.server->release("find");
}

void TestDocumentReading::afterACancelWhatWasChangedIsOld()
{
    Shown shown;
    QVERIFY(shown.ready);
    shown.server->hold("find");
    shown.documents.touchNow({0});
    QTRY_VERIFY(!shown.state().message.isEmpty());
    QVERIFY(shown.state().reading);
    shown.documents.cancelReading();
    QVERIFY(shown.showsFirstPage());
    QCOMPARE(shown.state().phase, Phase::Stale);
    QVERIFY(!shown.state().asOfText.isEmpty());
    shown.server->release("find");
    shown.documents.refresh();
    QTRY_COMPARE(shown.state().phase, Phase::Ready);
    QVERIFY(shown.state().asOfText.isEmpty());
}

void TestDocumentReading::aFirstReadingThatIsCancelledHasFailed()
{
    Sessions fixture;
    fixture.server->hold("find");
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(fixture.server->running("find"), 1);
    QVERIFY(documents.state().reading);
    documents.cancelReading();
    QTRY_COMPARE(documents.state().phase, Phase::Failed);
    QVERIFY(!documents.state().reading);
    QVERIFY(documents.state().failure);
    fixture.server->release("find");
}

void TestDocumentReading::aRefusedReadingLeavesOldRows()
{
    Shown shown;
    QVERIFY(shown.ready);
    shown.server->fail("find", base::failure(Errc::NotPermitted, "no"));
    shown.documents.refresh();
    QTRY_VERIFY(shown.state().failure);
    QCOMPARE(shown.state().phase, Phase::Stale);
    QVERIFY(!shown.state().reading);
    QVERIFY(!shown.state().asOfText.isEmpty());
    QCOMPARE(shown.documents.model().rowCount(), 50);
    // trying again does not make them newer
    shown.server->fail("find", std::nullopt);
    shown.server->hold("find");
    shown.documents.refresh();
    QVERIFY(!shown.state().asOfText.isEmpty());
    shown.server->release("find");
    QTRY_COMPARE(shown.state().phase, Phase::Ready);
    QVERIFY(!shown.state().failure);
    QVERIFY(shown.state().asOfText.isEmpty());
}

void TestDocumentReading::aLostConnectionLeavesOldRowsUntilTheNextReading()
{
    Shown shown;
    QVERIFY(shown.ready);
    shown.documents.nextPage();
    QTRY_COMPARE(shown.state().pageText, u"51 – 60"_s);
    const QString read = u"as of "_s + timeOfDayText(shown.clock.now(), QTimeZone::utc());
    shown.clock.set(shown.clock.now() + 65s);
    shown.factory->refuse(kLost);
    shown.server->fail("find", kLost);
    shown.documents.setFilter(u"{_id: 5}"_s);
    QTRY_VERIFY(!shown.set.connections.isConnected());
    QTRY_VERIFY(!shown.state().reading);
    QCOMPARE(shown.state().phase, Phase::Stale);
    QCOMPARE(shown.state().asOfText, read);
    QVERIFY(!shown.state().failure); // said once, above all pages
    QVERIFY(shown.state().filterText.isEmpty());
    QCOMPARE(shown.state().page, 1);
    QCOMPARE(shown.state().total.documents, std::int64_t{60});
    QCOMPARE(shown.documents.model().rowCount(), 10);
    shown.server->fail("find", std::nullopt);
    shown.factory->refuse(std::nullopt);
    shown.set.connections.retryNow();
    QTRY_COMPARE(shown.state().phase, Phase::Ready);
    QVERIFY(shown.state().asOfText.isEmpty());
    QCOMPARE(shown.documents.model().rowCount(), 10);
    QVERIFY(shown.state().hasPrevious);
}

void TestDocumentReading::documentsOfAnotherServerLeaveTheScreen()
{
    Shown shown;
    QVERIFY(shown.ready);
    shown.server->fail("find", base::serverError(13, "Unauthorized", "not authorized"));
    shown.set.connections.connectTo(u"mongodb://other.example/"_s, {}, false);
    QTRY_VERIFY(shown.state().failure);
    QCOMPARE(shown.documents.model().rowCount(), 0);
    QCOMPARE(shown.state().phase, Phase::Failed);
    QVERIFY(shown.state().pageText.isEmpty());
    shown.server->fail("find", {});
    shown.documents.refresh();
    QTRY_COMPARE(shown.documents.model().rowCount(), 50);
}

void TestDocumentReading::withoutAConnectionNoPageIsTurned()
{
    Shown shown;
    QVERIFY(shown.ready);
    shown.set.connections.disconnectNow();
    QCOMPARE(shown.state().phase, Phase::Stale);
    QVERIFY(!shown.state().hasNext);
    QVERIFY(!shown.state().hasLast);
    shown.documents.nextPage();
    shown.documents.lastPage();
    QCOMPARE(shown.state().page, 0);
    QVERIFY(!shown.state().reading);
}

SANDGLASS_TEST(TestDocumentReading)
} // namespace tst_presenters_document_reading

#include "tst_presenters_document_reading.moc"
