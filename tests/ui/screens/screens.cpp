// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/screens/screens.h"

#include "app/bson/json.h"
#include "app/presenters/documents/documents_presenter.h"
#include "app/presenters/journal/activity_presenter.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/shell/saved_columns.h"

#include <QAbstractSpinBox>
#include <QDialog>
#include <QDockWidget>
#include <QPlainTextEdit>
#include <QTableView>
#include <QTabWidget>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::tests {

namespace {

/// Calls that a screen holds to show how waiting looks.
constexpr const char* kHeldCalls[] = {"histogram", "find", "impact", "databases", "ttlMetrics"};

QWidget* showWhatIf(WindowFixture& fixture)
{
    QWidget* window = showPage(fixture, u"shop.sessions"_s);
    if (!window || !click(need<QAbstractButton>(window, u"whatIfButton"_s))) {
        return nullptr;
    }
    auto* slider = need<QWidget>(window, u"whatIfSlider"_s);
    return QTest::qWaitFor([slider] { return slider->isVisible() && slider->isEnabled(); })
        ? window
        : nullptr;
}

QWidget* showTimelineTable(WindowFixture& fixture)
{
    QWidget* window = showPage(fixture, u"shop.sessions"_s);
    auto* panel = window ? need<QWidget>(window, u"collectionTimelinePanel"_s) : nullptr;
    return panel && click(need<QAbstractButton>(panel, u"showAsTableButton"_s)) ? window : nullptr;
}

QWidget* showCreate(WindowFixture& fixture)
{
    QWidget* dialog = showDialog(fixture, u"newIndexAction"_s, u"createIndexDialog"_s);
    if (!dialog) {
        return nullptr;
    }
    type(need<QLineEdit>(dialog, u"fieldEdit"_s), u"lastSeen.at"_s);
    choose(need<QComboBox>(dialog, u"presetComboBox"_s), 2);
    auto* confirm = need<QAbstractButton>(dialog, u"confirmButton"_s);
    return QTest::qWaitFor([confirm] { return confirm->isEnabled(); }) ? dialog : nullptr;
}

QWidget* showCreateInTwoSteps(WindowFixture& fixture)
{
    QWidget* dialog = showCreate(fixture);
    auto* confirm = dialog ? need<QAbstractButton>(dialog, u"confirmButton"_s) : nullptr;
    if (!confirm || !click(need<QAbstractButton>(dialog, u"buildFirstCheckBox"_s))) {
        return nullptr;
    }
    return QTest::qWaitFor([confirm] { return confirm->isEnabled(); }) ? dialog : nullptr;
}

// The change dialog with the timeline of today.
QWidget* showChange(WindowFixture& fixture, const QString& action)
{
    QWidget* dialog = showDialog(fixture, action, u"changeIndexDialog"_s);
    return dialog ? whenVisible(dialog, u"effectChart"_s) : nullptr;
}

QWidget* showCreateEmpty(WindowFixture& fixture)
{
    QWidget* dialog = showDialog(fixture, u"newIndexAction"_s, u"createIndexDialog"_s);
    if (!dialog || !whenVisible(dialog, u"fieldListWidget"_s)
        || !whenVisible(dialog, u"effectChart"_s)) {
        return nullptr;
    }
    // what is drawn follows what is known by a turn of the event loop
    QCoreApplication::processEvents();
    return dialog;
}

// The window with the message after a change that deletes.
QWidget* showMessage(WindowFixture& fixture)
{
    QWidget* window = showPage(fixture, u"shop.sessions"_s);
    if (!window) {
        return nullptr;
    }
    fixture.workspace.activity().showResult(
        {u"lastSeen_1 of shop.sessions: Converted, read back and verified; now expires after 1 h."_s,
         u"1,978 documents will go with the next pass"_s, true});
    return whenVisible(window, u"undoBar"_s);
}

QWidget* showDocuments(WindowFixture& fixture)
{
    QWidget* window = showTab(fixture, u"shop.sessions"_s, u"documentsTab"_s);
    if (!window) {
        return nullptr;
    }
    auto* table = need<QTableView>(window, u"documentsTableView"_s);
    const bool chosen = QTest::qWaitFor([table] { return table->model()->rowCount() > 0; })
        && clickRow(table, table->model()->index(2, 0));
    return chosen ? window : nullptr;
}

QWidget* showDocumentDialog(WindowFixture& fixture, const QString& button, const QString& dialog)
{
    QWidget* window = showDocuments(fixture);
    return window && click(need<QAbstractButton>(window, button)) ? dialogNamed(fixture, dialog)
                                                                  : nullptr;
}

// What another client has changed since the editor was opened.
QWidget* showConflict(WindowFixture& fixture)
{
    QWidget* editor = showDocumentDialog(fixture, u"editDocumentButton"_s, u"documentEditor"_s);
    if (!editor) {
        return nullptr;
    }
    auto* text = need<QPlainTextEdit>(editor, u"documentJsonEdit"_s);
    const auto mine = bson::fromJson(text->toPlainText().toStdString());
    if (!mine) {
        return nullptr;
    }
    text->appendPlainText(u" "_s);
    const bson::Document theirs = bson::makeDocument("_id", (*mine)["_id"], "by", "another");
    const bool refused = fixture.server->replace(kSessions, theirs, {}).has_value()
        && click(need<QAbstractButton>(editor, u"saveDocumentButton"_s));
    return refused ? whenVisible(editor, u"documentConflictView"_s) : nullptr;
}

QWidget* showPurgeUnderWay(WindowFixture& fixture)
{
    QWidget* dialog = showPurge(fixture);
    if (!dialog) {
        return nullptr;
    }
    need<QAbstractSpinBox>(dialog, u"batchSpinBox"_s)->stepBy(-498);
    const bool begun
        = click(need<QAbstractButton>(dialog, u"confirmButton"_s)) && QTest::qWaitFor([&fixture] {
              return fixture.set.purges.status().phase == services::PurgePhase::Waiting;
          });
    return begun ? dialog : nullptr;
}

bool changeSessions(WindowFixture& fixture)
{
    ttl::IndexSpec before = fixture.server->collection(kSessions).indexes.back();
    return waitFor(fixture.set.indexes.change({{kSessions, "lastSeen_1"}, 7'200, std::nullopt},
                                              std::move(before)))
        .has_value();
}

QWidget* showJournal(WindowFixture& fixture)
{
    QWidget* window = showPage(fixture, u"shop.sessions"_s);
    if (!window || !changeSessions(fixture)) {
        return nullptr;
    }
    auto* journal = need<QTableView>(window, u"journalTableView"_s);
    return clickRow(journal, journal->model()->index(0, 0)) ? window : nullptr;
}

QWidget* showUndo(WindowFixture& fixture)
{
    QWidget* window = showJournal(fixture);
    const bool pressed = window && click(need<QAbstractButton>(window, u"undoButton"_s));
    QWidget* dialog = pressed ? dialogNamed(fixture, u"undoDialog"_s) : nullptr;
    if (!dialog) {
        return nullptr;
    }
    auto* confirm = need<QAbstractButton>(dialog, u"confirmButton"_s);
    return QTest::qWaitFor([confirm] { return confirm->isEnabled(); }) ? dialog : nullptr;
}

// The dates of overdue sessions, which were touched, are to be given back.
QWidget* showDateUndo(WindowFixture& fixture)
{
    QWidget* window = showPage(fixture, u"shop.sessions"_s);
    presenters::DocumentsPresenter& documents = fixture.workspace.documents(kSessions);
    documents.setVisible(true);
    if (!window || !QTest::qWaitFor([&] { return documents.model().rowCount() > 2; })) {
        return nullptr;
    }
    documents.touchNow({0, 1});
    auto* journal = need<QTableView>(window, u"journalTableView"_s);
    const bool pressed = QTest::qWaitFor([&] { return documents.state().undoable == 2; })
        && clickRow(journal, journal->model()->index(0, 0))
        && click(need<QAbstractButton>(window, u"undoButton"_s));
    return pressed ? dialogNamed(fixture, u"undoDialog"_s) : nullptr;
}

QWidget* showDoctor(WindowFixture& fixture)
{
    QWidget* window = showTab(fixture, u"shop.sessions"_s, u"doctorTab"_s);
    if (!window) {
        return nullptr;
    }
    auto* tab = need<QWidget>(window, u"doctorTab"_s);
    auto* lines = need<QTableView>(tab, u"doctorTableView"_s);
    const bool checked = click(need<QAbstractButton>(tab, u"doctorCheckButton"_s))
        && QTest::qWaitFor([lines] { return lines->model()->rowCount() > 0; })
        && clickRow(lines, lines->model()->index(0, 0));
    return checked ? window : nullptr;
}

QWidget* showConnect(WindowFixture& fixture, int tab)
{
    QWidget* dialog = showDialog(fixture, u"connectAction"_s, u"connectDialog"_s);
    if (dialog) {
        need<QTabWidget>(dialog, u"connectionTabWidget"_s)->setCurrentIndex(tab);
    }
    return dialog;
}

QWidget* showEngineLog(WindowFixture& fixture)
{
    QWidget* window = showPage(fixture, u"inventory"_s);
    return window && fixture.trigger(u"engineLogDockAction"_s) ? window : nullptr;
}

// Dialogs that a button of the Documents tab opens.
std::vector<Screen> documentDialogs()
{
    using Fixture = WindowFixture&;
    std::vector<Screen> screens;
    struct ByButton
    {
        const char* name;
        QString button;
        QString dialog;
    };
    for (const ByButton& each : std::initializer_list<ByButton>{
             {"document editor", u"editDocumentButton"_s, u"documentEditor"_s},
             {"expire at", u"expireAtButton"_s, u"expireAtDialog"_s},
             {"delete documents", u"deleteDocumentsButton"_s, u"deleteDocumentsBox"_s},
         }) {
        screens.push_back(
            {each.name,
             [each](Fixture f) { return showDocumentDialog(f, each.button, each.dialog); },
             openShop});
    }
    return screens;
}

} // namespace

QWidget* showHelp(WindowFixture& fixture)
{
    if (!fixture.trigger(u"helpContentsAction"_s)) {
        return nullptr;
    }
    const QWidgetList windows = QApplication::topLevelWidgets();
    const auto found = std::ranges::find_if(windows, [](const QWidget* window) {
        return window->objectName() == u"helpWindow"_s && window->isVisible();
    });
    return found == windows.end() ? nullptr : *found;
}

bool openShop(WindowFixture& fixture)
{
    fillShop(fixture);
    return fixture.open();
}

QWidget* showPage(WindowFixture& fixture, const QString& name)
{
    const auto docks = fixture.window->findChildren<QDockWidget*>();
    for (auto* dock : docks) {
        if (dock->objectName() == u"activityDock"_s || dock->objectName() == u"inspectorDock"_s) {
            dock->setVisible(name != u"inventory"_s);
        }
    }
    return fixture.openPage(name) ? fixture.window.get() : nullptr;
}

QWidget* showTab(WindowFixture& fixture, const QString& name, const QString& tab)
{
    QWidget* window = showPage(fixture, name);
    if (window) {
        need<QTabWidget>(window, u"collectionTabWidget"_s)
            ->setCurrentWidget(need<QWidget>(window, tab));
    }
    return window;
}

QWidget* dialogNamed(WindowFixture& fixture, const QString& name)
{
    QDialog* found = nullptr;
    const bool visible = QTest::qWaitFor([&] {
        found = fixture.window->findChild<QDialog*>(name);
        return found && found->isVisible();
    });
    return visible ? found : nullptr;
}

QWidget* showDialog(WindowFixture& fixture, const QString& action, const QString& dialog)
{
    if (!showPage(fixture, u"shop.sessions"_s)) {
        return nullptr;
    }
    auto* table = need<QTableView>(fixture.window.get(), u"indexesTableView"_s);
    const bool chosen = QTest::qWaitFor([table] { return table->model()->rowCount() == 2; })
        && clickRow(table, rowNamed(table, u"lastSeen_1"_s)) && fixture.trigger(action);
    return chosen ? dialogNamed(fixture, dialog) : nullptr;
}

QWidget* showPurge(WindowFixture& fixture)
{
    if (!showPage(fixture, u"shop.sessions"_s)) {
        return nullptr;
    }
    auto* table = need<QTableView>(fixture.window.get(), u"indexesTableView"_s);
    const bool pressed = QTest::qWaitFor([table] { return table->model()->rowCount() == 2; })
        && clickRow(table, rowNamed(table, u"lastSeen_1"_s))
        && click(need<QAbstractButton>(fixture.window.get(), u"purgeIndexButton"_s));
    QWidget* dialog = pressed ? dialogNamed(fixture, u"purgeDialog"_s) : nullptr;
    if (!dialog) {
        return nullptr;
    }
    auto* confirm = need<QAbstractButton>(dialog, u"confirmButton"_s);
    return QTest::qWaitFor([confirm] { return confirm->isEnabled(); }) ? dialog : nullptr;
}

QWidget* whenVisible(QWidget* root, const QString& name)
{
    auto* wanted = need<QWidget>(root, name);
    return QTest::qWaitFor([wanted] { return wanted->isVisible(); }) ? root : nullptr;
}

std::vector<Screen> everydayScreens()
{
    using Fixture = WindowFixture&;
    std::vector<Screen> screens{
        {"inventory", [](Fixture f) { return showPage(f, u"inventory"_s); }, openShop},
        {"collection with indexes", [](Fixture f) { return showPage(f, u"shop.sessions"_s); },
         openShop},
        {"timeline as table", showTimelineTable, openShop},
        {"what if", showWhatIf, openShop},
        {"documents", showDocuments, openShop},
        {"doctor of a collection", showDoctor, openShop},
        {"journal", showJournal, openShop},
        {"engine log", showEngineLog, openShop},
        {"help", showHelp, openShop},
        {"create", showCreate, openShop},
        {"create, in two steps", showCreateInTwoSteps, openShop},
        {"create, just opened", showCreateEmpty, openShop},
        {"change", [](Fixture f) { return showChange(f, u"changeExpiryAction"_s); }, openShop},
        {"drop", [](Fixture f) { return showChange(f, u"removeAction"_s); }, openShop},
        {"message after a change", showMessage, openShop},
        {"undo", showUndo, openShop},
        {"undo of dates", showDateUndo, openShop},
        {"staged purge", showPurge, openShop},
        {"staged purge under way", showPurgeUnderWay, openShop},
        {"document editor, conflict", showConflict, openShop},
        {"connect", [](Fixture f) { return showConnect(f, 0); }, openShop},
        {"connect, authentication", [](Fixture f) { return showConnect(f, 1); }, openShop},
        {"connect, TLS", [](Fixture f) { return showConnect(f, 2); }, openShop},
        {"connect, SSH", [](Fixture f) { return showConnect(f, 3); }, openShop},
        {"connect, advanced", [](Fixture f) { return showConnect(f, 4); }, openShop},
    };
    struct ByAction
    {
        const char* name;
        QString action;
        QString dialog;
    };
    for (const ByAction& each : std::initializer_list<ByAction>{
             {"preferences", u"preferencesAction"_s, u"preferencesDialog"_s},
             {"shortcuts", u"shortcutsAction"_s, u"shortcutsDialog"_s},
             {"about", u"aboutAction"_s, u"aboutBox"_s},
             {"doctor of the server", u"doctorAction"_s, u"doctorDialog"_s},
             {"capabilities", u"capabilitiesAction"_s, u"capabilitiesDialog"_s},
             {"named databases", u"nameDatabasesAction"_s, u"namedDatabasesDialog"_s},
         }) {
        screens.push_back({each.name,
                           [each](Fixture f) { return showDialog(f, each.action, each.dialog); },
                           openShop});
    }
    for (Screen& screen : documentDialogs()) {
        screens.push_back(std::move(screen));
    }
    return screens;
}

const std::vector<Screen>& allScreens()
{
    static const std::vector<Screen> kScreens = [] {
        std::vector<Screen> screens = everydayScreens();
        for (auto* further : {screenStates, restoreScreens, inventoryScreens, memberScreens,
                              firstScreens, serverScreens}) {
            for (Screen& screen : further()) {
                screens.push_back(std::move(screen));
            }
        }
        return screens;
    }();
    return kScreens;
}

ShownScreen::ShownScreen(const Screen& screen, presenters::Theme theme)
    : m_fixture(std::make_unique<WindowFixture>())
{
    m_fixture->workspace.preferences().setTheme(theme);
    QWidget* shown = screen.start(*m_fixture) ? screen.show(*m_fixture) : nullptr;
    if (!shown || !QTest::qWaitForWindowExposed(shown->window())) {
        return;
    }
    // a text that changed since asks its layout for room, through the event loop, and the layout in
    // turn the one around it
    for (int round = 0; round < 6; ++round) {
        QCoreApplication::processEvents();
    }
    ui::settleColumns(*shown);
    m_widget = shown;
}

ShownScreen::~ShownScreen()
{
    for (const char* call : kHeldCalls) {
        m_fixture->server->release(call);
    }
}

} // namespace sandglass::tests
