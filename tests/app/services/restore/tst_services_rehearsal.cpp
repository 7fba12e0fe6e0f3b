// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/event_order.h"
#include "tests/support/fake_engine.h"
#include "tests/support/test_program.h"

#include <QFileInfo>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <vector>

namespace tst_services_rehearsal {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using services::RehearsalPlan;
using services::RehearsalRequest;
using services::RehearsalService;
using tests::ServiceFixture;
using tests::waitFor;

namespace {

const Error kFull = base::serverError(14031, "OutOfDiskSpace", "No space left on device");

/// Services whose rehearsals are noted.
struct Rehearsing : ServiceFixture
{
    std::vector<RehearsalPlan> plans;

    Rehearsing()
    {
        QObject::connect(&set.rehearsals, &RehearsalService::prepared, &set.rehearsals,
                         [this](const RehearsalPlan& plan) { plans.push_back(plan); });
    }
    /// The local engine runs; what it says of a checkpoint is known.
    bool open()
    {
        server->answer("sandglassCheckpoint",
                       bson::makeDocument("at", bson::Date::from(clock.now() + 5s), "documents",
                                          std::int64_t{3}));
        return tests::startFakeEngine(*this);
    }
    /// A restore point of now, known to the services.
    services::RestorePoint point()
    {
        const services::RestorePoint made = tests::putRestorePoint(*this, clock.now());
        set.restorePoints.refresh();
        if (!QTest::qWaitFor([&] { return set.restorePoints.find(made.id) != nullptr; })) {
            qFatal("the restore point is not found");
        }
        return made;
    }
    QStringList copies() const
    {
        return QDir(folder.filePath(u"rehearsals"_s)).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    }
    Result<void> prepare(const RehearsalRequest& request)
    {
        return waitFor(set.rehearsals.prepare(request));
    }
};

} // namespace

class TestRehearsalService : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onARemoteServerNothingCanBeRehearsed();
    void aPointCanBeRehearsedWithoutTheEngine();
    void aClockOutOfItsRangeIsRefused();
    void anUnknownPointIsNotFound_data();
    void anUnknownPointIsNotFound();
    void aRefusedCopyLeavesNothing_data();
    void aRefusedCopyLeavesNothing();
    void aPointThatLosesItsDataLeavesNothing();
    void theMomentIsThatOfTheCopy();
    void everyRehearsalHasAFolderOfItsOwn();
    void theFolderIsPrivateAndHasTheSettings();
    void theProposedChangeIsHandedOn();
    void aFolderNameMayHoldPlaceholders();
    void theOriginalIsNotTouched();
    void aServiceThatGoesAnnouncesNothing();
    void leftoversOfNobodyAreRemoved();
    void discardingTwiceDoesNoHarm();
    void theEngineWaitsUntilItIsWatched();
};

void TestRehearsalService::onARemoteServerNothingCanBeRehearsed()
{
    Rehearsing fixture;
    QVERIFY(fixture.connect(false));
    const Result<void> answer = fixture.prepare({});
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, Errc::Unsupported);
    QVERIFY(fixture.copies().isEmpty());
    QVERIFY(fixture.server->commands().empty());
}

void TestRehearsalService::aPointCanBeRehearsedWithoutTheEngine()
{
    Rehearsing fixture;
    const services::RestorePoint point = fixture.point();
    QVERIFY(fixture.prepare({point.id, services::kHourASecond, {}}));
    QCOMPARE(fixture.plans.size(), std::size_t{1});
    QCOMPARE(fixture.plans.front().rate, 3'600);
    QVERIFY(QFileInfo::exists(fixture.plans.front().folder + u"/engine/CURRENT"_s));
}

void TestRehearsalService::aClockOutOfItsRangeIsRefused()
{
    Rehearsing fixture;
    const services::RestorePoint point = fixture.point();
    for (const int rate : {0, -1, services::kFastestRehearsal + 1}) {
        const Result<void> answer = fixture.prepare({point.id, rate, {}});
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, Errc::InvalidInput);
    }
    QVERIFY(fixture.copies().isEmpty());
    QVERIFY(fixture.prepare({point.id, services::kFastestRehearsal, {}}));
}

void TestRehearsalService::anUnknownPointIsNotFound_data()
{
    QTest::addColumn<QString>("id");
    QTest::newRow("unknown") << u"20300101T000000000Z"_s;
    QTest::newRow("outside") << u"../../etc"_s;
    QTest::newRow("absolute") << u"/etc"_s;
    QTest::newRow("hostile") << u"\n\"%1\u202E"_s;
}

