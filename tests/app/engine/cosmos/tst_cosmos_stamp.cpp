// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/bson/validate.h"
#include "app/engine/cosmos/stamp.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_cosmos_stamp {

using namespace sandglass;
using engine::cosmos::stamped;
using engine::cosmos::stampOf;
using engine::cosmos::unstamped;

namespace {

constexpr base::Time kWritten{base::Millis(1'700'000'000'250)};

bson::Document json(const char* text)
{
    auto parsed = bson::fromJson(text);
    return parsed ? *parsed : bson::Document();
}

QString text(const bson::Document& document)
{
    return QString::fromStdString(bson::toJson(document));
}

} // namespace

class TestStamp : public QObject
{
    Q_OBJECT

private slots:
    void aStoredDocumentEndsWithItsStamp()
    {
        QCOMPARE(text(stamped(json(R"({"_id":1,"a":2})"), kWritten)),
                 QStringLiteral(R"({"_id":1,"a":2,"_ts":{"seconds":1700000000,)"
                                R"("byCollection":{"$date":"2023-11-14T22:13:20.250Z"}}})"));
    }

    void aDocumentsOwnSecondsGiveTheDateOfItsEnd()
    {
        QCOMPARE(text(stamped(json(R"({"ttl":20})"), kWritten)),
                 QStringLiteral(R"({"ttl":20,"_ts":{"seconds":1700000000,)"
                                R"("byDocument":{"$date":"2023-11-14T22:13:40.250Z"}}})"));
    }

    void aDocumentThatNeverExpiresHasNoDate()
    {
        QCOMPARE(text(stamped(json(R"({"ttl":-1})"), kWritten)),
                 QStringLiteral(R"({"ttl":-1,"_ts":{"seconds":1700000000}})"));
    }

    void theStampIsReadBack()
    {
        const auto stamp = stampOf(stamped(json(R"({"ttl":20})"), kWritten));
        QVERIFY(stamp.has_value());
        QCOMPARE(stamp->seconds, 1'700'000'000);
        QVERIFY(!stamp->byCollection);
        QVERIFY(stamp->byDocument == bson::Date::from(kWritten + std::chrono::seconds(20)));
    }

    void aDocumentWithoutAStampHasNone() { QVERIFY(!stampOf(json(R"({"_id":1})"))); }

    void whatAClientSendsInTheReservedFieldIsDropped()
    {
        const bson::Document sent = json(R"({"_id":1,"_ts":5,"a":2})");
        QCOMPARE(text(unstamped(stamped(sent, kWritten))), QStringLiteral(R"({"_id":1,"a":2})"));
        QCOMPARE(stampOf(stamped(sent, kWritten))->seconds, 1'700'000'000);
    }

    void aRepeatedReservedFieldIsDroppedEachTime()
    {
        const bson::Document sent
            = bson::makeDocument("_ts", 1, "_id", 1, "_ts", 2, "a", 2, "_ts", 3);
        const bson::Document kept = unstamped(stamped(sent, kWritten));
        QCOMPARE(text(kept), QStringLiteral(R"({"_id":1,"a":2})"));
        QVERIFY(bson::validate(kept.bytes()).has_value());
    }

    void theSameNameFurtherInIsTheClients()
    {
        const bson::Document sent = json(R"({"_id":1,"a":{"_ts":5},"_tsx":1})");
        QCOMPARE(text(unstamped(stamped(sent, kWritten))), text(sent));
    }

    void theEmptyDocumentComesBackAsItWas()
    {
        const bson::Document kept = unstamped(stamped(bson::Document(), kWritten));
        QVERIFY(kept == bson::Document());
    }
};

SANDGLASS_TEST(TestStamp)
} // namespace tst_cosmos_stamp

#include "tst_cosmos_stamp.moc"
