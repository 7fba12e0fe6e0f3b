// SPDX-License-Identifier: GPL-3.0-or-later
// Restore points and rehearsals with the window's services over the real engine program.
#include "app/mongo/mongo_driver.h"
#include "app/services/members/member_service.h"
#include "app/services/shell/services.h"
#include "tests/support/engine_client.h"
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"

#include <QFileInfo>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_integration_restore {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::EngineClient;

namespace {

const protocol::Namespace kSessions{"shop", "sessions"};
constexpr std::int32_t kOld = 3'000;
constexpr std::int32_t kYoung = 500;

/// Engines are started on the way, on machines that do other things as well.
template <typename T>
Result<T> patiently(const QFuture<Result<T>>& future)
{
    return tests::waitFor(future, 60'000);
}

ttl::TtlIndexSpec rule(std::int64_t seconds)
{
    ttl::TtlIndexSpec spec;
    spec.ns = kSessions;
    spec.name = "seen_1";
    spec.key = bson::makeDocument("seen", 1);
    spec.expireAfterSeconds = seconds;
    return spec;
}

} // namespace

class TestRestore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void whatAPassDeletedComesBack();
    void whatIsOverdueInAPointStaysUntilExpiryIsResumed();
    void theDataBeforeRestoringAreKept();
    void aPointTheEngineRefusesChangesNothing();
    void aRehearsalDeletesInTheCopyOnly();
    void aRehearsalsClockRunsFasterAndTheWindowFollows();

private:
    services::ServiceSet& set() const { return m_services->set(); }
    std::int64_t count() const
    {
        return EngineClient(set().engine.uri().toStdString()).countBy(kSessions, "$natural");
    }
    bool ready(services::Services& services) const
    {
        return QTest::qWaitFor(
            [&] {
                return services.set().connections.isConnected()
                    && services.set().catalog.isLoaded();
            },
            60'000);
    }
    std::unique_ptr<services::Services> open(services::ServicesOptions options);
    std::optional<services::RehearsalPlan> rehearse(services::RehearsalRequest request);

    mongo::MongoDriver m_driver;
    base::SystemClock m_clock;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<services::Services> m_services;
};

std::unique_ptr<services::Services> TestRestore::open(services::ServicesOptions options)
{
    options.factory = std::make_shared<mongo::MongoTtlServerFactory>(m_clock);
    options.engine.extraArguments << u"--setParameter"_s << u"ttlMonitorSleepSecs=1"_s;
    auto services = std::make_unique<services::Services>(std::move(options), m_clock);
    services->openLocal();
    return services;
}

void TestRestore::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    services::ServicesOptions options;
    options.folder = m_folder->path();
    m_services = open(std::move(options));
    QVERIFY(ready(*m_services));
    const base::Time now = set().connections.serverNow();
    std::vector<bson::Document> documents;
    for (std::int32_t id = 0; id < kOld + kYoung; ++id) {
        const base::Time seen = id < kOld ? now - 48h : now - 60s;
        documents.push_back(bson::makeDocument("_id", id, "seen", bson::Date::from(seen)));
    }
    EngineClient(set().engine.uri().toStdString()).insert(kSessions, documents);
}

void TestRestore::cleanup()
{
    m_services.reset();
    m_folder.reset();
}

std::optional<services::RehearsalPlan> TestRestore::rehearse(services::RehearsalRequest request)
{
    std::optional<services::RehearsalPlan> plan;
    QObject context;
    QObject::connect(&set().rehearsals, &services::RehearsalService::prepared, &context,
                     [&](const services::RehearsalPlan& prepared) { plan = prepared; });
    return patiently(set().rehearsals.prepare(std::move(request))) ? plan : std::nullopt;
}

