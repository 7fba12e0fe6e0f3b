// SPDX-License-Identifier: GPL-3.0-or-later
// The inventory in the window: conditions in the filter box, several rules changed at once, and the
// bar of a sampled timeline.
#include "app/services/forecast/forecast_service.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>

namespace tst_ui_inventory {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::click;
using tests::need;
using tests::WindowFixture;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};
const protocol::Namespace kWeather{"shop", "weather"};

/// The shop, with carts that expire after seven days (one would be overdue after one day) and a
/// time series with a rule of its own.
bool openInventoryShop(WindowFixture& fixture, bool local = true)
{
    tests::fillShop(fixture);
    fixture.server->addIndex(kCarts, "madeAt", 7 * 86'400);
    fixture.server->addDocument(kCarts, tests::agedDocument(fixture, 1, "madeAt", 48h));
    fixture.server->addDocument(kCarts, tests::agedDocument(fixture, 2, "madeAt", 1h));
    ttl::CollectionSpec& weather = fixture.server->collection(kWeather).spec;
    weather.kind = ttl::CollectionKind::TimeSeries;
    weather.expireAfterSeconds = 86'400;
    weather.options
        = bson::makeDocument("timeseries", bson::makeDocument("timeField", "timestamp"));
    fixture.server->addDocument(kWeather, tests::agedDocument(fixture, 1, "timestamp", 25h));
    return fixture.open(local);
}

QTableView* rulesTable(const WindowFixture& fixture)
{
    return need<QTableView>(fixture.window.get(), u"rulesTableView"_s);
}

} // namespace

class TestInventoryPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFilterBoxTakesConditions();
    void theConditionsAreOffered();
    void theOwnRuleOfATimeSeriesIsChangedByItself();
    void severalRulesAreChangedTogether();
    void aChangeOfSeveralRulesShowsItsProgressAndCanBeCancelled();
    void theShortcutChangesTheSelectedRules();
    void aSampledTimelineSaysSoAndIsCountedOnDemand();
    void everythingExactHasNoSamplingBar();
};

void TestInventoryPage::theFilterBoxTakesConditions()
{
    WindowFixture fixture;
    QVERIFY(openInventoryShop(fixture));
    QTableView* table = rulesTable(fixture);
    QTRY_COMPARE(table->model()->rowCount(), 3);
    auto* filter = need<QLineEdit>(fixture.window.get(), u"rulesFilterEdit"_s);
    tests::type(filter, u"overdue > 2"_s);
    QTRY_COMPARE(table->model()->rowCount(), 1);
    QCOMPARE(table->model()->index(0, 0).data().toString(), u"shop.sessions"_s);
}

void TestInventoryPage::theConditionsAreOffered()
{
    WindowFixture fixture;
    QVERIFY(openInventoryShop(fixture));
    auto* choices = need<QMenu>(fixture.window.get(), u"rulesFilterChoicesMenu"_s);
    QVERIFY(!choices->isEmpty());
    choices->actions().constFirst()->trigger();
    QCOMPARE(need<QLineEdit>(fixture.window.get(), u"rulesFilterEdit"_s)->text(), u"overdue > 0"_s);
}

void TestInventoryPage::theOwnRuleOfATimeSeriesIsChangedByItself()
{
    WindowFixture fixture;
    QVERIFY(openInventoryShop(fixture));
    QTableView* table = rulesTable(fixture);
    const QModelIndex row = tests::rowNamed(table, u"shop.weather"_s);
    QVERIFY(row.isValid());
    QCOMPARE(row.siblingAtColumn(1).data().toString(), u"timestamp"_s);
    table->selectRow(row.row());
    QVERIFY(click(need<QPushButton>(fixture.window.get(), u"changeSelectedButton"_s)));
    auto* dialog = need<QDialog>(fixture.window.get(), u"changeIndexDialog"_s);
    QTRY_VERIFY(dialog->isVisible());
    QVERIFY(dialog->windowTitle().contains(u"shop.weather"_s));
    QTRY_COMPARE(need<QComboBox>(dialog, u"changeKindComboBox"_s)->count(), 2);
}

