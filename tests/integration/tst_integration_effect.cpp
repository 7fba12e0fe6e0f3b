// SPDX-License-Identifier: GPL-3.0-or-later
// The number on the confirm button is the number that the next pass deletes: documents of every
// kind, rules made, changed and converted in the dialogs' presenters, on the real engine.
#include "app/mongo/mongo_driver.h"
#include "app/presenters/indexes/change_index_presenter.h"
#include "app/presenters/indexes/create_index_presenter.h"
#include "tests/support/engine_client.h"
#include "tests/support/random_documents.h"
#include "tests/support/real_services.h"
#include "tests/support/test_program.h"

#include <QLocale>
#include <QObject>
#include <QTest>

namespace tst_integration_effect {

using namespace sandglass;
using namespace std::chrono_literals;
using presenters::ChangeIndexPresenter;
using presenters::ChangeKind;
using presenters::CreateIndexPresenter;
using presenters::EditPhase;
using tests::json;
using tests::need;

namespace {

constexpr int kDocuments = 600;
constexpr int kPatienceMillis = 60'000; // sanitizers and shared machines are slow
const protocol::Namespace kNs{"shop", "mixed"};

/// How the rule comes about.
enum class Way { Create, Change, Convert };

struct Shape
{
    const char* name;
    const char* field;
    bool descending;
    std::int64_t seconds; ///< 0: at the stored date
    const char* partialFilter;
};

constexpr Shape kShapes[]{
    {"ascending", "t", false, 1, ""},
    {"descending", "t", true, 86400, ""},
    {"partial", "t", false, 3600, R"({"z": {"$gt": 2}})"},
    {"arrays of documents", "a.t", false, 60, ""},
    {"stored date", "t", false, 0, ""},
    {"stored date, arrays, partial", "a.t", false, 0, R"({"z": {"$gt": 2}})"},
    {"arrays, partial, descending", "a.t", true, 31556952, R"({"z": {"$exists": true}})"},
};

} // namespace

class TestEffect : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void theButtonShowsWhatThePassDeletes_data();
    void theButtonShowsWhatThePassDeletes();

private:
    void fill();
    void makeIndex(const Shape& shape, Way way);
    std::optional<std::int64_t> createAsAnnounced(const Shape& shape);
    std::optional<std::int64_t> changeAsAnnounced(const Shape& shape, ChangeKind kind);

    mongo::MongoDriver m_driver;
    tests::EngineProcess m_engine;
    std::unique_ptr<tests::EngineClient> m_client;
    std::unique_ptr<tests::RealServices> m_services;
    unsigned m_seed = 0;
};

void TestEffect::initTestCase()
{
    m_seed = tests::testSeed();
    qInfo("SANDGLASS_TEST_SEED=%u", m_seed);
    QVERIFY(m_engine.start());
    m_client = std::make_unique<tests::EngineClient>(m_engine);
    m_client->setParameter("ttlMonitorEnabled", bson::Value::of(false));
}

void TestEffect::theButtonShowsWhatThePassDeletes_data()
{
    QTest::addColumn<int>("shape");
    QTest::addColumn<int>("way");
    const std::pair<const char*, Way> ways[]{
        {"create", Way::Create}, {"change", Way::Change}, {"convert", Way::Convert}};
    for (int shape = 0; shape < static_cast<int>(std::size(kShapes)); ++shape) {
        for (const auto& [name, way] : ways) {
            QTest::addRow("%s %s", name, kShapes[shape].name) << shape << static_cast<int>(way);
        }
    }
}

void TestEffect::fill()
{
    m_client->run(kNs.database, json(R"({"dropDatabase": 1})"));
    tests::RandomDocuments random(m_seed, {bson::Date{0}});
    std::vector<bson::Document> documents;
    while (documents.size() < kDocuments) {
        documents.push_back(random.next());
    }
    m_client->insert(kNs, documents);
}

