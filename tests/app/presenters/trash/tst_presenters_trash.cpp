// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/presenters/trash/trash_presenter.h"
#include "app/services/connections/connection_service.h"
#include "app/services/journal/journal_service.h"
#include "app/services/settings/settings.h"
#include "app/services/trash/trash_commands.h"
#include "app/services/trash/trash_limits.h"
#include "tests/support/need.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>
#include <QTimeZone>

#include <optional>

namespace tst_presenters_trash {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using tests::need;
using tests::ServiceFixture;

namespace {

/// A server with a trash of three documents, of which one page is shown.
struct Kept : ServiceFixture
{
    Kept()
    {
        answer("getParameter", R"({"sandglassTrashDays":7,"sandglassTrashBytes":1048576})");
        answer("find", R"({"cursor":{"firstBatch":[
            {"_id":2,"ns":"app.c","index":"t_1","deletedAt":{"$date":{"$numberLong":"6000"}},
             "document":{"_id":"y","note":"second"}},
            {"_id":1,"ns":"app.c","index":"t_1","deletedAt":{"$date":{"$numberLong":"5000"}},
             "document":{"_id":"x","note":"first"}}]}})");
        answer("count", R"({"n":3})");
        answer("aggregate", R"({"cursor":{"firstBatch":[
            {"_id":{"ns":"app.c","pass":{"$date":{"$numberLong":"4000"}}},"documents":3}]}})");
        answer("sandglassPutBack", R"({"nMatched":2,"nPutBack":2,"nRefused":0,"refused":[]})");
        answer("setParameter", R"({"ok":1})");
    }
    void answer(const std::string& command, std::string_view json) const
    {
        server->answer(command, need(bson::fromJson(json)));
    }
    /// The last command of that name; empty if none was sent.
    bson::Document sent(std::string_view name) const
    {
        bson::Document last;
        for (const bson::Document& command : server->commands()) {
            if (command.contains(name)) {
                last = command;
            }
        }
        return last;
    }
};

bool isReady(const TrashPresenter& presenter)
{
    return QTest::qWaitFor([&] {
        return presenter.state().phase == Phase::Ready && presenter.state().busyText.isEmpty();
    });
}

} // namespace

class TestTrashPresenter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thePageIsShown();
    void aServerWithoutATrashIsSaidSo();
    void aFailureIsShownAndCanBeReadAgain();
    void aFilterThatCannotBeUsedIsNotSent();
    void passAndTimesAreInTheFilter();
    void puttingBackAsksFirst();
    void collectionsOfTheSameNameAreOffered();
    void refusalsAreSaidInWordsOfTheWindow_data();
    void refusalsAreSaidInWordsOfTheWindow();
    void whatCannotBePutBackIsSaidWithoutAQuestion();
    void theyGoIntoCollectionsOfTheSameNameOnRequest();
    void theJournalHasNoContents();
    void theLimitsAreSetAndRemembered();
    void aRefusedLimitIsNotRemembered();
    void aSmallSizeIsNotShownAsNoLimit();
    void aServerThatIsLeftTakesItsDocumentsAlong();
    void aLostServerKeepsItsDocuments();
    void readingAgainKeepsTheFailureOfAnAction();
    void whatWasAskedOfAnotherServerIsNotPutBack();
    void aNewDialogForgetsTheSearchOfTheOneBefore();
};

void TestTrashPresenter::thePageIsShown()
{
    Kept kept;
    QVERIFY(kept.connect());
    TrashPresenter presenter(kept.set);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    const TrashState& state = presenter.state();
    QVERIFY(state.available);
    QVERIFY(state.sentence.contains(u"7"_s));
    QCOMPARE(state.days, std::int64_t{7});
    QCOMPARE(state.mebibytes, std::int64_t{1});
    QCOMPARE(state.collections, QStringList{u"app.c"_s});
    QCOMPARE(state.passes.size(), 1);
    QVERIFY(state.canGoOn);
    QVERIFY(!state.canGoBack);
    QVERIFY(state.canPutBack);
    QCOMPARE(presenter.documents().rowCount(), 2);
    QVERIFY(presenter.documents().row(0).document.contains(u"second"_s));
    presenter.turnPage(1);
    QVERIFY(isReady(presenter));
    QCOMPARE(kept.sent("find")["skip"].toInt64(), std::int64_t{50});
}

