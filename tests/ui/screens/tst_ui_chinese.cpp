// SPDX-License-Identifier: GPL-3.0-or-later
// Every screen in Chinese: no English text is left that has a translation, and the menus keep their
// access keys.
#include "resources/languages.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/support/translation_catalogue.h"
#include "tests/ui/screens/looks.h"
#include "tests/ui/screens/screens.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QTabBar>
#include <QTest>

#include <vector>

namespace tst_ui_chinese {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::WindowFixture;

class TestChinese : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void noEnglishTextIsLeft_data() { screens(); }
    void noEnglishTextIsLeft();
    void everyMenuEntryHasAnAccessKey();
    void accessKeysAreUniqueWithinAMenu();
    void shortcutsAreTheSameAsInEnglish();
    void numbersAndDatesFollowTheLanguage();
    void anEnglishTextIsFound();

private:
    static void screens();

    QSet<QString> m_english; // texts whose translation is another one
    std::vector<std::optional<QStringList>> m_left; // of each screen; unset: it did not come
};

namespace {

QString withoutKey(QString text)
{
    return text.remove(u'&');
}

QStringList textsOf(const QWidget& widget)
{
    QStringList texts{widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(),
                      widget.isWindow() ? widget.windowTitle() : QString()};
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        texts << label->text();
    } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        texts << button->text();
    } else if (const auto* group = qobject_cast<const QGroupBox*>(&widget)) {
        texts << group->title();
    } else if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) {
        texts << line->placeholderText();
    } else if (const auto* list = qobject_cast<const QComboBox*>(&widget)) {
        for (int row = 0; row < list->count(); ++row) {
            texts << list->itemText(row);
        }
    } else if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
        for (int tab = 0; tab < tabs->count(); ++tab) {
            texts << tabs->tabText(tab);
        }
    } else if (const auto* header = qobject_cast<const QHeaderView*>(&widget)) {
        for (int section = 0; header->model() && section < header->count(); ++section) {
            texts << header->model()->headerData(section, header->orientation()).toString();
        }
    } else if (const auto* menu = qobject_cast<const QMenu*>(&widget);
               // its entries are code, to be typed as it is
               menu && menu->objectName() != u"rulesFilterChoicesMenu"_s) {
        for (const QAction* action : menu->actions()) {
            texts << action->text() << action->toolTip();
        }
    }
    return texts;
}

/// Texts of a screen, hidden parts included, that are in `english`; each with its place.
QStringList textsIn(const QSet<QString>& english, QWidget* screen)
{
    QStringList left;
    QList<QWidget*> widgets = screen->findChildren<QWidget*>();
    widgets << screen;
    for (const QWidget* widget : widgets) {
        for (const QString& text : textsOf(*widget)) {
            if (english.contains(withoutKey(text))) {
                left << u"\"%1\": %2"_s.arg(text, tests::placeOf(widget));
            }
        }
    }
    return left;
}

/// Every menu of the menu bar, those within others too.
QList<QMenu*> menus(const WindowFixture& fixture)
{
    return fixture.window->menuBar()->findChildren<QMenu*>();
}

} // namespace

void TestChinese::initTestCase()
{
    resources::initResources();
    QCOMPARE(resources::installLanguage(u"zh_CN"_s), u"zh_CN"_s);
    const auto texts
        = tests::readCatalogue(QStringLiteral(SANDGLASS_CATALOGUES "/sandglass_zh_CN.ts"));
    QVERIFY(texts && texts->size() > 500);
    for (const tests::CatalogueText& text : *texts) {
        // names such as "MongoDB" stay as they are
        if (!text.forms.contains(text.source) && !text.source.contains(u'%')) {
            m_english << withoutKey(text.source);
        }
    }
    // another context may leave the same word as it is
    for (const tests::CatalogueText& text : *texts) {
        for (const QString& form : text.forms) {
            m_english.remove(withoutKey(form));
        }
    }
    for (const tests::Screen& each : tests::allScreens()) {
        const tests::ShownScreen shown(each);
        m_left.push_back(shown.widget() ? std::optional(textsIn(m_english, shown.widget()))
                                        : std::nullopt);
    }
}

