// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/inventory/inventory_presenter.h"
#include "app/services/forecast/forecast_service.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QSignalSpy>
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
    void rowsAppearWhileTheServerIsRead();
    void ofALargeServerTheCollectionsInViewAreCounted();
    void theNextWaveIsTheSameInEveryRange();
    void anAnswerWithTheSameNumbersLeavesTheTableAlone();
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
    QCOMPARE(*row.nextWave, std::int64_t{1});
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

void TestInventory::rowsAppearWhileTheServerIsRead()
{
    ServiceFixture fixture;
    for (int i = 0; i < 30; ++i) {
        fixture.server->addIndex({"app", "c" + std::to_string(i)}, "seen", 300);
    }
    InventoryPresenter inventory(fixture.set, kSlow);
    inventory.setVisible(true);
    fixture.server->hold("databases");
    fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    QTRY_COMPARE(inventory.state().phase, Phase::Loading);
    QTRY_COMPARE(inventory.state().extentText, u"reading the collections…"_s);
    QVERIFY(!inventory.state().empty);
    fixture.server->hold("indexes");
    fixture.server->release("databases");
    QTRY_COMPARE(inventory.state().extentText, u"0 of 30 collections read"_s);
    QCOMPARE(inventory.state().phase, Phase::Loading);
    QVERIFY(!inventory.state().empty);
    fixture.server->release("indexes");
    QTRY_COMPARE(inventory.state().phase, Phase::Ready);
    QCOMPARE(inventory.state().rules, 30);
    QCOMPARE(inventory.state().extentText, QString());
}

void TestInventory::ofALargeServerTheCollectionsInViewAreCounted()
{
    ServiceFixture fixture;
    const auto name = [](int i) { return protocol::Namespace{"app", "c" + std::to_string(i)}; };
    for (int i = 0; i < 60; ++i) {
        fixture.server->addIndex(name(i), "seen", 300);
        fixture.server->addDocument(
            name(i),
            bson::makeDocument("_id", 1, "seen", bson::Date::from(fixture.clock.now() - 400s)));
    }
    InventoryPresenter inventory(fixture.set, kSlow);
    inventory.setSeen({name(50), name(51)});
    inventory.setVisible(true);
    QVERIFY(fixture.connect(false));
    const auto countOf = [&](int i) {
        const TtlRulesModel& rules = inventory.rules();
        for (int row = 0; row < rules.rowCount(); ++row) {
            if (rules.row(row).index.ns == name(i)) {
                return rules.row(row).documents;
            }
        }
        return std::optional<std::int64_t>();
    };
    inventory.setSeen({name(50), name(51)});
    QTRY_COMPARE(countOf(50), std::optional<std::int64_t>(1));
    QVERIFY(!countOf(3));
    QVERIFY(inventory.state().partlyCounted);
    QCOMPARE(inventory.state().extentText, u"2 collection(s) in view counted"_s);
    // the sum is not that of the server
    QCOMPARE(inventory.forecast().figures().overdue.text, u"≥ 2"_s);
    // scrolling counts what comes into view; what was counted stays
    inventory.setSeen({name(3)});
    QTRY_COMPARE(countOf(3), std::optional<std::int64_t>(1));
    QCOMPARE(countOf(50), std::optional<std::int64_t>(1));
    inventory.coverAll(true);
    QTRY_COMPARE(inventory.forecast().answer().rules.size(), std::size_t{60});
    QTRY_VERIFY(!inventory.state().partlyCounted);
    QCOMPARE(countOf(20), std::optional<std::int64_t>(1));
    QCOMPARE(inventory.forecast().figures().overdue.text, u"60"_s);
}

void TestInventory::theNextWaveIsTheSameInEveryRange()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    for (int i = 0; i < 9; ++i) { // tomorrow, beyond the hour that is shown first
        fixture.server->addDocument(
            kSessions,
            bson::makeDocument("_id", i, "seen",
                               bson::Date::from(fixture.clock.now() + 30h + 1min * i)));
    }
    InventoryPresenter inventory(fixture.set, kSlow);
    inventory.setVisible(true);
    QVERIFY(fixture.connect());
    QTRY_VERIFY(inventory.rules().rowCount() == 1 && inventory.rules().row(0).nextWave);
    const auto wave
        = std::pair(inventory.rules().row(0).nextWave, inventory.rules().row(0).nextWaveAt);
    QVERIFY(*wave.first > 0);
    for (const Horizon horizon : {Horizon::Minutes5, Horizon::Days7, Horizon::Year1}) {
        const auto answers = inventory.forecast().state().answerNumber;
        inventory.forecast().setHorizon(horizon);
        QTRY_VERIFY(inventory.forecast().state().answerNumber > answers);
        QCOMPARE(std::pair(inventory.rules().row(0).nextWave, inventory.rules().row(0).nextWaveAt),
                 wave);
    }
}

void TestInventory::anAnswerWithTheSameNumbersLeavesTheTableAlone()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->addDocument(
        kSessions,
        bson::makeDocument("_id", 1, "seen", bson::Date::from(fixture.clock.now() - 400s)));
    InventoryPresenter inventory(fixture.set, kSlow);
    inventory.setVisible(true);
    QVERIFY(fixture.connect());
    QTRY_VERIFY(inventory.rules().rowCount() == 1 && inventory.rules().row(0).documents);
    QSignalSpy cells(&inventory.rules(), &QAbstractItemModel::dataChanged);
    QSignalSpy states(&inventory, &InventoryPresenter::stateChanged);
    const auto answers = inventory.forecast().state().answerNumber;
    inventory.forecast().refresh();
    QTRY_VERIFY(inventory.forecast().state().answerNumber > answers);
    QCOMPARE(cells.count(), 0);
    QCOMPARE(states.count(), 0);
    fixture.server->addDocument(kSessions, bson::makeDocument("_id", 2));
    inventory.forecast().refresh();
    QTRY_COMPARE(*inventory.rules().row(0).documents, std::int64_t{2});
    QVERIFY(cells.count() > 0);
    QCOMPARE(states.count(), 0); // the head is the same
}

SANDGLASS_TEST(TestInventory)
} // namespace tst_presenters_inventory

#include "tst_presenters_inventory.moc"