void TestTrashPresenter::aServerWithoutATrashIsSaidSo()
{
    Kept kept;
    QVERIFY(kept.connect());
    Error refused = base::failure(Errc::Server, "no option found to get");
    refused.serverCode = 72;
    kept.server->fail("runCommand", refused);
    TrashPresenter presenter(kept.set);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    QVERIFY(!presenter.state().available);
    QVERIFY(!presenter.state().sentence.isEmpty());
    QVERIFY(!presenter.state().canPutBack);
}

void TestTrashPresenter::aFailureIsShownAndCanBeReadAgain()
{
    Kept kept;
    QVERIFY(kept.connect());
    kept.server->fail("runCommand", base::failure(Errc::NotPermitted, "not authorized"));
    TrashPresenter presenter(kept.set);
    presenter.refresh();
    QTRY_COMPARE(presenter.state().phase, Phase::Failed);
    QVERIFY(presenter.state().failure.has_value());
    QVERIFY(!presenter.state().canPutBack);
    kept.server->fail("runCommand", std::nullopt);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    QVERIFY(!presenter.state().failure.has_value());
}

void TestTrashPresenter::aFilterThatCannotBeUsedIsNotSent()
{
    Kept kept;
    QVERIFY(kept.connect());
    TrashPresenter presenter(kept.set);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    const int asked = kept.server->calls("runCommand");
    presenter.setFilter(u"{note:"_s);
    QVERIFY(!presenter.state().filterProblem.isEmpty());
    presenter.setFilter(u"{$expr: {$eq: [\"$a\", 1]}}"_s);
    QVERIFY(!presenter.state().filterProblem.isEmpty());
    QCOMPARE(kept.server->calls("runCommand"), asked);
    presenter.setFilter(u"{note: \"first\"}"_s);
    QVERIFY(presenter.state().filterProblem.isEmpty());
    QVERIFY(isReady(presenter));
    QCOMPARE(kept.sent("find")["filter"].asDocument()["document.note"].asString(),
             std::string_view("first"));
}

void TestTrashPresenter::passAndTimesAreInTheFilter()
{
    Kept kept;
    QVERIFY(kept.connect());
    kept.set.settings.setZoneId("UTC");
    TrashPresenter presenter(kept.set);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    presenter.choosePass(0);
    QVERIFY(isReady(presenter));
    QCOMPARE(kept.sent("find")["filter"].asDocument()["pass"].asDate().millis, std::int64_t{4000});
    presenter.choosePass(-1);
    // two searches at once reach the server in any order, and the last command would be either's
    QVERIFY(isReady(presenter));
    presenter.chooseTimes(QDateTime(QDate(1970, 1, 1), QTime(0, 0, 5), QTimeZone::utc()), {});
    QVERIFY(isReady(presenter));
    QCOMPARE(kept.sent("find").view().at("filter.deletedAt.$gte").asDate().millis,
             std::int64_t{5000});
    QVERIFY(!kept.sent("find")["filter"].asDocument().contains("pass"));
}

void TestTrashPresenter::puttingBackAsksFirst()
{
    Kept kept;
    QVERIFY(kept.connect());
    TrashPresenter presenter(kept.set);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    QSignalSpy asked(&presenter, &TrashPresenter::putBackAsked);
    presenter.askPutBack({1});
    QVERIFY(asked.wait());
    QVERIFY(kept.sent("sandglassPutBack")["dryRun"].asBool());
    QCOMPARE(kept.sent("sandglassPutBack").view().at("filter._id.$in.0").toInt64(),
             std::int64_t{1});
    const auto question = asked.first().first().value<PutBackQuestion>();
    QVERIFY(question.text.contains(u"2"_s));
    QVERIFY(question.confirm.contains(u"2"_s));
    QVERIFY(question.byName.isEmpty()); // nothing is refused
    QVERIFY(isReady(presenter));
    presenter.putBack(false);
    QVERIFY(!presenter.state().canPutBack);
    QVERIFY(isReady(presenter));
    QVERIFY(!kept.sent("sandglassPutBack")["dryRun"].asBool());
    QVERIFY(presenter.state().message.contains(u"2"_s));
}

