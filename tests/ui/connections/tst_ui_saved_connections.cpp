// SPDX-License-Identifier: GPL-3.0-or-later
// The list at the left of the connect dialog, and the passwords that belong to its rows.
#include "tests/support/test_program.h"
#include "tests/ui/connections/connect_fixture.h"

#include <QCheckBox>
#include <QDir>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QTabWidget>
#include <QToolButton>

namespace tst_ui_saved_connections {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::click;
using tests::ConnectFixture;
using tests::need;

namespace {

const QString kMask(6, QChar(0x2022));

services::SavedConnection saved(const QString& name, const QString& uri)
{
    services::SavedConnection connection;
    connection.name = name;
    connection.uri = uri;
    return connection;
}

/// Three connections, the first with a password, and the dialog in front of them.
bool openWithThree(ConnectFixture& fixture)
{
    fixture.save(saved(u"Shop"_s, u"mongodb://joe@shop.example/"_s), u"hunter2"_s);
    fixture.save(saved(u"Logs"_s, u"mongodb://logs.example/"_s));
    fixture.save(saved(u"Tests"_s, u"mongodb://tests.example/"_s));
    return fixture.open();
}

QMessageBox* removalQuestion(const ConnectFixture& fixture)
{
    const bool asked = click(fixture.part<QToolButton>(u"deleteConnectionButton"_s));
    return asked ? fixture.part<QMessageBox>(u"deleteConnectionBox"_s) : nullptr;
}

} // namespace

class TestSavedConnections : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_fixture = std::make_unique<ConnectFixture>(); }
    void cleanup() { m_fixture.reset(); }
    void anEmptyBookSaysSoAndOffersOnlyNew();
    void theRowThatSaysNoneCannotBeChosen();
    void aConnectionWithoutANameGoesByItsHosts();
    void choosingFillsTheFormAndFetchesThePassword();
    void thePasswordOfAChosenConnectionIsNeverReadable();
    void aSlowKeychainIsWaitedForInPlainSight();
    void aPasswordTypedWhileTheKeychainIsSlowIsKept();
    void theAnswerForAnotherRowIsDropped();
    void aKeychainThatRefusesIsExplained_data();
    void aKeychainThatRefusesIsExplained();
    void enterConnectsOnce();
    void aDoubleClickConnectsTheRowUnderIt();
    void aDoubleClickWaitsForTheKeychain();
    void theArrowsWalkTheListAndFillTheForm();
    void theOrderIsChangedWithTheButtons();
    void theEndsOfTheListAreTheEndsOfMoving();
    void aCopyIsChosenAndHasItsOwnPassword();
    void aCopyOfACopyHasAnotherName();
    void deletingAsksAndCancelIsTheDefault();
    void deletingTakesThePasswordToo();
    void escapeInTheQuestionKeepsTheConnection();
    void savingTwiceKeepsOneConnection();
    void savingAChosenConnectionRenamesIt();
    void askingEachTimeForgetsTheKeptPassword();
    void aConnectionDeletedElsewhereLeavesTheList();
    void aBookThatCannotBeWrittenIsReportedInTheDialog();
    void hostileNamesAreShownAsTheyAre_data();
    void hostileNamesAreShownAsTheyAre();
    void everyRowIsReadAloudWithItsTag();

private:
    QLineEdit* line(const QString& name) const { return m_fixture->part<QLineEdit>(name); }
    QToolButton* tool(const QString& name) const { return m_fixture->part<QToolButton>(name); }

    std::unique_ptr<ConnectFixture> m_fixture;
};

void TestSavedConnections::anEmptyBookSaysSoAndOffersOnlyNew()
{
    QVERIFY(m_fixture->open());
    QCOMPARE(m_fixture->list()->count(), 1);
    QVERIFY(tool(u"newConnectionButton"_s)->isEnabled());
    for (const QString& name : {u"duplicateConnectionButton"_s, u"deleteConnectionButton"_s,
                                u"connectionUpButton"_s, u"connectionDownButton"_s}) {
        QVERIFY2(!tool(name)->isEnabled(), qPrintable(name));
    }
}

void TestSavedConnections::theRowThatSaysNoneCannotBeChosen()
{
    QVERIFY(m_fixture->open());
    const QString before = m_fixture->uri()->text();
    QVERIFY(m_fixture->choose(0));
    QTest::keyClick(m_fixture->list(), Qt::Key_Down);
    QCOMPARE(m_fixture->list()->currentRow(), -1);
    QCOMPARE(m_fixture->uri()->text(), before);
}

