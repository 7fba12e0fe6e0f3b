// SPDX-License-Identifier: GPL-3.0-or-later
// The inventory by itself: what it offers without data, its table, and what is selected in it.
#include "app/presenters/engine/engine_presenter.h"
#include "app/presenters/inventory/inventory_presenter.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/tool_tip.h"
#include "tests/ui/widget_access.h"
#include "ui/inventory/inventory_page.h"
#include "widgets/views/table_view.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSet>
#include <QToolButton>

#include <algorithm>
#include <vector>

namespace tst_ui_inventory_page {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::TtlRulesModel;
using tests::click;
using tests::need;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};
const protocol::Namespace kWeather{"shop", "weather"};
const presenters::RefreshPacing kSlow{24h, 24h}; // nothing is asked but by the test

const Error kRefused = base::serverError(13, "Unauthorized", "not authorized on shop");

} // namespace

class TestInventoryAlone : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void init();
    void cleanup();
    void withoutAConnectionTheEngineIsOffered();
    void anEmptyLocalServerOffersSampleData();
    void anEmptyRemoteServerOffersToReadAgain();
    void aServerWithoutRulesSaysSoInTheTable();
    void theMostOverdueRuleIsOnTop();
    void theHeaderSortsBothWays();
    void theFilterIsAppliedAsItIsTyped_data();
    void theFilterIsAppliedAsItIsTyped();
    void theBoxesNarrowTheFilterFurther();
    void whatDoesNotFitIsSaidOtherwiseThanNothing();
    void theButtonCountsTheSelectedRules();
    void anOwnRuleIsHandedToTheBatchWhichNamesIt();
    void theSelectionIsOfTheSortedRows();
    void enterAndDoubleClickOpenTheCollection_data();
    void enterAndDoubleClickOpenTheCollection();
    void theRuleUnderTheArrowIsAnnounced();
    void aRefusedCountIsSaidAndRepeated();
    void aSlowCountLeavesTheRulesReadable();
    void aDroppedRuleLeavesTheTable();
    void aRefreshKeepsTheSelection();
    void theFileHoldsWhatIsShown();
    void aCancelledExportWritesNothing();
    void hostileNamesAreShownAsTheyAre();
    void theFilterBoxIsReadyToTypeOver();
    void tabGoesFromControlToControl();
    void everyControlHasAName();

private:
    bool connectShop(bool local = true);
    widgets::TableView* table() const
    {
        return need<widgets::TableView>(m_page.get(), u"rulesTableView"_s);
    }
    QLineEdit* filter() const { return need<QLineEdit>(m_page.get(), u"rulesFilterEdit"_s); }
    QPushButton* change() const
    {
        return need<QPushButton>(m_page.get(), u"changeSelectedButton"_s);
    }
    QWidget* emptyState() const { return need<QWidget>(m_page.get(), u"inventoryEmptyState"_s); }
    QPushButton* offer() const { return need<QPushButton>(emptyState(), u"actionButton"_s); }
    QStringList collections() const;
    QFileDialog* exportDialog();

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::InventoryPresenter> m_presenter;
    std::unique_ptr<presenters::EnginePresenter> m_engine;
    std::unique_ptr<ui::InventoryPage> m_page;
};

void TestInventoryAlone::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    m_fixture->set.settings.setZoneId("UTC");
    m_presenter = std::make_unique<presenters::InventoryPresenter>(m_fixture->set, kSlow);
    m_engine = std::make_unique<presenters::EnginePresenter>(m_fixture->set);
    m_page = std::make_unique<ui::InventoryPage>(*m_presenter, *m_engine);
    m_page->resize(1'200, 700);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
}

void TestInventoryAlone::cleanup()
{
    m_page.reset();
    m_engine.reset();
    m_presenter.reset();
    m_fixture.reset();
}

