// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/members/expiry_pause.h"
#include "app/services/restore/restore_swap.h"
#include "tests/support/fake_engine.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QFileInfo>
#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

namespace tst_services_restore_swap {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::RestorePoint;
using services::RestorePointService;
using tests::ServiceFixture;

namespace {

/// What a kill before a rename would leave of a data folder.
using Remains = std::vector<std::unique_ptr<QTemporaryDir>>;

/// The window's service over again, which keeps what is on the disk before each rename.
struct Watched : ServiceFixture
{
    Remains remains;
    services::LocalConnection local;
    std::unique_ptr<RestorePointService> points;

    Watched()
    {
        local.add(set.connections);
        points = std::make_unique<RestorePointService>(
            services::RestorePointNeeds{local, set.engine, set.journal, set.settings, factory,
                                        clock, [this] { keep(); }},
            true);
    }
    ~Watched()
    {
        points.reset();
        local.forget(set.connections);
    }
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;
    Watched(Watched&&) = delete;
    Watched& operator=(Watched&&) = delete;

    /// Copies the data folder as it is.
    void keep()
    {
        namespace fs = std::filesystem;
        remains.push_back(std::make_unique<QTemporaryDir>());
        fs::copy(folder.path().toStdString(), remains.back()->path().toStdString(),
                 fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    }
    /// A point on the disk that the service knows; empty: it does not find it.
    QString point()
    {
        const RestorePoint made = tests::putRestorePoint(*this, clock.now());
        points->refresh();
        const bool found = QTest::qWaitFor([&] { return points->find(made.id) != nullptr; });
        return found ? made.id : QString();
    }
};

} // namespace

class TestRestoreSwap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whereverARestoreIsKilledExpiryIsPaused();
    void dataThatACrashLeftStagedPauseExpiry();
    void aSwapThatFailsTakesThePauseBack();
    void formerDataThatCannotBeMovedBackAreKept();
};

void TestRestoreSwap::whereverARestoreIsKilledExpiryIsPaused()
{
    Watched window;
    QVERIFY(QDir(window.set.engine.folder()).mkpath(u"former"_s));
    const QString point = window.point();
    QVERIFY(!point.isEmpty());
    QVERIFY(tests::waitFor(window.points->restore(point)));
    QCOMPARE(window.remains.size(), std::size_t{2}); // two renames
    window.keep(); // and a kill right after them
    for (const auto& left : window.remains) {
        services::Services next{services::ServicesOptions{left->path(), window.factory, {}},
                                window.clock};
        QVERIFY(services::isLocalExpiryPaused(next.set().settings));
        // the data of before or those of the point, but never none
        const QString live = next.set().engine.folder();
        const bool former = left == window.remains.front();
        QCOMPARE(QFileInfo::exists(live + u"/former"_s), former);
        QCOMPARE(QFileInfo::exists(live + u"/CURRENT"_s), !former);
    }
}

// As earlier versions left it, which stored the pause only after the data were in.
void TestRestoreSwap::dataThatACrashLeftStagedPauseExpiry()
{
    const ServiceFixture fixture;
    const QString folder = fixture.folder.filePath(u"crashed"_s);
    QVERIFY(QDir().mkpath(folder + u"/engine.restoring"_s));
    services::Services next{services::ServicesOptions{folder, fixture.factory, {}}, fixture.clock};
    QVERIFY(QFileInfo::exists(folder + u"/engine"_s));
    QVERIFY(services::isLocalExpiryPaused(next.set().settings));
    QFile stored(folder + u"/settings.ini"_s);
    QVERIFY(stored.open(QIODevice::ReadOnly)); // already, not at the end of the program
    QVERIFY(stored.readAll().contains("pausedExpiry"));
}

void TestRestoreSwap::aSwapThatFailsTakesThePauseBack()
{
    Watched window;
    const QString point = window.point();
    QVERIFY(!point.isEmpty());
    QSignalSpy stored(&window.set.settings, &services::Settings::valueChanged);
    // there are no data that could be moved away
    const Result<void> restored = tests::waitFor(window.points->restore(point));
    QVERIFY(!restored);
    QCOMPARE(restored.error().code, Errc::Storage);
    QCOMPARE(stored.count(), 2); // paused, and not any more
    QVERIFY(!services::isLocalExpiryPaused(window.set.settings));
    QVERIFY(!QFileInfo::exists(window.points->folder().staging()));
}

void TestRestoreSwap::formerDataThatCannotBeMovedBackAreKept()
{
    const QTemporaryDir top;
    const QString live = top.filePath(u"engine"_s);
    QVERIFY(QDir(live).mkpath(u"former"_s));
    int moves = 0;
    const services::RestoreFolder folder(live, [&] {
        ++moves;
        // a file in the place of the live data: nothing can be moved there
        if (QFile blocking(live); moves == 2 && blocking.open(QIODevice::WriteOnly)) {
            blocking.write("x");
        }
    });
    const Result<QString> former = folder.begin(base::Time(base::Millis(1)));
    QVERIFY(former);
    QVERIFY(QDir().mkpath(folder.staging()));
    QVERIFY(!services::swapPaused(folder, *former, top.path()));
    QCOMPARE(moves, 3);
    QVERIFY(QFileInfo::exists(folder.dataOf(*former) + u"/former"_s));
}

SANDGLASS_TEST(TestRestoreSwap)
} // namespace tst_services_restore_swap

#include "tst_services_restore_swap.moc"
