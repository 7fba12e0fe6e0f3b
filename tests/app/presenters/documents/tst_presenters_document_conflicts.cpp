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

namespace tst_presenters_document_conflicts {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::documents::kSessions;
using tests::documents::Sessions;

namespace {

/// Whether documents have the same dates, in whatever order their fields are.
bool sameDates(const std::vector<bson::Document>& left, const std::vector<bson::Document>& right)
{
    return std::ranges::equal(left, right, [](const auto& one, const auto& other) {
        return bson::equal(one["_id"], other["_id"]) && bson::equal(one["seen"], other["seen"]);
    });
}

} // namespace

/// What other clients change meanwhile, and what the editor says.
class TestDocumentConflicts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void severalTouchesCanBeUndoneOneAfterTheOther();
    void anUndoLeavesADateThatAnotherClientHasSet();
    void anUndoThatFailsCanBeTriedAgain();
    void aConflictShowsTheirVersionAndKeepsBoth();
    void aDocumentThatVanishedIsNotInsertedAgain();
    void aDuplicateIdIsSaidInWords();
    void theEditorSaysWhenTheDocumentExpires();
};

void TestDocumentConflicts::severalTouchesCanBeUndoneOneAfterTheOther()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    const std::vector<bson::Document> before = fixture.server->documents(kSessions);
    documents.touchNow({0, 1});
    QTRY_COMPARE(documents.state().undoable, 2);
    QVERIFY(!documents.undoQuestion().asks);
    QTRY_VERIFY(documents.state().phase == Phase::Ready && !documents.state().busy);
    fixture.clock.advance(1s);
    documents.touchNow({0, 1, 2});
    QTRY_COMPARE(documents.state().undoable, 3);
    QVERIFY2(documents.state().undoText.contains(u'3'), qPrintable(documents.state().undoText));
    documents.undoDates();
    QTRY_COMPARE(documents.state().undoable, 2);
    documents.undoDates();
    QTRY_COMPARE(documents.state().undoable, 0);
    QVERIFY(documents.state().undoText.isEmpty());
    QVERIFY(sameDates(fixture.server->documents(kSessions), before));
    QCOMPARE(fixture.set.journal.entries().size(), std::size_t{4}); // the undos are journalled too
}

void TestDocumentConflicts::anUndoLeavesADateThatAnotherClientHasSet()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    const bson::Value first = documents.model().row(0).id;
    documents.touchNow({0, 1});
    QTRY_COMPARE(documents.state().undoable, 2);
    const bson::Date theirs = bson::Date::from(fixture.clock.now() + 1h);
    QVERIFY(fixture.server->setDate(kSessions, {first}, "seen", theirs, {}));
    documents.undoDates();
    QTRY_COMPARE(documents.state().undoable, 0);
    QVERIFY2(documents.state().message.contains(u"another client"_s),
             qPrintable(documents.state().message));
    int kept = 0;
    for (const bson::Document& document : fixture.server->documents(kSessions)) {
        kept += document["seen"].asDate().millis == theirs.millis ? 1 : 0;
    }
    QCOMPARE(kept, 1);
}

void TestDocumentConflicts::anUndoThatFailsCanBeTriedAgain()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    documents.touchNow({0});
    QTRY_COMPARE(documents.state().undoable, 1);
    fixture.server->failOnce("setDate", base::serverError(13, "Unauthorized", "no"));
    documents.undoDates();
    QTRY_VERIFY(documents.state().failure);
    QCOMPARE(documents.state().undoable, 1);
    documents.undoDates();
    QTRY_COMPARE(documents.state().undoable, 0);
}

