// SPDX-License-Identifier: GPL-3.0-or-later
// Which place of the help belongs to which screen: none is without one, and none is missing.
#include "app/presenters/doctor/doctor_model.h"
#include "tests/support/test_program.h"
#include "tests/ui/help/help_access.h"
#include "tests/ui/screens/looks.h"
#include "tests/ui/screens/screens.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/help/help_places.h"

#include <QAbstractButton>
#include <QDirIterator>
#include <QLabel>
#include <QTableView>
#include <QTextBrowser>

#include <algorithm>
#include <vector>

namespace tst_ui_help_places {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;
using tests::WindowFixture;

namespace {

/// All sources of the screens in one text.
QString sources()
{
    QString all;
    QDirIterator files(QStringLiteral(SANDGLASS_SOURCES "/ui"), {u"*.cpp"_s}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.fileName().contains(u"/ui/help/"_s) && file.open(QIODevice::ReadOnly)) {
            all += QString::fromUtf8(file.readAll());
        }
    }
    return all;
}

/// The screens as users see them; the states in between belong to the same widgets.
const std::vector<tests::Screen>& screens()
{
    static const std::vector<tests::Screen> kScreens = [] {
        std::vector<tests::Screen> all = tests::everydayScreens();
        for (auto* more : {tests::restoreScreens, tests::inventoryScreens, tests::firstScreens}) {
            for (tests::Screen& screen : more()) {
                all.push_back(std::move(screen));
            }
        }
        return all;
    }();
    return kScreens;
}

bool isInPages(const QWidget* widget)
{
    for (const QWidget* each = widget; each; each = each->parentWidget()) {
        if (each->objectName() == u"pageArea"_s) {
            return true;
        }
    }
    return false;
}

} // namespace

class TestHelpPlaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void cleanup();
    void everyPlaceExistsInBothLanguages();
    void everyNamedScreenHasAPlace();
    void everyPlaceBelongsToAScreen();
    void everyControlOfAScreenLeadsToAPlace_data();
    void everyControlOfAScreenLeadsToAPlace();
    void aWidgetNamesItsOwnPlace();
    void theNearestParentDecides();
    void aWidgetWithoutAPlaceHasNone();
    void f1OpensThePlaceOfTheFirstScreens_data();
    void f1OpensThePlaceOfTheFirstScreens();
    void f1ExplainsTheSelectedCheck();
    void theButtonExplainsTheSelectedCheck();
    void theButtonWithoutASelectionOpensThePage();

private:
    QWidget* doctorTab();

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestHelpPlaces::cleanup()
{
    m_fixture.reset();
}

void TestHelpPlaces::everyPlaceExistsInBothLanguages()
{
    const QHash<QString, QString>& places = ui::helpPlaces();
    for (auto place = places.begin(); place != places.end(); ++place) {
        for (const QString& language : {u"en"_s, u"zh_CN"_s}) {
            QVERIFY2(tests::isHelpPlace(place.value(), language),
                     qPrintable(place.key() + u" -> "_s + place.value()));
        }
    }
}

void TestHelpPlaces::everyNamedScreenHasAPlace()
{
    const QStringList names
        = tests::capturesOf(sources(),
                            u"\"([a-z][A-Za-z]*(?:Dialog|Dock|Page|Tab|Notice|Question|Strip|Bar|"
                            "(?<!Check|Combo|Spin|Button)Box))\""_s);
    QVERIFY(names.size() > 40);
    // a part of a screen that has a place
    const QStringList parts{u"purgeProgressBar"_s, u"batchProgressBar"_s,
                            u"exactCountProgressBar"_s};
    QStringList missing;
    for (const QString& name : names) {
        if (!ui::helpPlaces().contains(name) && !parts.contains(name)) {
            missing << name;
        }
    }
    QCOMPARE(missing.join(u' '), QString());
}

void TestHelpPlaces::everyPlaceBelongsToAScreen()
{
    const QString all = sources();
    QStringList unknown;
    for (const QString& name : ui::helpPlaces().keys()) {
        if (!all.contains(u'"' + name + u'"')) {
            unknown << name;
        }
    }
    QCOMPARE(unknown.join(u' '), QString());
}

void TestHelpPlaces::everyControlOfAScreenLeadsToAPlace_data()
{
    QTest::addColumn<int>("screen");
    for (std::size_t i = 0; i < screens().size(); ++i) {
        if (QByteArray(screens()[i].name) != "help") {
            QTest::newRow(screens()[i].name) << static_cast<int>(i);
        }
    }
}

void TestHelpPlaces::everyControlOfAScreenLeadsToAPlace()
{
    QFETCH(const int, screen);
    const tests::ShownScreen shown(screens()[static_cast<std::size_t>(screen)]);
    QVERIFY(shown.widget());
    QStringList lost;
    for (const QWidget* widget : tests::visibleWidgets(shown.widget())) {
        // what belongs to no part of the page gets the place of the page in front
        if (widget->focusPolicy() != Qt::NoFocus && ui::helpPlaceOf(widget).isEmpty()
            && !isInPages(widget) && !tests::isInternal(widget)) {
            lost << tests::placeOf(widget);
        }
    }
    QVERIFY2(lost.isEmpty(), qPrintable(u'\n' + lost.join(u'\n')));
}

void TestHelpPlaces::aWidgetNamesItsOwnPlace()
{
    QWidget tab;
    tab.setObjectName(u"doctorTab"_s);
    tab.setProperty("helpPlace", u"not-expiring#primary"_s);
    const QLabel inside(&tab);
    QCOMPARE(ui::helpPlaceOf(&inside), u"not-expiring#primary"_s);
    tab.setProperty("helpPlace", QString());
    QCOMPARE(ui::helpPlaceOf(&inside), u"doctor"_s);
}

