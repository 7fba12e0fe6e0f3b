// SPDX-License-Identifier: GPL-3.0-or-later
// Taking changes back in the window: the bar after a harmless change, the journal's button, and the
// dialog that shows the undo before it is done.
#include "app/presenters/documents/documents_presenter.h"
#include "app/presenters/journal/activity_presenter.h"
#include "app/services/indexes/index_build.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"
#include "ui/indexes/undo_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScopeGuard>
#include <QTableView>

#include <algorithm>
#include <vector>

namespace tst_ui_undo {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::click;
using tests::clickRow;
using tests::need;
using tests::WindowFixture;

namespace {

const ttl::IndexRef kLastSeen{tests::kSessions, "lastSeen_1"};
const ttl::IndexRef kPlacedAt{tests::kOrders, "placedAt_1"};
const Error kAborted = base::serverError(276, "IndexBuildAborted", "Index build aborted");

/// The window with the activity dock open, after the seconds of an index were changed. `deletes`:
/// what that change was counted to delete.
bool openAfterChange(WindowFixture& fixture, std::int64_t seconds, std::int64_t deletes)
{
    tests::fillShop(fixture);
    if (!fixture.open() || !fixture.trigger(u"activityAction"_s)) {
        return false;
    }
    services::ChangeNote note;
    note.deletes = deletes;
    const ttl::IndexSpec before = fixture.server->collection(tests::kSessions).indexes.back();
    return tests::waitFor(fixture.set.indexes.change({kLastSeen, seconds, {}}, before, note))
        .has_value();
}

QDialog* dialogOf(const WindowFixture& fixture)
{
    QDialog* found = nullptr;
    const bool shown = QTest::qWaitFor([&] {
        found = fixture.window->findChild<QDialog*>(u"undoDialog"_s);
        return found && found->isVisible();
    });
    return shown ? found : nullptr;
}

/// Presses Undo for the newest entry of the journal.
bool undoNewest(const WindowFixture& fixture)
{
    auto* journal = need<QTableView>(fixture.window.get(), u"journalTableView"_s);
    return clickRow(journal, journal->model()->index(0, 0))
        && click(need<QPushButton>(fixture.window.get(), u"undoButton"_s));
}

/// What $currentOp lists of a build that is a quarter done.
bson::Document quarterBuilt()
{
    const bson::Document operation
        = bson::makeDocument("opid", 5, "progress", bson::makeDocument("done", 25, "total", 100));
    return bson::makeDocument(
        "cursor", bson::makeDocument("firstBatch", bson::Value::array(bson::makeArray(operation))),
        "ok", 1.0);
}

/// The window with the activity dock open, after two sessions were touched and their page was
/// closed. `rows`: on the page, soonest expiry first.
bool openAfterTouch(WindowFixture& fixture, const std::vector<int>& rows)
{
    tests::fillShop(fixture);
    if (!fixture.open() || !fixture.trigger(u"activityAction"_s)) {
        return false;
    }
    presenters::DocumentsPresenter& page = fixture.workspace.documents(tests::kSessions);
    page.setVisible(true);
    if (!QTest::qWaitFor([&] { return page.model().rowCount() == 12; })) {
        return false;
    }
    page.touchNow(rows);
    const bool touched
        = QTest::qWaitFor([&] { return page.state().undoable == 2 && !page.state().busy; });
    fixture.workspace.closeCollection(tests::kSessions);
    return touched;
}

/// When the sessions were last seen, in milliseconds since 1970, in the order of their _id.
std::vector<std::int64_t> lastSeen(const WindowFixture& fixture)
{
    std::vector<std::int64_t> times;
    for (const bson::Document& document : fixture.server->documents(tests::kSessions)) {
        times.push_back(document["lastSeen"].asDate().millis);
    }
    return times;
}

std::optional<std::int64_t> secondsNow(const WindowFixture& fixture)
{
    return fixture.server->collection(tests::kSessions).indexes.back().expireAfterSeconds;
}

} // namespace

class TestUndoInWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aHarmlessChangeIsOfferedInTheBar();
    void aDismissedOfferGoes();
    void aChangeThatDeletesSaysWhatGoesAndOffersItsUndo();
    void theMessageMovesNothing();
    void anUndoThatDeletesNothingNeedsNoDialog();
    void theDialogShowsCommandAndCount();
    void theChartKeepsItsHeightBelowHighTexts();
    void confirmingUndoesTheChange();
    void cancellingChangesNothing();
    void theCommandIsCopiedInTheChosenLanguage();
    void aDropThatIsBuiltAgainShowsItsProgressAndCanBeCancelled();
    void aRebuildOfAnOrdinaryIndexCanBeCancelled();
    void datesAreUndoneAfterTheirPageWasClosed();
    void anUndoOfDatesThatDeletesAsksFirst();
    void datesThatAnotherClientHasChangedStayAndItIsSaid();

