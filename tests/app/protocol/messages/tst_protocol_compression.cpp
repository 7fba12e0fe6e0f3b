// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/messages/compression.h"
#include "tests/support/test_program.h"

#include <QByteArray>
#include <QRandomGenerator>
#include <QtEndian>
#include <QTest>

namespace tst_protocol_compression {

using namespace sandglass;

namespace {

// {ok: 1.0} with flags and kind of section, as OP_MSG has it after its header.
const QByteArray kBody = QByteArray::fromHex("000000000011000000016f6b00000000000000f03f00");

bson::Bytes bytesOf(const QByteArray& bytes)
{
    return {reinterpret_cast<const std::uint8_t*>(bytes.constData()),
            static_cast<std::size_t>(bytes.size())};
}

// OP_COMPRESSED with number 7, in answer to 5, around OP_MSG.
QByteArray message(int compressor, qint32 size, const QByteArray& compressed)
{
    QByteArray made(25, '\0');
    qToLittleEndian(static_cast<qint32>(made.size() + compressed.size()), made.data());
    qToLittleEndian(qint32{7}, made.data() + 4);
    qToLittleEndian(qint32{5}, made.data() + 8);
    qToLittleEndian(qint32{2012}, made.data() + 12);
    qToLittleEndian(qint32{2013}, made.data() + 16);
    qToLittleEndian(size, made.data() + 20);
    made[24] = static_cast<char>(compressor);
    return made + compressed;
}

} // namespace

class TestCompression : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCompressorIsRead_data()
    {
        QTest::addColumn<int>("compressor");
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("none") << 0 << kBody;
        QTest::newRow("snappy") << 1
                                << QByteArray::fromHex(
                                       "16000001014011000000016f6b00000000000000f03f00");
        QTest::newRow("zlib") << 2
                              << QByteArray::fromHex(
                                     "789c63600002412066cccf6680800ff60c000e5f021c");
        QTest::newRow("zstd") << 3
                              << QByteArray::fromHex("28b52ffd2016b10000000000000011000000016f6b"
                                                     "00000000000000f03f00");
    }
    void everyCompressorIsRead()
    {
        QFETCH(int, compressor);
        QFETCH(QByteArray, bytes);
        const auto size = static_cast<qint32>(kBody.size());
        const auto plain = protocol::decompressed(bytesOf(message(compressor, size, bytes)));
        QVERIFY(plain);
        QByteArray wanted(16, '\0');
        qToLittleEndian(static_cast<qint32>(16 + kBody.size()), wanted.data());
        qToLittleEndian(qint32{7}, wanted.data() + 4);
        qToLittleEndian(qint32{5}, wanted.data() + 8);
        qToLittleEndian(qint32{2013}, wanted.data() + 12);
        QCOMPARE(QByteArray(reinterpret_cast<const char*>(plain->data()),
                            static_cast<qsizetype>(plain->size())),
                 wanted + kBody);

        // a size that is not the true one, and bytes that are damaged
        QVERIFY(!protocol::decompressed(bytesOf(message(compressor, size - 1, bytes))));
        QVERIFY(!protocol::decompressed(bytesOf(message(compressor, size + 1, bytes))));
        QVERIFY(!protocol::decompressed(bytesOf(message(compressor, size, bytes.chopped(3)))));
        QVERIFY(!protocol::decompressed(bytesOf(message(compressor, size, {}))));
    }

    void whatCannotBeIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("nothing but a header") << message(0, 0, {}).left(16);
        QTest::newRow("no compressor") << message(0, 0, {}).left(24);
        QTest::newRow("negative size") << message(2, -1, "x");
        QTest::newRow("48 MB and more") << message(3, 48'000'000, "x");
        QTest::newRow("largest size") << message(1, 2'147'483'647, "x");
        QTest::newRow("unknown compressor") << message(4, 1, "x");
        QTest::newRow("last compressor") << message(255, 1, "x");
    }
    void whatCannotBeIsRefused()
    {
        QFETCH(QByteArray, bytes);
        const auto plain = protocol::decompressed(bytesOf(bytes));
        QVERIFY(!plain);
        QVERIFY(plain.error().code == Errc::Protocol);
    }

    void aMessageInACompressedOneIsNotCompressedAgain()
    {
        QByteArray twice = message(0, static_cast<qint32>(kBody.size()), kBody);
        qToLittleEndian(qint32{2012}, twice.data() + 16);
        QVERIFY(!protocol::decompressed(bytesOf(twice)));
    }

    void whatIsCompressedComesBack_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("little") << kBody;
        QTest::newRow("much of the same") << QByteArray(300'000, 'x');
        QByteArray noise(100'000, '\0');
        QRandomGenerator random(7);
        for (char& each : noise) {
            each = static_cast<char>(random.generate());
        }
        QTest::newRow("noise") << noise;
    }
    void whatIsCompressedComesBack()
    {
        QFETCH(QByteArray, content);
        const QByteArray whole
            = message(0, static_cast<qint32>(content.size()), content); // with another kind
        const auto plain = protocol::decompressed(bytesOf(whole));
        QVERIFY(plain);
        for (const auto each : {protocol::Compressor::None, protocol::Compressor::Snappy,
                                protocol::Compressor::Zlib, protocol::Compressor::Zstd}) {
            const std::vector<std::uint8_t> made = protocol::compressed(*plain, each);
            QCOMPARE(protocol::compressorOf(made), each);
            const auto again = protocol::decompressed(made);
            QVERIFY(again);
            QVERIFY(*again == *plain);
        }
    }

    void onlyTheNamesOfHelloAreKnown()
    {
        QVERIFY(protocol::compressorNamed("snappy") == protocol::Compressor::Snappy);
        QVERIFY(protocol::compressorNamed("zlib") == protocol::Compressor::Zlib);
        QVERIFY(protocol::compressorNamed("zstd") == protocol::Compressor::Zstd);
        for (const char* other : {"", "none", "ZLIB", "noop"}) {
            QVERIFY2(!protocol::compressorNamed(other), other);
        }
    }
};

SANDGLASS_TEST(TestCompression)
} // namespace tst_protocol_compression

#include "tst_protocol_compression.moc"