/// Sessions (3 overdue), carts (2 overdue), and weather with a rule of its own (none overdue).
bool TestInventoryAlone::connectShop(bool local)
{
    tests::fillShop(*m_fixture);
    m_fixture->server->addIndex(kCarts, "madeAt", 86'400);
    for (std::int32_t id = 0; id < 2; ++id) {
        m_fixture->server->addDocument(kCarts, tests::agedDocument(*m_fixture, id, "madeAt", 48h));
    }
    ttl::CollectionSpec& weather = m_fixture->server->collection(kWeather).spec;
    weather.kind = ttl::CollectionKind::TimeSeries;
    weather.expireAfterSeconds = 86'400;
    weather.options = bson::makeDocument("timeseries", bson::makeDocument("timeField", "at"));
    return m_fixture->connect(local) && QTest::qWaitFor([this] {
               return m_presenter->forecast().state().phase == presenters::Phase::Ready
                   && table()->model()->rowCount() == 3;
           });
}

QStringList TestInventoryAlone::collections() const
{
    QStringList names;
    for (int row = 0; row < table()->model()->rowCount(); ++row) {
        names << tests::cell(table(), row, TtlRulesModel::NamespaceColumn);
    }
    return names;
}

QFileDialog* TestInventoryAlone::exportDialog()
{
    return click(need<QToolButton>(m_page.get(), u"rulesCsvButton"_s))
        ? need<QFileDialog>(m_page.get(), u"exportDialog"_s)
        : nullptr;
}

void TestInventoryAlone::withoutAConnectionTheEngineIsOffered()
{
    QVERIFY(emptyState()->isVisible());
    QVERIFY(offer()->isVisible());
    QVERIFY(!emptyState()->accessibleName().isEmpty());
    QVERIFY(connectShop());
    QVERIFY(!emptyState()->isVisible());
    m_fixture->set.connections.disconnectNow();
    QTRY_VERIFY(emptyState()->isVisible());
}

void TestInventoryAlone::anEmptyLocalServerOffersSampleData()
{
    QVERIFY(m_fixture->connect());
    QTRY_VERIFY(offer()->isVisible());
    m_fixture->server->hold("insert");
    QVERIFY(click(offer()));
    QTRY_VERIFY(m_engine->state().loadingSampleData);
    QVERIFY(!offer()->isVisible());
    m_fixture->server->release("insert");
}

void TestInventoryAlone::anEmptyRemoteServerOffersToReadAgain()
{
    QVERIFY(m_fixture->connect(false));
    QTRY_VERIFY(emptyState()->isVisible());
    m_fixture->server->collection(tests::kNotes);
    QVERIFY(click(offer()));
    QTRY_VERIFY(!emptyState()->isVisible());
}

void TestInventoryAlone::aServerWithoutRulesSaysSoInTheTable()
{
    m_fixture->server->collection(tests::kNotes);
    QVERIFY(m_fixture->connect());
    QTRY_VERIFY(table()->isVisible());
    QVERIFY(!table()->placeholderText().isEmpty());
    QVERIFY(!change()->isEnabled());
}

void TestInventoryAlone::theMostOverdueRuleIsOnTop()
{
    QVERIFY(connectShop());
    QCOMPARE(collections(), (QStringList{u"shop.sessions"_s, u"shop.carts"_s, u"shop.weather"_s}));
    // what administrators look for first stands first
    QCOMPARE(table()->horizontalHeader()->visualIndex(TtlRulesModel::NamespaceColumn), 0);
    QCOMPARE(table()->horizontalHeader()->visualIndex(TtlRulesModel::OverdueColumn), 3);
}

void TestInventoryAlone::theHeaderSortsBothWays()
{
    QVERIFY(connectShop());
    QHeaderView* header = table()->horizontalHeader();
    const auto clickHeader = [header](int column) {
        const int middle
            = header->sectionViewportPosition(column) + header->sectionSize(column) / 2;
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          QPoint(middle, header->height() / 2));
    };
    clickHeader(TtlRulesModel::NamespaceColumn);
    const QStringList once = collections();
    clickHeader(TtlRulesModel::NamespaceColumn);
    QStringList twice = collections();
    std::reverse(twice.begin(), twice.end());
    QCOMPARE(twice, once);
}

