// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/doctor/doctor_presenter.h"
#include "tests/ui/screens/screens.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"

#include <QAbstractSpinBox>
#include <QDialog>
#include <QTableView>
#include <QTabWidget>
#include <QTcpServer>

using namespace Qt::StringLiterals;

namespace sandglass::tests {

namespace {

const protocol::Namespace kEmpty{"shop", "empty"};

Error lost()
{
    return base::failure(Errc::Network, "the cable is out");
}

Error refused()
{
    return base::serverError(13, "Unauthorized", "not authorized on shop to execute this command");
}

// ---- starts ----

bool openUnconnected(WindowFixture& fixture)
{
    fixture.window->show();
    fixture.window->resize(smallestWindow());
    return QTest::qWaitForWindowActive(fixture.window.get());
}

bool openEmptyServer(WindowFixture& fixture)
{
    return fixture.open();
}

bool openWithoutRules(WindowFixture& fixture)
{
    fixture.server->collection(kNotes);
    fixture.server->collection(kEmpty);
    return fixture.open();
}

bool openCrowded(WindowFixture& fixture)
{
    using namespace std::chrono_literals;
    fillShop(fixture);
    for (int i = 0; i < 14; ++i) {
        const protocol::Namespace ns{
            i % 2 ? "warehouse" : "telemetry_of_the_northern_region",
            (i % 3 ? "sensor_readings_" : "events_of_the_application_server_") + std::to_string(i)};
        fixture.server->addIndex(ns, i % 2 ? "metadata.receivedAt" : "createdAt",
                                 i == 4 ? 2'147'483'647 : 3'600 * (i + 1));
        for (int k = 0; k < 40; ++k) {
            fixture.server->addDocument(ns,
                                        agedDocument(fixture, 1'000 * i + k, "createdAt",
                                                     base::Millis(k * 5min) + 7min * i));
        }
    }
    return fixture.open();
}

bool openHeld(WindowFixture& fixture, const char* call)
{
    fillShop(fixture);
    fixture.server->hold(call);
    return openUnconnected(fixture) && fixture.connect();
}

bool openCounting(WindowFixture& fixture)
{
    return openHeld(fixture, "histogram");
}

bool openFailing(WindowFixture& fixture)
{
    fillShop(fixture);
    fixture.server->fail("histogram",
                         base::serverError(50, "MaxTimeMSExpired", "operation took too long"));
    return openUnconnected(fixture) && fixture.connect();
}

bool openUnpermitted(WindowFixture& fixture)
{
    fillShop(fixture);
    fixture.server->fail("histogram", refused());
    fixture.server->fail("ttlMetrics", refused());
    return openUnconnected(fixture) && fixture.connect();
}

bool openUnlisted(WindowFixture& fixture)
{
    fillShop(fixture);
    fixture.server->fail("databases", refused());
    if (!openUnconnected(fixture)) {
        return false;
    }
    fixture.set.connections.connectTo(u"mongodb://fake.example/"_s, {}, true);
    return QTest::qWaitFor([&fixture] { return fixture.set.connections.isConnected(); });
}

bool openRemote(WindowFixture& fixture)
{
    fillShop(fixture);
    return fixture.open(false);
}

// ---- pages ----

QWidget* window(WindowFixture& fixture)
{
    return fixture.window.get();
}

QWidget* showLostServer(WindowFixture& fixture)
{
    fixture.factory->refuse(lost());
    fixture.server->fail("histogram", lost());
    fixture.press(Qt::Key_F5);
    return whenVisible(window(fixture), u"connectionBanner"_s);
}

QWidget* showStaleCollection(WindowFixture& fixture)
{
    return showPage(fixture, u"shop.sessions"_s) ? showLostServer(fixture) : nullptr;
}

QWidget* showBusyPage(WindowFixture& fixture, const QString& page, const QString& panel)
{
    fixture.window->openPage(page);
    auto* shown = need<QWidget>(window(fixture), panel);
    return whenVisible(shown, u"timelineBusyOverlay"_s) ? window(fixture) : nullptr;
}

QWidget* showFailedPage(WindowFixture& fixture, const QString& page, const QString& panel)
{
    fixture.window->openPage(page);
    auto* shown = need<QWidget>(window(fixture), panel);
    return whenVisible(shown, u"forecastErrorBanner"_s) ? window(fixture) : nullptr;
}

QWidget* showNothingFound(WindowFixture& fixture)
{
    type(need<QLineEdit>(window(fixture), u"navigatorFilterEdit"_s), u"no such name"_s);
    type(need<QLineEdit>(window(fixture), u"rulesFilterEdit"_s), u"no such rule"_s);
    return window(fixture);
}

// ---- tabs ----

QWidget* showNoDocuments(WindowFixture& fixture)
{
    QWidget* shown = showTab(fixture, u"shop.empty"_s, u"documentsTab"_s);
    return shown && QTest::qWaitFor([&] { return fixture.server->calls("find") > 0; }) ? shown
                                                                                       : nullptr;
}

QWidget* showDocumentsBeingRead(WindowFixture& fixture)
{
    fixture.server->hold("find");
    QWidget* shown = showTab(fixture, u"shop.sessions"_s, u"documentsTab"_s);
    return shown && QTest::qWaitFor([&] { return fixture.server->running("find") > 0; }) ? shown
                                                                                         : nullptr;
}

QWidget* showUnreadableDocuments(WindowFixture& fixture)
{
    fixture.server->fail("find", refused());
    QWidget* shown = showTab(fixture, u"shop.sessions"_s, u"documentsTab"_s);
    return shown ? whenVisible(shown, u"documentsErrorBanner"_s) : nullptr;
}

QWidget* showDoctorAtWork(WindowFixture& fixture)
{
    QWidget* shown = showTab(fixture, u"shop.sessions"_s, u"doctorTab"_s);
    fixture.server->hold("histogram");
    const bool asked = shown && click(need<QAbstractButton>(shown, u"doctorCheckButton"_s));
    return asked ? whenVisible(shown, u"doctorBusyOverlay"_s) : nullptr;
}

QWidget* showFailedDoctor(WindowFixture& fixture)
{
    QWidget* shown = showTab(fixture, u"shop.sessions"_s, u"doctorTab"_s);
    if (!shown) {
        return nullptr;
    }
    // a document that another client deleted meanwhile
    fixture.workspace.doctor(kSessions).examineDocument(bson::Value::of(99));
    return whenVisible(shown, u"doctorErrorBanner"_s);
}

// ---- dialogs ----

QWidget* showInvalidCreate(WindowFixture& fixture)
{
    QWidget* dialog = showDialog(fixture, u"newIndexAction"_s, u"createIndexDialog"_s);
    if (dialog) {
        type(need<QLineEdit>(dialog, u"fieldEdit"_s), u"_id"_s);
    }
    return dialog;
}

QWidget* showUncountedCreate(WindowFixture& fixture)
{
    fixture.server->fail("impact", refused());
    QWidget* dialog = showDialog(fixture, u"newIndexAction"_s, u"createIndexDialog"_s);
    if (!dialog) {
        return nullptr;
    }
    type(need<QLineEdit>(dialog, u"fieldEdit"_s), u"user"_s);
    return whenVisible(dialog, u"effectErrorBanner"_s);
}

QWidget* showCountingCreate(WindowFixture& fixture)
{
    fixture.server->hold("impact");
    QWidget* dialog = showDialog(fixture, u"newIndexAction"_s, u"createIndexDialog"_s);
    if (!dialog) {
        return nullptr;
    }
    type(need<QLineEdit>(dialog, u"fieldEdit"_s), u"user"_s);
    return whenVisible(dialog, u"effectBusyOverlay"_s);
}

QWidget* showFinishedPurge(WindowFixture& fixture)
{
    QWidget* dialog = showPurge(fixture);
    if (!dialog || !click(need<QAbstractButton>(dialog, u"confirmButton"_s))) {
        return nullptr;
    }
    const bool ended = QTest::qWaitFor(
        [&fixture] { return fixture.set.purges.status().phase == services::PurgePhase::Ended; });
    return ended ? dialog : nullptr;
}

QWidget* showFailedPurge(WindowFixture& fixture)
{
    fixture.server->fail("runCommand", refused());
    QWidget* dialog = showPurge(fixture);
    const bool begun = dialog && click(need<QAbstractButton>(dialog, u"confirmButton"_s));
    return begun ? whenVisible(dialog, u"purgeErrorBanner"_s) : nullptr;
}

QWidget* showArchive(WindowFixture& fixture)
{
    QWidget* dialog = showPurge(fixture);
    if (dialog) {
        choose(need<QComboBox>(dialog, u"archiveComboBox"_s), 1);
    }
    return dialog;
}

QWidget* showTest(WindowFixture& fixture, bool answered)
{
    QWidget* dialog = showDialog(fixture, u"connectAction"_s, u"connectDialog"_s);
    if (!dialog) {
        return nullptr;
    }
    auto* listener = new QTcpServer(dialog);
    if (!listener->listen(QHostAddress::LocalHost)) {
        return nullptr;
    }
    const quint16 port = listener->serverPort();
    if (!answered) {
        listener->close();
    }
    type(need<QComboBox>(dialog, u"uriComboBox"_s)->lineEdit(),
         u"mongodb://127.0.0.1:%1/"_s.arg(port));
    auto* test = need<QAbstractButton>(dialog, u"testConnectionButton"_s);
    const QString idle = test->text();
    const bool ended = click(test) && QTest::qWaitFor([&] { return test->text() == idle; });
    return ended ? dialog : nullptr;
}

QWidget* showNoHelp(WindowFixture& fixture)
{
    QWidget* help = showHelp(fixture);
    if (help) {
        auto* find = need<QLineEdit>(help, u"helpFindEdit"_s);
        type(find, u"no such word"_s);
        QTest::keyClick(find, Qt::Key_Return);
    }
    return help;
}

QWidget* showFoundHelp(WindowFixture& fixture)
{
    QWidget* help = showHelp(fixture);
    if (help) {
        type(need<QLineEdit>(help, u"helpSearchEdit"_s), u"ttl"_s);
    }
    return help;
}

std::vector<Screen> pageStates()
{
    using Fixture = WindowFixture&;
    return {
        {"not connected", window, openUnconnected},
        {"inventory, empty server", window, openEmptyServer},
        {"inventory, no rules", window, openWithoutRules},
        {"inventory, crowded", [](Fixture f) { return showPage(f, u"inventory"_s); }, openCrowded},
        {"inventory, counting",
         [](Fixture f) { return showBusyPage(f, u"inventory"_s, u"inventoryTimelinePanel"_s); },
         openCounting},
        {"inventory, failed",
         [](Fixture f) { return showFailedPage(f, u"inventory"_s, u"inventoryTimelinePanel"_s); },
         openFailing},
        {"inventory, not permitted",
         [](Fixture f) { return showFailedPage(f, u"inventory"_s, u"inventoryTimelinePanel"_s); },
         openUnpermitted},
        {"inventory, nothing found", showNothingFound, openShop},
        {"navigator, failed",
         [](Fixture f) { return whenVisible(window(f), u"navigatorErrorBanner"_s); }, openUnlisted},
        {"a window that lost its server", showLostServer, openShop},
        {"collection without a rule", [](Fixture f) { return showPage(f, u"shop.notes"_s); },
         openShop},
        {"collection, counting",
         [](Fixture f) {
             return showBusyPage(f, u"shop.sessions"_s, u"collectionTimelinePanel"_s);
         },
         openCounting},
        {"collection, failed",
         [](Fixture f) {
             return showFailedPage(f, u"shop.sessions"_s, u"collectionTimelinePanel"_s);
         },
         openFailing},
        {"collection, stale", showStaleCollection, openShop},
        {"collection, locked", [](Fixture f) { return showPage(f, u"shop.sessions"_s); },
         openRemote},
    };
}

} // namespace

std::vector<Screen> screenStates()
{
    using Fixture = WindowFixture&;
    std::vector<Screen> states = pageStates();
    for (Screen& state : std::vector<Screen>{
             {"documents, none", showNoDocuments, openWithoutRules},
             {"documents, being read", showDocumentsBeingRead, openShop},
             {"documents, failed", showUnreadableDocuments, openShop},
             {"doctor, not yet asked",
              [](Fixture f) { return showTab(f, u"shop.sessions"_s, u"doctorTab"_s); }, openShop},
             {"doctor, at work", showDoctorAtWork, openShop},
             {"doctor, failed", showFailedDoctor, openShop},
             {"create, not possible", showInvalidCreate, openShop},
             {"create, not counted", showUncountedCreate, openShop},
             {"create, counting", showCountingCreate, openShop},
             {"staged purge, finished", showFinishedPurge, openShop},
             {"staged purge, failed", showFailedPurge, openShop},
             {"staged purge, archive first", showArchive, openShop},
             {"connect, tested", [](Fixture f) { return showTest(f, true); }, openShop},
             {"connect, test failed", [](Fixture f) { return showTest(f, false); }, openShop},
             {"help, not found", showNoHelp, openShop},
             {"help, search results", showFoundHelp, openShop},
         }) {
        states.push_back(std::move(state));
    }
    return states;
}

} // namespace sandglass::tests
