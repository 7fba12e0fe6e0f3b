// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/collation/collation.h"
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "random_collations.h"
#include <memory>
#include <vector>

namespace tst_plan_collations {

using namespace sandglass;
using namespace sandglass::tests;

namespace {

constexpr unsigned kSeed = 20261127; ///< SANDGLASS_TEST_SEED takes its place
constexpr int kLoops = 40; ///< collations tried; SANDGLASS_TEST_LOOPS takes its place
constexpr int kDocuments = 60;
constexpr int kQueries = 25;
constexpr const char* kByScan = R"(,"hint":{"$natural":1})";

int environmentNumber(const char* name, int otherwise)
{
    bool given = false;
    const int value = qEnvironmentVariableIntValue(name, &given);
    return given ? value : otherwise;
}

// A value with what it stands for: how often it occurs, or nothing.
struct Counted
{
    bson::Value value;
    std::int64_t count = 0;
};

} // namespace

/// Whatever collation a query has and whatever collation an index has, the answer is that of a scan
/// of the collection.
class TestPlanCollations : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        const int seed = environmentNumber("SANDGLASS_TEST_SEED", int(kSeed));
        m_db = std::make_unique<CommandFixture>();
        m_random = std::make_unique<RandomCollations>(unsigned(seed));
    }
    void cleanup() { m_db.reset(); }

    void anIndexAnswersAsAScanDoes()
    {
        const int loops = environmentNumber("SANDGLASS_TEST_LOOPS", kLoops);
        int byIndex = 0;
        for (int loop = 0; loop < loops; ++loop) {
            fill(loop);
            for (int i = 0; i < kQueries; ++i) {
                const std::string filter = m_random->filter();
                const std::string ask = R"(,"filter":)" + filter + R"(,"sort":)" + m_random->sort()
                    + R"(,"collation":)" + m_collation;
                const QString scanned = idsOf(ask + kByScan);
                const QString chosen = idsOf(ask);
                QVERIFY2(scanned == chosen, described(ask, scanned, chosen).constData());
                QVERIFY2(!scanned.startsWith(QStringLiteral("error")), qPrintable(scanned));
                checkValues(filter);
                byIndex += stageOf(ask) == QStringLiteral("IXSCAN") ? 1 : 0;
            }
            const auto verified
                = need(m_db->data.collection("c" + std::to_string(loop))->verifyAll());
            QVERIFY2(verified.problems.empty(), m_indexes.c_str());
        }
        QVERIFY2(byIndex > loops, "hardly any query took an index: the test says little");
    }

    void stringsNeverGoThroughAnIndexOfAnotherCollation()
    {
        const int loops = environmentNumber("SANDGLASS_TEST_LOOPS", kLoops);
        for (int loop = 0; loop < loops; ++loop) {
            const std::string ofIndex = m_random->collation();
            const std::string ofQuery = m_random->collation();
            const bool same = settingsOf(ofIndex) == settingsOf(ofQuery);
            m_name = "\"d" + std::to_string(loop) + "\"";
            m_db->good(R"({"createIndexes":)" + m_name
                       + R"(,"indexes":[{"key":{"a":1},"name":"i","collation":)" + ofIndex + "}]}");
            const auto stage = [&](const std::string& operand) {
                return stageOf(R"(,"filter":{"a":)" + operand + R"(},"collation":)" + ofQuery);
            };
            const std::string json = m_random->text();
            for (const std::string& operand :
                 {json, R"({"$gte":)" + json + "}", R"({"$in":[1,)" + json + "]}",
                  R"({"x":)" + json + "}"}) {
                const QByteArray told
                    = QByteArray::fromStdString(ofIndex + " " + ofQuery + operand);
                QVERIFY2((stage(operand) == QStringLiteral("IXSCAN")) == same, told.constData());
            }
            QCOMPARE(stage("7"), QStringLiteral("IXSCAN"));
            QCOMPARE(stage(R"({"$gt":{"$date":5}})"), QStringLiteral("IXSCAN"));
        }
    }