void TestInventoryAlone::theFilterIsAppliedAsItIsTyped_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("rows");
    QTest::newRow("a name") << u"CARTS"_s << 1;
    QTest::newRow("a condition") << u"overdue > 0"_s << 2;
    QTest::newRow("two conditions") << u"overdue > 0, carts"_s << 1;
    QTest::newRow("with a unit") << u"duration >= 1 d"_s << 2;
    QTest::newRow("half a condition") << u"overdue >"_s << 0;
    QTest::newRow("no pattern") << u".*"_s << 0;
    QTest::newRow("quotes") << u"\"' OR 1=1"_s << 0;
    QTest::newRow("blank") << u"   "_s << 3;
    QTest::newRow("10 kB") << QString(10'000, u'c') << 0;
}

void TestInventoryAlone::theFilterIsAppliedAsItIsTyped()
{
    QFETCH(QString, typed);
    QFETCH(int, rows);
    QVERIFY(connectShop());
    filter()->setText(typed);
    QCOMPARE(table()->model()->rowCount(), rows);
    filter()->clear();
    QCOMPARE(table()->model()->rowCount(), 3);
}

void TestInventoryAlone::theBoxesNarrowTheFilterFurther()
{
    QVERIFY(connectShop());
    auto* overdue = need<QCheckBox>(m_page.get(), u"onlyOverdueCheckBox"_s);
    overdue->click();
    QCOMPARE(table()->model()->rowCount(), 2);
    filter()->setText(u"carts"_s);
    QCOMPARE(collections(), QStringList{u"shop.carts"_s});
    overdue->click();
    filter()->clear();
    QCOMPARE(table()->model()->rowCount(), 3);
}

void TestInventoryAlone::whatDoesNotFitIsSaidOtherwiseThanNothing()
{
    QVERIFY(connectShop());
    filter()->setText(u"no such rule"_s);
    const QString filtered = table()->placeholderText();
    QVERIFY(!filtered.isEmpty());
    const bson::Document drop = bson::makeDocument("dropDatabase", 1);
    QVERIFY(m_fixture->server->runCommand("shop", drop, {}));
    m_fixture->server->collection(tests::kNotes);
    m_fixture->set.catalog.refresh();
    QTRY_VERIFY(table()->placeholderText() != filtered);
}

void TestInventoryAlone::theButtonCountsTheSelectedRules()
{
    QVERIFY(connectShop());
    QVERIFY(!change()->isEnabled());
    table()->selectRow(0);
    const QString one = change()->text();
    QVERIFY(change()->isEnabled());
    table()->selectAll();
    QVERIFY(change()->text().contains(u'2')); // the third is a collection's own
    table()->selectRow(1);
    QCOMPARE(change()->text(), one);
    table()->clearSelection();
    QVERIFY(!change()->isEnabled());
}

void TestInventoryAlone::anOwnRuleIsHandedToTheBatchWhichNamesIt()
{
    QVERIFY(connectShop());
    table()->selectAll();
    const std::vector<ttl::IndexRef> all = m_page->selectedIndexes();
    QCOMPARE(all.size(), std::size_t{3});
    QVERIFY(std::ranges::find(all, ttl::IndexRef{kWeather, {}}) != all.end());
    table()->selectRow(tests::rowNamed(table(), u"shop.weather"_s).row());
    const std::vector<ttl::IndexRef> alone = m_page->selectedIndexes();
    QCOMPARE(alone.size(), std::size_t{1});
    QCOMPARE(alone.front(), (ttl::IndexRef{kWeather, {}}));
}

void TestInventoryAlone::theSelectionIsOfTheSortedRows()
{
    QVERIFY(connectShop());
    std::vector<ttl::IndexRef> asked;
    connect(m_page.get(), &ui::InventoryPage::changeRequested, this,
            [&](const std::vector<ttl::IndexRef>& indexes) { asked = indexes; });
    table()->sortByColumn(TtlRulesModel::NamespaceColumn, Qt::AscendingOrder);
    table()->selectRow(0);
    QVERIFY(click(change()));
    QCOMPARE(asked, (std::vector<ttl::IndexRef>{{kCarts, "madeAt_1"}}));
}

void TestInventoryAlone::enterAndDoubleClickOpenTheCollection_data()
{
    QTest::addColumn<bool>("byKey");
    QTest::newRow("Enter") << true;
    QTest::newRow("double click") << false;
}