void TestInventoryPage::severalRulesAreChangedTogether()
{
    WindowFixture fixture;
    QVERIFY(openInventoryShop(fixture));
    rulesTable(fixture)->selectAll();
    QVERIFY(click(need<QPushButton>(fixture.window.get(), u"changeSelectedButton"_s)));
    auto* dialog = need<QDialog>(fixture.window.get(), u"batchChangeDialog"_s);
    QTRY_VERIFY(dialog->isVisible());
    auto* targets = need<QTableView>(dialog, u"batchTargetsTableView"_s);
    // the own rule of the time series is named, and stays as it is
    QCOMPARE(targets->model()->rowCount(), 3);
    const int own = tests::rowNamed(targets, u"shop.weather"_s).row();
    QVERIFY(tests::cell(targets, own, 3).contains(u"by itself"_s));
    tests::type(need<QLineEdit>(dialog, u"valueEdit"_s), u"1"_s); // day
    auto* confirm = need<QPushButton>(dialog, u"confirmButton"_s);
    QTRY_VERIFY(confirm->isEnabled());
    QVERIFY(click(confirm));
    QTRY_COMPARE(fixture.server->collection(kCarts).indexes.back().expireAfterSeconds.value_or(0),
                 std::int64_t{86'400});
    QCOMPARE(
        fixture.server->collection(tests::kSessions).indexes.back().expireAfterSeconds.value_or(0),
        std::int64_t{86'400});
    QTRY_VERIFY(!fixture.window->findChild<QDialog*>(u"batchChangeDialog"_s));
    // the message names all rules, and no undo of one of them
    auto* bar = need<QWidget>(fixture.window.get(), u"undoBar"_s);
    QTRY_VERIFY(bar->isVisible());
    const QString message = need<QLabel>(bar, u"undoOfferLabel"_s)->text();
    QVERIFY2(message.contains(u"madeAt_1 of shop.carts"_s)
                 && message.contains(u"lastSeen_1 of shop.sessions"_s),
             qPrintable(message));
    QVERIFY(!need<QPushButton>(bar, u"undoOfferButton"_s)->isVisible());
}

void TestInventoryPage::aChangeOfSeveralRulesShowsItsProgressAndCanBeCancelled()
{
    WindowFixture fixture;
    QVERIFY(openInventoryShop(fixture));
    rulesTable(fixture)->selectAll();
    QVERIFY(click(need<QPushButton>(fixture.window.get(), u"changeSelectedButton"_s)));
    auto* dialog = need<QDialog>(fixture.window.get(), u"batchChangeDialog"_s);
    QTRY_VERIFY(dialog->isVisible());
    tests::type(need<QLineEdit>(dialog, u"valueEdit"_s), u"1"_s); // day
    auto* confirm = need<QPushButton>(dialog, u"confirmButton"_s);
    QTRY_VERIFY(confirm->isEnabled());
    auto* cancel = need<QPushButton>(dialog, u"cancelBatchRestButton"_s);
    QVERIFY(!cancel->isVisible());
    fixture.server->hold("changeIndex");
    QVERIFY(click(confirm));
    QTRY_COMPARE(fixture.server->running("changeIndex"), 1);
    auto* bar = need<QProgressBar>(dialog, u"batchProgressBar"_s);
    QVERIFY(bar->isVisible());
    QCOMPARE(bar->maximum(), 2); // the own rule stays as it is
    QCOMPARE(bar->value(), 0);
    QVERIFY(click(cancel));
    QVERIFY(!cancel->isVisible());
    fixture.server->release("changeIndex");
    auto* sentence = need<QLabel>(dialog, u"batchSentenceLabel"_s);
    QTRY_VERIFY2(sentence->text().contains(u"1 of 2 rule(s) were changed"_s),
                 qPrintable(sentence->text()));
    QVERIFY(!bar->isVisible());
    QCOMPARE(fixture.server->calls("changeIndex"), 1);
    QVERIFY(dialog->isVisible());
    QVERIFY2(confirm->text().startsWith(u"Change 1 rule(s)"_s), qPrintable(confirm->text()));
}

void TestInventoryPage::theShortcutChangesTheSelectedRules()
{
    WindowFixture fixture;
    QVERIFY(openInventoryShop(fixture));
    QTableView* table = rulesTable(fixture);
    QVERIFY(!fixture.trigger(u"changeExpiryAction"_s));
    table->selectRow(tests::rowNamed(table, u"shop.carts"_s).row());
    QVERIFY(fixture.trigger(u"changeExpiryAction"_s));
    QTRY_VERIFY(need<QDialog>(fixture.window.get(), u"changeIndexDialog"_s)->isVisible());
}

void TestInventoryPage::aSampledTimelineSaysSoAndIsCountedOnDemand()
{
    WindowFixture fixture;
    fixture.set.forecasts.setSampleAbove(5);
    QVERIFY(openInventoryShop(fixture, false));
    auto* panel = need<QWidget>(fixture.window.get(), u"inventoryTimelinePanel"_s);
    auto* button = need<QPushButton>(panel, u"exactCountButton"_s);
    QTRY_VERIFY(button->isVisible());
    auto* words = need<QLabel>(panel, u"samplingLabel"_s);
    QVERIFY2(words->text().contains(u"25"_s), qPrintable(words->text()));
    QVERIFY(click(button));
    QTRY_VERIFY(words->text().contains(u"exactly at"_s));
    QVERIFY(click(button)); // goes on sampling
    QTRY_VERIFY(words->text().contains(u"25"_s));
}

void TestInventoryPage::everythingExactHasNoSamplingBar()
{
    WindowFixture fixture;
    fixture.set.forecasts.setSampleAbove(5);
    QVERIFY(openInventoryShop(fixture));
    auto* panel = need<QWidget>(fixture.window.get(), u"inventoryTimelinePanel"_s);
    QVERIFY(!need<QWidget>(panel, u"samplingBar"_s)->isVisible());
}

SANDGLASS_GUI_TEST(TestInventoryPage)
} // namespace tst_ui_inventory

#include "tst_ui_inventory.moc"