void TestRehearsalService::anUnknownPointIsNotFound()
{
    QFETCH(QString, id);
    Rehearsing fixture;
    const Result<void> answer = fixture.prepare({id, 60, {}});
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, Errc::NotFound);
    QVERIFY(fixture.copies().isEmpty());
}

void TestRehearsalService::aRefusedCopyLeavesNothing_data()
{
    QTest::addColumn<int>("code");
    QTest::newRow("full disk") << 14031;
    QTest::newRow("refused") << 13;
    QTest::newRow("an engine of another version") << 59;
}

void TestRehearsalService::aRefusedCopyLeavesNothing()
{
    QFETCH(int, code);
    Rehearsing fixture;
    QVERIFY(fixture.open());
    fixture.server->fail("runCommand", base::serverError(code, "X", "no"));
    const Result<void> answer = fixture.prepare({});
    QVERIFY(!answer);
    QCOMPARE(answer.error().serverCode, code);
    QVERIFY(fixture.plans.empty());
    QTRY_VERIFY(fixture.copies().isEmpty());
}

void TestRehearsalService::aPointThatLosesItsDataLeavesNothing()
{
    Rehearsing fixture;
    const services::RestorePoint point = fixture.point();
    QVERIFY(QDir(fixture.set.restorePoints.folder().dataOf(point.id)).removeRecursively());
    const Result<void> answer = fixture.prepare({point.id, 60, {}});
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, Errc::NotFound);
    QVERIFY(fixture.plans.empty());
    QTRY_VERIFY(fixture.copies().isEmpty());
}

void TestRehearsalService::theMomentIsThatOfTheCopy()
{
    Rehearsing fixture;
    QVERIFY(fixture.open());
    QVERIFY(fixture.prepare({{}, 60, {}}));
    // the engine says when its copy was made, not the window
    QCOMPARE(fixture.plans.front().copyOf, fixture.clock.now() + 5s);
    QCOMPARE(fixture.plans.front().engineArguments().value(3),
             QString::number((fixture.clock.now() + 5s).time_since_epoch().count()));
}

void TestRehearsalService::everyRehearsalHasAFolderOfItsOwn()
{
    Rehearsing fixture;
    const services::RestorePoint point = fixture.point();
    QVERIFY(fixture.prepare({point.id, 60, {}}));
    QVERIFY(fixture.prepare({point.id, 60, {}}));
    QCOMPARE(fixture.plans.size(), std::size_t{2});
    QVERIFY(fixture.plans[0].folder != fixture.plans[1].folder);
    QCOMPARE(fixture.copies().size(), 2);
    fixture.set.rehearsals.discard(fixture.plans[0]);
    QTRY_COMPARE(fixture.copies().size(), 1);
    QVERIFY(QFileInfo::exists(fixture.plans[1].folder));
}

void TestRehearsalService::theFolderIsPrivateAndHasTheSettings()
{
    Rehearsing fixture;
    fixture.set.settings.setZoneId("Asia/Kathmandu");
    QSettings(fixture.folder.filePath(u"settings.ini"_s), QSettings::IniFormat).sync();
    const services::RestorePoint point = fixture.point();
    QVERIFY(fixture.prepare({point.id, 60, {}}));
    const QString folder = fixture.plans.front().folder;
    const QFile::Permissions others
        = QFile::ReadGroup | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther;
    QVERIFY(!(QFile::permissions(folder) & others));
    QCOMPARE(services::Settings(folder).zoneId(), QByteArray("Asia/Kathmandu"));
}

void TestRehearsalService::theProposedChangeIsHandedOn()
{
    Rehearsing fixture;
    const services::RestorePoint point = fixture.point();
    ttl::TtlIndexSpec spec;
    spec.ns = {"shop", "carts"};
    spec.name = "at_1";
    spec.expireAfterSeconds = 60;
    QVERIFY(fixture.prepare({point.id, 60, spec}));
    const auto* proposed = std::get_if<ttl::TtlIndexSpec>(&fixture.plans.front().change);
    QVERIFY(proposed);
    QCOMPARE(proposed->name, std::string("at_1"));
    QVERIFY(fixture.prepare({point.id, 60, {}}));
    QVERIFY(std::holds_alternative<std::monostate>(fixture.plans.back().change));
}

