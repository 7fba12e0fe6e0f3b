// SPDX-License-Identifier: GPL-3.0-or-later
// What the menus of the navigator and the menu Index offer.
#include "app/presenters/explorer/node_actions.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_presenters_node_actions {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};

/// A collection with an ordinary index and a TTL index.
struct Shop : ServiceFixture
{
    Shop()
    {
        server->addIndex(kCarts, "placedAt", std::nullopt);
        server->addIndex(kCarts, "seenAt", 60);
    }

    std::vector<NodeOffer> offers(const std::string& index) const
    {
        return nodeOffers(set, {kCarts, index});
    }
    /// Why something is not possible; "-" if it is not offered at all.
    QString reason(const std::string& index, NodeAction action) const
    {
        const auto all = offers(index);
        const auto found = std::ranges::find(all, action, &NodeOffer::action);
        return found == all.end() ? u"-"_s : found->reason;
    }
};

} // namespace

class TestNodeActions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCollectionOffersAnIndexAndTheDoctor();
    void ofSeveralIndexesOneHasToBeChosen();
    void anOrdinaryIndexCanBeConverted();
    void aTtlIndexCanBeChangedAndPurged();
    void theIndexOnIdStays();
    void aLockedServerSaysWhyNothingIsCreated();
    void aServerThatCannotHideSaysSo();
    void whatIsNotThereOffersNoChange();
    void onlyAFinishedIndexOnOneFieldCanBeConverted();
};

void TestNodeActions::aCollectionOffersAnIndexAndTheDoctor()
{
    Shop shop;
    QVERIFY(shop.connect());
    QCOMPARE(shop.offers({}),
             (std::vector<NodeOffer>{{NodeAction::NewIndex, {}},
                                     {NodeAction::Change, {}, "seenAt_1"},
                                     {NodeAction::Convert, {}, "placedAt_1"},
                                     {NodeAction::Purge, {}, "seenAt_1"},
                                     {NodeAction::Doctor, {}},
                                     {NodeAction::CopyName, {}}}));
}

void TestNodeActions::ofSeveralIndexesOneHasToBeChosen()
{
    Shop shop;
    shop.server->addIndex(kCarts, "leftAt", 60);
    shop.server->addIndex(kCarts, "paidAt", std::nullopt);
    QVERIFY(shop.connect());
    for (const NodeAction action : {NodeAction::Change, NodeAction::Convert, NodeAction::Purge}) {
        const QString reason = shop.reason({}, action);
        QVERIFY2(reason.contains(u"Choose one"_s), qPrintable(reason));
    }
}

void TestNodeActions::anOrdinaryIndexCanBeConverted()
{
    Shop shop;
    QVERIFY(shop.connect());
    QCOMPARE(shop.reason("placedAt_1", NodeAction::Convert), QString());
    QCOMPARE(shop.reason("placedAt_1", NodeAction::Hide), QString());
    QCOMPARE(shop.reason("placedAt_1", NodeAction::Drop), QString());
    QVERIFY(!shop.reason("placedAt_1", NodeAction::Change).isEmpty());
    QVERIFY(!shop.reason("placedAt_1", NodeAction::Purge).isEmpty());
}

void TestNodeActions::aTtlIndexCanBeChangedAndPurged()
{
    Shop shop;
    QVERIFY(shop.connect());
    QCOMPARE(shop.reason("seenAt_1", NodeAction::Change), QString());
    QCOMPARE(shop.reason("seenAt_1", NodeAction::Purge), QString());
    QVERIFY(!shop.reason("seenAt_1", NodeAction::Convert).isEmpty());
}

void TestNodeActions::theIndexOnIdStays()
{
    Shop shop;
    QVERIFY(shop.connect());
    for (const NodeAction action : {NodeAction::Convert, NodeAction::Hide, NodeAction::Drop}) {
        const QString reason = shop.reason("_id_", action);
        QVERIFY2(!reason.isEmpty() && reason != u"-"_s, qPrintable(reason));
    }
}

void TestNodeActions::aLockedServerSaysWhyNothingIsCreated()
{
    Shop shop;
    QVERIFY(shop.connect(false));
    QVERIFY(!shop.reason({}, NodeAction::NewIndex).isEmpty());
    shop.set.connections.unlock();
    QCOMPARE(shop.reason({}, NodeAction::NewIndex), QString());
}

void TestNodeActions::aServerThatCannotHideSaysSo()
{
    Shop shop;
    ttl::ServerInfo info;
    info.version = "4.2.0";
    info.versionNumbers = {4, 2, 0};
    shop.server->setInfo(info);
    QVERIFY(shop.connect());
    QVERIFY(!shop.reason("seenAt_1", NodeAction::Hide).isEmpty());
}

void TestNodeActions::whatIsNotThereOffersNoChange()
{
    Shop shop;
    QVERIFY(shop.connect());
    QCOMPARE(shop.reason("dropped_1", NodeAction::Drop), u"-"_s);
    QCOMPARE(shop.reason("dropped_1", NodeAction::CopyName), QString());
    QCOMPARE(nodeName({kCarts, "seenAt_1"}), u"shop.carts/seenAt_1"_s);
    QCOMPARE(nodeName({kCarts, {}}), u"shop.carts"_s);
}

void TestNodeActions::onlyAFinishedIndexOnOneFieldCanBeConverted()
{
    Shop shop;
    QVERIFY(shop.connect());
    ttl::IndexSpec spec = *shop.set.catalog.catalog().find(ttl::IndexRef{kCarts, "placedAt_1"});
    QVERIFY(canConvert(spec));
    spec.building = true;
    QVERIFY(!canConvert(spec));
}

SANDGLASS_TEST(TestNodeActions)
} // namespace tst_presenters_node_actions

#include "tst_presenters_node_actions.moc"
