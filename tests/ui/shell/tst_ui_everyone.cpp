// SPDX-License-Identifier: GPL-3.0-or-later
// Walks the widgets of every screen: what assistive programs and small screens need of each of
// them.
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"

#include <QAbstractSpinBox>
#include <QDialog>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTableView>
#include <QTabWidget>
#include <QTextDocument>
#include <QToolBar>

#include <functional>
#include <utility>
#include <vector>

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::click;
using tests::clickRow;
using tests::need;
using tests::WindowFixture;

class TestEveryone : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup();
    void everyControlHasNames_data() { screens(); }
    void everyControlHasNames();
    void everyLabelIsPlainText_data() { screens(); }
    void everyLabelIsPlainText();
    void noTextIsCutOff_data() { screens(); }
    void noTextIsCutOff();
    void everyScreenFitsTheSmallestSize_data() { screens(); }
    void everyScreenFitsTheSmallestSize();
    void everyMenuEntryHasANameAndAnAccessKey();
    void accessKeysAreUniqueWithinAMenu();

private:
    /// Makes a screen visible; null when it does not come.
    using Opener = std::function<QWidget*(TestEveryone&)>;

    static const std::vector<std::pair<const char*, Opener>>& openers();
    void screens();
    QWidget* open();
    QWidget* page(const QString& name);
    QWidget* dialogBy(const QString& action, const QString& dialog);
    QWidget* documentDialog(const QString& button, const QString& dialog);
    QWidget* undoBox();
    QWidget* purgeDialog();
    QWidget* purgeUnderWay();
    QWidget* doctorTab();
    QWidget* failedWindow();
    QWidget* helpWindow();
    QWidget* whatIf();
    QWidget* dialogNamed(const QString& name);

    std::unique_ptr<WindowFixture> m_fixture;
};

namespace {

/// Parts that Qt makes for itself inside a control that has names.
bool isInternal(const QWidget* widget)
{
    const QWidget* parent = widget->parentWidget();
    return widget->objectName().startsWith(u"qt_"_s) || qobject_cast<const QHeaderView*>(widget)
        || widget->inherits("QTableCornerButton") || qobject_cast<const QLineEdit*>(parent)
        || qobject_cast<const QComboBox*>(parent) || qobject_cast<const QAbstractSpinBox*>(parent)
        || (qobject_cast<const QTabBar*>(parent) && widget->objectName().isEmpty())
        || (qobject_cast<const QTabBar*>(widget) && qobject_cast<const QMainWindow*>(parent));
}

bool isControl(const QWidget* widget)
{
    return widget->focusPolicy() != Qt::NoFocus || qobject_cast<const QAbstractButton*>(widget)
        || qobject_cast<const QTabWidget*>(widget) || qobject_cast<const QToolBar*>(widget)
        || qobject_cast<const QDockWidget*>(widget) || qobject_cast<const QMenuBar*>(widget);
}

/// Labels take the focus only so that their text can be selected.
bool isReadableText(const QWidget* widget)
{
    return qobject_cast<const QLabel*>(widget) != nullptr;
}

QString describe(const QWidget* widget)
{
    QString place;
    for (const QWidget* each = widget; each; each = each->parentWidget())
        place.prepend(u'/' + QString::fromLatin1(each->metaObject()->className()) + u':'
                      + each->objectName());
    return place;
}

QList<QWidget*> visibleWidgets(QWidget* screen)
{
    QList<QWidget*> all = screen->findChildren<QWidget*>();
    all.removeIf([screen](const QWidget* widget) {
        return !widget->isVisible() || widget->window() != screen->window();
    });
    return all;
}

QString missingName(const QWidget* widget)
{
    if (widget->objectName().isEmpty())
        return u"no object name"_s;
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    const bool told = button && !button->text().isEmpty();
    return widget->accessibleName().isEmpty() && !told && !qobject_cast<const QMenuBar*>(widget)
        ? u"no accessible name"_s
        : QString();
}

QString cutOffText(const QWidget* widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(widget)) {
        const bool cut = label->wordWrap() ? label->heightForWidth(label->width()) > label->height()
                                           : label->sizeHint().width() > label->width();
        return cut ? label->text() : QString();
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
        return button->sizeHint().width() > button->width() ? button->text() : QString();
    if (const auto* line = qobject_cast<const QLineEdit*>(widget)) {
        const int wanted = line->fontMetrics().horizontalAdvance(line->placeholderText());
        return wanted > line->width() ? line->placeholderText() : QString();
    }
    if (const auto* list = qobject_cast<const QComboBox*>(widget)) {
        const int wanted = list->fontMetrics().horizontalAdvance(list->currentText());
        return wanted > list->width() ? list->currentText() : QString();
    }
    return {};
}

} // namespace