private:
    static QByteArray described(const std::string& ask, const QString& scan, const QString& index)
    {
        return QStringLiteral("%1\n  scan:  %2\n  index: %3")
            .arg(QString::fromStdString(ask), scan, index)
            .toUtf8();
    }

    static bson::CollationPtr parsed(const std::string& collation)
    {
        const bson::Document read = need(bson::fromJson(collation));
        return need(engine::collation::parseCollation(
            "collation", bson::ValueView(bson::Type::Document, read.bytes())));
    }
    static std::string settingsOf(const std::string& collation)
    {
        const bson::CollationPtr read = parsed(collation);
        return read ? bson::toJson(read->settings()) : std::string();
    }

    // A new collection with documents and indexes, and the collation of the queries.
    void fill(int loop)
    {
        m_name = "\"c" + std::to_string(loop) + "\"";
        m_collation = m_random->collation();
        const bool inherits = m_random->below(3) == 0;
        if (inherits) {
            m_db->good(R"({"create":)" + m_name + R"(,"collation":)" + m_collation + "}");
        }
        const bool early = m_random->below(2) == 0;
        if (early) {
            addIndexes();
        }
        std::string documents;
        for (int id = 0; id < kDocuments; ++id) {
            // strings as _id where the collection has a collation; equal ones are refused
            const std::string key = inherits && m_random->below(2) == 0
                ? R"({"s":)" + m_random->text() + "}"
                : std::to_string(id);
            documents += (id == 0 ? "" : ",") + m_random->document(key);
        }
        m_db->good(R"({"insert":)" + m_name + R"(,"ordered":false,"documents":[)" + documents
                   + "]}");
        m_db->good(R"({"delete":)" + m_name + R"(,"deletes":[{"q":{"a":{"$type":"array"},
                       "b":{"$type":"array"}},"limit":0}]})");
        if (!early) {
            addIndexes();
        }
    }
    // One to three indexes; most with the queries' collation.
    void addIndexes()
    {
        m_indexes.clear();
        for (std::size_t left = 1 + m_random->below(3); left > 0; --left) {
            const bool own = m_random->below(4) > 0;
            std::string more;
            if (m_random->below(5) == 0) {
                more = R"(,"sparse":true)";
            } else if (m_random->below(5) == 0) {
                more = R"(,"partialFilterExpression":{"a":{"$gte":"a"}})";
            }
            const std::string between = m_indexes.empty() ? "" : ",";
            m_indexes += between + R"({"key":)" + m_random->key() + ",\"name\":\"i"
                + std::to_string(left) + "\"" + R"(,"collation":)"
                + (own ? m_collation : m_random->collation()) + more + "}";
        }
        // two may be the same by chance: then the first is there
        m_db->run(R"({"createIndexes":)" + m_name + R"(,"indexes":[)" + m_indexes + "]}");
    }

    QString idsOf(const std::string& rest)
    {
        const bson::Document reply = m_db->run(
            R"({"find":)" + m_name + R"(,"batchSize":1000,"projection":{"_id":1})" + rest + "}");
        if (reply["ok"].toDouble() != 1.0) {
            return QStringLiteral("error ") + QString::fromStdString(bson::toJson(reply));
        }
        return CommandFixture::listed(reply["cursor"].asDocument()["firstBatch"]);
    }
    // The stage that reads.
    QString stageOf(const std::string& rest)
    {
        const std::string text
            = bson::toJson(m_db->good(R"({"explain":{"find":)" + m_name + rest + "}}"));
        return text.find("\"IXSCAN\"") != std::string::npos ? QStringLiteral("IXSCAN")
                                                            : QStringLiteral("COLLSCAN");
    }

    // count, distinct and $group of the documents that match. Of equal strings any may be shown.
    void checkValues(const std::string& filter)
    {
        const std::string with = R"(,"collation":)" + m_collation;
        const std::string count = R"({"count":)" + m_name + R"(,"query":)" + filter + with;
        const std::string distinct
            = R"({"distinct":)" + m_name + R"(,"key":"a","query":)" + filter + with;
        const std::string group = R"({"aggregate":)" + m_name
            + R"(,"cursor":{"batchSize":1000},"pipeline":[{"$match":)" + filter
            + R"(},{"$group":{"_id":"$a","n":{"$sum":1}}}])" + with;
        QCOMPARE(m_db->good(count + "}")["n"].toInt64(),
                 m_db->good(count + kByScan + "}")["n"].toInt64());
        QVERIFY2(same(values(distinct), values(distinct + kByScan)), filter.c_str());
        QVERIFY2(same(groups(group), groups(group + kByScan)), filter.c_str());
    }
    std::vector<Counted> values(const std::string& command)
    {
        std::vector<Counted> read;
        const bson::Document reply = m_db->good(command + "}");
        for (const bson::Element& element : reply["values"].asDocument()) {
            read.push_back({bson::Value(element.value), 0});
        }
        return read;
    }
    std::vector<Counted> groups(const std::string& command)
    {
        std::vector<Counted> read;
        const bson::Document reply = m_db->good(command + "}");
        for (const bson::Element& element :
             reply["cursor"].asDocument()["firstBatch"].asDocument()) {
            const bson::DocumentView one = element.value.asDocument();
            read.push_back({bson::Value(one["_id"]), one["n"].toInt64()});
        }
        return read;
    }
    bool same(std::vector<Counted> left, std::vector<Counted> right) const
    {
        const bson::CollationPtr collation = parsed(m_collation);
        const auto before = [&](const Counted& one, const Counted& other) {
            return std::is_lt(bson::compare(one.value.view(), other.value.view(), collation.get()));
        };
        std::ranges::sort(left, before);
        std::ranges::sort(right, before);
        return std::ranges::equal(left, right, [&](const Counted& one, const Counted& other) {
            return bson::equal(one.value.view(), other.value.view(), collation.get())
                && one.count == other.count;
        });
    }

    std::unique_ptr<CommandFixture> m_db;
    std::unique_ptr<RandomCollations> m_random;
    std::string m_name; ///< the collection, as JSON
    std::string m_collation; ///< of the queries
    std::string m_indexes;
};

SANDGLASS_TEST(TestPlanCollations)
} // namespace tst_plan_collations

#include "tst_plan_collations.moc"