void TestSavedConnections::aConnectionWithoutANameGoesByItsHosts()
{
    m_fixture->save(saved({}, u"mongodb://a.example:1,b.example/"_s));
    QVERIFY(m_fixture->open());
    QCOMPARE(m_fixture->listed(), QStringList{u"a.example:1, b.example"_s});
}

void TestSavedConnections::choosingFillsTheFormAndFetchesThePassword()
{
    QVERIFY(openWithThree(*m_fixture));
    QVERIFY(m_fixture->choose(0));
    QCOMPARE(line(u"connectionNameEdit"_s)->text(), u"Shop"_s);
    QCOMPARE(line(u"hostsEdit"_s)->text(), u"shop.example"_s);
    QCOMPARE(line(u"userEdit"_s)->text(), u"joe"_s);
    QTRY_COMPARE(line(u"passwordEdit"_s)->text(), u"hunter2"_s);
    QVERIFY(m_fixture->choose(1));
    QTRY_COMPARE(line(u"passwordEdit"_s)->text(), QString());
    QCOMPARE(line(u"userEdit"_s)->text(), QString());
}

void TestSavedConnections::thePasswordOfAChosenConnectionIsNeverReadable()
{
    QVERIFY(openWithThree(*m_fixture));
    QVERIFY(m_fixture->choose(0));
    QTRY_VERIFY(m_fixture->button(u"connectButton"_s)->isEnabled());
    QCOMPARE(m_fixture->uri()->text(), u"mongodb://joe:%1@shop.example"_s.arg(kMask));
    const QLineEdit* password = line(u"passwordEdit"_s);
    QCOMPARE(password->echoMode(), QLineEdit::Password);
    QVERIFY(!password->displayText().contains(u"hunter2"_s));
    for (const QLabel* label : m_fixture->dialog->findChildren<QLabel*>()) {
        QVERIFY2(!label->text().contains(u"hunter2"_s), qPrintable(label->objectName()));
    }
}

void TestSavedConnections::aSlowKeychainIsWaitedForInPlainSight()
{
    m_fixture->store->hangs = true;
    QVERIFY(openWithThree(*m_fixture));
    QVERIFY(m_fixture->choose(0));
    m_fixture->part<QTabWidget>(u"connectionTabWidget"_s)->setCurrentIndex(1);
    QVERIFY(m_fixture->part<QLabel>(u"keychainNoteLabel"_s)->isVisible());
    QVERIFY(!m_fixture->button(u"connectButton"_s)->isEnabled());
    QCOMPARE(m_fixture->factory->connects(), 0);
}

void TestSavedConnections::aPasswordTypedWhileTheKeychainIsSlowIsKept()
{
    // the answer comes in a later turn of the event loop: what is typed now comes before it
    QVERIFY(openWithThree(*m_fixture));
    m_fixture->form.choose(m_fixture->set.book.connections().front().id);
    m_fixture->form.setPassword(u"newer"_s);
    QTRY_VERIFY(m_fixture->button(u"connectButton"_s)->isEnabled());
    QCOMPARE(line(u"passwordEdit"_s)->text(), u"newer"_s);
}

void TestSavedConnections::theAnswerForAnotherRowIsDropped()
{
    QVERIFY(openWithThree(*m_fixture));
    m_fixture->form.choose(m_fixture->set.book.connections().front().id);
    m_fixture->form.choose(m_fixture->set.book.connections().back().id);
    QTRY_VERIFY(m_fixture->button(u"connectButton"_s)->isEnabled());
    QCOMPARE(line(u"passwordEdit"_s)->text(), QString());
    QCOMPARE(m_fixture->uri()->text(), u"mongodb://tests.example"_s);
}

void TestSavedConnections::aKeychainThatRefusesIsExplained_data()
{
    QTest::addColumn<int>("code");
    QTest::newRow("locked by the user") << static_cast<int>(Errc::NotPermitted);
    QTest::newRow("there is none") << static_cast<int>(Errc::Unsupported);
}