void TestEveryone::cleanup()
{
    m_fixture.reset();
}

const std::vector<std::pair<const char*, TestEveryone::Opener>>& TestEveryone::openers()
{
    using Self = TestEveryone&;
    static const std::vector<std::pair<const char*, Opener>> kOpeners{
        {"inventory", [](Self test) { return test.page(u"inventory"_s); }},
        {"collection with indexes", [](Self test) { return test.page(u"shop.sessions"_s); }},
        {"collection without a rule", [](Self test) { return test.page(u"shop.notes"_s); }},
        {"what if", &TestEveryone::whatIf},
        {"a window that lost its server", &TestEveryone::failedWindow},
        {"connect",
         [](Self test) { return test.dialogBy(u"connectAction"_s, u"connectDialog"_s); }},
        {"preferences",
         [](Self test) { return test.dialogBy(u"preferencesAction"_s, u"preferencesDialog"_s); }},
        {"shortcuts",
         [](Self test) { return test.dialogBy(u"shortcutsAction"_s, u"shortcutsDialog"_s); }},
        {"help", &TestEveryone::helpWindow},
        {"about", [](Self test) { return test.dialogBy(u"aboutAction"_s, u"aboutBox"_s); }},
        {"create",
         [](Self test) { return test.dialogBy(u"newIndexAction"_s, u"createIndexDialog"_s); }},
        {"change",
         [](Self test) { return test.dialogBy(u"changeExpiryAction"_s, u"changeIndexDialog"_s); }},
        {"drop",
         [](Self test) { return test.dialogBy(u"removeAction"_s, u"changeIndexDialog"_s); }},
        {"document editor",
         [](Self test) {
             return test.documentDialog(u"editDocumentButton"_s, u"documentEditor"_s);
         }},
        {"expire at",
         [](Self test) { return test.documentDialog(u"expireAtButton"_s, u"expireAtDialog"_s); }},
        {"delete documents",
         [](Self test) {
             return test.documentDialog(u"deleteDocumentsButton"_s, u"deleteDocumentsBox"_s);
         }},
        {"undo", &TestEveryone::undoBox},
        {"staged purge", &TestEveryone::purgeDialog},
        {"staged purge under way", &TestEveryone::purgeUnderWay},
        {"doctor of a collection", &TestEveryone::doctorTab},
        {"doctor of the server",
         [](Self test) { return test.dialogBy(u"doctorAction"_s, u"doctorDialog"_s); }},
    };
    return kOpeners;
}

void TestEveryone::screens()
{
    QTest::addColumn<int>("screen");
    for (std::size_t i = 0; i < openers().size(); ++i)
        QTest::newRow(openers()[i].first) << static_cast<int>(i);
}

QWidget* TestEveryone::open()
{
    m_fixture = std::make_unique<WindowFixture>();
    tests::fillShop(*m_fixture);
    if (!m_fixture->open())
        return nullptr;
    const int screen = *static_cast<int*>(QTest::qData("screen", QMetaType::Int));
    QWidget* shown = openers()[static_cast<std::size_t>(screen)].second(*this);
    if (!shown || !QTest::qWaitForWindowExposed(shown->window()))
        return nullptr;
    // a text that changed since asks its layout for room, through the event loop
    QCoreApplication::processEvents();
    return shown;
}

QWidget* TestEveryone::page(const QString& name)
{
    for (auto* dock : m_fixture->window->findChildren<QDockWidget*>())
        if (dock->objectName() == u"activityDock"_s || dock->objectName() == u"inspectorDock"_s)
            dock->setVisible(name != u"inventory"_s);
    return m_fixture->openPage(name) ? m_fixture->window.get() : nullptr;
}

QWidget* TestEveryone::whatIf()
{
    QWidget* window = page(u"shop.sessions"_s);
    if (!window || !click(need<QAbstractButton>(window, u"whatIfButton"_s)))
        return nullptr;
    auto* slider = need<QWidget>(window, u"whatIfSlider"_s);
    return QTest::qWaitFor([slider] { return slider->isVisible() && slider->isEnabled(); })
        ? window
        : nullptr;
}

