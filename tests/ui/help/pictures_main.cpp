// SPDX-License-Identifier: GPL-3.0-or-later
// sandglass-help-pictures: writes the pictures of the help and its tables of shortcuts, for
// packaging/scripts/help-pictures.
#include "resources/languages.h"
#include "resources/resources.h"
#include "tests/ui/help/reduced.h"
#include "tests/ui/help/shortcut_tables.h"
#include "tests/ui/screens/screens.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QImageWriter>
#include <QLabel>
#include <QMainWindow>
#include <QPixmap>
#include <QTableView>

#include <algorithm>
#include <cstdio>

using namespace sandglass;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using tests::Screen;
using tests::WindowFixture;

namespace {

constexpr int kWidth = 900;

/// What of a window is on the picture.
enum class Part { All, Page, Activity };

/// A picture of the help: its file, and the screen on it.
struct Picture
{
    const char* file;
    const char* screen;
    Part part = Part::All;
};

constexpr Picture kPictures[] = {
    {"tour", "tour, what if"},
    {"several", "change several"},
    {"what-if", "what if, shorter", Part::Page},
    {"table", "timeline as table", Part::Page},
    {"create", "create an index on notes"},
    {"change", "change to twenty minutes"},
    {"documents", "documents", Part::Page},
    {"editor", "document editor"},
    {"expire-at", "expire at"},
    {"doctor", "a failed check"},
    {"purge", "staged purge, archive first"},
    {"restore", "restore points"},
    {"rehearsal", "rehearsal"},
    {"journal", "journal", Part::Activity},
    {"undo", "undo"},
    {"connect", "connect"},
    {"test", "connect, test failed"},
    {"preferences", "preferences"},
};

/// The shop with so many sessions and notes that their timelines have a shape.
bool openBusyShop(WindowFixture& fixture)
{
    tests::fillShop(fixture);
    std::int32_t id = 1'000;
    for (int minute = 0; minute < 59; ++minute) {
        const int sessions = 3 + 9 * ((minute / 7) % 3) + (minute * 7) % 5;
        for (int i = 0; i < sessions; ++i) {
            fixture.server->addDocument(
                tests::kSessions,
                tests::agedDocument(fixture, ++id, "lastSeen", minute * 1min + i * 2s + 1s));
        }
    }
    for (int day = 0; day < 200; ++day) {
        for (int i = 0; i < 1 + (day / 20) % 3; ++i) {
            fixture.server->addDocument(
                tests::kNotes, tests::agedDocument(fixture, ++id, "writtenAt", day * 24h + 1h));
        }
    }
    return fixture.open();
}

QWidget* showCreate(WindowFixture& fixture)
{
    const bool asked
        = tests::showPage(fixture, u"shop.notes"_s) && fixture.trigger(u"newIndexAction"_s);
    QWidget* dialog = asked ? tests::dialogNamed(fixture, u"createIndexDialog"_s) : nullptr;
    if (!dialog) {
        return nullptr;
    }
    tests::choose(tests::need<QComboBox>(dialog, u"unitComboBox"_s), 3);
    tests::type(tests::need<QLineEdit>(dialog, u"valueEdit"_s), u"14"_s);
    tests::type(tests::need<QLineEdit>(dialog, u"fieldEdit"_s), u"writtenAt"_s);
    const auto* confirm = tests::need<QAbstractButton>(dialog, u"confirmButton"_s);
    // the button has a number once the effect is counted
    const bool counted = QTest::qWaitFor([confirm] {
        const QString text = confirm->text();
        return std::ranges::any_of(text, [](QChar each) { return each.isDigit(); });
    });
    return counted ? dialog : nullptr;
}

QWidget* showChange(WindowFixture& fixture)
{
    QWidget* dialog = tests::showDialog(fixture, u"changeExpiryAction"_s, u"changeIndexDialog"_s);
    auto* value = dialog ? tests::need<QLineEdit>(dialog, u"valueEdit"_s) : nullptr;
    if (!value || !QTest::qWaitFor([value] { return value->isEnabled(); })) {
        return nullptr;
    }
    tests::choose(tests::need<QComboBox>(dialog, u"unitComboBox"_s), 1);
    tests::type(value, u"20"_s);
    const auto* sentence = tests::need<QLabel>(dialog, u"effectSentenceLabel"_s);
    const auto* busy = tests::need<QWidget>(dialog, u"effectBusyOverlay"_s);
    const bool counted
        = QTest::qWaitFor([=] { return !busy->isVisible() && sentence->text().contains(u'%'); });
    return counted ? dialog : nullptr;
}

QWidget* showFailedCheck(WindowFixture& fixture)
{
    QWidget* dialog = tests::showDialog(fixture, u"doctorAction"_s, u"doctorDialog"_s);
    auto* lines = dialog ? tests::need<QTableView>(dialog, u"doctorTableView"_s) : nullptr;
    const bool chosen = lines
        && QTest::qWaitFor([lines] { return lines->model()->rowCount() > 10; })
        && tests::clickRow(lines, lines->model()->index(0, 0));
    return chosen ? dialog : nullptr;
}

QWidget* showShorterPeriod(WindowFixture& fixture)
{
    QWidget* window = tests::showPage(fixture, u"shop.sessions"_s);
    if (!window || !tests::click(tests::need<QAbstractButton>(window, u"whatIfButton"_s))) {
        return nullptr;
    }
    auto* slider = tests::need<QWidget>(window, u"whatIfSlider"_s);
    const auto* sentence = tests::need<QLabel>(window, u"whatIfOverdueLabel"_s);
    if (!QTest::qWaitFor([slider] { return slider->isVisible() && slider->isEnabled(); })) {
        return nullptr;
    }
    const QString before = sentence->text();
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(slider, Qt::Key_Left);
    }
    return QTest::qWaitFor([=] { return sentence->text() != before; }) ? window : nullptr;
}