void TestInventoryAlone::enterAndDoubleClickOpenTheCollection()
{
    QFETCH(bool, byKey);
    QVERIFY(connectShop());
    std::vector<protocol::Namespace> opened;
    connect(m_page.get(), &ui::InventoryPage::collectionActivated, this,
            [&](const protocol::Namespace& ns) { opened.push_back(ns); });
    const QModelIndex second = table()->model()->index(1, 0);
    QVERIFY(tests::clickRow(table(), second));
    if (byKey) {
        QTest::keyClick(table(), Qt::Key_Return);
    } else {
        QTest::mouseDClick(table()->viewport(), Qt::LeftButton, {},
                           table()->visualRect(second).center());
    }
    QCOMPARE(opened, std::vector<protocol::Namespace>{kCarts});
}

void TestInventoryAlone::theRuleUnderTheArrowIsAnnounced()
{
    QVERIFY(connectShop());
    std::vector<ttl::IndexRef> announced;
    connect(m_page.get(), &ui::InventoryPage::ruleSelected, this,
            [&](const ttl::IndexRef& index) { announced.push_back(index); });
    QVERIFY(tests::clickRow(table(), table()->model()->index(0, 0)));
    QTest::keyClick(table(), Qt::Key_Down);
    const std::vector<ttl::IndexRef> expected{{tests::kSessions, "lastSeen_1"},
                                              {kCarts, "madeAt_1"}};
    QCOMPARE(announced, expected);
    QTest::keyClick(table(), Qt::Key_Right); // another cell of the same rule
    QCOMPARE(announced, expected);
}

void TestInventoryAlone::aRefusedCountIsSaidAndRepeated()
{
    QVERIFY(connectShop());
    m_fixture->server->fail("histogram", kRefused);
    m_presenter->refresh();
    auto* panel = need<QWidget>(m_page.get(), u"inventoryTimelinePanel"_s);
    auto* banner = need<QWidget>(panel, u"forecastErrorBanner"_s);
    QTRY_VERIFY(banner->isVisible());
    QCOMPARE(table()->model()->rowCount(), 3); // the rules are known all the same
    m_fixture->server->fail("histogram", std::nullopt);
    QVERIFY(click(need<QPushButton>(banner, u"actionButton"_s)));
    QTRY_VERIFY(!banner->isVisible());
}

void TestInventoryAlone::aSlowCountLeavesTheRulesReadable()
{
    m_fixture->server->hold("histogram");
    tests::fillShop(*m_fixture);
    QVERIFY(m_fixture->connect());
    QTRY_COMPARE(collections(), QStringList{u"shop.sessions"_s});
    QTRY_VERIFY(m_fixture->server->running("histogram") > 0);
    QVERIFY(!m_page->settled());
    const QString waiting = tests::cell(table(), 0, TtlRulesModel::OverdueColumn);
    m_fixture->server->release("histogram");
    QTRY_VERIFY(m_page->settled());
    QTRY_COMPARE(tests::cell(table(), 0, TtlRulesModel::OverdueColumn), u"3"_s);
    QVERIFY(waiting != u"0"_s); // not counted yet is not none
}

void TestInventoryAlone::aDroppedRuleLeavesTheTable()
{
    QVERIFY(connectShop());
    table()->selectRow(tests::rowNamed(table(), u"shop.carts"_s).row());
    m_fixture->server->collection(kCarts).indexes.pop_back();
    m_fixture->set.catalog.refresh();
    QTRY_COMPARE(table()->model()->rowCount(), 2);
    for (const ttl::IndexRef& index : m_page->selectedIndexes()) {
        QVERIFY(index.ns != kCarts);
    }
    QCOMPARE(change()->isEnabled(), !m_page->selectedIndexes().empty());
}

void TestInventoryAlone::aRefreshKeepsTheSelection()
{
    QVERIFY(connectShop());
    table()->selectRow(1);
    const int calls = m_fixture->server->calls("histogram");
    m_presenter->refresh();
    QTRY_VERIFY(m_fixture->server->calls("histogram") > calls);
    QTRY_VERIFY(m_page->settled());
    QCOMPARE(m_page->selectedIndexes(), (std::vector<ttl::IndexRef>{{kCarts, "madeAt_1"}}));
}