QWidget* TestEveryone::failedWindow()
{
    const Error lost = base::failure(Errc::Network, "the cable is out");
    m_fixture->factory->refuse(lost);
    m_fixture->server->fail("histogram", lost);
    m_fixture->press(Qt::Key_F5);
    auto* banner = need<QWidget>(m_fixture->window.get(), u"connectionBanner"_s);
    return QTest::qWaitFor([banner] { return banner->isVisible(); }) ? m_fixture->window.get()
                                                                     : nullptr;
}

QWidget* TestEveryone::helpWindow()
{
    if (!m_fixture->trigger(u"helpContentsAction"_s))
        return nullptr;
    const QWidgetList windows = QApplication::topLevelWidgets();
    for (QWidget* window : windows)
        if (window->objectName() == u"helpWindow"_s && window->isVisible())
            return window;
    return nullptr;
}

QWidget* TestEveryone::dialogNamed(const QString& name)
{
    QDialog* found = nullptr;
    const bool visible = QTest::qWaitFor([&] {
        found = m_fixture->window->findChild<QDialog*>(name);
        return found && found->isVisible();
    });
    return visible ? found : nullptr;
}

QWidget* TestEveryone::dialogBy(const QString& action, const QString& dialog)
{
    if (!page(u"shop.sessions"_s))
        return nullptr;
    auto* table = need<QTableView>(m_fixture->window.get(), u"indexesTableView"_s);
    if (!QTest::qWaitFor([table] { return table->model()->rowCount() == 2; })
        || !clickRow(table, tests::rowNamed(table, u"lastSeen_1"_s)) || !m_fixture->trigger(action))
        return nullptr;
    QWidget* shown = dialogNamed(dialog);
    if (dialog == u"createIndexDialog"_s && shown) {
        tests::type(need<QLineEdit>(shown, u"fieldEdit"_s), u"lastSeen.at"_s);
        tests::choose(need<QComboBox>(shown, u"presetComboBox"_s), 2);
        auto* confirm = need<QAbstractButton>(shown, u"confirmButton"_s);
        if (!QTest::qWaitFor([confirm] { return confirm->isEnabled(); }))
            return nullptr;
    }
    return shown;
}

QWidget* TestEveryone::documentDialog(const QString& button, const QString& dialog)
{
    if (!page(u"shop.sessions"_s))
        return nullptr;
    need<QTabWidget>(m_fixture->window.get(), u"collectionTabWidget"_s)->setCurrentIndex(1);
    auto* table = need<QTableView>(m_fixture->window.get(), u"documentsTableView"_s);
    const bool pressed = QTest::qWaitFor([table] { return table->model()->rowCount() > 0; })
        && clickRow(table, table->model()->index(2, 0))
        && click(need<QAbstractButton>(m_fixture->window.get(), button));
    return pressed ? dialogNamed(dialog) : nullptr;
}

QWidget* TestEveryone::purgeDialog()
{
    if (!page(u"shop.sessions"_s))
        return nullptr;
    auto* table = need<QTableView>(m_fixture->window.get(), u"indexesTableView"_s);
    const bool pressed = QTest::qWaitFor([table] { return table->model()->rowCount() == 2; })
        && clickRow(table, tests::rowNamed(table, u"lastSeen_1"_s))
        && click(need<QAbstractButton>(m_fixture->window.get(), u"purgeIndexButton"_s));
    return pressed ? dialogNamed(u"purgeDialog"_s) : nullptr;
}

QWidget* TestEveryone::purgeUnderWay()
{
    QWidget* dialog = purgeDialog();
    auto* confirm = dialog ? need<QAbstractButton>(dialog, u"confirmButton"_s) : nullptr;
    if (!confirm || !QTest::qWaitFor([confirm] { return confirm->isEnabled(); }))
        return nullptr;
    need<QAbstractSpinBox>(dialog, u"batchSpinBox"_s)->stepBy(-498);
    const bool begun
        = click(confirm) && QTest::qWaitFor([this] {
              return m_fixture->set.purges.status().phase == services::PurgePhase::Waiting;
          });
    return begun ? dialog : nullptr;
}

