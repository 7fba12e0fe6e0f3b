// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/bson/validate.h"
#include "tests/support/random_values.h"
#include "tests/support/test_program.h"
#include "tests/support/test_seed.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

namespace tst_bson_round_trip {

using namespace sandglass;
using bson::JsonForm;
using tests::RandomBson;

namespace {

constexpr int kDocuments = 400;

bool sameBytes(const bson::Document& left, const bson::Document& right)
{
    return std::ranges::equal(left.bytes(), right.bytes());
}

} // namespace

/// What must hold for any document, tried with random ones. A failure names its seed.
class TestRoundTrip : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_seed = tests::testSeed();
        qInfo("SANDGLASS_TEST_SEED=%u", m_seed);
    }
    void canonicalTextKeepsEveryByte();
    void relaxedTextKeepsEveryValue();
    void relaxedTextReadLikeTheDocumentKeepsEveryType();
    void aTextThatEndsEarlyIsRefused();
    void changedTextGivesAWholeDocumentOrNone();
    void changedBytesAreRefusedOrCanBeWritten();

private:
    unsigned m_seed = 0;
};

void TestRoundTrip::canonicalTextKeepsEveryByte()
{
    RandomBson random(m_seed);
    for (int i = 0; i < kDocuments; ++i) {
        const bson::Document document = random.document();
        QVERIFY(bson::validate(document.bytes()));
        const std::string text = bson::toJson(document, JsonForm::Canonical);
        const auto read = bson::fromJson(text);
        QVERIFY2(read, text.c_str());
        QVERIFY2(sameBytes(*read, document), text.c_str());
    }
}

void TestRoundTrip::relaxedTextKeepsEveryValue()
{
    RandomBson random(m_seed);
    for (int i = 0; i < kDocuments; ++i) {
        const bson::Document document = random.document();
        const std::string text = bson::toJson(document, JsonForm::Relaxed);
        const auto read = bson::fromJson(text);
        QVERIFY2(read, text.c_str());
        // numbers may come back as another type, but not as another number
        QVERIFY2(bson::equal(bson::Value::document(*read), bson::Value::document(document)),
                 text.c_str());
    }
}

// What an editor needs: nobody changed anything, so nothing may change.
void TestRoundTrip::relaxedTextReadLikeTheDocumentKeepsEveryType()
{
    RandomBson random(m_seed);
    for (int i = 0; i < kDocuments; ++i) {
        const bson::Document document = random.document();
        const std::string text = bson::toPrettyJson(document, JsonForm::Relaxed);
        const auto read = bson::fromJson(text, {.bareNames = false, .like = document.view()});
        QVERIFY2(read && sameBytes(*read, document), text.c_str());
    }
}

void TestRoundTrip::aTextThatEndsEarlyIsRefused()
{
    RandomBson random(m_seed);
    for (int i = 0; i < kDocuments / 10; ++i) {
        const std::string text = bson::toJson(random.document(), JsonForm::Canonical);
        for (std::size_t length = 0; length < text.size(); ++length) {
            const auto read = bson::fromJson(text.substr(0, length));
            QVERIFY2(!read, text.substr(0, length).c_str());
            QCOMPARE(read.error().code, Errc::InvalidInput);
        }
    }
}

void TestRoundTrip::changedTextGivesAWholeDocumentOrNone()
{
    RandomBson random(m_seed);
    for (int i = 0; i < kDocuments * 5; ++i) {
        std::string text = bson::toJson(random.document(), JsonForm::Canonical);
        for (std::size_t changes = random.below(3) + 1; changes > 0; --changes) {
            text[random.below(text.size())] = static_cast<char>(random.below(256));
        }
        const auto read = bson::fromJson(text);
        if (read) {
            QVERIFY2(bson::validate(read->bytes()), text.c_str());
        } else {
            QCOMPARE(read.error().code, Errc::InvalidInput);
        }
    }
}

void TestRoundTrip::changedBytesAreRefusedOrCanBeWritten()
{
    RandomBson random(m_seed);
    int accepted = 0;
    for (int i = 0; i < kDocuments * 10; ++i) {
        const bson::Document document = random.document();
        std::vector<std::uint8_t> bytes(document.bytes().begin(), document.bytes().end());
        for (std::size_t changes = random.below(3) + 1; changes > 0; --changes) {
            bytes[random.below(bytes.size())] = static_cast<std::uint8_t>(random.below(256));
        }
        if (!bson::validate(bytes)) {
            continue;
        }
        ++accepted;
        const bson::DocumentView view(bytes);
        const std::string text = bson::toJson(view, JsonForm::Canonical);
        QVERIFY2(bson::fromJson(text), text.c_str());
    }
    QVERIFY(accepted > 0);
}

SANDGLASS_PLAIN_TEST(TestRoundTrip)
} // namespace tst_bson_round_trip

#include "tst_bson_round_trip.moc"
