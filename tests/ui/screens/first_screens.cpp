// SPDX-License-Identifier: GPL-3.0-or-later
// What a new user meets: the welcome screen, the tour, and what is new.
#include "app/presenters/welcome/tour_presenter.h"
#include "tests/ui/screens/screens.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/shell/data_folder_box.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace sandglass::tests {

namespace {

bool showWindow(WindowFixture& fixture)
{
    fixture.window->show();
    fixture.window->resize(smallestWindow());
    return QTest::qWaitForWindowActive(fixture.window.get());
}

bool openWithoutEngine(WindowFixture& fixture)
{
    const QByteArray before = qgetenv("SANDGLASS_ENGINE");
    qputenv("SANDGLASS_ENGINE", "/opt/a folder/sandglass-engine");
    const bool shown = showWindow(fixture);
    qputenv("SANDGLASS_ENGINE", before);
    return shown;
}

bool openWithKnownServers(WindowFixture& fixture)
{
    const std::pair<QString, QString> known[] = {{u"Orders, Berlin"_s, u"production"_s},
                                                 {u"Orders, test"_s, u"test"_s},
                                                 {QString(120, u'x'), {}}};
    for (const auto& [name, tag] : known) {
        services::SavedConnection saved;
        saved.name = name;
        saved.tag = tag;
        saved.color = u"#0072b2"_s;
        saved.uri = u"mongodb://db.example/"_s;
        if (!fixture.set.book.save(saved)) {
            return false;
        }
    }
    fixture.set.settings.addRecentUri(u"mongodb://localhost:27017/"_s);
    return showWindow(fixture);
}

bool openEmptyEngine(WindowFixture& fixture)
{
    return fixture.open();
}

bool openNoRules(WindowFixture& fixture)
{
    fixture.server->collection(kNotes);
    return fixture.open();
}

QWidget* showWelcome(WindowFixture& fixture)
{
    return whenVisible(fixture.window.get(), u"welcomeView"_s);
}

QWidget* showTour(WindowFixture& fixture, int step)
{
    if (!fixture.trigger(u"tourAction"_s)) {
        return nullptr;
    }
    for (int i = 1; i < step; ++i) {
        fixture.workspace.tour().next();
    }
    const bool ready = QTest::qWaitFor([&fixture] { return fixture.window->pageReady(); });
    return ready ? whenVisible(fixture.window.get(), u"spotlightCallout"_s) : nullptr;
}

QWidget* showTourOffer(WindowFixture& fixture)
{
    fixture.workspace.tour().allowOffer();
    // as after a load, which would take its time
    Q_EMIT fixture.set.samples.finished();
    return whenVisible(fixture.window.get(), u"tourNotice"_s);
}

QWidget* showNews(WindowFixture& fixture)
{
    return fixture.trigger(u"newsAction"_s) ? dialogNamed(fixture, u"newsDialog"_s) : nullptr;
}

QWidget* showFolderInUse(WindowFixture& fixture)
{
    auto* box = new ui::DataFolderBox(u"/home/ada/.local/share/sandglass"_s,
                                      ui::DataFolderBox::Trouble::InUse, fixture.window.get());
    box->setOtherAnswers(true);
    // as the program does once the other window is in front
    QObject::connect(box, &ui::DataFolderBox::otherRequested, box, &QDialog::close);
    box->show();
    return box;
}

} // namespace

std::vector<Screen> firstScreens()
{
    using Fixture = WindowFixture&;
    return {
        {"welcome, without the engine", showWelcome, openWithoutEngine},
        {"welcome, known servers", showWelcome, openWithKnownServers},
        {"welcome, empty engine", showWelcome, openEmptyEngine},
        {"tour, the rules", [](Fixture f) { return showTour(f, 1); }, openShop},
        {"tour, the timeline", [](Fixture f) { return showTour(f, 2); }, openShop},
        {"tour, what if", [](Fixture f) { return showTour(f, 3); }, openShop},
        {"tour, a change", [](Fixture f) { return showTour(f, 4); }, openShop},
        {"tour, the journal", [](Fixture f) { return showTour(f, 5); }, openShop},
        {"tour, without rules", [](Fixture f) { return showTour(f, 3); }, openNoRules},
        {"tour offered", showTourOffer, openShop},
        {"folder in use", showFolderInUse, openShop},
        {"what is new", showNews, openShop},
    };
}

} // namespace sandglass::tests