    void cleanup();
};

void TestUndoInWindow::cleanup()
{
    ui::UndoDialog::setPatience(300ms, 300ms);
    services::IndexBuild::setFirstPause(1s);
}

void TestUndoInWindow::aHarmlessChangeIsOfferedInTheBar()
{
    WindowFixture fixture;
    QVERIFY(openAfterChange(fixture, 10'800, 0));
    auto* bar = need<QWidget>(fixture.window.get(), u"undoBar"_s);
    QTRY_VERIFY(bar->isVisible());
    QVERIFY(need<QLabel>(bar, u"undoOfferLabel"_s)->text().contains(u"after 3 h"_s));
    QVERIFY(click(need<QPushButton>(bar, u"undoOfferButton"_s)));
    QVERIFY(dialogOf(fixture));
    QVERIFY(!bar->isVisible());
}

void TestUndoInWindow::aDismissedOfferGoes()
{
    WindowFixture fixture;
    QVERIFY(openAfterChange(fixture, 10'800, 0));
    auto* bar = need<QWidget>(fixture.window.get(), u"undoBar"_s);
    QVERIFY(click(need<QPushButton>(bar, u"dismissUndoOfferButton"_s)));
    QVERIFY(!bar->isVisible());
}

void TestUndoInWindow::aChangeThatDeletesSaysWhatGoesAndOffersItsUndo()
{
    WindowFixture fixture;
    QVERIFY(openAfterChange(fixture, 60, 5));
    auto* bar = need<QWidget>(fixture.window.get(), u"undoBar"_s);
    QTRY_VERIFY(bar->isVisible());
    const QString message = need<QLabel>(bar, u"undoOfferLabel"_s)->text();
    QVERIFY2(message.contains(u"5 document(s) will go with the next pass"_s), qPrintable(message));
    QVERIFY(need<QPushButton>(bar, u"undoOfferButton"_s)->isVisible());
}

void TestUndoInWindow::theMessageMovesNothing()
{
    WindowFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.open());
    auto* pages = need<QWidget>(fixture.window.get(), u"pageArea"_s);
    const QRect before(pages->mapToGlobal(QPoint()), pages->size());
    fixture.workspace.activity().showResult({u"It is read back and verified."_s, {}, true});
    auto* bar = need<QWidget>(fixture.window.get(), u"undoBar"_s);
    QTRY_VERIFY(bar->isVisible());
    QCoreApplication::processEvents();
    QCOMPARE(QRect(pages->mapToGlobal(QPoint()), pages->size()), before);
    QVERIFY(QRect(pages->mapToGlobal(QPoint()), pages->size())
                .contains(QRect(bar->mapToGlobal(QPoint()), bar->size())));
    QVERIFY(click(need<QPushButton>(bar, u"dismissUndoOfferButton"_s)));
    QVERIFY(!bar->isVisible());
    QVERIFY(!need<QWidget>(fixture.window.get(), u"floatingMessages"_s)->isVisible());
}

// Source: ui/DESIGN.md, The main window. One click where nothing is deleted.
void TestUndoInWindow::anUndoThatDeletesNothingNeedsNoDialog()
{
    WindowFixture fixture;
    // back to an hour, by which three documents are due now, from a minute, by which all are
    QVERIFY(openAfterChange(fixture, 60, 5));
    fixture.server->collection(tests::kSessions).documents.clear();
    auto* journal = need<QTableView>(fixture.window.get(), u"journalTableView"_s);
    QVERIFY(clickRow(journal, journal->model()->index(0, 0)));
    QVERIFY(click(need<QPushButton>(fixture.window.get(), u"undoButton"_s)));
    QTRY_COMPARE(secondsNow(fixture), std::optional<std::int64_t>(3'600));
    QTRY_VERIFY(!fixture.window->findChild<QDialog*>(u"undoDialog"_s));
}

void TestUndoInWindow::theDialogShowsCommandAndCount()
{
    WindowFixture fixture;
    // three documents are older than an hour: what the undo would delete again
    QVERIFY(openAfterChange(fixture, 10'800, 0));
    auto* journal = need<QTableView>(fixture.window.get(), u"journalTableView"_s);
    QVERIFY(clickRow(journal, journal->model()->index(0, 0)));
    QVERIFY(click(need<QPushButton>(fixture.window.get(), u"undoButton"_s)));
    QDialog* dialog = dialogOf(fixture);
    QVERIFY(dialog);
    auto* confirm = need<QPushButton>(dialog, u"confirmButton"_s);
    QTRY_COMPARE(confirm->text(), u"Undo and delete 3 document(s)"_s);
    QVERIFY(need<QPlainTextEdit>(dialog, u"commandTextEdit"_s)
                ->toPlainText()
                .contains(u"\"expireAfterSeconds\": 3600"_s));
    QVERIFY(need<QLabel>(dialog, u"undoNotesLabel"_s)->text().contains(u"do not come back"_s));
    QVERIFY(
        need<QPushButton>(need<QWidget>(dialog, u"confirmRow"_s), u"cancelButton"_s)->isDefault());
}

void TestUndoInWindow::theChartKeepsItsHeightBelowHighTexts()
{
    WindowFixture fixture;
    QVERIFY(openAfterChange(fixture, 10'800, 0));
    // as in Chinese, whose lines are higher
    QFont high = QApplication::font();
    high.setPointSizeF(high.pointSizeF() * 1.8);
    QApplication::setFont(high, "QLabel");
    const auto restore = qScopeGuard([] { QApplication::setFont(QApplication::font(), "QLabel"); });
    QVERIFY(click(need<QPushButton>(fixture.window.get(), u"undoOfferButton"_s)));
    QDialog* dialog = dialogOf(fixture);
    QVERIFY(dialog);
    auto* chart = need<QWidget>(dialog, u"effectChart"_s);
    QTRY_VERIFY(chart->isVisible());
    QTRY_VERIFY2(chart->height() >= chart->minimumSizeHint().height(),
                 qPrintable(QString::number(chart->height())));
}

void TestUndoInWindow::confirmingUndoesTheChange()
{
    WindowFixture fixture;
    QVERIFY(openAfterChange(fixture, 10'800, 0));
    QVERIFY(click(need<QPushButton>(fixture.window.get(), u"undoOfferButton"_s)));
    QPointer<QDialog> dialog = dialogOf(fixture);
    QVERIFY(dialog);
    auto* confirm = need<QPushButton>(dialog, u"confirmButton"_s);
    QTRY_VERIFY(confirm->isEnabled());
    QVERIFY(click(confirm));
    QTRY_VERIFY(!dialog);
    QCOMPARE(secondsNow(fixture), std::optional<std::int64_t>(3'600));
}

void TestUndoInWindow::cancellingChangesNothing()
{
    WindowFixture fixture;
    QVERIFY(openAfterChange(fixture, 10'800, 0));
    QVERIFY(click(need<QPushButton>(fixture.window.get(), u"undoOfferButton"_s)));
    QPointer<QDialog> dialog = dialogOf(fixture);
    QVERIFY(dialog);
    QVERIFY(click(need<QPushButton>(need<QWidget>(dialog, u"confirmRow"_s), u"cancelButton"_s)));
    QTRY_VERIFY(!dialog);
    QCOMPARE(secondsNow(fixture), std::optional<std::int64_t>(10'800));
}

void TestUndoInWindow::theCommandIsCopiedInTheChosenLanguage()
{
    WindowFixture fixture;
    QVERIFY(openAfterChange(fixture, 10'800, 0));
    QVERIFY(click(need<QPushButton>(fixture.window.get(), u"undoOfferButton"_s)));
    QDialog* dialog = dialogOf(fixture);
    QVERIFY(dialog);
    auto* languages = need<QComboBox>(dialog, u"commandLanguageComboBox"_s);
    auto* copy = need<QPushButton>(dialog, u"copyCommandButton"_s);
    QTRY_VERIFY(copy->isEnabled());
    const QStringList starts{u"db.getSiblingDB("_s, u"await client.db("_s, u"client["_s,
                             u"client.getDatabase("_s, u"client.GetDatabase("_s};
    QCOMPARE(languages->count(), static_cast<int>(starts.size()));
    for (int row = 0; row < languages->count(); ++row) {
        tests::choose(languages, row);
        QVERIFY(click(copy));
        QVERIFY2(QGuiApplication::clipboard()->text().startsWith(starts[row]),
                 qPrintable(QGuiApplication::clipboard()->text()));
    }
}

// One click, but the server builds the index for as long as the collection is large.
void TestUndoInWindow::aDropThatIsBuiltAgainShowsItsProgressAndCanBeCancelled()
{
    ui::UndoDialog::setPatience(1h, 1ms);
    services::IndexBuild::setFirstPause(1ms);
    WindowFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.open() && fixture.trigger(u"activityAction"_s));
    const ttl::IndexSpec before = fixture.server->collection(tests::kOrders).indexes.back();
    QVERIFY(tests::waitFor(fixture.set.indexes.drop(kPlacedAt, before)));
    fixture.server->hold("createIndex");
    fixture.server->answer("aggregate", quarterBuilt());
    QVERIFY(undoNewest(fixture));
    QDialog* dialog = dialogOf(fixture);
    QVERIFY(dialog);
    auto* overlay = need<QWidget>(dialog, u"undoBusyOverlay"_s);
    QTRY_VERIFY(overlay->isVisible());
    QTRY_COMPARE(need<QProgressBar>(overlay, u"busyProgressBar"_s)->value(), 250);
    QTRY_COMPARE(fixture.server->running("createIndex"), 1);
    const int drops = fixture.server->calls("dropIndex");
    auto* cancel = need<QPushButton>(overlay, u"cancelButton"_s);
    QTRY_VERIFY(cancel->isVisible());
    QVERIFY(click(cancel));
    QTRY_COMPARE(fixture.server->calls("dropIndex"), drops + 1);
    QVERIFY(!cancel->isVisible()); // asked once
    QVERIFY(overlay->isVisible()); // the server has not said yet how it ended
    fixture.server->failOnce("createIndex", kAborted);
    fixture.server->release("createIndex");
    QTRY_VERIFY(!overlay->isVisible());
    QVERIFY(need<QWidget>(dialog, u"undoErrorBanner"_s)->isVisible());
    QCOMPARE(fixture.server->collection(tests::kOrders).indexes.size(), std::size_t{1});
}

// Nothing is counted here, so the view with the effect, and its spinner, are not shown.
void TestUndoInWindow::aRebuildOfAnOrdinaryIndexCanBeCancelled()
{
    WindowFixture fixture;
    tests::fillShop(fixture);
    QVERIFY(fixture.open() && fixture.trigger(u"activityAction"_s));
    const ttl::IndexSpec before = fixture.server->collection(tests::kOrders).indexes.back();
    QVERIFY(tests::waitFor(fixture.set.indexes.change({kPlacedAt, 31'536'000, {}}, before)));
    fixture.server->hold("createIndex");
    QVERIFY(undoNewest(fixture));
    QDialog* dialog = dialogOf(fixture);
    QVERIFY(dialog);
    auto* confirm = need<QPushButton>(dialog, u"confirmButton"_s);
    QTRY_VERIFY(confirm->isEnabled());
    QVERIFY(click(confirm));
    QTRY_COMPARE(fixture.server->running("createIndex"), 1);
    QVERIFY(!need<QWidget>(dialog, u"effectView"_s)->isVisible());
    auto* overlay = need<QWidget>(dialog, u"undoBusyOverlay"_s);
    QTRY_VERIFY(overlay->isVisible());
    QVERIFY(click(need<QPushButton>(overlay, u"cancelButton"_s)));
    QTRY_COMPARE(fixture.server->calls("dropIndex"), 2);
    fixture.server->failOnce("createIndex", kAborted);
    fixture.server->release("createIndex");
    QTRY_VERIFY(!overlay->isVisible());
    QVERIFY(need<QWidget>(dialog, u"undoErrorBanner"_s)->isVisible());
    // the index is the same as before the undo
    QCOMPARE(fixture.server->collection(tests::kOrders).indexes.back().expireAfterSeconds,
             std::optional<std::int64_t>(31'536'000));
}

void TestUndoInWindow::datesAreUndoneAfterTheirPageWasClosed()
{
    WindowFixture fixture;
    // of ten minutes ago, so that nothing is due again
    QVERIFY(openAfterTouch(fixture, {8, 9}));
    const std::vector<std::int64_t> touched = lastSeen(fixture);
    QVERIFY(undoNewest(fixture));
    auto* bar = need<QWidget>(fixture.window.get(), u"undoBar"_s);
    QTRY_VERIFY(bar->isVisible());
    const QString message = need<QLabel>(bar, u"undoOfferLabel"_s)->text();
    QVERIFY2(message.contains(u"2 document(s) given the earlier date again"_s),
             qPrintable(message));
    const auto tenMinutesAgo = bson::Date::from(fixture.clock.now() - 10min).millis;
    QVERIFY(std::ranges::count(touched, tenMinutesAgo) == 0);
    QCOMPARE(std::ranges::count(lastSeen(fixture), tenMinutesAgo), std::ptrdiff_t{2});
    QTRY_VERIFY(!fixture.window->findChild<QDialog*>(u"undoDialog"_s));
}

void TestUndoInWindow::anUndoOfDatesThatDeletesAsksFirst()
{
    WindowFixture fixture;
    // of two hours ago, which the rule of an hour deletes
    QVERIFY(openAfterTouch(fixture, {0, 1}));
    const std::vector<std::int64_t> touched = lastSeen(fixture);
    QVERIFY(undoNewest(fixture));
    QDialog* dialog = dialogOf(fixture);
    QVERIFY(dialog);
    auto* confirm = need<QPushButton>(dialog, u"confirmButton"_s);
    QCOMPARE(confirm->text(), u"Undo and delete 2 document(s)"_s);
    QVERIFY(
        need<QPushButton>(need<QWidget>(dialog, u"confirmRow"_s), u"cancelButton"_s)->isDefault());
    QVERIFY(
        need<QPlainTextEdit>(dialog, u"commandTextEdit"_s)->toPlainText().contains(u"lastSeen"_s));
    QCOMPARE(lastSeen(fixture), touched);
    QVERIFY(click(confirm));
    const auto twoHoursAgo = bson::Date::from(fixture.clock.now() - 2h).millis;
    QTRY_COMPARE(std::ranges::count(lastSeen(fixture), twoHoursAgo), std::ptrdiff_t{3});
}

void TestUndoInWindow::datesThatAnotherClientHasChangedStayAndItIsSaid()
{
    WindowFixture fixture;
    QVERIFY(openAfterTouch(fixture, {8, 9}));
    const bson::Date theirs = bson::Date::from(fixture.clock.now() + 1h);
    const std::vector<bson::Value> touched{bson::Value::of(std::int32_t{9}),
                                           bson::Value::of(std::int32_t{10})};
    QVERIFY(fixture.server->setDate(tests::kSessions, touched, "lastSeen", theirs, {}));
    QVERIFY(undoNewest(fixture));
    const QDialog* dialog = dialogOf(fixture);
    QVERIFY(dialog);
    auto* banner = need<QWidget>(dialog, u"undoErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    QVERIFY(!need<QPushButton>(dialog, u"confirmButton"_s)->isEnabled());
    QCOMPARE(std::ranges::count(lastSeen(fixture), theirs.millis), std::ptrdiff_t{2});
}

SANDGLASS_GUI_TEST(TestUndoInWindow)
} // namespace tst_ui_undo

#include "tst_ui_undo.moc"
