// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/services/engine/sample_collections.h"
#include "app/ttl/expiry_rule.h"
#include "app/ttl/rule.h"
#include "tests/support/fake_documents.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <functional>
#include <set>

namespace tst_services_sample_collections {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::SampleCollection;
using services::sampleCollections;
using services::SampleRandom;

namespace {

const base::Time kNow(base::Millis(1'893'456'000'000));

std::vector<bson::Document> documentsOf(const SampleCollection& collection, unsigned seed = 1)
{
    SampleRandom random(seed);
    std::vector<bson::Document> all;
    for (int number = 0; number < collection.documents; ++number) {
        all.push_back(collection.make(number, kNow, random));
    }
    return all;
}

const SampleCollection& byName(const std::string& name)
{
    const auto found = std::ranges::find(sampleCollections(), name, &SampleCollection::name);
    if (found == sampleCollections().end()) {
        qFatal("there is no collection %s", name.c_str());
    }
    return *found;
}

/// What becomes of a collection's documents by its index.
struct Fates
{
    std::int64_t overdue = 0;
    std::int64_t withinHour = 0;
    std::int64_t withinDay = 0;
    std::int64_t later = 0;
    ttl::NeverCounts never;
};

Fates fatesOf(const SampleCollection& collection)
{
    const ttl::IndexSpec index = tests::parsed(collection.index);
    ttl::ExpiryRule rule = ttl::expiryRuleOf(index);
    if (index.partialFilter) {
        rule.inFilter = [filter = *index.partialFilter](bson::DocumentView document) {
            return tests::matches(filter, document);
        };
    }
    Fates fates;
    for (const bson::Document& document : documentsOf(collection)) {
        const ttl::Verdict verdict = ttl::judge(rule, document);
        if (verdict.never) {
            ++fates.never.of(*verdict.never);
        } else if (*verdict.eligibleAt <= kNow) {
            ++fates.overdue;
        } else if (*verdict.eligibleAt <= kNow + 1h) {
            ++fates.withinHour;
        } else {
            ++(*verdict.eligibleAt <= kNow + 24h ? fates.withinDay : fates.later);
        }
    }
    return fates;
}

} // namespace

class TestSampleCollections : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thereAreNineWithFiftyThousandDocuments();
    void everyIndexIsOnADateOfItsDocuments();
    void theSameSeedGivesTheSameDocuments();
    void everyIdIsThereOnce();
    void noDocumentIsOlderThanItsStory();
    void expiriesLieOverMinutesHoursAndDays();
    void someAreOverdueAndSomeNeverGo();
    void theClassicMistakesAreAmongThem();
    void theCollectionToConvertExpiresNothing();
    void theRegularsAreNotOverdue();
    void freshDocumentsAreOfTheSameKind_data();
    void freshDocumentsAreOfTheSameKind();
    void freshDocumentsHaveIdsOfTheirOwn();
};

