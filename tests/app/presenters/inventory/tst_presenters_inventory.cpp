// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/inventory/inventory_presenter.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_presenters_inventory {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;
using ttl::doctor::CheckId;

namespace {

const protocol::Namespace kSessions{"app", "sessions"};
const protocol::Namespace kCarts{"shop", "carts"};
const RefreshPacing kSlow{1h, 1h};

bool has(const RuleRow& row, CheckId finding)
{
    return std::ranges::find(row.findings, finding, &ttl::doctor::Finding::check)
        != row.findings.end();
}

} // namespace

class TestInventory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRuleHasARowWithItsCounts();
    void findingsAreNamed();
    void theTableFiltersAndSorts();
    void plainTextsAreThoseOfTheShownRows();
    void anEmptyServerOffersSampleData();
};

void TestInventory::everyRuleHasARowWithItsCounts()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->addIndex(kCarts, "lastModified", std::nullopt);
    fixture.server->addDocument(
        kSessions,
        bson::makeDocument("_id", 1, "seen", bson::Date::from(fixture.clock.now() - 400s)));
    fixture.server->addDocument(
        kSessions,
        bson::makeDocument("_id", 2, "seen", bson::Date::from(fixture.clock.now() - 240s)));
    fixture.server->addDocument(kSessions, bson::makeDocument("_id", 3));
    InventoryPresenter inventory(fixture.set, kSlow);
    QAbstractItemModelTester tester(&inventory.rules(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    QAbstractItemModelTester shown(&inventory.shownRules(),
                                   QAbstractItemModelTester::FailureReportingMode::QtTest);
    inventory.setVisible(true);
    QVERIFY(fixture.connect());
    QTRY_COMPARE(inventory.rules().rowCount(), 1);
    QTRY_VERIFY(inventory.rules().row(0).documents.has_value());
    const RuleRow& row = inventory.rules().row(0);
    QCOMPARE(*row.documents, std::int64_t{3});
    QCOMPARE(*row.dated, std::int64_t{2});
    QCOMPARE(*row.overdue, std::int64_t{1});
    QCOMPARE(row.nextWave, std::int64_t{1});
    QCOMPARE(inventory.state().rules, 1);
    QVERIFY(!inventory.state().empty);
}

void TestInventory::findingsAreNamed()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->addIndex(kSessions, "made", 300);
    fixture.server->addIndex(kCarts, "lastModified", 300);
    ttl::IndexSpec& carts = fixture.server->collection(kCarts).indexes.back();
    carts.hidden = true;
    carts.expiryValueInvalid = true;
    carts.expireAfterSeconds.reset();
    fixture.server->addDocument(
        kSessions,
        bson::makeDocument("_id", 1, "seen", bson::Date::from(fixture.clock.now() - 1h)));
    InventoryPresenter inventory(fixture.set, kSlow);
    inventory.setVisible(true);
    QVERIFY(fixture.connect());
    QTRY_COMPARE(inventory.rules().rowCount(), 3);
    QTRY_VERIFY(inventory.rules().row(0).overdue.has_value());
    QVERIFY(has(inventory.rules().row(0), CheckId::TwoRules));
    QVERIFY(has(inventory.rules().row(0), CheckId::DueDeleted));
    QVERIFY(has(inventory.rules().row(1), CheckId::SomeDated));
    QVERIFY(has(inventory.rules().row(2), CheckId::RuleObeyed));
    QVERIFY(has(inventory.rules().row(2), CheckId::HiddenDeletes));
}

void TestInventory::theTableFiltersAndSorts()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 90'000);
    fixture.server->addIndex(kCarts, "lastModified", 9'000);
    InventoryPresenter inventory(fixture.set, kSlow);
    QVERIFY(fixture.connect());
    QTRY_COMPARE(inventory.shownRules().rowCount(), 2);
    inventory.shownRules().sort(TtlRulesModel::DurationColumn);
    QCOMPARE(inventory.shownRules().index(0, TtlRulesModel::NamespaceColumn).data().toString(),
             u"shop.carts"_s);
    inventory.setFilterText(u"SESS"_s);
    QCOMPARE(inventory.shownRules().rowCount(), 1);
    const auto ref = inventory.shownRules()
                         .index(0, 0)
                         .data(TtlRulesModel::IndexRefRole)
                         .value<ttl::IndexRef>();
    QCOMPARE(ref.name, std::string("seen_1"));
    inventory.setFilterText({});
    inventory.setOnlyOverdue(true);
    QCOMPARE(inventory.shownRules().rowCount(), 0);
}

void TestInventory::plainTextsAreThoseOfTheShownRows()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    InventoryPresenter inventory(fixture.set, kSlow);
    QVERIFY(fixture.connect());
    QTRY_COMPARE(inventory.shownRules().rowCount(), 1);
    QStringList texts;
    for (int column = 0; column < 4; ++column) {
        texts << inventory.shownRules().index(0, column).data(TtlRulesModel::PlainRole).toString();
    }
    QCOMPARE(texts, (QStringList{u"app.sessions"_s, u"seen"_s, u"after a period"_s, u"5 min"_s}));
}

void TestInventory::anEmptyServerOffersSampleData()
{
    ServiceFixture fixture;
    InventoryPresenter inventory(fixture.set, kSlow);
    QVERIFY(!inventory.state().empty);
    QVERIFY(fixture.connect());
    QTRY_VERIFY(inventory.state().empty);
}

SANDGLASS_TEST(TestInventory)
} // namespace tst_presenters_inventory

#include "tst_presenters_inventory.moc"
