// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

using namespace sandglass;
using namespace sandglass::tests;

namespace {

constexpr const char* kRing = R"({"create":"ring","capped":true,"size":4096})";

std::string ttlOn(const std::string& collection, const std::string& seconds)
{
    return R"({"createIndexes":")" + collection
        + R"(","indexes":[{"key":{"t":1},"name":"t_1","expireAfterSeconds":)" + seconds + "}]}";
}

} // namespace

/// What administrators see when the engine behaves like their own server.
class TestVersions : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_db = std::make_unique<CommandFixture>(); }
    void cleanup() { m_db.reset(); }

    void helloAndBuildInfoSayTheVersion_data()
    {
        QTest::addColumn<QString>("version");
        QTest::addColumn<int>("wireVersion");
        QTest::addColumn<int>("major");
        QTest::newRow("4.4") << QStringLiteral("4.4") << 9 << 4;
        QTest::newRow("5.0") << QStringLiteral("5.0") << 13 << 5;
        QTest::newRow("6.0") << QStringLiteral("6.0") << 17 << 6;
        QTest::newRow("7.0") << QStringLiteral("7.0") << 21 << 7;
        QTest::newRow("8.0") << QStringLiteral("8.0") << 25 << 8;
    }
    void helloAndBuildInfoSayTheVersion()
    {
        QFETCH(QString, version);
        QFETCH(int, wireVersion);
        QFETCH(int, major);
        behaveLike(version.toStdString());
        QCOMPARE(m_db->good(R"({"hello":1})")["maxWireVersion"].asInt32(), wireVersion);
        const bson::Document info = m_db->good(R"({"buildInfo":1})");
        QVERIFY(info["version"].asString().starts_with(version.toStdString() + "."));
        QCOMPARE(info["versionArray"].asDocument()["0"].asInt32(), major);
        QCOMPARE(info["versionArray"].asDocument().count(), std::size_t{4});
    }

    void ttlOnCappedCollections_data()
    {
        QTest::addColumn<QString>("version");
        QTest::addColumn<int>("create");
        QTest::addColumn<int>("convert");
        QTest::newRow("before 5.2") << QStringLiteral("5.0") << 0 << 72;
        QTest::newRow("C114 6.0") << QStringLiteral("6.0") << 67 << 72;
        QTest::newRow("C114 7.0") << QStringLiteral("7.0") << 67 << 72;
        QTest::newRow("C113") << QStringLiteral("8.0") << 0 << 0;
    }
    void ttlOnCappedCollections()
    {
        QFETCH(QString, version);
        QFETCH(int, create);
        QFETCH(int, convert);
        behaveLike(version.toStdString());
        m_db->good(kRing);
        m_db->good(R"({"createIndexes":"ring","indexes":[{"key":{"u":1},"name":"u_1"}]})");
        QCOMPARE(m_db->codeOf(ttlOn("ring", "5")), create);
        QCOMPARE(
            m_db->codeOf(R"({"collMod":"ring","index":{"name":"u_1","expireAfterSeconds":5}})"),
            convert);
    }

    void conversionNeeds51()
    {
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"t":1},"name":"t_1"}]})");
        const std::string convert
            = R"({"collMod":"c","index":{"name":"t_1","expireAfterSeconds":5}})";
        behaveLike("5.0");
        QCOMPARE(m_db->textOf(convert), QStringLiteral("no expireAfterSeconds field to update"));
        behaveLike("6.0");
        QCOMPARE(m_db->codeOf(convert), 0);
    }

    void optionsThatCameLaterAreUnknown()
    {
        behaveLike("4.4");
        QCOMPARE(m_db->codeOf(R"({"create":"x","expireAfterSeconds":5})"), 40415);
        behaveLike("5.0");
        QCOMPARE(m_db->codeOf(R"({"create":"x","clusteredIndex":{"key":{"_id":1},"unique":true}})"),
                 40415);
        m_db->good(kRing);
        QCOMPARE(m_db->codeOf(R"({"collMod":"ring","cappedSize":4096})"), 40415);
        behaveLike("6.0");
        QCOMPARE(m_db->codeOf(R"({"collMod":"ring","cappedSize":4096})"), 0);
    }

    void olderVersionsTakeNanAndKeepFractions()
    {
        behaveLike("6.0");
        m_db->good(ttlOn("c", R"({"$numberDouble":"NaN"})"));
        QCOMPARE(m_db->listedIndex("c", "t_1")["expireAfterSeconds"].asInt32(), 2147483647);
        QVERIFY(!m_db->data.collection("c")->expiryRule("t_1")->valid);
        behaveLike("7.0");
        QCOMPARE(m_db->codeOf(ttlOn("d", R"({"$numberDouble":"NaN"})")), 67);
        m_db->good(ttlOn("d", "10000.7"));
        QCOMPARE(m_db->listedIndex("d", "t_1")["expireAfterSeconds"].toDouble(), 10000.7);
    }

    void c121ANewerVersionWritesTheStoredValueAnew()
    {
        behaveLike("7.0");
        m_db->good(ttlOn("c", "10000.7"));
        behaveLike("8.0");
        m_db->good(R"({"collMod":"c","index":{"name":"t_1","expireAfterSeconds":10000}})");
        const bson::Document entry = m_db->listedIndex("c", "t_1");
        QVERIFY(entry["expireAfterSeconds"].type() == bson::Type::Int32);
        QCOMPARE(entry["expireAfterSeconds"].asInt32(), 10000);
    }

    void textsEndWithTheSpecificationBefore62()
    {
        behaveLike("5.0");
        QVERIFY(m_db->textOf(ttlOn("c", "-1")).startsWith(QStringLiteral("TTL index")));
        behaveLike("8.0");
        QVERIFY(m_db->textOf(ttlOn("c", "-1")).startsWith(QStringLiteral(". Index spec: ")));
    }

    void droppingWhatIsNotThereFailsBefore70()
    {
        behaveLike("6.0");
        QCOMPARE(m_db->codeOf(R"({"drop":"none"})"), 26);
        behaveLike("7.0");
        QCOMPARE(m_db->codeOf(R"({"drop":"none"})"), 0);
    }

private:
    void behaveLike(std::string_view name)
    {
        engine::request::behaveLike(*engine::request::findServerVersion(name), m_db->facts);
    }

    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_PLAIN_TEST(TestVersions)

#include "tst_commands_versions.moc"