void TestSampleCollections::thereAreNineWithFiftyThousandDocuments()
{
    std::set<std::string> names;
    int documents = 0;
    for (const SampleCollection& collection : sampleCollections()) {
        names.insert(collection.name);
        documents += collection.documents;
    }
    QCOMPARE(names.size(), std::size_t{9});
    QCOMPARE(documents, 50'000);
}

void TestSampleCollections::everyIndexIsOnADateOfItsDocuments()
{
    for (const SampleCollection& collection : sampleCollections()) {
        const ttl::IndexSpec index = tests::parsed(collection.index);
        const std::string field = index.singleField();
        QVERIFY2(!field.empty(), collection.name.c_str());
        const std::vector<bson::Document> documents = documentsOf(collection);
        const auto dated = std::ranges::count_if(documents, [&](const bson::Document& document) {
            return document[field].type() == bson::Type::Date;
        });
        QVERIFY2(dated * 10 > collection.documents * 9, collection.name.c_str());
        QVERIFY2(index.name == field + "_1" || index.name == field + "_-1", index.name.c_str());
    }
}

void TestSampleCollections::theSameSeedGivesTheSameDocuments()
{
    for (const SampleCollection& collection : sampleCollections()) {
        QVERIFY2(documentsOf(collection, 7) == documentsOf(collection, 7), collection.name.c_str());
    }
    QVERIFY(documentsOf(byName("authLog"), 7) != documentsOf(byName("authLog"), 8));
}

void TestSampleCollections::everyIdIsThereOnce()
{
    for (const SampleCollection& collection : sampleCollections()) {
        std::set<std::int64_t> ids;
        for (const bson::Document& document : documentsOf(collection)) {
            ids.insert(document["_id"].toInt64());
        }
        QCOMPARE(ids.size(), static_cast<std::size_t>(collection.documents));
    }
}

void TestSampleCollections::noDocumentIsOlderThanItsStory()
{
    for (const SampleCollection& collection : sampleCollections()) {
        for (const bson::Document& document : documentsOf(collection)) {
            for (const bson::Element& field : document.view()) {
                if (field.value.type() == bson::Type::Date) {
                    const base::Time at = field.value.asDate().time();
                    QVERIFY2(at > kNow - 91 * 24h && at < kNow + 8 * 24h, collection.name.c_str());
                }
            }
        }
    }
}

void TestSampleCollections::expiriesLieOverMinutesHoursAndDays()
{
    Fates all;
    for (const SampleCollection& collection : sampleCollections()) {
        const Fates fates = fatesOf(collection);
        all.withinHour += fates.withinHour;
        all.withinDay += fates.withinDay;
        all.later += fates.later;
    }
    for (const std::int64_t part : {all.withinHour, all.withinDay, all.later}) {
        QVERIFY2(part > 2'000, qPrintable(QString::number(part)));
    }
}

void TestSampleCollections::someAreOverdueAndSomeNeverGo()
{
    for (const char* name : {"authLog", "tokenLog", "log.events", "app.events"}) {
        const Fates fates = fatesOf(byName(name));
        QVERIFY2(fates.overdue > 0, name);
        QVERIFY2(fates.overdue < byName(name).documents / 5, name);
    }
}

void TestSampleCollections::theClassicMistakesAreAmongThem()
{
    const ttl::NeverCounts events = fatesOf(byName("log.events")).never;
    QVERIFY(events.notADate > 0); // a date written as text
    QVERIFY(events.noField > 0);
    QVERIFY(fatesOf(byName("app.events")).never.noField > 0);
    QVERIFY(fatesOf(byName("carts")).never.outsideFilter > 0); // paid ones are kept
}

void TestSampleCollections::theCollectionToConvertExpiresNothing()
{
    QVERIFY(!byName("tickets").index.contains("expireAfterSeconds"));
    for (const SampleCollection& collection : sampleCollections()) {
        QVERIFY2(collection.name == "tickets"
                     || collection.index["expireAfterSeconds"].toExactInt64().has_value(),
                 collection.name.c_str());
    }
    QCOMPARE(byName("app.events").index["expireAfterSeconds"].toInt64(), 0);
}

void TestSampleCollections::theRegularsAreNotOverdue()
{
    // live traffic touches each now and then; most have to be there when it begins
    SampleRandom random(1);
    int overdue = 0;
    for (int number = 0; number < services::kRegularSessions; ++number) {
        const bson::Document session = byName("authLog").make(number, kNow, random);
        QCOMPARE(session["_id"].toInt64(), number);
        overdue += session["accessTime"].asDate().time() <= kNow - 300s ? 1 : 0;
    }
    QVERIFY(overdue * 10 < services::kRegularSessions);
}

void TestSampleCollections::freshDocumentsAreOfTheSameKind_data()
{
    QTest::addColumn<int>("maker");
    QTest::newRow("authLog") << 0;
    QTest::newRow("log.events") << 1;
    QTest::newRow("app.events") << 2;
    QTest::newRow("pageCache") << 3;
}

void TestSampleCollections::freshDocumentsAreOfTheSameKind()
{
    QFETCH(int, maker);
    using Maker = bson::Document (*)(base::Time, SampleRandom&);
    const Maker makers[] = {services::freshAuthSession, services::freshLogEvent,
                            services::freshAppEvent, services::freshPage};
    const SampleCollection& collection = byName(QTest::currentDataTag());
    const ttl::ExpiryRule rule = ttl::expiryRuleOf(tests::parsed(collection.index));
    SampleRandom random(3);
    const bson::Document stored = collection.make(0, kNow, random);
    for (int i = 0; i < 100; ++i) {
        const bson::Document fresh = makers[maker](kNow, random);
        QVERIFY(!ttl::isExpired(rule, fresh, kNow) || ttl::judge(rule, fresh).eligibleAt == kNow);
        for (const bson::Element& field : stored.view()) {
            QVERIFY2(fresh.contains(field.key), std::string(field.key).c_str());
        }
    }
}

void TestSampleCollections::freshDocumentsHaveIdsOfTheirOwn()
{
    SampleRandom one(3);
    SampleRandom other(3); // the same numbers in another run
    const bson::Document first = services::freshPage(kNow, one);
    const bson::Document second = services::freshPage(kNow, other);
    QCOMPARE(first["_id"].type(), bson::Type::ObjectId);
    QVERIFY(first["_id"].asObjectId().text() != second["_id"].asObjectId().text());
    QCOMPARE(first["url"].asString(), second["url"].asString());
}

SANDGLASS_TEST(TestSampleCollections)
} // namespace tst_services_sample_collections

#include "tst_services_sample_collections.moc"