void TestDocumentConflicts::aConflictShowsTheirVersionAndKeepsBoth()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    const bson::Document loaded = documents.model().row(0).document;
    const bson::Document theirs = bson::makeDocument("_id", 60, "n", std::int64_t{2});
    QVERIFY(fixture.server->replace(kSessions, theirs, {}));
    documents.replace(loaded, u"{\"_id\": 60, \"name\": \"mine\"}"_s);
    QTRY_VERIFY(documents.state().conflict);
    QVERIFY(documents.state().conflict->theirs == theirs);
    QVERIFY(documents.state().conflict->json.contains(u"\"n\": 2"_s));
    QVERIFY(!documents.state().busy && !documents.state().editFailure);
    QVERIFY(fixture.server->documents(kSessions).back() == theirs);
    // a third version is a conflict again
    const bson::Document third = bson::makeDocument("_id", 60, "n", std::int64_t{3});
    QVERIFY(fixture.server->replace(kSessions, third, {}));
    documents.replace(theirs, u"{\"_id\": 60, \"name\": \"mine\"}"_s);
    QTRY_VERIFY(documents.state().conflict && documents.state().conflict->theirs == third);
    documents.replace(third, u"{\"_id\": 60, \"name\": \"mine\"}"_s);
    QTRY_VERIFY(!documents.state().message.isEmpty());
    QVERIFY(!documents.state().conflict);
    QCOMPARE(fixture.server->documents(kSessions).back()["name"].asString(),
             std::string_view("mine"));
}

void TestDocumentConflicts::aDocumentThatVanishedIsNotInsertedAgain()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    documents.setVisible(true);
    QTRY_COMPARE(documents.model().rowCount(), 50);
    const bson::Document loaded = documents.model().row(0).document;
    QVERIFY(fixture.server->remove(kSessions, {bson::Value::of(std::int32_t{60})}, {}));
    documents.replace(loaded, u"{\"_id\": 60, \"name\": \"mine\"}"_s);
    QTRY_VERIFY(documents.state().editFailure);
    QVERIFY(!documents.state().conflict);
    QCOMPARE(fixture.server->documentCount(kSessions), std::size_t{59});
}

void TestDocumentConflicts::aDuplicateIdIsSaidInWords()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    fixture.server->fail("insert",
                         base::serverError(11000, "DuplicateKey",
                                           "E11000 duplicate key error collection: "
                                           "app.sessions index: _id_ dup key"));
    documents.insert(u"{\"_id\": 1}"_s);
    QTRY_VERIFY(documents.state().editFailure);
    QVERIFY2(documents.state().editFailure->sentence.contains(u"_id"_s),
             qPrintable(documents.state().editFailure->sentence));
    QVERIFY(!documents.state().failure); // said once, in the editor
}

void TestDocumentConflicts::theEditorSaysWhenTheDocumentExpires()
{
    Sessions fixture;
    DocumentsPresenter documents(fixture.set, kSessions);
    const QString overdue = u"{\"seen\": {\"$date\": \"1999-01-01T00:00:00Z\"}}"_s;
    QTRY_VERIFY(documents.judge(overdue, {}).due);
    QVERIFY(documents.judge(overdue, {}).effect.contains(u"overdue"_s));
    const EditVerdict later
        = documents.judge(u"{\"seen\": {\"$date\": {\"$numberLong\": \"%1\"}}}"_s.arg(
                              bson::Date::from(fixture.clock.now()).millis),
                          {});
    QVERIFY(!later.due);
    QVERIFY2(later.effect.contains(u"in 5 min"_s), qPrintable(later.effect));
    QVERIFY(documents.judge(u"{\"a\": 1}"_s, {}).effect.contains(u"does not expire"_s));
    const bson::Document loaded = bson::makeDocument("_id", 7, "n", std::int64_t{5});
    QVERIFY(documents.judge(u"{\"n\": 5}"_s, loaded).problem.contains(u"7"_s));
    QVERIFY(!documents.judge(u"{\"_id\": 8}"_s, loaded).problem.isEmpty());
    // the type of a number that nobody touched stays
    const EditVerdict same = documents.judge(editorText(loaded), loaded);
    QVERIFY(same.document && *same.document == loaded);
}

SANDGLASS_TEST(TestDocumentConflicts)
} // namespace tst_presenters_document_conflicts

#include "tst_presenters_document_conflicts.moc"
