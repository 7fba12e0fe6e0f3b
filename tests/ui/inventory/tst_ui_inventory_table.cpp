// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the inventory: how many rules it shows, and what it says instead of them.
#include "app/presenters/engine/engine_presenter.h"
#include "app/presenters/inventory/inventory_presenter.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/inventory/inventory_page.h"
#include "widgets/views/elided_label.h"
#include "widgets/views/table_view.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

#include <string>

namespace tst_ui_inventory_table {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::click;
using tests::need;
using tests::ServiceFixture;

class TestInventoryTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void init();
    void cleanup();
    void theCaptionCountsWhatTheFilterShows();
    void aConditionThatCannotBeReadIsExplained();
    void theFirstReadingCanBeCancelled();
    void aServerWithManyRulesFitsASmallWindow();
    void afterALossTheRulesAreDimmedAndSayOfWhenTheyAre();
    void rulesThatCannotBeReadAgainAreDimmed();
    void countsThatFailDimTheRules();

private:
    bool connectShop();
    widgets::TableView* table() const
    {
        return need<widgets::TableView>(m_page.get(), u"rulesTableView"_s);
    }
    widgets::ElidedLabel* caption() const
    {
        return need<widgets::ElidedLabel>(m_page.get(), u"rulesCaptionLabel"_s);
    }
    QLineEdit* filter() const { return need<QLineEdit>(m_page.get(), u"rulesFilterEdit"_s); }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::InventoryPresenter> m_presenter;
    std::unique_ptr<presenters::EnginePresenter> m_engine;
    std::unique_ptr<ui::InventoryPage> m_page;
};

