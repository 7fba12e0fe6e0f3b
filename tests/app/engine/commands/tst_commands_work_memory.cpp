// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that collect much end when all of them together have too much, and say so.
#include "app/engine/query/work_memory.h"
#include "tests/support/command_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>
#include <memory>
#include <string>

namespace tst_commands_work_memory {

using namespace sandglass;
using namespace sandglass::tests;
using engine::query::WorkMemory;

namespace {

constexpr std::size_t kTotal = 100 * WorkMemory::kStep;

} // namespace

class TestWorkMemoryOfCommands : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_db = std::make_unique<CommandFixture>();
        for (int i = 0; i < 30; ++i) {
            const std::string text = std::to_string(1000 - i) + std::string(100'000, 'x');
            m_db->good(R"({"insert":"c","documents":[{"_id":)" + std::to_string(i) + R"(,"t":")"
                       + text + R"("}]})");
        }
        WorkMemory::setTotal(kTotal);
        m_others = std::make_unique<WorkMemory>("others");
        QVERIFY(m_others->use(kTotal).has_value());
    }

    void cleanup()
    {
        m_others.reset();
        m_db.reset();
        QCOMPARE(WorkMemory::used(), std::size_t{0});
        WorkMemory::setTotal(std::numeric_limits<std::size_t>::max());
    }

    void whatCollectsMuchIsToldWhy_data()
    {
        QTest::addColumn<QString>("command");
        const auto row = [](const char* name, const char* command) {
            QTest::newRow(name) << QString::fromLatin1(command);
        };
        row("a sort", R"({"find":"c","sort":{"t":1},"projection":{"_id":1}})");
        row("a stage",
            R"({"aggregate":"c","pipeline":[{"$sort":{"t":1}},{"$unset":"t"}],"cursor":{}})");
        row("a reply", R"({"find":"c"})");
        row("the sort of a write",
            R"({"findAndModify":"c","query":{},"sort":{"t":1},"remove":true})");
    }
    void whatCollectsMuchIsToldWhy()
    {
        QFETCH(QString, command);
        const std::string text = command.toStdString();
        const bson::Document refused = m_db->run(text);
        QCOMPARE(refused["code"].asInt32(), 146);
        QCOMPARE(refused["codeName"].asString(), std::string_view("ExceededMemoryLimit"));
        QCOMPARE(m_db->good(R"({"count":"c"})")["n"].toInt64(), qint64{30});
        QVERIFY(m_others->use(0).has_value());
        QCOMPARE(m_db->run(text)["ok"].toDouble(), 1.0);
    }

    void whatCollectsLittleGoesOn()
    {
        QCOMPARE(m_db->found("c", R"("sort":{"_id":-1},"limit":1,"projection":{"t":0})"),
                 QStringLiteral(R"({"_id":29})"));
        const bson::Document reply = m_db->good(R"({"find":"c","batchSize":5})");
        QVERIFY(reply["cursor"].asDocument()["id"].asInt64() != 0);
        QCOMPARE(m_db->aggregated("c", R"([{"$sample":{"size":1}},{"$count":"n"}])"),
                 QStringLiteral(R"({"n":1})"));
    }

private:
    std::unique_ptr<CommandFixture> m_db;
    std::unique_ptr<WorkMemory> m_others; // they have taken everything
};

SANDGLASS_PLAIN_TEST(TestWorkMemoryOfCommands)
} // namespace tst_commands_work_memory

#include "tst_commands_work_memory.moc"