void TestInventoryAlone::theFileHoldsWhatIsShown()
{
    QVERIFY(connectShop());
    filter()->setText(u"overdue > 0"_s);
    QFileDialog* dialog = exportDialog();
    QVERIFY(dialog);
    filter()->clear(); // what was shown when it was asked for
    QFile file(m_fixture->folder.filePath(u"rules.csv"_s));
    dialog->selectFile(file.fileName());
    static_cast<QDialog*>(dialog)->accept();
    QTRY_VERIFY(file.exists());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().split('\n');
    QCOMPARE(lines.size(), 4); // headers, two rules, nothing behind the last line
    QVERIFY(lines.at(1).startsWith("shop.sessions,"));
    QVERIFY(lines.at(2).startsWith("shop.carts,"));
}

void TestInventoryAlone::aCancelledExportWritesNothing()
{
    QVERIFY(connectShop());
    const QPointer<QFileDialog> dialog = exportDialog();
    QVERIFY(dialog);
    dialog->selectFile(m_fixture->folder.filePath(u"rules.csv"_s));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(dialog.isNull());
    QVERIFY(!QFile::exists(m_fixture->folder.filePath(u"rules.csv"_s)));
}

void TestInventoryAlone::hostileNamesAreShownAsTheyAre()
{
    for (const char* name : {"<b>x</b>\u202Eb", "<b>x</b>\u2039U+202E\u203Ab"}) {
        m_fixture->server->addIndex({"evil", name}, "at", 60);
    }
    QVERIFY(m_fixture->connect());
    QTRY_COMPARE(table()->model()->rowCount(), 2);
    QTRY_VERIFY(m_page->settled());
    table()->setAlternatingRowColors(false);
    const auto name
        = [this](int row) { return table()->model()->index(row, TtlRulesModel::NamespaceColumn); };
    const auto picture = [&](int row) {
        return table()->viewport()->grab(table()->visualRect(name(row))).toImage();
    };
    QCOMPARE(picture(0), picture(1));
    for (int row = 0; row < 2; ++row) {
        const QString read = tests::toolTipAt(table(), name(row));
        QVERIFY2(read.startsWith(u"evil.<b>x</b>"_s), qPrintable(read));
    }
}

void TestInventoryAlone::theFilterBoxIsReadyToTypeOver()
{
    QVERIFY(connectShop());
    filter()->setText(u"carts"_s);
    m_page->focusFilter();
    QTest::keyClicks(filter(), u"sess"_s);
    QCOMPARE(filter()->text(), u"sess"_s);
    QCOMPARE(collections(), QStringList{u"shop.sessions"_s});
}

void TestInventoryAlone::tabGoesFromControlToControl()
{
    QVERIFY(connectShop());
    table()->selectRow(0);
    const QStringList wanted{
        u"changeSelectedButton"_s, u"onlyFindingsCheckBox"_s,     u"onlyOverdueCheckBox"_s,
        u"rulesCsvButton"_s,       u"rulesFilterChoicesButton"_s, u"rulesFilterEdit"_s,
        u"rulesTableView"_s};
    QSet<QString> visited;
    table()->setFocus();
    for (int i = 0; i < 60; ++i) {
        visited << QApplication::focusWidget()->objectName();
        QTest::keyClick(m_page.get(), Qt::Key_Tab);
    }
    for (const QString& name : wanted) {
        QVERIFY2(visited.contains(name), qPrintable(name));
    }
}

void TestInventoryAlone::everyControlHasAName()
{
    QVERIFY(connectShop());
    for (const QString& name :
         {u"rulesTableView"_s, u"rulesFilterEdit"_s, u"rulesCsvButton"_s,
          u"rulesFilterChoicesButton"_s, u"onlyOverdueCheckBox"_s, u"onlyFindingsCheckBox"_s}) {
        QVERIFY2(!need<QWidget>(m_page.get(), name)->accessibleName().isEmpty(), qPrintable(name));
    }
}

SANDGLASS_GUI_TEST(TestInventoryAlone)
} // namespace tst_ui_inventory_page

#include "tst_ui_inventory_page.moc"