void TestRehearsalService::aFolderNameMayHoldPlaceholders()
{
    Rehearsing fixture;
    const QString data = fixture.folder.filePath(u"100%1 %2 过"_s);
    services::Services other({data, fixture.factory, {}}, fixture.clock);
    RehearsalService& rehearsals = other.set().rehearsals;
    std::optional<RehearsalPlan> plan;
    connect(&rehearsals, &RehearsalService::prepared, this,
            [&](const RehearsalPlan& prepared) { plan = prepared; });
    const services::RestoreFolder& points = other.set().restorePoints.folder();
    services::RestorePoint point;
    point.at = fixture.clock.now();
    point.id = *points.begin(point.at);
    QVERIFY(QDir().mkpath(points.dataOf(point.id)));
    QFile current(points.dataOf(point.id) + u"/CURRENT"_s);
    QVERIFY(current.open(QIODevice::WriteOnly));
    QVERIFY(points.complete(point));
    other.set().restorePoints.refresh();
    QTRY_VERIFY(other.set().restorePoints.find(point.id));
    QVERIFY(waitFor(rehearsals.prepare({point.id, 60, {}})));
    QVERIFY2(plan->folder.startsWith(data + u"/rehearsals/"_s), qPrintable(plan->folder));
    QVERIFY(QFileInfo::exists(plan->folder + u"/engine/CURRENT"_s));
}

void TestRehearsalService::theOriginalIsNotTouched()
{
    Rehearsing fixture;
    const services::RestorePoint point = fixture.point();
    const QString original = fixture.set.restorePoints.folder().dataOf(point.id) + u"/CURRENT"_s;
    QVERIFY(fixture.prepare({point.id, 60, {}}));
    QFile copy(fixture.plans.front().folder + u"/engine/CURRENT"_s);
    QVERIFY(copy.open(QIODevice::WriteOnly));
    copy.write("something else");
    copy.close();
    QFile kept(original);
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), QByteArray("MANIFEST-000001\n"));
    QVERIFY(fixture.set.journal.entries().empty()); // and nothing was sent to a server
}

void TestRehearsalService::aServiceThatGoesAnnouncesNothing()
{
    Rehearsing fixture;
    QVERIFY(fixture.open());
    fixture.server->hold("runCommand");
    services::LocalConnection local;
    local.add(fixture.set.connections);
    auto service = std::make_unique<RehearsalService>(services::RehearsalNeeds{
        local, fixture.set.engine, fixture.set.restorePoints, fixture.set.settings});
    QSignalSpy prepared(service.get(), &RehearsalService::prepared);
    const QFuture<Result<void>> answer = service->prepare({});
    QTRY_COMPARE(fixture.server->running("runCommand"), 1);
    service.reset();
    fixture.server->release("runCommand");
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(prepared.count(), 0);
    QCOMPARE(answer.resultCount(), 0);
}

void TestRehearsalService::leftoversOfNobodyAreRemoved()
{
    const ServiceFixture fixture;
    const auto path
        = [&](const QString& name) { return fixture.folder.filePath(u"rehearsals/"_s + name); };
    for (const QString& name : {u"999999999-1"_s, u"-1"_s, u"x"_s, u"0-1"_s}) {
        QVERIFY(QDir().mkpath(path(name) + u"/engine"_s));
    }
    const QString ours = u"%1-7"_s.arg(QCoreApplication::applicationPid());
    QVERIFY(QDir().mkpath(path(ours)));
    const services::Services next({fixture.folder.path(), fixture.factory, {}}, fixture.clock);
    const QDir folder(path({}));
    QTRY_COMPARE(folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot), QStringList{ours});
}

void TestRehearsalService::discardingTwiceDoesNoHarm()
{
    Rehearsing fixture;
    const services::RestorePoint point = fixture.point();
    QVERIFY(fixture.prepare({point.id, 60, {}}));
    fixture.set.rehearsals.discard(fixture.plans.front());
    fixture.set.rehearsals.discard(fixture.plans.front());
    QTRY_VERIFY(fixture.copies().isEmpty());
    QVERIFY(fixture.set.restorePoints.find(point.id));
}

void TestRehearsalService::theEngineWaitsUntilItIsWatched()
{
    RehearsalPlan plan;
    plan.rate = 86'400;
    plan.copyOf = base::Time(base::Millis(1'893'456'000'123));
    QCOMPARE(plan.engineArguments(),
             (QStringList{u"--clock-rate"_s, u"86400"_s, u"--clock-start"_s, u"1893456000123"_s,
                          u"--setParameter"_s, u"ttlMonitorEnabled=false"_s}));
}

SANDGLASS_TEST(TestRehearsalService)
} // namespace tst_services_rehearsal

#include "tst_services_rehearsal.moc"