void TestSavedConnections::aKeychainThatRefusesIsExplained()
{
    QFETCH(int, code);
    QVERIFY(openWithThree(*m_fixture));
    m_fixture->store->failure = base::failure(static_cast<Errc>(code), "the keychain said no");
    QVERIFY(m_fixture->choose(0));
    auto* note = m_fixture->part<QLabel>(u"keychainNoteLabel"_s);
    // the first note says that the keychain was asked
    QTRY_VERIFY(m_fixture->button(u"connectButton"_s)->isEnabled());
    m_fixture->part<QTabWidget>(u"connectionTabWidget"_s)->setCurrentIndex(1);
    QVERIFY(note->isVisible() && !note->text().isEmpty());
    QVERIFY(!m_fixture->form.state().reading);
}

void TestSavedConnections::enterConnectsOnce()
{
    QVERIFY(openWithThree(*m_fixture));
    QVERIFY(m_fixture->choose(0));
    QTRY_VERIFY(m_fixture->button(u"connectButton"_s)->isEnabled());
    QTest::keyClick(m_fixture->list(), Qt::Key_Return);
    QTRY_VERIFY(m_fixture->dialog.isNull());
    QCOMPARE(m_fixture->factory->connects(), 1);
    QVERIFY(QString::fromStdString(m_fixture->factory->lastUri()).contains(u"hunter2"_s));
    QCOMPARE(m_fixture->set.connections.state().name, u"Shop"_s);
}

void TestSavedConnections::aDoubleClickConnectsTheRowUnderIt()
{
    QVERIFY(openWithThree(*m_fixture));
    QListWidget* list = m_fixture->list();
    const QPoint second = list->visualItemRect(list->item(1)).center();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, second);
    QTRY_VERIFY(m_fixture->button(u"connectButton"_s)->isEnabled());
    QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, second);
    QTRY_VERIFY(m_fixture->dialog.isNull());
    QCOMPARE(m_fixture->set.connections.state().name, u"Logs"_s);
}

void TestSavedConnections::aDoubleClickWaitsForTheKeychain()
{
    QVERIFY(openWithThree(*m_fixture));
    QListWidget* list = m_fixture->list();
    // both clicks come before the keychain's answer, as while it asks for its own password
    const QPoint first = list->visualItemRect(list->item(0)).center();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, first);
    QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, first);
    QCOMPARE(m_fixture->factory->connects(), 0);
    QTRY_VERIFY(m_fixture->dialog.isNull());
    QVERIFY(QString::fromStdString(m_fixture->factory->lastUri()).contains(u"hunter2"_s));
    QCOMPARE(m_fixture->factory->connects(), 1);
}

void TestSavedConnections::theArrowsWalkTheListAndFillTheForm()
{
    QVERIFY(openWithThree(*m_fixture));
    QVERIFY(m_fixture->choose(0));
    QTest::keyClick(m_fixture->list(), Qt::Key_Down);
    QCOMPARE(line(u"hostsEdit"_s)->text(), u"logs.example"_s);
    QTest::keyClick(m_fixture->list(), Qt::Key_End);
    QCOMPARE(line(u"hostsEdit"_s)->text(), u"tests.example"_s);
    QTest::keyClick(m_fixture->list(), Qt::Key_Home);
    QCOMPARE(line(u"hostsEdit"_s)->text(), u"shop.example"_s);
}

void TestSavedConnections::theOrderIsChangedWithTheButtons()
{
    QVERIFY(openWithThree(*m_fixture));
    QVERIFY(m_fixture->choose(2));
    QVERIFY(click(tool(u"connectionUpButton"_s)));
    QCOMPARE(m_fixture->listed(), (QStringList{u"Shop"_s, u"Tests"_s, u"Logs"_s}));
    QCOMPARE(m_fixture->list()->currentRow(), 1);
    QVERIFY(click(tool(u"connectionUpButton"_s)));
    QVERIFY(click(tool(u"connectionDownButton"_s)));
    QCOMPARE(m_fixture->listed(), (QStringList{u"Shop"_s, u"Tests"_s, u"Logs"_s}));
    QCOMPARE(m_fixture->list()->currentItem()->text(), u"Tests"_s);
}

void TestSavedConnections::theEndsOfTheListAreTheEndsOfMoving()
{
    QVERIFY(openWithThree(*m_fixture));
    QVERIFY(m_fixture->choose(0));
    QVERIFY(!tool(u"connectionUpButton"_s)->isEnabled());
    QVERIFY(tool(u"connectionDownButton"_s)->isEnabled());
    QVERIFY(m_fixture->choose(2));
    QVERIFY(tool(u"connectionUpButton"_s)->isEnabled());
    QVERIFY(!tool(u"connectionDownButton"_s)->isEnabled());
}