void TestTrashPresenter::collectionsOfTheSameNameAreOffered()
{
    const services::PutBackRefusal dropped{26, "app.c", "With byName: true it goes elsewhere"};
    const services::PutBackRefusal there{0, "app.d", "is there already"};
    const services::PutBackReply counted{5, 0, 3, {dropped, there}};
    const services::PutBackReply named{5, 0, 1, {there}};
    const PutBackQuestion question = putBackQuestion(counted, named);
    QVERIFY(question.confirm.contains(u"2"_s));
    QVERIFY(question.byName.contains(u"4"_s));
    // what the other button would take is not told as impossible
    QVERIFY(!question.text.contains(u"app.c was dropped"_s));
    QVERIFY(question.text.contains(u"is there already"_s));
    // all of them only so
    const PutBackQuestion onlyNamed = putBackQuestion({2, 0, 2, {dropped}}, {2, 0, 0, {}});
    QVERIFY(onlyNamed.confirm.isEmpty());
    QVERIFY(onlyNamed.byName.contains(u"2"_s));
    // not at all
    const services::PutBackReply none{2, 0, 2, {dropped}};
    const PutBackQuestion refused = putBackQuestion(none, none);
    QVERIFY(refused.confirm.isEmpty() && refused.byName.isEmpty());
    QVERIFY(refused.text.contains(u"app.c was dropped"_s));
}

// A server's words name its options, which no user of the window knows.
void TestTrashPresenter::refusalsAreSaidInWordsOfTheWindow_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("dropped") << 26 << u"shop.carts was dropped"_s;
    QTest::newRow("capped") << 20 << u"shop.carts is capped now"_s;
    QTest::newRow("duplicate") << 11'000 << u"shop.carts has another document with the same _id"_s;
}

void TestTrashPresenter::refusalsAreSaidInWordsOfTheWindow()
{
    QFETCH(int, code);
    QFETCH(QString, words);
    const services::PutBackReply refused{
        2,
        0,
        2,
        {{code, "shop.carts", "With byName: true it goes"}, {code, "shop.carts", "another text"}}};
    for (const QString& text : {putBackQuestion(refused, refused).text, putBackWords(refused)}) {
        QVERIFY2(text.contains(words), qPrintable(text));
        QCOMPARE(text.count(words), 1);
        QVERIFY2(!text.contains(u"byName"_s), qPrintable(text));
    }
}

void TestTrashPresenter::whatCannotBePutBackIsSaidWithoutAQuestion()
{
    Kept kept;
    kept.answer("sandglassPutBack",
                R"({"nMatched":1,"nPutBack":0,"nRefused":1,"refused":[{"errmsg":"was dropped"}]})");
    QVERIFY(kept.connect());
    TrashPresenter presenter(kept.set);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    QSignalSpy asked(&presenter, &TrashPresenter::putBackAsked);
    presenter.askPutBack({0});
    QVERIFY(isReady(presenter));
    QVERIFY(presenter.state().message.contains(u"was dropped"_s));
    QCOMPARE(asked.size(), 0);
    // the second dry run asked for collections of the same name
    QVERIFY(kept.sent("sandglassPutBack")["byName"].asBool());
    QVERIFY(kept.sent("sandglassPutBack")["dryRun"].asBool());
}

