// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"
#include "tests/support/test_seed.h"

#include <QTest>

#include "random_queries.h"
#include <memory>

namespace tst_plan_answers {

using namespace sandglass;
using namespace sandglass::tests;

namespace {

constexpr int kDocuments = 160;
constexpr int kQueries = 250;
constexpr const char* kByScan = R"(,"hint":{"$natural":1})";

QString described(const std::string& filter, const std::string& sort, const QString& scan,
                  const QString& index)
{
    return QStringLiteral("%1 sorted %2\n  scan:  %3\n  index: %4")
        .arg(QString::fromStdString(filter), QString::fromStdString(sort), scan, index);
}

} // namespace

/// Whatever way the planner takes, the answer is that of a scan of the collection.
class PlanAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_seed = testSeed();
        qInfo("SANDGLASS_TEST_SEED=%u", m_seed);
    }
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        m_random = std::make_unique<RandomQueries>(m_seed);
    }
    void cleanup() { m_db.reset(); }

    void anIndexAnswersAsAScanDoes_data()
    {
        QTest::addColumn<QString>("indexes");
        const auto row = [](const char* name, const char* indexes) {
            QTest::newRow(name) << QString::fromLatin1(indexes);
        };
        row("ascending", R"({"key":{"a":1},"name":"i"})");
        row("descending", R"({"key":{"a":-1},"name":"i"})");
        row("nested", R"({"key":{"a.x":1},"name":"i"})");
        row("position", R"({"key":{"a.0":1},"name":"i"})");
        row("compound", R"({"key":{"a":1,"b":1},"name":"i"})");
        row("compound in both directions", R"({"key":{"b":-1,"a":1},"name":"i"})");
        row("compound with id", R"({"key":{"a":1,"_id":-1},"name":"i"})");
        row("sparse", R"({"key":{"a":1},"name":"i","sparse":true})");
        row("sparse compound", R"({"key":{"a":1,"b":1},"name":"i","sparse":true})");
        row("partial by existence",
            R"({"key":{"a":1},"name":"i","partialFilterExpression":{"a":{"$exists":true}}})");
        row("partial by a range",
            R"({"key":{"a":1},"name":"i","partialFilterExpression":{"b":{"$gt":0}}})");
        row("partial by its own field",
            R"({"key":{"a":1},"name":"i","partialFilterExpression":{"a":{"$gte":1}}})");
        row("hidden", R"({"key":{"a":1},"name":"i","hidden":true})");
        row("TTL", R"({"key":{"a":1},"name":"i","expireAfterSeconds":2000000000})");
        row("several", R"({"key":{"a":1},"name":"i"},{"key":{"b":1},"name":"j"},
            {"key":{"c":-1,"a":1},"name":"k"},{"key":{"a.x":1},"name":"l"})");
    }
    void anIndexAnswersAsAScanDoes()
    {
        QFETCH(QString, indexes);
        // before and after the documents: an index is kept and built by different code
        const bool early = m_random->below(2) == 0;
        if (early) {
            addIndexes(indexes);
        }
        insertDocuments();
        if (!early) {
            addIndexes(indexes);
        }
        askAll("");
    }

    void aSpecialIndexAnswersAsAScanDoes_data()
    {
        QTest::addColumn<QString>("indexes");
        QTest::newRow("wildcard") << R"({"key":{"$**":1},"name":"i"})";
        QTest::newRow("wildcard below a field") << R"({"key":{"a.$**":1},"name":"i"})";
        QTest::newRow("wildcard of some fields")
            << R"({"key":{"$**":1},"name":"i","wildcardProjection":{"a.x":1,"b":1,"_id":1}})";
        QTest::newRow("wildcard but some fields")
            << R"({"key":{"$**":1},"name":"i","wildcardProjection":{"b":0}})";
        QTest::newRow("compound wildcard") << R"({"key":{"b":1,"a.$**":1,"c":1},"name":"i"})";
        QTest::newRow("compound wildcard, last") << R"({"key":{"a.$**":1,"b":1},"name":"i"})";
        QTest::newRow("hashed") << R"({"key":{"a":"hashed"},"name":"i"})";
        QTest::newRow("hashed and sparse") << R"({"key":{"a":"hashed"},"name":"i","sparse":true})";
        QTest::newRow("compound hashed") << R"({"key":{"b":1,"a":"hashed"},"name":"i"})";
        QTest::newRow("hashed first") << R"({"key":{"a":"hashed","b":-1},"name":"i"})";
        QTest::newRow("partial by a value of its own")
            << R"({"key":{"a":1},"name":"i","partialFilterExpression":{"a":{"$lte":1.5}}})";
    }
    void aSpecialIndexAnswersAsAScanDoes()
    {
        QFETCH(QString, indexes);
        // before the documents: those that it cannot hold are refused
        addIndexes(indexes);
        insertDocuments();
        askAll("");
        // a hint of a sparse index may leave documents out, as in MongoDB
        if (!indexes.contains(QStringLiteral("sparse"))
            && !indexes.contains(QStringLiteral("partial"))) {
            askAll(R"(,"hint":"i")");
        }
        QVERIFY(m_db->good(R"({"validate":"c"})")["valid"].toBool());
    }

    void aHintedIndexAnswersAsAScanDoes_data()
    {
        QTest::addColumn<QString>("indexes");
        QTest::newRow("ascending") << R"({"key":{"a":1},"name":"i"})";
        QTest::newRow("descending") << R"({"key":{"b":-1},"name":"i"})";
        QTest::newRow("compound") << R"({"key":{"a":1,"b":-1},"name":"i"})";
        QTest::newRow("nested") << R"({"key":{"a.x":1,"c":1},"name":"i"})";
    }
    void aHintedIndexAnswersAsAScanDoes()
    {
        QFETCH(QString, indexes);
        addIndexes(indexes);
        insertDocuments();
        for (int i = 0; i < kQueries; ++i) {
            const std::string filter = m_random->filter();
            const std::string sort = m_random->sort();
            const QString scanned = idsOf(filter, sort, kByScan);
            const QString hinted = idsOf(filter, sort, R"(,"hint":"i")");
            QVERIFY2(scanned == hinted, qPrintable(described(filter, sort, scanned, hinted)));
        }
    }

    void countsAndPartsOfAnAnswerAgree()
    {
        addIndexes(QStringLiteral(
            R"({"key":{"a":1},"name":"i"},{"key":{"b":-1,"a":1},"name":"j","sparse":true})"));
        insertDocuments();
        for (int i = 0; i < kQueries; ++i) {
            const std::string filter = m_random->filter();
            const std::string sort = m_random->sort();
            const QStringList all
                = idsOf(filter, sort, kByScan).split(QLatin1Char(' '), Qt::SkipEmptyParts);
            const auto skip = m_random->below(5);
            const auto limit = 1 + m_random->below(9);
            const std::string part
                = R"(,"skip":)" + std::to_string(skip) + R"(,"limit":)" + std::to_string(limit);
            const QString expected
                = all.mid(qsizetype(skip), qsizetype(limit)).join(QLatin1Char(' '));
            QVERIFY2(idsOf(filter, sort, part) == expected, filter.c_str());
            const auto counted
                = m_db->good(R"({"count":"c","query":)" + filter + "}")["n"].toInt64();
            QVERIFY2(counted == all.size(), filter.c_str());
            const QString aggregated = m_db->aggregated(
                "c", R"([{"$match":)" + filter + R"(},{"$sort":)" + sort + R"(},{"$count":"n"}])");
            QCOMPARE(aggregated,
                     all.isEmpty() ? QString() : QStringLiteral(R"({"n":%1})").arg(all.size()));
        }
    }

    void writesFindTheSameDocuments()
    {
        addIndexes(
            QStringLiteral(R"({"key":{"a":1},"name":"i"},{"key":{"b":1,"c":1},"name":"j"})"));
        insertDocuments();
        for (int i = 0; i < kQueries / 5; ++i) {
            const std::string filter = m_random->filter();
            const QStringList all = idsOf(filter, R"({"_id":1})", kByScan)
                                        .split(QLatin1Char(' '), Qt::SkipEmptyParts);
            const bson::Document updated = m_db->good(R"({"update":"c","updates":[{"q":)" + filter
                                                      + R"(,"u":{"$inc":{"n":1}},"multi":true}]})");
            QVERIFY2(updated["n"].toInt64() == all.size(), filter.c_str());
        }
    }

    void distinctValuesAreThoseOfAScan()
    {
        insertDocuments();
        std::vector<std::pair<std::string, std::vector<bson::Value>>> asked;
        for (int i = 0; i < kQueries / 5; ++i) {
            const QString key = i % 2 == 0 ? QStringLiteral("a") : QStringLiteral("b.x");
            const std::string command = QStringLiteral(R"({"distinct":"c","key":"%1","query":%2})")
                                            .arg(key, QString::fromStdString(m_random->filter()))
                                            .toStdString();
            asked.emplace_back(command, sortedValues(command));
        }
        addIndexes(QStringLiteral(
            R"({"key":{"a":1},"name":"i"},{"key":{"b.x":-1},"name":"j"},{"key":{"b":1},"name":"k"})"));
        for (const auto& [command, values] : asked) {
            // equal numbers of different types are one value, and either may be shown
            QVERIFY2(std::ranges::equal(sortedValues(command), values,
                                        [](const bson::Value& left, const bson::Value& right) {
                                            return bson::equal(left.view(), right.view());
                                        }),
                     command.c_str());
        }
    }

