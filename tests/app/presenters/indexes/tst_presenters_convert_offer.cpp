// SPDX-License-Identifier: GPL-3.0-or-later
// What a collection without a rule offers: the ordinary index on a date.
#include "app/bson/builder.h"
#include "app/presenters/indexes/convert_offer.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_presenters_convert_offer {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::ConvertOffer;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kTickets{"shop", "tickets"};

/// Tickets with indexes on a text and on a date.
struct Tickets : ServiceFixture
{
    Tickets()
    {
        server->addIndex(kTickets, "title", std::nullopt);
        server->addIndex(kTickets, "changedAt", std::nullopt);
        for (std::int32_t id = 0; id < 5; ++id) {
            server->addDocument(kTickets,
                                bson::makeDocument("_id", id, "title", "a", "changedAt",
                                                   bson::Date::from(clock.now() - 1h)));
        }
    }
};

} // namespace

class TestConvertOffer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theIndexOnADateIsOffered();
    void aHiddenPageTakesNoSample();
    void aRuleEndsTheOffer();
    void withoutADateNothingIsOffered();
    void aRefusedSampleOffersNothing();
};

void TestConvertOffer::theIndexOnADateIsOffered()
{
    Tickets fixture;
    QVERIFY(fixture.connect());
    ConvertOffer offer(fixture.set, kTickets);
    const QSignalSpy changed(&offer, &ConvertOffer::changed);
    offer.setVisible(true);
    QTRY_COMPARE(offer.name(), u"changedAt_1"_s);
    QCOMPARE(*offer.index(), (ttl::IndexRef{kTickets, "changedAt_1"}));
    QCOMPARE(changed.count(), 1);
}

void TestConvertOffer::aHiddenPageTakesNoSample()
{
    Tickets fixture;
    QVERIFY(fixture.connect());
    ConvertOffer offer(fixture.set, kTickets);
    Q_EMIT fixture.set.catalog.changed();
    QCOMPARE(fixture.server->calls("fieldCandidates"), 0);
    offer.setVisible(true);
    QTRY_VERIFY(offer.index());
    const int once = fixture.server->calls("fieldCandidates");
    // the same indexes are not asked for again
    Q_EMIT fixture.set.catalog.changed();
    QCOMPARE(fixture.server->calls("fieldCandidates"), once);
}

void TestConvertOffer::aRuleEndsTheOffer()
{
    Tickets fixture;
    QVERIFY(fixture.connect());
    ConvertOffer offer(fixture.set, kTickets);
    offer.setVisible(true);
    QTRY_VERIFY(offer.index());
    fixture.server->addIndex(kTickets, "seenAt", 60);
    fixture.set.catalog.refresh();
    QTRY_VERIFY(!offer.index());
}

void TestConvertOffer::withoutADateNothingIsOffered()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kTickets, "title", std::nullopt);
    fixture.server->addDocument(kTickets, bson::makeDocument("_id", 1, "title", "a"));
    QVERIFY(fixture.connect());
    ConvertOffer offer(fixture.set, kTickets);
    offer.setVisible(true);
    QTRY_COMPARE(fixture.server->calls("fieldCandidates"), 1);
    QVERIFY(!offer.index());
}

void TestConvertOffer::aRefusedSampleOffersNothing()
{
    Tickets fixture;
    fixture.server->fail("fieldCandidates", base::serverError(13, "Unauthorized", "not for you"));
    QVERIFY(fixture.connect());
    ConvertOffer offer(fixture.set, kTickets);
    const QSignalSpy changed(&offer, &ConvertOffer::changed);
    offer.setVisible(true);
    QTRY_COMPARE(fixture.server->calls("fieldCandidates"), 1);
    QCoreApplication::processEvents();
    QCOMPARE(changed.count(), 0);
}

SANDGLASS_TEST(TestConvertOffer)
} // namespace tst_presenters_convert_offer

#include "tst_presenters_convert_offer.moc"