void TestTrashPresenter::theyGoIntoCollectionsOfTheSameNameOnRequest()
{
    Kept kept;
    QVERIFY(kept.connect());
    TrashPresenter presenter(kept.set);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    QSignalSpy asked(&presenter, &TrashPresenter::putBackAsked);
    presenter.askPutBack({});
    QVERIFY(asked.wait());
    QVERIFY(isReady(presenter));
    presenter.putBack(true);
    QVERIFY(isReady(presenter));
    QVERIFY(kept.sent("sandglassPutBack")["byName"].asBool());
    QVERIFY(!kept.sent("sandglassPutBack")["dryRun"].asBool());
    QVERIFY(kept.set.journal.entries().back().command["byName"].asBool());
}

void TestTrashPresenter::theJournalHasNoContents()
{
    Kept kept;
    QVERIFY(kept.connect());
    TrashPresenter presenter(kept.set);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    presenter.setFilter(u"{note: \"private\"}"_s);
    QVERIFY(isReady(presenter));
    QSignalSpy asked(&presenter, &TrashPresenter::putBackAsked);
    presenter.askPutBack({});
    QVERIFY(asked.wait());
    QVERIFY(isReady(presenter));
    presenter.putBack(false);
    QVERIFY(isReady(presenter));
    const auto& entry = kept.set.journal.entries().back();
    QCOMPARE(entry.kind, services::JournalKind::PutBackDocuments);
    QCOMPARE(entry.status, services::JournalStatus::Succeeded);
    QCOMPARE(entry.documents, std::int64_t{2});
    QVERIFY(bson::toJson(entry.command).find("private") == std::string::npos);
}

void TestTrashPresenter::theLimitsAreSetAndRemembered()
{
    Kept kept;
    QVERIFY(kept.connect());
    TrashPresenter presenter(kept.set);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    presenter.setLimits(30, 512);
    QVERIFY(isReady(presenter));
    QCOMPARE(kept.sent("setParameter")["sandglassTrashDays"].toInt64(), std::int64_t{30});
    QVERIFY(services::readTrashLimits(kept.set.settings)
            == (services::TrashLimits{30, std::int64_t{512} * 1024 * 1024}));
}

void TestTrashPresenter::aRefusedLimitIsNotRemembered()
{
    Kept kept;
    QVERIFY(kept.connect());
    TrashPresenter presenter(kept.set);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    kept.server->fail("runCommand", base::failure(Errc::NotPermitted, "not authorized"));
    presenter.setLimits(30, 0);
    QTRY_VERIFY(presenter.state().failure.has_value());
    QVERIFY(!services::readTrashLimits(kept.set.settings).keeps());
}

// Half a MiB was shown as 0, and 0 is no limit.
void TestTrashPresenter::aSmallSizeIsNotShownAsNoLimit()
{
    Kept kept;
    kept.answer("getParameter", R"({"sandglassTrashDays":7,"sandglassTrashBytes":524288})");
    QVERIFY(kept.connect());
    TrashPresenter presenter(kept.set);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    QCOMPARE(presenter.state().mebibytes, std::int64_t{1});
}

void TestTrashPresenter::aServerThatIsLeftTakesItsDocumentsAlong()
{
    Kept kept;
    QVERIFY(kept.connect());
    TrashPresenter presenter(kept.set);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    presenter.setFilter(u"{note: \"first\"}"_s);
    QVERIFY(isReady(presenter));
    QSignalSpy left(&presenter, &TrashPresenter::serverLeft);
    QSignalSpy came(&presenter, &TrashPresenter::serverCame);
    kept.set.connections.connectTo(u"mongodb://other.example/"_s, {}, false);
    QCOMPARE(left.size(), 1);
    QCOMPARE(presenter.documents().rowCount(), 0);
    QCOMPARE(presenter.state().phase, Phase::Idle);
    QVERIFY(!presenter.state().available && !presenter.state().canPutBack);
    QVERIFY(presenter.state().countText.isEmpty() && presenter.state().collections.isEmpty());
    QVERIFY(presenter.state().filterText.isEmpty());
    QVERIFY(came.size() == 1 || came.wait());
    // nothing is asked of the other server before a dialog does
    QCOMPARE(presenter.state().phase, Phase::Idle);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    QVERIFY(!kept.sent("find")["filter"].asDocument().contains("document.note"));
}

