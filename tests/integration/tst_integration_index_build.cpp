// SPDX-License-Identifier: GPL-3.0-or-later
// The progress of an index build of a real engine, as the task of the window shows it.
#include "app/mongo/mongo_driver.h"
#include "app/services/indexes/index_build.h"
#include "tests/support/engine_client.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>
#include <future>

namespace tst_integration_index_build {

using namespace sandglass;
using namespace sandglass::tests;
using namespace std::chrono_literals;

namespace {

const protocol::Namespace kMany{"shop", "many"};
constexpr int kDocuments = 60'000;

} // namespace

class TestIndexBuild : public QObject
{
    Q_OBJECT

private slots:
    void theBuildIsFoundAndTellsHowFarItIs()
    {
        EngineProcess engine;
        QVERIFY(engine.start());
        const EngineClient builder(engine);
        const EngineClient watcher(engine);
        std::vector<bson::Document> documents;
        for (int id = 0; id < kDocuments; ++id) {
            documents.push_back(
                bson::makeDocument("_id", id, "at", bson::Date{id}, "text", std::string(100, 'x')));
        }
        builder.insert(kMany, documents);
        std::vector<int> seen;
        // a build may be over before it is looked at
        for (int round = 0; round < 5 && seen.empty(); ++round) {
            const std::string name = "at_" + std::to_string(round);
            const bson::Document spec = bson::makeDocument(
                "key", bson::makeDocument("at", round % 2 == 0 ? 1 : -1, "text", round + 1), "name",
                name);
            auto built = std::async(std::launch::async, [&builder, &spec] {
                return builder.server().alter(kMany.database,
                                              bson::Builder()
                                                  .append("createIndexes", kMany.collection)
                                                  .appendArray("indexes", bson::makeArray(spec))
                                                  .take(),
                                              unlocked());
            });
            while (built.wait_for(0ms) != std::future_status::ready) {
                const auto builds = services::indexBuilds(watcher.server(), kMany, name, {});
                QVERIFY(builds);
                if (const int percent = services::buildPercent(*builds); percent >= 0) {
                    seen.push_back(percent);
                }
            }
            QVERIFY(built.get());
        }
        QVERIFY(!seen.empty());
        QVERIFY(std::ranges::is_sorted(seen));
        QVERIFY(seen.back() <= 100);
        // afterwards there is none
        const auto builds = services::indexBuilds(watcher.server(), kMany, "at_0", {});
        QVERIFY(builds && builds->empty());
    }

private:
    mongo::MongoDriver m_driver;
};

SANDGLASS_TEST(TestIndexBuild)
} // namespace tst_integration_index_build

#include "tst_integration_index_build.moc"