void TestSavedConnections::aCopyIsChosenAndHasItsOwnPassword()
{
    QVERIFY(openWithThree(*m_fixture));
    QVERIFY(m_fixture->choose(0));
    QTRY_VERIFY(tool(u"duplicateConnectionButton"_s)->isEnabled());
    const QString original = m_fixture->form.state().currentId;
    QVERIFY(click(tool(u"duplicateConnectionButton"_s)));
    QCOMPARE(m_fixture->list()->count(), 4);
    QCOMPARE(m_fixture->list()->currentRow(), 1);
    const QString copy = m_fixture->form.state().currentId;
    QVERIFY(copy != original);
    QTRY_COMPARE(m_fixture->store->secrets.value(copy), u"password=hunter2"_s);
    QTRY_COMPARE(line(u"passwordEdit"_s)->text(), u"hunter2"_s);
}

void TestSavedConnections::aCopyOfACopyHasAnotherName()
{
    QVERIFY(openWithThree(*m_fixture));
    QVERIFY(m_fixture->choose(1));
    for (int copies = 0; copies < 2; ++copies) {
        QTRY_VERIFY(tool(u"duplicateConnectionButton"_s)->isEnabled());
        QVERIFY(click(tool(u"duplicateConnectionButton"_s)));
    }
    QStringList names = m_fixture->listed();
    QCOMPARE(names.size(), 5);
    QCOMPARE(names.removeDuplicates(), 0);
}

void TestSavedConnections::deletingAsksAndCancelIsTheDefault()
{
    QVERIFY(openWithThree(*m_fixture));
    QVERIFY(m_fixture->choose(1));
    const QMessageBox* box = removalQuestion(*m_fixture);
    QVERIFY(box);
    QVERIFY(box->text().contains(u"Logs"_s));
    QCOMPARE(box->textFormat(), Qt::PlainText);
    QVERIFY(need<QPushButton>(box, u"keepConnectionButton"_s)->isDefault());
    QCOMPARE(m_fixture->set.book.connections().size(), std::size_t{3});
}

void TestSavedConnections::deletingTakesThePasswordToo()
{
    QVERIFY(openWithThree(*m_fixture));
    QVERIFY(m_fixture->choose(0));
    const QMessageBox* box = removalQuestion(*m_fixture);
    QVERIFY(box);
    QVERIFY(click(need<QPushButton>(box, u"confirmDeleteConnectionButton"_s)));
    QCOMPARE(m_fixture->listed(), (QStringList{u"Logs"_s, u"Tests"_s}));
    QTRY_VERIFY(m_fixture->store->secrets.isEmpty());
    // the form is a new one, and the password is not left in it
    QCOMPARE(line(u"passwordEdit"_s)->text(), QString());
    QCOMPARE(m_fixture->list()->currentRow(), -1);
}

void TestSavedConnections::escapeInTheQuestionKeepsTheConnection()
{
    QVERIFY(openWithThree(*m_fixture));
    QVERIFY(m_fixture->choose(1));
    const QPointer<QMessageBox> box = removalQuestion(*m_fixture);
    QVERIFY(box);
    QTest::keyClick(box, Qt::Key_Escape);
    QTRY_VERIFY(box.isNull());
    QCOMPARE(m_fixture->listed().size(), 3);
    QVERIFY(m_fixture->dialog->isVisible());
}

void TestSavedConnections::savingTwiceKeepsOneConnection()
{
    QVERIFY(m_fixture->open());
    tests::type(m_fixture->uri(), u"mongodb://joe:hunter2@shop.example/"_s);
    QVERIFY(click(m_fixture->button(u"saveConnectionButton"_s)));
    QVERIFY(click(m_fixture->button(u"saveConnectionButton"_s)));
    QCOMPARE(m_fixture->set.book.connections().size(), std::size_t{1});
    QTRY_COMPARE(m_fixture->store->secrets.size(), 1);
}

void TestSavedConnections::savingAChosenConnectionRenamesIt()
{
    QVERIFY(openWithThree(*m_fixture));
    QVERIFY(m_fixture->choose(1));
    QTRY_VERIFY(m_fixture->button(u"saveConnectionButton"_s)->isEnabled());
    tests::type(line(u"connectionNameEdit"_s), u"Log archive"_s);
    QVERIFY(click(m_fixture->button(u"saveConnectionButton"_s)));
    QCOMPARE(m_fixture->listed(), (QStringList{u"Shop"_s, u"Log archive"_s, u"Tests"_s}));
    QCOMPARE(m_fixture->list()->currentRow(), 1);
}