void TestInventoryTable::init()
{
    m_fixture = std::make_unique<ServiceFixture>();
    m_presenter = std::make_unique<presenters::InventoryPresenter>(
        m_fixture->set, presenters::RefreshPacing{24h, 24h});
    m_engine = std::make_unique<presenters::EnginePresenter>(m_fixture->set);
    m_page = std::make_unique<ui::InventoryPage>(*m_presenter, *m_engine);
    m_page->resize(1'200, 700);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
}

void TestInventoryTable::cleanup()
{
    m_page.reset();
    m_engine.reset();
    m_presenter.reset();
    m_fixture.reset();
}

/// Sessions with three overdue documents, and two collections with none.
bool TestInventoryTable::connectShop()
{
    tests::fillShop(*m_fixture);
    m_fixture->server->addIndex({"shop", "carts"}, "madeAt", 86'400);
    m_fixture->server->addIndex({"shop", "logs"}, "at", 86'400);
    return m_fixture->connect() && QTest::qWaitFor([this] {
               return m_presenter->forecast().state().phase == presenters::Phase::Ready
                   && table()->model()->rowCount() == 3;
           });
}

void TestInventoryTable::theCaptionCountsWhatTheFilterShows()
{
    QVERIFY(connectShop());
    auto* caption = need<widgets::ElidedLabel>(m_page.get(), u"rulesCaptionLabel"_s);
    const QString all = caption->text();
    QVERIFY2(all.startsWith(u"3 "_s), qPrintable(all));
    filter()->setText(u"carts"_s);
    QVERIFY2(caption->text().startsWith(u"1 of 3 "_s), qPrintable(caption->text()));
    need<QCheckBox>(m_page.get(), u"onlyFindingsCheckBox"_s)->click();
    QVERIFY2(caption->text().startsWith(u"0 of 3 "_s), qPrintable(caption->text()));
    need<QCheckBox>(m_page.get(), u"onlyFindingsCheckBox"_s)->click();
    filter()->clear();
    QCOMPARE(caption->text(), all);
}

void TestInventoryTable::aConditionThatCannotBeReadIsExplained()
{
    QVERIFY(connectShop());
    filter()->setText(u"foo > 5"_s);
    QVERIFY2(table()->placeholderText().contains(u"foo > 5"_s),
             qPrintable(table()->placeholderText()));
    QCOMPARE(filter()->accessibleDescription(), table()->placeholderText());
    QCOMPARE(table()->accessibleDescription(), table()->placeholderText());
    filter()->setText(u"overdue > 1"_s);
    QVERIFY(filter()->accessibleDescription().isEmpty());
    // a table with rows does not say why it has none
    QVERIFY(table()->accessibleDescription() != table()->placeholderText());
}

void TestInventoryTable::theFirstReadingCanBeCancelled()
{
    tests::fillShop(*m_fixture);
    m_fixture->server->hold("indexes");
    m_fixture->server->hold("listedIndexes");
    m_fixture->server->hold("collections");
    m_fixture->set.connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    auto* busy = need<QWidget>(m_page.get(), u"rulesBusyOverlay"_s);
    QTRY_VERIFY(busy->isVisible());
    QVERIFY(click(need<QPushButton>(busy, u"cancelButton"_s)));
    QVERIFY(!busy->isVisible());
    QCOMPARE(m_presenter->state().phase, presenters::Phase::Failed);
    m_fixture->server->release("indexes");
    m_fixture->server->release("listedIndexes");
    m_fixture->server->release("collections");
    m_presenter->refresh();
    QTRY_COMPARE(m_presenter->state().phase, presenters::Phase::Ready);
}

void TestInventoryTable::aServerWithManyRulesFitsASmallWindow()
{
    for (int i = 0; i < 1'200; ++i) {
        m_fixture->server->addIndex({"shop", "collection_" + std::to_string(i)}, "seen", 300);
    }
    m_presenter->setVisible(true);
    QVERIFY(m_fixture->connect(false));
    QTRY_VERIFY(m_presenter->state().partlyCounted);
    const auto* caption = need<widgets::ElidedLabel>(m_page.get(), u"rulesCaptionLabel"_s);
    QTRY_VERIFY2(caption->text().contains(u"in view"_s), qPrintable(caption->text()));
    QVERIFY(need<QCheckBox>(m_page.get(), u"countAllCheckBox"_s)->isVisible());
    // the room that a window of 1280×800 leaves beside the navigator
    m_page->resize(1'060, 680);
    const auto* scroll = need<QScrollArea>(m_page.get(), u"inventoryScrollArea"_s);
    QTRY_COMPARE(scroll->horizontalScrollBar()->maximum(), 0);
    QCOMPARE(caption->accessibleName(), caption->text());
}

void TestInventoryTable::afterALossTheRulesAreDimmedAndSayOfWhenTheyAre()
{
    const base::Error lost = base::failure(Errc::Network, "connection reset");
    m_fixture->set.settings.setZoneId("UTC");
    QVERIFY(connectShop());
    QVERIFY(!table()->isDimmed());
    const QString fresh = caption()->text();
    m_fixture->factory->refuse(lost);
    m_fixture->server->fail("histogram", lost);
    m_presenter->forecast().refresh();
    QTRY_VERIFY(!m_fixture->set.connections.isConnected());
    QTRY_VERIFY(table()->isDimmed());
    QCOMPARE(table()->model()->rowCount(), 3);
    QVERIFY2(caption()->accessibleName().contains(u" · as of 00:00:00 UTC · "_s),
             qPrintable(caption()->accessibleName()));
    QVERIFY(table()->accessibleDescription().contains(u"as of 00:00:00 UTC"_s));
    m_fixture->server->fail("histogram", std::nullopt);
    m_fixture->factory->refuse(std::nullopt);
    m_fixture->set.connections.retryNow();
    QTRY_VERIFY(!table()->isDimmed());
    QCOMPARE(m_presenter->state().phase, presenters::Phase::Ready);
    QTRY_COMPARE(caption()->text(), fresh);
}

void TestInventoryTable::rulesThatCannotBeReadAgainAreDimmed()
{
    QVERIFY(connectShop());
    m_fixture->server->fail("databases", base::failure(Errc::Timeout, "too slow"));
    m_fixture->set.catalog.refresh();
    QTRY_VERIFY(m_presenter->state().failure);
    QVERIFY(table()->isDimmed());
    QVERIFY(caption()->text().contains(u"as of "_s));
    m_fixture->server->fail("databases", std::nullopt);
    m_fixture->set.catalog.refresh();
    QTRY_VERIFY(!table()->isDimmed());
    QVERIFY(!caption()->text().contains(u"as of "_s));
}

void TestInventoryTable::countsThatFailDimTheRules()
{
    QVERIFY(connectShop());
    m_fixture->server->fail("histogram", base::failure(Errc::Timeout, "too slow"));
    m_presenter->forecast().refresh();
    QTRY_VERIFY(table()->isDimmed());
    QVERIFY(caption()->text().contains(u"as of "_s));
    m_fixture->server->fail("histogram", std::nullopt);
    m_presenter->forecast().refresh();
    QTRY_VERIFY(!table()->isDimmed());
}

SANDGLASS_GUI_TEST(TestInventoryTable)
} // namespace tst_ui_inventory_table

#include "tst_ui_inventory_table.moc"