/// The screens of the tests, and some that are only good for pictures.
std::vector<Screen> screens()
{
    std::vector<Screen> all = tests::allScreens();
    all.push_back({"create an index on notes", showCreate, openBusyShop});
    all.push_back({"change to twenty minutes", showChange, openBusyShop});
    all.push_back({"what if, shorter", showShorterPeriod, openBusyShop});
    all.push_back({"a failed check", showFailedCheck, openBusyShop});
    return all;
}

/// The part of a shown window that the picture is of, in its best size.
QWidget* partOf(QWidget* shown, Part part)
{
    auto* window = qobject_cast<QMainWindow*>(shown);
    if (!window) {
        return shown;
    }
    const QString wanted = part == Part::Page ? QString() : u"activityDock"_s;
    QDockWidget* kept = nullptr;
    if (part != Part::All) {
        for (auto* dock : window->findChildren<QDockWidget*>()) {
            dock->setVisible(dock->objectName() == wanted);
            kept = dock->isVisible() ? dock : kept;
        }
    }
    // a whole window as large as in the pictures of the program itself; a part of one so narrow
    // that it need not be scaled
    window->resize(part == Part::All ? QSize(1'100, 760) : QSize(kWidth, 800));
    if (kept) {
        window->resizeDocks({kept}, {260}, Qt::Vertical);
    }
    QCoreApplication::processEvents();
    return kept ? kept : part == Part::Page ? window->centralWidget() : window;
}

bool save(const QImage& picture, const QString& file)
{
    QImageWriter writer(file, "png");
    writer.setCompression(100);
    if (writer.write(tests::reduced(picture, kWidth))) {
        return true;
    }
    std::fprintf(stderr, "sandglass-help-pictures: %s: %s\n", qPrintable(file),
                 qPrintable(writer.errorString()));
    return false;
}

bool take(const Picture& picture, const QString& folder)
{
    static const std::vector<Screen> kAll = screens();
    const auto found = std::ranges::find_if(
        kAll, [&](const Screen& each) { return QByteArray(each.name) == picture.screen; });
    if (found == kAll.end()) {
        std::fprintf(stderr, "sandglass-help-pictures: there is no screen \"%s\"\n",
                     picture.screen);
        return false;
    }
    Screen screen = *found;
    if (screen.start == tests::openShop) {
        screen.start = openBusyShop;
    }
    const tests::ShownScreen shown(screen, presenters::Theme::Light);
    if (!shown.widget()) {
        std::fprintf(stderr, "sandglass-help-pictures: \"%s\" did not come\n", picture.screen);
        return false;
    }
    // the folder of this program would be another one in every picture
    if (auto* label = shown.widget()->findChild<QLabel*>(u"dataFolderLabel"_s)) {
        label->setText(u"/home/ada/.local/share/sandglass"_s);
    }
    return save(partOf(shown.widget(), picture.part)->grab().toImage(),
                u"%1/%2.png"_s.arg(folder, QLatin1String(picture.file)));
}

/// Writes the tables of a page of shortcuts anew.
bool updateShortcuts(const QString& path, const QString& language)
{
    QFile file(path);
    if (file.open(QIODevice::ReadWrite)) {
        const QByteArray page
            = tests::withShortcutTables(QString::fromUtf8(file.readAll()), language).toUtf8();
        if (file.seek(0) && file.write(page) == page.size() && file.resize(page.size())) {
            return true;
        }
    }
    std::fprintf(stderr, "sandglass-help-pictures: %s: %s\n", qPrintable(path),
                 qPrintable(file.errorString()));
    return false;
}

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    const QCommandLineOption language(u"language"_s, u"Language of the window."_s, u"CODE"_s,
                                      u"en"_s);
    const QCommandLineOption shortcuts(u"shortcuts"_s, u"Page of shortcuts to bring up to date."_s,
                                       u"FILE"_s);
    parser.addOptions({language, shortcuts});
    parser.addPositionalArgument(u"FOLDER"_s, u"Where the pictures go."_s);
    parser.addPositionalArgument(u"PICTURE"_s,
                                 u"Further pictures to reduce into the folder; default: none."_s,
                                 u"[PICTURE…]"_s);
    parser.process(application);
    QStringList files = parser.positionalArguments();
    if (files.isEmpty()) {
        parser.showHelp(2);
    }
    const QString folder = files.takeFirst();
    resources::initResources();
    resources::installLanguage(parser.value(language));
    bool good = QDir().mkpath(folder);
    if (parser.isSet(shortcuts)) {
        good = updateShortcuts(parser.value(shortcuts), parser.value(language)) && good;
    }
    for (const QString& file : std::as_const(files)) {
        good = save(QImage(file), folder + u'/' + QFileInfo(file).fileName()) && good;
    }
    for (const Picture& picture : kPictures) {
        good = take(picture, folder) && good;
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