void TestHelpPlaces::theNearestParentDecides()
{
    QWidget page;
    page.setObjectName(u"collectionPage"_s);
    QWidget bar(&page);
    bar.setObjectName(u"whatIfBar"_s);
    const QWidget inside(&bar);
    QCOMPARE(ui::helpPlaceOf(&inside), u"collection#what-if"_s);
    QCOMPARE(ui::helpPlaceOf(&page), u"collection"_s);
}

void TestHelpPlaces::aWidgetWithoutAPlaceHasNone()
{
    const QWidget widget;
    QCOMPARE(ui::helpPlaceOf(&widget), QString());
    QCOMPARE(ui::helpPlaceOf(nullptr), QString());
}

void TestHelpPlaces::f1OpensThePlaceOfTheFirstScreens_data()
{
    QTest::addColumn<QString>("screen");
    QTest::addColumn<QString>("control");
    QTest::addColumn<QString>("place");
    QTest::newRow("welcome") << u"welcome, known servers"_s << u"welcomeConnectButton"_s
                             << u"index#first-screen"_s;
    QTest::newRow("tour") << u"tour, what if"_s << u"spotlightNextButton"_s << u"index#tour"_s;
    QTest::newRow("offer") << u"tour offered"_s << u"startTourButton"_s << u"index#tour"_s;
    QTest::newRow("news") << u"what is new"_s << u"newsTextBrowser"_s << u"whats-new"_s;
}

void TestHelpPlaces::f1OpensThePlaceOfTheFirstScreens()
{
    QFETCH(const QString, screen);
    QFETCH(const QString, control);
    QFETCH(const QString, place);
    const auto found = std::ranges::find_if(screens(), [&](const tests::Screen& each) {
        return QString::fromUtf8(each.name) == screen;
    });
    QVERIFY(found != screens().end());
    const tests::ShownScreen shown(*found);
    QVERIFY(shown.widget());
    auto* focused = need<QWidget>(shown.widget(), control);
    focused->setFocus();
    QTest::keyClick(focused, Qt::Key_F1);
    QTRY_VERIFY(tests::shownHelp());
    const auto* browser = need<QTextBrowser>(tests::shownHelp(), u"helpTextBrowser"_s);
    QTRY_COMPARE(tests::shownHelp()->page(), place.section(u'#', 0, 0));
    QCOMPARE(browser->source().fragment(), place.section(u'#', 1));
}

/// The tab of the doctor with a report in which the check "Field present" is selected.
QWidget* TestHelpPlaces::doctorTab()
{
    m_fixture = std::make_unique<WindowFixture>();
    if (!tests::openShop(*m_fixture)) {
        return nullptr;
    }
    QWidget* window = tests::showTab(*m_fixture, u"shop.sessions"_s, u"doctorTab"_s);
    return window ? need<QWidget>(window, u"doctorTab"_s) : nullptr;
}

void TestHelpPlaces::f1ExplainsTheSelectedCheck()
{
    QWidget* tab = doctorTab();
    QVERIFY(tab && tests::click(need<QAbstractButton>(tab, u"doctorCheckButton"_s)));
    auto* lines = need<QTableView>(tab, u"doctorTableView"_s);
    QTRY_VERIFY(lines->model()->rowCount() > 8);
    for (const int row : {8, 0}) {
        const QModelIndex line = lines->model()->index(row, 0);
        const QString name = line.data(presenters::DoctorModel::CheckNameRole).toString();
        QVERIFY(tests::clickRow(lines, line));
        lines->setFocus();
        m_fixture->press(Qt::Key_F1);
        QTRY_VERIFY(tests::shownHelp());
        const auto* browser = need<QTextBrowser>(tests::shownHelp(), u"helpTextBrowser"_s);
        QTRY_COMPARE(browser->source().fragment(), name);
        QCOMPARE(tests::shownHelp()->page(), u"not-expiring"_s);
        m_fixture->window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get()));
    }
}

void TestHelpPlaces::theButtonExplainsTheSelectedCheck()
{
    QWidget* tab = doctorTab();
    QVERIFY(tab && tests::click(need<QAbstractButton>(tab, u"doctorCheckButton"_s)));
    auto* lines = need<QTableView>(tab, u"doctorTableView"_s);
    QTRY_VERIFY(lines->model()->rowCount() > 8);
    const QModelIndex line = lines->model()->index(1, 0);
    QVERIFY(tests::clickRow(lines, line));
    auto* explain = need<QAbstractButton>(tab, u"explainCheckButton"_s);
    QVERIFY(!explain->accessibleName().isEmpty() && tests::click(explain));
    QTRY_VERIFY(tests::shownHelp());
    const auto* browser = need<QTextBrowser>(tests::shownHelp(), u"helpTextBrowser"_s);
    QCOMPARE(browser->source().fragment(),
             line.data(presenters::DoctorModel::CheckNameRole).toString());
}

void TestHelpPlaces::theButtonWithoutASelectionOpensThePage()
{
    QWidget* tab = doctorTab();
    QVERIFY(tab && tests::click(need<QAbstractButton>(tab, u"explainCheckButton"_s)));
    QTRY_VERIFY(tests::shownHelp());
    QCOMPARE(tests::shownHelp()->page(), u"doctor"_s);
}

SANDGLASS_GUI_TEST(TestHelpPlaces)
} // namespace tst_ui_help_places

#include "tst_ui_help_places.moc"