void TestTrashPresenter::aLostServerKeepsItsDocuments()
{
    Kept kept;
    QVERIFY(kept.connect());
    TrashPresenter presenter(kept.set);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    const QSignalSpy left(&presenter, &TrashPresenter::serverLeft);
    const QSignalSpy lost(&kept.set.connections, &services::ConnectionService::disconnected);
    kept.server->fail("runCommand", base::failure(Errc::Network, "gone"));
    presenter.refresh();
    QTRY_COMPARE(lost.size(), 1);
    QCOMPARE(left.size(), 0);
    QCOMPARE(presenter.documents().rowCount(), 2);
}

// It is not the reading that it says anything of.
void TestTrashPresenter::readingAgainKeepsTheFailureOfAnAction()
{
    Kept kept;
    QVERIFY(kept.connect());
    TrashPresenter presenter(kept.set);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    const Error refused = base::failure(Errc::NotPermitted, "not authorized");
    kept.server->fail("runCommand", refused);
    presenter.setLimits(30, 0);
    QTRY_COMPARE(presenter.state().phase, Phase::Failed); // the reading after it fails as well
    kept.server->fail("runCommand", std::nullopt);
    presenter.readAgain();
    QVERIFY(isReady(presenter));
    QVERIFY(presenter.state().failure.has_value());
    presenter.refresh();
    QVERIFY(isReady(presenter));
    QVERIFY(!presenter.state().failure.has_value());
    // the failure of a reading goes
    kept.server->fail("runCommand", refused);
    presenter.refresh();
    QTRY_COMPARE(presenter.state().phase, Phase::Failed);
    QVERIFY(presenter.state().failure.has_value());
    kept.server->fail("runCommand", std::nullopt);
    presenter.readAgain();
    QVERIFY(isReady(presenter));
    QVERIFY(!presenter.state().failure.has_value());
}

// A question may still be open when the window turns to another server.
void TestTrashPresenter::whatWasAskedOfAnotherServerIsNotPutBack()
{
    Kept kept;
    QVERIFY(kept.connect());
    TrashPresenter presenter(kept.set);
    presenter.refresh();
    QVERIFY(isReady(presenter));
    QSignalSpy asked(&presenter, &TrashPresenter::putBackAsked);
    presenter.askPutBack({});
    QVERIFY(asked.wait());
    QVERIFY(isReady(presenter));
    kept.set.connections.connectTo(u"mongodb://other.example/"_s, {}, false);
    QTRY_VERIFY(kept.set.connections.isConnected());
    presenter.refresh();
    QVERIFY(isReady(presenter));
    presenter.putBack(false);
    QVERIFY(presenter.state().busyText.isEmpty());
    QVERIFY(kept.sent("sandglassPutBack")["dryRun"].asBool());
}

// The box was empty, and the list was still that of the filter.
void TestTrashPresenter::aNewDialogForgetsTheSearchOfTheOneBefore()
{
    Kept kept;
    QVERIFY(kept.connect());
    TrashPresenter presenter(kept.set);
    presenter.startOver();
    QVERIFY(isReady(presenter));
    presenter.setFilter(u"{note: \"first\"}"_s);
    QVERIFY(isReady(presenter));
    QVERIFY(kept.sent("find")["filter"].asDocument().contains("document.note"));
    presenter.turnPage(1);
    QVERIFY(isReady(presenter));
    presenter.startOver();
    QVERIFY(isReady(presenter));
    QVERIFY(presenter.state().filterText.isEmpty());
    QVERIFY(!kept.sent("find")["filter"].asDocument().contains("document.note"));
    QVERIFY(!presenter.state().canGoBack);
}

SANDGLASS_TEST(TestTrashPresenter)
} // namespace tst_presenters_trash

#include "tst_presenters_trash.moc"