// What a change or a conversion begins with: an index that deletes nothing.
void TestEffect::makeIndex(const Shape& shape, Way way)
{
    bson::Builder index;
    index.append("key", bson::makeDocument(shape.field, shape.descending ? -1 : 1));
    index.append("name", "rule");
    if (way == Way::Change) {
        index.append("expireAfterSeconds", std::int32_t{2'147'483'647});
    }
    if (*shape.partialFilter) {
        index.append("partialFilterExpression", json(shape.partialFilter));
    }
    m_client->run(kNs.database,
                  bson::Builder()
                      .append("createIndexes", kNs.collection)
                      .appendArray("indexes", bson::makeArray(index.take()))
                      .take());
}

// Both fill the form, wait for the count, press the button, and give the number that it carried.
std::optional<std::int64_t> TestEffect::createAsAnnounced(const Shape& shape)
{
    CreateIndexPresenter dialog(m_services->set, kNs, 0ms);
    ttl::TtlIndexDraft draft;
    draft.field = shape.field;
    draft.seconds = shape.seconds;
    draft.atStoredDate = shape.seconds == 0;
    draft.descending = shape.descending;
    draft.partialFilterJson = shape.partialFilter;
    dialog.edit(draft);
    if (!QTest::qWaitFor([&] { return dialog.state().confirm.enabled; }, kPatienceMillis)) {
        return {};
    }
    const std::int64_t told = dialog.state().effect.affected;
    if (!dialog.state().confirm.buttonText.contains(QLocale().toString(qlonglong{told}))) {
        return {};
    }
    dialog.create();
    const bool done
        = QTest::qWaitFor([&] { return dialog.state().phase == EditPhase::Done; }, kPatienceMillis);
    return done ? std::optional(told) : std::nullopt;
}

std::optional<std::int64_t> TestEffect::changeAsAnnounced(const Shape& shape, ChangeKind kind)
{
    ChangeIndexPresenter dialog(m_services->set, {kNs, "rule"}, 0ms);
    if (!QTest::qWaitFor([&] { return dialog.state().phase != EditPhase::Loading; },
                         kPatienceMillis)) {
        return {};
    }
    dialog.edit({kind, shape.seconds == 0, shape.seconds});
    if (!QTest::qWaitFor([&] { return dialog.state().confirm.enabled; }, kPatienceMillis)) {
        return {};
    }
    const std::int64_t told = dialog.state().effect.affected;
    if (!dialog.state().confirm.buttonText.contains(QLocale().toString(qlonglong{told}))) {
        return {};
    }
    dialog.apply();
    const bool done
        = QTest::qWaitFor([&] { return dialog.state().phase == EditPhase::Done; }, kPatienceMillis);
    return done ? std::optional(told) : std::nullopt;
}

void TestEffect::theButtonShowsWhatThePassDeletes()
{
    QFETCH(int, shape);
    QFETCH(int, way);
    const Shape& rule = kShapes[shape];
    fill();
    if (Way{way} != Way::Create) {
        makeIndex(rule, Way{way});
    }
    // the offset between the clocks is measured when connecting
    m_services = std::make_unique<tests::RealServices>(m_engine);
    QVERIFY(m_services->isOpen());
    const std::optional<std::int64_t> told = Way{way} == Way::Create ? createAsAnnounced(rule)
        : Way{way} == Way::Change ? changeAsAnnounced(rule, ChangeKind::Seconds)
                                  : changeAsAnnounced(rule, ChangeKind::Convert);
    QVERIFY(told);
    QVERIFY(*told > 0);
    QCOMPARE(m_client->countBy(kNs, "$natural"), std::int64_t{kDocuments});
    m_client->setParameter("ttlMonitorEnabled", bson::Value::of(true));
    QVERIFY(m_client->passAt(m_client->now() + 2min));
    m_client->setParameter("ttlMonitorEnabled", bson::Value::of(false));
    QCOMPARE(kDocuments - m_client->countBy(kNs, "$natural"), *told);
}

SANDGLASS_TEST(TestEffect)
} // namespace tst_integration_effect

#include "tst_integration_effect.moc"
