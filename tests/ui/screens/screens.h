// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/settings/preferences_presenter.h"
#include "tests/ui/window_fixture.h"

#include <QPointer>

#include <functional>
#include <memory>
#include <vector>

namespace sandglass::tests {

/// A screen, a dialog, or a state of one. The one list of them serves every test that walks all
/// screens: a new dialog is added there.
struct Screen
{
    const char* name; ///< in words; unique
    /// Brings it up as a user does; null when it does not come.
    std::function<QWidget*(WindowFixture&)> show;
    /// What happens before: by default the shop's window opens on the local engine.
    bool (*start)(WindowFixture&);
};

/// Window with the three collections of the shop, connected. False when it does not come.
bool openShop(WindowFixture& fixture);

/// Opens "inventory" or "db.collection"; with a collection come the docks of inspector and
/// activity. Null when it does not come.
QWidget* showPage(WindowFixture& fixture, const QString& name);

/// The page of a collection with that tab in front ("indexesTab", "documentsTab", "doctorTab").
/// Null when it does not come.
QWidget* showTab(WindowFixture& fixture, const QString& name, const QString& tab);

/// Selects an index of shop.sessions and chooses a menu entry; gives the dialog that comes.
QWidget* showDialog(WindowFixture& fixture, const QString& action, const QString& dialog);

/// The visible dialog of that name, waited for; null when it does not come.
QWidget* dialogNamed(WindowFixture& fixture, const QString& name);

/// The help window at its first page. Null when it does not come.
QWidget* showHelp(WindowFixture& fixture);

/// The staged purge of the overdue sessions, not begun.
QWidget* showPurge(WindowFixture& fixture);

/// Waits until the widget of that name below `root` is visible. Null when it does not come.
QWidget* whenVisible(QWidget* root, const QString& name);

/// Every screen and dialog with its data in it.
std::vector<Screen> everydayScreens();

/// The same empty, waiting, out of date and failed.
std::vector<Screen> screenStates();

/// Restore points and rehearsals, in all their states.
std::vector<Screen> restoreScreens();

/// Several rules at once, and what is sampled instead of counted.
std::vector<Screen> inventoryScreens();

/// The welcome screen, the tour, and what is new.
std::vector<Screen> firstScreens();

/// The members of sets and clusters, and paused expiry.
std::vector<Screen> memberScreens();

/// A window with several servers.
std::vector<Screen> serverScreens();

/// All lists.
const std::vector<Screen>& allScreens();

/// One screen brought up over services of its own, which end with it. GUI thread.
class ShownScreen
{
public:
    explicit ShownScreen(const Screen& screen, presenters::Theme theme = presenters::Theme::System);
    ~ShownScreen();

    ShownScreen(const ShownScreen&) = delete;
    ShownScreen& operator=(const ShownScreen&) = delete;

    /// The window or the dialog; null when it did not come, and after it was closed for good.
    QWidget* widget() const { return m_widget; }
    /// What the screen is over.
    WindowFixture& fixture() const { return *m_fixture; }

private:
    std::unique_ptr<WindowFixture> m_fixture;
    QPointer<QWidget> m_widget;
};

} // namespace sandglass::tests
