// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/explorer/inspector_presenter.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_presenters_inspector {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::ServiceFixture;

namespace {

const protocol::Namespace kSessions{"app", "sessions"};

} // namespace

class TestInspector : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anIndexIsExplainedInSentences();
    void aTtlIndexOfAKindThatExpiresNothingSaysSo();
    void anOwnRuleWithAnUnusableValuePromisesNothing();
    void aDocumentIsJudgedByEveryRule();
    void aDocumentThatNeverExpiresSaysWhy();
    void aVanishedIndexSaysSo();
    void whatCannotBeReadSaysWhy();
    void whatIsNotReadYetIsNotMissing();
    void clearingShowsNothing();
};

void TestInspector::anIndexIsExplainedInSentences()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    QVERIFY(fixture.connect());
    InspectorPresenter inspector(fixture.set);
    inspector.showIndex({kSessions, "seen_1"});
    QCOMPARE(inspector.state().title, u"seen_1"_s);
    QVERIFY(inspector.state().explanation.contains(u"5 min"_s));
    QVERIFY(!inspector.state().source.isEmpty());
    QVERIFY(std::ranges::any_of(inspector.state().facts,
                                [](const Fact& fact) { return fact.value == u"after 5 min"_s; }));
}

void TestInspector::aTtlIndexOfAKindThatExpiresNothingSaysSo()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->collection(kSessions).indexes.back().key = bson::makeDocument("seen", "hashed");
    QVERIFY(fixture.connect());
    InspectorPresenter inspector(fixture.set);
    inspector.showIndex({kSessions, "seen_1"});
    QVERIFY2(inspector.state().explanation.contains(u"deletes nothing"_s),
             qPrintable(inspector.state().explanation));
    const auto promisesExpiry = [&inspector] {
        return std::ranges::any_of(inspector.state().facts, [](const Fact& fact) {
            return fact.value.startsWith(u"after"_s);
        });
    };
    QVERIFY(!promisesExpiry());
    // its collection says the same
    inspector.showCollection(kSessions);
    QVERIFY(!promisesExpiry());
    QVERIFY2(inspector.state().explanation.contains(u"no TTL index is usable"_s),
             qPrintable(inspector.state().explanation));
    QVERIFY(std::ranges::any_of(inspector.state().facts, [](const Fact& fact) {
        return fact.label == u"seen_1"_s && fact.value.startsWith(u"never"_s)
            && fact.tone == Tone::Bad;
    }));
}

void TestInspector::anOwnRuleWithAnUnusableValuePromisesNothing()
{
    ServiceFixture fixture;
    ttl::CollectionSpec& spec = fixture.server->collection(kSessions).spec;
    spec.kind = ttl::CollectionKind::Clustered;
    spec.expireAfterSeconds = -60;
    QVERIFY(fixture.connect());
    InspectorPresenter inspector(fixture.set);
    inspector.showCollection(kSessions);
    QVERIFY2(inspector.state().explanation.contains(u"no TTL index is usable"_s),
             qPrintable(inspector.state().explanation));
    QVERIFY(std::ranges::any_of(inspector.state().facts, [](const Fact& fact) {
        return fact.value.startsWith(u"never"_s) && fact.tone == Tone::Bad;
    }));
}

void TestInspector::aDocumentIsJudgedByEveryRule()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->addIndex(kSessions, "made", 60);
    QVERIFY(fixture.connect());
    InspectorPresenter inspector(fixture.set);
    const bson::Date now = bson::Date::from(fixture.clock.now());
    inspector.showDocument(kSessions, bson::makeDocument("_id", 1, "seen", now, "made", now));
    QCOMPARE(inspector.state().facts.size(), std::size_t{2});
    QVERIFY(inspector.state().explanation.contains(u"in 1 min"_s)); // the earlier of the two
    fixture.clock.advance(std::chrono::minutes(2));
    inspector.showDocument(kSessions, bson::makeDocument("_id", 1, "seen", now, "made", now));
    QCOMPARE(inspector.state().explanation,
             u"It is 1 min overdue. The TTL monitor deletes it on its next pass."_s);
}

void TestInspector::aDocumentThatNeverExpiresSaysWhy()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    QVERIFY(fixture.connect());
    InspectorPresenter inspector(fixture.set);
    inspector.showDocument(kSessions, bson::makeDocument("_id", 1, "seen", "2030-01-01"));
    QCOMPARE(inspector.state().facts.front().tone, Tone::Warning);
    QCOMPARE(inspector.state().facts.front().value, u"never: the value is not a date"_s);
}

void TestInspector::aVanishedIndexSaysSo()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    QVERIFY(fixture.connect());
    InspectorPresenter inspector(fixture.set);
    inspector.showIndex({kSessions, "gone_1"});
    QCOMPARE(inspector.state().phase, Phase::Failed);
    QVERIFY(!inspector.state().explanation.isEmpty());
}

void TestInspector::whatCannotBeReadSaysWhy()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->fail("indexes", base::serverError(13, "Unauthorized", "not authorized"));
    QVERIFY(fixture.connect());
    InspectorPresenter inspector(fixture.set);
    inspector.showCollection(kSessions);
    QTRY_COMPARE(inspector.state().phase, Phase::Failed);
    QVERIFY(inspector.state().failure);
    QVERIFY(inspector.state().failure->notPermitted);
    inspector.showIndex({kSessions, "seen_1"});
    QVERIFY(inspector.state().failure);
    QVERIFY(inspector.state().explanation.isEmpty()); // whether it exists is not known
    // once it can be read, there is no failure
    fixture.server->fail("indexes", {});
    fixture.set.catalog.refresh();
    QTRY_COMPARE(inspector.state().phase, Phase::Ready);
    QVERIFY(!inspector.state().failure);
}

void TestInspector::whatIsNotReadYetIsNotMissing()
{
    ServiceFixture fixture;
    fixture.server->addIndex(kSessions, "seen", 300);
    fixture.server->hold("indexes");
    fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, {}, false);
    QTRY_VERIFY(fixture.set.catalog.catalog().find(kSessions));
    QVERIFY(!fixture.set.catalog.knows(kSessions));
    InspectorPresenter inspector(fixture.set);
    inspector.showCollection(kSessions);
    QCOMPARE(inspector.state().phase, Phase::Loading);
    QVERIFY(inspector.state().explanation.isEmpty());
    QVERIFY(inspector.state().facts.empty());
    inspector.showDocument(kSessions, bson::makeDocument("_id", 1));
    QVERIFY2(inspector.state().explanation.contains(u"not known yet"_s),
             qPrintable(inspector.state().explanation));
    fixture.server->release("indexes");
    QTRY_VERIFY(inspector.state().explanation.startsWith(u"Never expires"_s));
    inspector.showCollection(kSessions);
    QCOMPARE(inspector.state().phase, Phase::Ready);
    QVERIFY(!inspector.state().facts.empty());
}

void TestInspector::clearingShowsNothing()
{
    ServiceFixture fixture;
    InspectorPresenter inspector(fixture.set);
    inspector.showCollection(kSessions);
    inspector.clear();
    QVERIFY(inspector.state().title.isEmpty());
    QCOMPARE(inspector.state().phase, Phase::Idle);
}

SANDGLASS_TEST(TestInspector)
} // namespace tst_presenters_inspector

#include "tst_presenters_inspector.moc"