QWidget* TestEveryone::undoBox()
{
    ttl::IndexSpec before = m_fixture->server->collection(tests::kSessions).indexes.back();
    const auto changed = tests::waitFor(m_fixture->set.indexes.change(
        {{tests::kSessions, "lastSeen_1"}, 7'200, std::nullopt}, std::move(before)));
    if (!changed || !m_fixture->trigger(u"activityAction"_s))
        return nullptr;
    auto* journal = need<QTableView>(m_fixture->window.get(), u"journalTableView"_s);
    const bool pressed = clickRow(journal, journal->model()->index(0, 0))
        && click(need<QAbstractButton>(m_fixture->window.get(), u"undoButton"_s));
    QWidget* dialog = pressed ? dialogNamed(u"undoDialog"_s) : nullptr;
    if (!dialog)
        return nullptr;
    auto* confirm = need<QAbstractButton>(dialog, u"confirmButton"_s);
    return QTest::qWaitFor([confirm] { return confirm->isEnabled(); }) ? dialog : nullptr;
}

QWidget* TestEveryone::doctorTab()
{
    if (!page(u"shop.sessions"_s))
        return nullptr;
    auto* tab = need<QWidget>(m_fixture->window.get(), u"doctorTab"_s);
    need<QTabWidget>(m_fixture->window.get(), u"collectionTabWidget"_s)->setCurrentWidget(tab);
    auto* lines = need<QTableView>(tab, u"doctorTableView"_s);
    const bool checked = click(need<QAbstractButton>(tab, u"doctorCheckButton"_s))
        && QTest::qWaitFor([lines] { return lines->model()->rowCount() > 0; })
        && clickRow(lines, lines->model()->index(8, 0));
    return checked ? m_fixture->window.get() : nullptr;
}

void TestEveryone::everyControlHasNames()
{
    QWidget* screen = open();
    QVERIFY(screen);
    QStringList complaints;
    for (const QWidget* widget : visibleWidgets(screen)) {
        if (!isControl(widget) || isInternal(widget) || isReadableText(widget))
            continue;
        if (const QString missing = missingName(widget); !missing.isEmpty())
            complaints << missing + u": "_s + describe(widget);
    }
    QVERIFY2(complaints.isEmpty(), qPrintable(u'\n' + complaints.join(u'\n')));
}

void TestEveryone::everyLabelIsPlainText()
{
    QWidget* screen = open();
    QVERIFY(screen);
    QStringList complaints;
    for (const QLabel* label : screen->findChildren<QLabel*>())
        if (label->textFormat() == Qt::AutoText && !label->text().isEmpty() && !isInternal(label))
            complaints << u'"' + label->text() + u"\": "_s + describe(label);
    QVERIFY2(complaints.isEmpty(), qPrintable(u'\n' + complaints.join(u'\n')));
}

void TestEveryone::noTextIsCutOff()
{
    QWidget* screen = open();
    QVERIFY(screen);
    QStringList complaints;
    for (const QWidget* widget : visibleWidgets(screen))
        if (const QString cut = cutOffText(widget); !cut.isEmpty())
            complaints << u'"' + cut + u"\": "_s + describe(widget);
    QVERIFY2(complaints.isEmpty(), qPrintable(u'\n' + complaints.join(u'\n')));
}

void TestEveryone::everyScreenFitsTheSmallestSize()
{
    QWidget* screen = open();
    QVERIFY(screen);
    const QSize size = screen->size();
    QVERIFY2(size.width() <= 1'280 && size.height() <= 800,
             qPrintable(u"%1 x %2"_s.arg(size.width()).arg(size.height())));
}

void TestEveryone::everyMenuEntryHasANameAndAnAccessKey()
{
    m_fixture = std::make_unique<WindowFixture>();
    QStringList complaints;
    for (const QMenu* menu : m_fixture->window->menuBar()->findChildren<QMenu*>()) {
        if (!menu->title().contains(u'&'))
            complaints << menu->title();
        for (const QAction* action : menu->actions()) {
            const bool own = !action->isSeparator() && !action->menu();
            if (own && (action->objectName().isEmpty() || !action->text().contains(u'&')))
                complaints << menu->title() + u" > "_s + action->text();
        }
    }
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
}

void TestEveryone::accessKeysAreUniqueWithinAMenu()
{
    m_fixture = std::make_unique<WindowFixture>();
    QStringList complaints;
    for (const QMenu* menu : m_fixture->window->menuBar()->findChildren<QMenu*>()) {
        QStringList keys;
        for (const QAction* action : menu->actions()) {
            const QString key = QKeySequence::mnemonic(action->text()).toString();
            if (!key.isEmpty() && keys.contains(key))
                complaints << menu->title() + u" > "_s + action->text();
            keys << key;
        }
    }
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
}

QTEST_MAIN(TestEveryone)
#include "tst_ui_everyone.moc"
