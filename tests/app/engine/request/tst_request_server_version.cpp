// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/request/engine_facts.h"
#include "app/engine/request/server_version.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

namespace tst_request_server_version {

using namespace sandglass;
using engine::request::behaveLike;
using engine::request::EngineFacts;
using engine::request::findServerVersion;
using engine::request::kDefaultServerVersion;
using engine::request::ServerVersion;
using engine::request::serverVersions;
using engine::request::versionText;

class RequestServerVersionTest : public QObject
{
    Q_OBJECT

private slots:
    // Source: app/ttl/SEMANTICS.md 7.1.
    void everyVersionAnnouncesItsWireVersion_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("wire");
        QTest::newRow("4.4") << "4.4" << 9;
        QTest::newRow("5.0") << "5.0" << 13;
        QTest::newRow("6.0") << "6.0" << 17;
        QTest::newRow("7.0") << "7.0" << 21;
        QTest::newRow("8.0") << "8.0" << 25;
    }
    void everyVersionAnnouncesItsWireVersion()
    {
        QFETCH(QString, name);
        QFETCH(int, wire);
        const ServerVersion* version = findServerVersion(name.toStdString());
        QVERIFY(version != nullptr);
        QCOMPARE(version->maxWireVersion, wire);
        EngineFacts facts;
        behaveLike(*version, facts);
        QCOMPARE(facts.maxWireVersion, wire);
        QCOMPARE(QString::fromStdString(facts.compatibility), name);
        QVERIFY(QString::fromStdString(facts.version).startsWith(name + QLatin1Char('.')));
        QCOMPARE(facts.versionNumbers.size(), std::size_t{4});
        QCOMPARE(facts.versionNumbers.back(), 0);
    }

    void namesAreTakenLiterally()
    {
        for (const char* name : {"", "8", "8.0.4", "8.1", " 8.0", "8.0 ", "latest"}) {
            QVERIFY2(findServerVersion(name) == nullptr, name);
        }
    }

    void theDefaultIsOneOfThemAndTheNewest()
    {
        const ServerVersion* standard = findServerVersion(kDefaultServerVersion);
        QVERIFY(standard != nullptr);
        QCOMPARE(standard, &serverVersions().back());
    }

    void theListIsInOrder()
    {
        const auto versions = serverVersions();
        QVERIFY(std::ranges::is_sorted(versions, {}, &ServerVersion::numbers));
        QVERIFY(std::ranges::is_sorted(versions, {}, &ServerVersion::maxWireVersion));
        QVERIFY(std::ranges::adjacent_find(versions, {}, &ServerVersion::name) == versions.end());
    }

    void versionsAreComparedAsNumbers_data()
    {
        QTest::addColumn<int>("major");
        QTest::addColumn<int>("minor");
        QTest::addColumn<bool>("reached");
        const auto row = [](int major, int minor, bool reached) {
            QTest::addRow("%d.%d", major, minor) << major << minor << reached;
        };
        row(4, 4, true);
        row(5, 3, true);
        row(6, 0, true);
        row(6, 1, false);
        row(7, 0, false);
        row(10, 0, false);
        row(0, 99, true);
    }
    void versionsAreComparedAsNumbers()
    {
        QFETCH(int, major);
        QFETCH(int, minor);
        EngineFacts facts;
        behaveLike(*findServerVersion("6.0"), facts);
        QTEST(facts.atLeast(major, minor), "reached");
    }

    void factsWithoutAVersionReachNone() { QVERIFY(!EngineFacts().atLeast(0, 0)); }

    void aVersionIsWrittenWithDots()
    {
        QCOMPARE(versionText({"9.10", {9, 10, 11}, 30}), std::string("9.10.11"));
    }

    void aStandbyIsWhatFollowsSomebody()
    {
        EngineFacts facts;
        QVERIFY(!facts.isStandby());
        facts.standbyOf = "/somewhere";
        QVERIFY(facts.isStandby());
    }
};

SANDGLASS_TEST(RequestServerVersionTest)
} // namespace tst_request_server_version

#include "tst_request_server_version.moc"
