// SPDX-License-Identifier: GPL-3.0-or-later
// Two real servers in one window: each shows its own data, is locked by itself, and can be lost
// without the other.
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "app/presenters/explorer/navigator_model.h"
#include "app/presenters/shell/servers.h"
#include "app/presenters/shell/workspace.h"
#include "app/services/shell/services.h"
#include "resources/resources.h"
#include "tests/support/answer_of.h"
#include "tests/support/engine_client.h"
#include "tests/support/engine_process.h"
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "ui/shell/main_window.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QPointer>
#include <QStackedWidget>
#include <QTableView>
#include <QTabWidget>
#include <QTreeView>

namespace tst_integration_several_servers {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::NavigatorModel;
using tests::need;

namespace {

constexpr int kPatience = 60'000; // sanitizers and shared machines are slow
// on both servers, with different periods
const protocol::Namespace kCarts{"shop", "carts"};

void fill(tests::EngineProcess& engine, const base::Clock& clock, int seconds, int documents)
{
    tests::EngineClient client(engine);
    client.setParameter("ttlMonitorEnabled", bson::Value::of(false));
    client.run(kCarts.database,
               tests::json(R"({"createIndexes": "carts", "indexes": [
        {"key": {"at": 1}, "name": "at_1", "expireAfterSeconds": )"
                           + std::to_string(seconds) + "}]}"));
    std::vector<bson::Document> carts;
    for (int i = 0; i < documents; ++i) {
        carts.push_back(bson::makeDocument(
            "_id", i, "at", bson::Date::from(clock.now() - i * base::Millis(60'000))));
    }
    client.insert(kCarts, carts);
}

} // namespace

class TestSeveralServers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void theDialogAddsTheSecondServer();
    void eachServerShowsItsOwnRules();
    void unlockingOneServerDoesNotUnlockTheOther();
    void theEndOfOneServerLeavesTheOtherAtWork();

private:
    QTreeView* tree() const { return need<QTreeView>(m_window.get(), u"navigatorTreeView"_s); }
    QModelIndex root(int row) const { return tree()->model()->index(row, 0); }
    QWidget* front() const
    {
        return need<QStackedWidget>(m_window.get(), u"serverStack"_s)->currentWidget();
    }
    // of the only rule in front
    QString period() const
    {
        auto* rules = need<QTableView>(front(), u"rulesTableView"_s);
        QString row;
        for (int column = 0; column < rules->model()->columnCount(); ++column) {
            row += rules->model()->index(0, column).data().toString() + u' ';
        }
        return row;
    }
    // looked at by people when the variable names a file
    void takePicture() const
    {
        if (const QString file = qEnvironmentVariable("SANDGLASS_PICTURE"); !file.isEmpty()) {
            QVERIFY(m_window->grab().save(file));
        }
    }

    base::SystemClock m_clock;
    mongo::MongoDriver m_driver;
    tests::EngineProcess m_first;
    tests::EngineProcess m_second;
    QTemporaryDir m_folder;
    services::LastJobs m_lastJobs;
    std::unique_ptr<services::Services> m_services;
    std::unique_ptr<presenters::Servers> m_servers;
    std::unique_ptr<ui::MainWindow> m_window;
};

void TestSeveralServers::initTestCase()
{
    resources::initResources();
    QVERIFY(m_first.start());
    QVERIFY(m_second.start());
    fill(m_first, m_clock, 7'200, 40);
    fill(m_second, m_clock, 259'200, 90);
    m_services = std::make_unique<services::Services>(
        services::ServicesOptions{
            m_folder.path(), std::make_shared<mongo::MongoTtlServerFactory>(m_clock), {}},
        m_clock);
    m_servers = std::make_unique<presenters::Servers>(m_services->links());
    m_window = std::make_unique<ui::MainWindow>(*m_servers);
    m_window->resize(1280, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    services::LinkLabel label;
    label.tag = u"production"_s;
    label.color = u"#c00000"_s;
    m_services->set().connections.connectTo(QString::fromStdString(m_first.uri()), u"Shop"_s, false,
                                            label);
    QTRY_VERIFY_WITH_TIMEOUT(m_services->set().catalog.isLoaded(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->pageReady(), kPatience);
}

void TestSeveralServers::cleanupTestCase()
{
    m_window.reset();
    m_servers.reset();
    m_services.reset();
}

void TestSeveralServers::theDialogAddsTheSecondServer()
{
    need<QAction>(m_window.get(), u"connectAction"_s)->trigger();
    const QPointer<QDialog> dialog(m_window->findChild<QDialog*>(u"connectDialog"_s));
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    QVERIFY(need<QCheckBox>(dialog, u"addServerCheckBox"_s)->isChecked());
    QLineEdit* uri = need<QComboBox>(dialog, u"uriComboBox"_s)->lineEdit();
    tests::type(uri, QString::fromStdString(m_second.uri()));
    QTest::keyClick(uri, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog, kPatience);
    QCOMPARE(tree()->model()->rowCount(), 2);
    QCOMPARE(root(0).data().toString(), u"Shop"_s);
    QCOMPARE(root(1).data().toString(), u"127.0.0.1:%1"_s.arg(m_second.port()));
    QCOMPARE(&m_servers->current(), m_servers->all()[1]);
}

void TestSeveralServers::eachServerShowsItsOwnRules()
{
    QTRY_VERIFY_WITH_TIMEOUT(period().contains(u"3 d"_s), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->pageReady(), kPatience);
    takePicture();
    tree()->setCurrentIndex(root(0));
    QTRY_VERIFY_WITH_TIMEOUT(period().contains(u"2 h"_s), kPatience);
    QCOMPARE(m_window->windowTitle(), u"Shop – Sandglass"_s);
}

void TestSeveralServers::unlockingOneServerDoesNotUnlockTheOther()
{
    services::ServiceSet& first = *m_services->links().all()[0];
    services::ServiceSet& second = *m_services->links().all()[1];
    second.connections.unlock();
    const auto change = [](ttl::TtlServer& server, const ttl::CallLimits& limits) {
        return server.runCommand("shop", bson::makeDocument("create", "made"), limits);
    };
    const auto refused = tests::answerOf(first.connections.runChange(change));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::NotPermitted);
    const auto made = tests::answerOf(second.connections.runChange(change));
    QVERIFY2(made, made ? "" : made.error().message.c_str());
    second.connections.lock();
    QVERIFY(!tests::answerOf(second.connections.runChange(change)));
}

void TestSeveralServers::theEndOfOneServerLeavesTheOtherAtWork()
{
    tree()->setCurrentIndex(root(0));
    m_second.kill9();
    m_services->links().all()[1]->catalog.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(!root(1).data(NavigatorModel::StateRole).toString().isEmpty(),
                             kPatience);
    QCOMPARE(root(0).data(NavigatorModel::StateRole).toString(), QString());
    services::ServiceSet& first = *m_services->links().all()[0];
    QVERIFY(first.connections.isConnected());
    QVERIFY(m_window->openPage(u"shop.carts"_s));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->pageReady(), kPatience);
    m_servers->remove(m_servers->all()[1]->server());
    QCOMPARE(tree()->model()->rowCount(), 1);
    QVERIFY(first.connections.isConnected());
}

SANDGLASS_GUI_TEST(TestSeveralServers)
} // namespace tst_integration_several_servers

#include "tst_integration_several_servers.moc"