void TestChinese::screens()
{
    QTest::addColumn<int>("screen");
    for (std::size_t i = 0; i < tests::allScreens().size(); ++i) {
        QTest::newRow(tests::allScreens()[i].name) << static_cast<int>(i);
    }
}

void TestChinese::noEnglishTextIsLeft()
{
    QFETCH(int, screen);
    const std::optional<QStringList>& left = m_left.at(static_cast<std::size_t>(screen));
    QVERIFY2(left, "the screen did not come");
    QVERIFY2(left->isEmpty(), qPrintable(u'\n' + left->join(u'\n')));
}

void TestChinese::everyMenuEntryHasAnAccessKey()
{
    const WindowFixture fixture;
    QStringList complaints;
    for (const QMenu* menu : menus(fixture)) {
        for (const QAction* action : menu->actions()) {
            if (!action->isSeparator() && QKeySequence::mnemonic(action->text()).isEmpty()) {
                complaints << menu->title() + u" > "_s + action->text();
            }
        }
    }
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
}

void TestChinese::accessKeysAreUniqueWithinAMenu()
{
    const WindowFixture fixture;
    QStringList complaints;
    QList<QMenu*> all = menus(fixture);
    all << fixture.window->findChildren<QMenu*>();
    for (const QMenu* menu : all) {
        QSet<QString> keys;
        for (const QAction* action : menu->actions()) {
            const QString key = QKeySequence::mnemonic(action->text()).toString();
            if (!key.isEmpty() && keys.contains(key)) {
                complaints << menu->title() + u" > "_s + action->text();
            }
            keys << key;
        }
    }
    QSet<QString> titles;
    for (const QAction* action : fixture.window->menuBar()->actions()) {
        titles << QKeySequence::mnemonic(action->text()).toString();
    }
    QCOMPARE(titles.size(), fixture.window->menuBar()->actions().size());
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
}

// Source: ui/DESIGN.md, For everyone.
void TestChinese::shortcutsAreTheSameAsInEnglish()
{
    const WindowFixture fixture;
    const std::pair<QString, QKeySequence> expected[] = {
        {u"connectAction"_s, Qt::CTRL | Qt::Key_N},
        {u"newIndexAction"_s, Qt::CTRL | Qt::Key_T},
        {u"changeExpiryAction"_s, Qt::CTRL | Qt::Key_E},
        {u"removeAction"_s, Qt::Key_Delete},
        {u"refreshAction"_s, Qt::Key_F5},
        {u"filterAction"_s, Qt::CTRL | Qt::Key_F},
        {u"activityAction"_s, Qt::CTRL | Qt::Key_L},
        {u"preferencesAction"_s, Qt::CTRL | Qt::Key_Comma},
        {u"helpHereAction"_s, Qt::Key_F1},
    };
    for (const auto& [name, keys] : expected) {
        const auto* action = fixture.window->findChild<QAction*>(name);
        QVERIFY2(action && action->shortcut() == keys, qPrintable(name));
    }
}

void TestChinese::numbersAndDatesFollowTheLanguage()
{
    QCOMPARE(QLocale().language(), QLocale::Chinese);
    QCOMPARE(QLocale().toString(QDate(2030, 1, 1), u"MMM"_s), u"1月"_s);
}

void TestChinese::anEnglishTextIsFound()
{
    QVERIFY(m_english.contains(u"Refresh"_s));
    QWidget window;
    const QLabel label(u"Refresh"_s, &window);
    QCOMPARE(textsIn(m_english, &window).size(), 1);
}

SANDGLASS_GUI_TEST(TestChinese)
} // namespace tst_ui_chinese

#include "tst_ui_chinese.moc"