void TestSavedConnections::askingEachTimeForgetsTheKeptPassword()
{
    QVERIFY(openWithThree(*m_fixture));
    QVERIFY(m_fixture->choose(0));
    QTRY_VERIFY(m_fixture->button(u"saveConnectionButton"_s)->isEnabled());
    m_fixture->part<QTabWidget>(u"connectionTabWidget"_s)->setCurrentIndex(1);
    m_fixture->part<QCheckBox>(u"askPasswordCheckBox"_s)->click();
    QVERIFY(click(m_fixture->button(u"saveConnectionButton"_s)));
    QTRY_VERIFY(m_fixture->store->secrets.isEmpty());
    QVERIFY(m_fixture->set.book.connections().front().askPassword);
}

void TestSavedConnections::aConnectionDeletedElsewhereLeavesTheList()
{
    QVERIFY(openWithThree(*m_fixture));
    QVERIFY(m_fixture->choose(2));
    const QString id = m_fixture->form.state().currentId;
    QVERIFY(m_fixture->set.book.remove(id));
    QCOMPARE(m_fixture->listed(), (QStringList{u"Shop"_s, u"Logs"_s}));
    QCOMPARE(m_fixture->list()->currentRow(), -1);
    QVERIFY(!tool(u"deleteConnectionButton"_s)->isEnabled());
}

void TestSavedConnections::aBookThatCannotBeWrittenIsReportedInTheDialog()
{
    QVERIFY(m_fixture->open());
    // a folder in the place of the file: nobody can write over it
    QVERIFY(QDir().mkpath(m_fixture->folder.filePath(u"connections.json/x"_s)));
    tests::type(m_fixture->uri(), u"mongodb://shop.example/"_s);
    QVERIFY(click(m_fixture->button(u"saveConnectionButton"_s)));
    QVERIFY(m_fixture->part<QWidget>(u"connectErrorBanner"_s)->isVisible());
    QVERIFY(m_fixture->set.book.connections().empty());
}

void TestSavedConnections::hostileNamesAreShownAsTheyAre_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("shown");
    QTest::newRow("markup") << u"<b>bold</b>"_s << u"<b>bold</b>"_s;
    QTest::newRow("quotes") << u"a \"b\" 'c'"_s << u"a \"b\" 'c'"_s;
    QTest::newRow("right to left") << u"prod\u202Etset"_s << u"prod\u2039U+202E\u203Atset"_s;
    QTest::newRow("two lines") << u"one\ntwo"_s << u"one\u21B5two"_s;
    QTest::newRow("placeholder") << u"%1 %2 %n"_s << u"%1 %2 %n"_s;
    QTest::newRow("10 kB") << QString(10'000, u'x')
                           << QString(4'000, u'x')
            + u"… (%1 characters in all) …"_s.arg(QLocale().toString(10'000))
            + QString(2'000, u'x');
}

void TestSavedConnections::hostileNamesAreShownAsTheyAre()
{
    QFETCH(QString, name);
    QFETCH(QString, shown);
    m_fixture->save(saved(name, u"mongodb://h/"_s));
    QVERIFY(m_fixture->open());
    QCOMPARE(m_fixture->listed(), QStringList{shown});
    QVERIFY(m_fixture->choose(0));
    const QMessageBox* box = removalQuestion(*m_fixture);
    QVERIFY(box);
    QVERIFY(box->text().contains(shown));
    QCOMPARE(box->textFormat(), Qt::PlainText);
}

void TestSavedConnections::everyRowIsReadAloudWithItsTag()
{
    services::SavedConnection shop = saved(u"Shop"_s, u"mongodb://h/"_s);
    shop.tag = u"production"_s;
    shop.color = u"#d55e00"_s;
    m_fixture->save(shop);
    QVERIFY(m_fixture->open());
    // the colour is never the only sign
    QCOMPARE(m_fixture->listed(), QStringList{u"Shop · production"_s});
    QVERIFY(!m_fixture->list()->item(0)->icon().isNull());
    QVERIFY(!m_fixture->list()->accessibleName().isEmpty());
}

SANDGLASS_GUI_TEST(TestSavedConnections)
} // namespace tst_ui_saved_connections

#include "tst_ui_saved_connections.moc"
