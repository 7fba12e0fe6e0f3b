// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/key_codec.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cstdint>
#include <limits>
#include <string>

namespace tst_storage_key_codec {

using namespace sandglass::engine::storage;

class TestKeyCodec : public QObject
{
    Q_OBJECT

private slots:
    void numbersComeBackAsTheyWent()
    {
        for (const std::uint64_t number :
             {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0xFF00FF00FF00FF00},
              std::numeric_limits<std::uint64_t>::max()}) {
            std::string key;
            appendU64(key, number);
            appendU32(key, static_cast<std::uint32_t>(number));
            appendI64(key, static_cast<std::int64_t>(number));
            QCOMPARE(key.size(), std::size_t{20});
            QCOMPARE(readU64(key), number);
            QCOMPARE(readU32(key.substr(8)), static_cast<std::uint32_t>(number));
            QCOMPARE(readI64(key.substr(12)), static_cast<std::int64_t>(number));
        }
    }

    void bytesOfSignedNumbersCompareAsTheNumbersDo()
    {
        std::string previous;
        for (const std::int64_t number :
             {std::numeric_limits<std::int64_t>::min(), std::int64_t{-256}, std::int64_t{-1},
              std::int64_t{0}, std::int64_t{1}, std::int64_t{255}, std::int64_t{256},
              std::numeric_limits<std::int64_t>::max()}) {
            std::string key;
            appendI64(key, number);
            QVERIFY(previous < key);
            previous = key;
        }
    }

    void theSuccessorIsTheFirstKeyBehindAllWithThePrefix()
    {
        QCOMPARE(successor("a"), std::string("b"));
        QCOMPARE(successor("a\xFF"), std::string("b"));
        QCOMPARE(successor(std::string("a\0", 2)), std::string("a\x01"));
        QVERIFY(std::string("a\xFF\xFF\xFF") < successor("a"));
        QCOMPARE(successor("\xFF\xFF"), std::string());
    }
};

SANDGLASS_PLAIN_TEST(TestKeyCodec)
} // namespace tst_storage_key_codec

#include "tst_storage_key_codec.moc"
