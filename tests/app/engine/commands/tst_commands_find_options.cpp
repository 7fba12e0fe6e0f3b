// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

namespace tst_commands_find_options {

using namespace sandglass;
using namespace sandglass::tests;

class TestFindOptions : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_db->good(R"({"insert":"c","documents":[{"_id":1,"a":1,"b":1,"d":10},
                      {"_id":2,"a":1,"b":2,"d":20},{"_id":3,"a":2,"b":1,"d":30},
                      {"_id":4,"a":2,"b":2,"d":40},{"_id":5,"a":3,"b":1,"d":50}]})");
        m_db->good(R"({"createIndexes":"c","indexes":[{"key":{"a":1,"b":1},"name":"ab"},
                      {"key":{"a":1,"b":-1},"name":"abDown"},{"key":{"d":-1},"name":"dDown"}]})");
    }
    void cleanup() { m_db.reset(); }

    void minAndMaxCutAnIndex_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("ids");
        const auto row = [](const char* options, const char* ids) {
            QTest::newRow(options) << QString::fromLatin1(options) << QString::fromLatin1(ids);
        };
        row(R"("min":{"a":1,"b":2},"hint":"ab")", "2 3 4 5");
        row(R"("max":{"a":2,"b":2},"hint":"ab")", "1 2 3");
        row(R"("min":{"a":1,"b":2},"max":{"a":2,"b":2},"hint":"ab")", "2 3");
        row(R"("min":{"a":2,"b":1},"max":{"a":2,"b":2},"hint":{"a":1,"b":1})", "3");
        row(R"("min":{"a":1,"b":1},"max":{"a":2,"b":1},"hint":"abDown")", "1 4");
        row(R"("min":{"d":30},"hint":"dDown")", "3 2 1");
        row(R"("min":{"d":40},"max":{"d":20},"hint":"dDown")", "4 3");
        row(R"("min":{"a":1,"b":2},"hint":"ab","filter":{"b":1})", "3 5");
        row(R"("min":{"_id":4},"hint":{"_id":1})", "4 5");
    }
    void minAndMaxCutAnIndex()
    {
        QFETCH(QString, options);
        QTEST(ids(options.toStdString()), "ids");
    }

    void sortsFollowTheirDirectionsByAnyIndex_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("ids");
        const auto row = [](const char* options, const char* ids) {
            QTest::newRow(options) << QString::fromLatin1(options) << QString::fromLatin1(ids);
        };
        row(R"("sort":{"d":-1})", "5 4 3 2 1");
        row(R"("sort":{"d":1})", "1 2 3 4 5");
        row(R"("hint":"dDown")", "5 4 3 2 1");
        row(R"("filter":{"d":{"$lt":40}},"sort":{"d":-1},"limit":2)", "3 2");
        row(R"("filter":{"d":{"$in":[10,30,50]}},"hint":"dDown")", "5 3 1");
        row(R"("sort":{"a":1,"b":-1},"hint":"abDown")", "2 1 4 3 5");
        row(R"("sort":{"a":-1,"b":1},"hint":"abDown")", "5 3 4 1 2");
        row(R"("sort":{"a":1,"b":1},"hint":"ab")", "1 2 3 4 5");
        row(R"("sort":{"a":-1,"b":-1},"hint":"ab")", "5 4 3 2 1");
        row(R"("filter":{"a":2},"sort":{"b":-1},"hint":"abDown")", "4 3");
        row(R"("filter":{"a":2},"sort":{"b":1},"hint":"abDown")", "3 4");
    }
    void sortsFollowTheirDirectionsByAnyIndex()
    {
        QFETCH(QString, options);
        QTEST(ids(options.toStdString()), "ids");
    }

    void badLimitsHaveTheirCodes_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<int>("code");
        QTest::newRow("no hint") << R"("max":{"a":1})" << 51173;
        QTest::newRow("natural") << R"("max":{"a":1},"hint":{"$natural":1})" << 51174;
        QTest::newRow("other fields") << R"("min":{"z":1},"hint":"ab")" << 51174;
        QTest::newRow("wrong order")
            << R"("min":{"a":2,"b":1},"max":{"a":1,"b":1},"hint":"ab")" << 51175;
        QTest::newRow("equal") << R"("min":{"a":2,"b":1},"max":{"a":2,"b":1},"hint":"ab")" << 51175;
        QTest::newRow("different") << R"("min":{"a":2},"max":{"b":1},"hint":"ab")" << 51176;
        QTest::newRow("no document") << R"("min":5)" << 14;
        QTest::newRow("returnKey") << R"("returnKey":"yes")" << 14;
        QTest::newRow("natural 2") << R"("hint":{"$natural":2})" << 2;
        QTest::newRow("natural 0") << R"("hint":{"$natural":0})" << 2;
        QTest::newRow("natural text") << R"("hint":{"$natural":"1"})" << 2;
        QTest::newRow("natural and more") << R"("hint":{"$natural":1,"a":1})" << 2;
        QTest::newRow("more and natural") << R"("hint":{"a":1,"$natural":1})" << 2;
    }
    void badLimitsHaveTheirCodes()
    {
        QFETCH(QString, options);
        QTEST(m_db->codeOf(R"({"find":"c",)" + options.toStdString() + "}"), "code");
    }

    void returnKeyShowsTheIndexKeyOnly()
    {
        QCOMPARE(m_db->found("c", R"("filter":{"a":3},"hint":"ab","returnKey":true)"),
                 QStringLiteral(R"({"a":3,"b":1})"));
        QCOMPARE(m_db->found("c", R"("filter":{"b":{"$gt":5}},"returnKey":true)"), QString());
        QCOMPARE(m_db->found("c", R"("limit":1,"returnKey":true)"), QStringLiteral("{}"));
    }

    void recordIdsAreShownBesideAnyProjection()
    {
        QCOMPARE(m_db->found("c", R"("filter":{"_id":2},"projection":{"b":1,"_id":0},
                                      "sort":{"b":1},"showRecordId":true)"),
                 QStringLiteral(R"({"b":2,"$recordId":2})"));
    }

    void positionalProjectionShowsTheMatchingElement()
    {
        m_db->good(R"({"insert":"p","documents":[{"_id":1,"e":[{"f":1},{"f":2},{"f":3}]}]})");
        QCOMPARE(m_db->found("p", R"("filter":{"e.f":{"$gt":1}},"projection":{"e.$":1})"),
                 QStringLiteral(R"({"_id":1,"e":[{"f":2}]})"));
        QCOMPARE(m_db->codeOf(R"({"find":"p","projection":{"e.$":1}})"), 51246);
    }

    void letReachesTheFilter()
    {
        QCOMPARE(ids(R"("filter":{"$expr":{"$gt":["$a","$$x"]}},"let":{"x":2})"),
                 QStringLiteral("5"));
    }

    void aSampleOfEverythingAndOfNothing()
    {
        QCOMPARE(ids(R"("filter":{"$sampleRate":1})"), QStringLiteral("1 2 3 4 5"));
        QCOMPARE(ids(R"("filter":{"$sampleRate":0})"), QString());
        QCOMPARE(m_db->codeOf(R"({"find":"c","filter":{"$sampleRate":2}})"), 2);
    }

    void documentsNeedNoCollection()
    {
        QCOMPARE(
            m_db->codeOf(R"({"aggregate":"c","pipeline":[{"$documents":[{"a":1}]}],"cursor":{}})"),
            73);
        const bson::Document reply
            = m_db->good(R"({"aggregate":1,"pipeline":[{"$documents":[{"a":1}]}],"cursor":{}})");
        QCOMPARE(CommandFixture::listed(reply["cursor"].asDocument()["firstBatch"]),
                 QStringLiteral(R"({"a":1})"));
    }

private:
    QString ids(const std::string& options)
    {
        const bson::Document reply = m_db->good(R"({"find":"c",)" + options + "}");
        QStringList found;
        for (const bson::Element& entry : reply["cursor"].asDocument()["firstBatch"].asDocument()) {
            found << QString::number(entry.value.asDocument()["_id"].toInt64());
        }
        return found.join(QLatin1Char(' '));
    }

    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_TEST(TestFindOptions)

} // namespace tst_commands_find_options

#include "tst_commands_find_options.moc"