private:
    /// Asks random queries by a scan and with `hint`, and compares.
    void askAll(const std::string& hint)
    {
        int answered = 0;
        for (int i = 0; i < kQueries; ++i) {
            const std::string filter = m_random->filter();
            const std::string sort = m_random->sort();
            const QString scanned = idsOf(filter, sort, kByScan);
            const QString chosen = idsOf(filter, sort, hint);
            QVERIFY2(scanned == chosen, qPrintable(described(filter, sort, scanned, chosen)));
            QVERIFY2(!scanned.startsWith(QStringLiteral("error")), qPrintable(scanned));
            answered += scanned.isEmpty() ? 0 : 1;
        }
        QVERIFY2(answered > kQueries / 4, "most filters match nothing: the test says little");
    }
    void addIndexes(const QString& indexes)
    {
        m_db->good(
            QStringLiteral(R"({"createIndexes":"c","indexes":[%1]})").arg(indexes).toStdString());
    }
    /// Documents that an index cannot hold (arrays in two of its fields) are left out.
    void insertDocuments()
    {
        std::string documents;
        for (int id = 0; id < kDocuments; ++id) {
            documents += (id == 0 ? "" : ",") + m_random->document(id);
        }
        m_db->good(R"({"insert":"c","ordered":false,"documents":[)" + documents + "]}");
        m_db->run(R"({"delete":"c","deletes":[{"q":{"$or":[
            {"a":{"$type":"array"},"b":{"$type":"array"}},
            {"a":{"$type":"array"},"c":{"$type":"array"}}]},"limit":0}]})");
    }
    QString idsOf(const std::string& filter, const std::string& sort, const std::string& rest)
    {
        const bson::Document reply
            = m_db->run(R"({"find":"c","batchSize":1000,"projection":{"_id":1},
            "filter":)" + filter
                        + R"(,"sort":)" + sort + rest + "}");
        if (reply["ok"].toDouble() != 1.0) {
            return QStringLiteral("error %1 for %2")
                .arg(reply["code"].asInt32())
                .arg(QString::fromStdString(filter));
        }
        QStringList ids;
        for (const bson::Element& element :
             reply["cursor"].asDocument()["firstBatch"].asDocument()) {
            ids << QString::number(element.value.asDocument()["_id"].asInt32());
        }
        return ids.join(QLatin1Char(' '));
    }
    std::vector<bson::Value> sortedValues(const std::string& command)
    {
        const bson::Document reply = m_db->good(command);
        std::vector<bson::Value> values;
        for (const bson::Element& element : reply["values"].asDocument()) {
            values.emplace_back(element.value);
        }
        std::ranges::sort(values, [](const bson::Value& left, const bson::Value& right) {
            return std::is_lt(bson::compare(left.view(), right.view()));
        });
        return values;
    }

    unsigned m_seed = 0;
    std::unique_ptr<CommandFixture> m_db;
    std::unique_ptr<RandomQueries> m_random;
};

SANDGLASS_TEST(PlanAnswersTest)
} // namespace tst_plan_answers

#include "tst_plan_answers.moc"