void TestRestore::whatAPassDeletedComesBack()
{
    const auto point = patiently(set().restorePoints.make(
        {services::RestoreReason::BeforeChange, kSessions, "createIndex"}));
    QVERIFY2(point, point ? "" : point.error().message.c_str());
    QCOMPARE(point->documents, std::optional<std::int64_t>(kOld + kYoung));
    QVERIFY(patiently(set().indexes.create(rule(86'400))));
    QTRY_COMPARE_WITH_TIMEOUT(count(), std::int64_t{kYoung}, 30'000);

    const auto restored = patiently(set().restorePoints.restore(point->id));
    QVERIFY2(restored, restored ? "" : restored.error().message.c_str());
    QVERIFY(ready(*m_services));
    QCOMPARE(count(), std::int64_t{kOld + kYoung});
    const EngineClient client(set().engine.uri().toStdString());
    QVERIFY(client.isSound(kSessions));
    const auto indexes = client.server().indexes(kSessions, {});
    QCOMPARE(indexes->size(), std::size_t{1}); // the rule is gone, too: nothing is deleted again
}

void TestRestore::whatIsOverdueInAPointStaysUntilExpiryIsResumed()
{
    const auto pass = [this](bool enabled) {
        const EngineClient client(set().engine.uri().toStdString());
        client.setParameter("ttlMonitorSleepSecs", bson::Value::of(std::int32_t{1}));
        client.setParameter("ttlMonitorEnabled", bson::Value::of(enabled));
    };
    // the point is made while documents are overdue
    pass(false);
    QVERIFY(patiently(set().indexes.create(rule(86'400))));
    const auto point = patiently(set().restorePoints.make({}));
    QVERIFY(point);
    pass(true);
    QTRY_COMPARE_WITH_TIMEOUT(count(), std::int64_t{kYoung}, 30'000);
    const auto overdue = patiently(set().restorePoints.overdueIn(point->id));
    QVERIFY2(overdue, overdue ? "" : overdue.error().message.c_str());
    QCOMPARE(set().restorePoints.points().size(), std::size_t{1});

    const auto restored = patiently(set().restorePoints.restore(point->id));
    QVERIFY2(restored, restored ? "" : restored.error().message.c_str());
    QVERIFY(ready(*m_services));
    QTRY_VERIFY(set().members.pauseOf({}));
    const auto passesStayAway = [this] {
        const EngineClient client(set().engine.uri().toStdString());
        client.setParameter("ttlMonitorSleepSecs", bson::Value::of(std::int32_t{1}));
        return client.metrics().monitorEnabled == std::optional(false) && count() == kOld + kYoung;
    };
    QVERIFY(passesStayAway());
    // a window that starts anew keeps it paused
    m_services.reset();
    services::ServicesOptions options;
    options.folder = m_folder->path();
    m_services = open(std::move(options));
    QVERIFY(ready(*m_services));
    QVERIFY(passesStayAway());
    QVERIFY(patiently(set().members.resumeExpiry({})));
    QTRY_COMPARE_WITH_TIMEOUT(count(), std::int64_t{kYoung}, 30'000);
    QVERIFY(set().members.pauses().empty());
}

void TestRestore::theDataBeforeRestoringAreKept()
{
    const auto point = patiently(set().restorePoints.make({}));
    QVERIFY(point);
    EngineClient(set().engine.uri().toStdString())
        .insert(kSessions, {bson::makeDocument("_id", "written since")});
    QVERIFY(patiently(set().restorePoints.restore(point->id)));
    QTRY_COMPARE(set().restorePoints.points().size(), std::size_t{2});
    QVERIFY(ready(*m_services));
    QCOMPARE(count(), std::int64_t{kOld + kYoung});
    const services::RestorePoint former = set().restorePoints.points().front();
    QVERIFY(former.cause.reason == services::RestoreReason::BeforeRestore);
    QVERIFY(patiently(set().restorePoints.restore(former.id)));
    QVERIFY(ready(*m_services));
    QCOMPARE(count(), std::int64_t{kOld + kYoung + 1});
}

void TestRestore::aPointTheEngineRefusesChangesNothing()
{
    const auto point = patiently(set().restorePoints.make({}));
    QVERIFY(point);
    const QDir data(set().restorePoints.folder().dataOf(point->id));
    for (const QString& manifest : data.entryList({u"MANIFEST-*"_s})) {
        QVERIFY(QFile::resize(data.filePath(manifest), 0));
    }
    const auto restored = patiently(set().restorePoints.restore(point->id));
    QVERIFY(!restored);
    QVERIFY(ready(*m_services));
    QCOMPARE(count(), std::int64_t{kOld + kYoung});
}

void TestRestore::aRehearsalDeletesInTheCopyOnly()
{
    const auto plan = rehearse({{}, services::kMinuteASecond, rule(86'400)});
    QVERIFY(plan.has_value());
    services::ServicesOptions options;
    options.folder = plan->folder;
    options.rehearsal = *plan;
    auto copy = open(std::move(options));
    QVERIFY(ready(*copy));
    const EngineClient client(copy->set().engine.uri().toStdString());
    QTRY_COMPARE_WITH_TIMEOUT(client.countBy(kSessions, "$natural"), std::int64_t{kYoung}, 30'000);
    QVERIFY(!copy->set().rehearsal->error());
    QVERIFY(!copy->set().restorePoints.isOffered());
    QCOMPARE(count(), std::int64_t{kOld + kYoung});
    QVERIFY(EngineClient(set().engine.uri().toStdString()).isSound(kSessions));
    copy.reset();
    set().rehearsals.discard(*plan);
    QTRY_VERIFY(!QFileInfo::exists(plan->folder));
    QCOMPARE(count(), std::int64_t{kOld + kYoung});
}

void TestRestore::aRehearsalsClockRunsFasterAndTheWindowFollows()
{
    QVERIFY(patiently(set().indexes.create(rule(60 * 3'600))));
    const auto plan = rehearse({{}, services::kHourASecond, {}});
    QVERIFY(plan.has_value());
    services::ServicesOptions options;
    options.folder = plan->folder;
    options.rehearsal = *plan;
    const auto copy = open(std::move(options));
    QVERIFY(ready(*copy));
    const services::ServiceSet& its = copy->set();
    QCOMPARE(its.connections.state().server->clockRate, 3'600);
    const EngineClient client(its.engine.uri().toStdString());
    // hours pass while the test waits seconds, and both clocks agree all the time
    const base::Time first = its.connections.serverNow();
    QTRY_VERIFY_WITH_TIMEOUT(its.connections.serverNow() - first > 3h, 30'000);
    const base::Millis apart = client.now() - its.connections.serverNow();
    QVERIFY2(apart > -30min && apart < 30min, qPrintable(QString::number(apart.count())));
    // sixty hours after their date, twelve hours from now, the old ones go by themselves
    QTRY_COMPARE_WITH_TIMEOUT(client.countBy(kSessions, "$natural"), std::int64_t{kYoung}, 60'000);
    QVERIFY(its.connections.serverNow() - plan->copyOf >= 12h - 1min);
    QCOMPARE(count(), std::int64_t{kOld + kYoung});
}

SANDGLASS_TEST(TestRestore)
} // namespace tst_integration_restore

#include "tst_integration_restore.moc"
