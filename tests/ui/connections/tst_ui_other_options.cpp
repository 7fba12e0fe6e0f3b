// SPDX-License-Identifier: GPL-3.0-or-later
// The options of a connection string that the connect dialog has no field for, and its files.
#include "tests/support/test_program.h"
#include "tests/ui/connections/connect_fixture.h"

#include <QFile>
#include <QFileDialog>
#include <QTableWidget>
#include <QTabWidget>

namespace tst_ui_other_options {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::click;
using tests::ConnectFixture;

namespace {

const QString kSecret = u"hunter2hunter2"_s;

} // namespace

class TestOtherOptions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void aMaskedOptionKeepsItsValue();
    void aMaskedOptionIsReplacedInTheTable();
    void anOptionIsAddedByNameAndValue();
    void anOptionWithoutAValueIsNotAdded();
    void anOptionNameWithASeparatorIsNotAdded_data();
    void anOptionNameWithASeparatorIsNotAdded();
    void enterInTheOptionLineAddsInsteadOfConnecting();
    void anEmptiedValueTakesTheOptionAway();
    void anEmptyValueIsSpokenAsSuch();
    void aChosenFileIsWrittenIntoItsOption();
    void namesCannotBeEdited();
    void anOptionWithAFieldGoesToItsField();
    void aRepeatedOptionIsKeptAsOftenAsItIsGiven();
    void oneOfARepeatedOptionIsEditedAlone();
    void aHundredOptionsAreAllKept();
    void valuesOfTheStringAreShownDecoded();

private:
    QLineEdit* line(const QString& name) const { return m_fixture->part<QLineEdit>(name); }
    QTableWidget* options() const
    {
        return m_fixture->part<QTableWidget>(u"otherOptionsTableView"_s);
    }
    void showTab(int index) const
    {
        m_fixture->part<QTabWidget>(u"connectionTabWidget"_s)->setCurrentIndex(index);
    }

    std::unique_ptr<ConnectFixture> m_fixture;
};

void TestOtherOptions::init()
{
    m_fixture = std::make_unique<ConnectFixture>();
    QVERIFY(m_fixture->open());
}

void TestOtherOptions::aMaskedOptionKeepsItsValue()
{
    tests::type(m_fixture->uri(), u"mongodb://h/?proxyPassword="_s + kSecret);
    tests::type(line(u"databaseEdit"_s), u"shop"_s);
    QCOMPARE(m_fixture->form.state().parts.option("proxyPassword"), kSecret.toStdString());
    QCOMPARE(options()->rowCount(), 1);
    QVERIFY(!options()->item(0, 1)->text().contains(kSecret));
}

void TestOtherOptions::aMaskedOptionIsReplacedInTheTable()
{
    tests::type(m_fixture->uri(), u"mongodb://h/?proxyPassword="_s + kSecret);
    options()->item(0, 1)->setText(u"another"_s);
    QCOMPARE(m_fixture->form.state().parts.option("proxyPassword"), std::string("another"));
    QVERIFY(!options()->item(0, 1)->text().contains(u"another"_s));
}

void TestOtherOptions::anOptionIsAddedByNameAndValue()
{
    showTab(4);
    tests::type(line(u"otherOptionNameEdit"_s), u"appName"_s);
    tests::type(line(u"otherOptionValueEdit"_s), u"a b&c"_s);
    QVERIFY(click(m_fixture->button(u"addOptionButton"_s)));
    QCOMPARE(options()->rowCount(), 1);
    QCOMPARE(options()->item(0, 1)->text(), u"a b&c"_s);
    QCOMPARE(protocol::readConnectionString(m_fixture->uri()->text().toStdString())
                 .parts.option("appName"),
             std::string("a b&c"));
    QVERIFY(line(u"otherOptionNameEdit"_s)->text().isEmpty());
    QVERIFY(line(u"otherOptionNameEdit"_s)->hasFocus());
}

void TestOtherOptions::anOptionWithoutAValueIsNotAdded()
{
    showTab(4);
    tests::type(line(u"otherOptionNameEdit"_s), u"appName"_s);
    QVERIFY(!m_fixture->button(u"addOptionButton"_s)->isEnabled());
    tests::type(line(u"otherOptionValueEdit"_s), u"x"_s);
    QVERIFY(m_fixture->button(u"addOptionButton"_s)->isEnabled());
}

void TestOtherOptions::anOptionNameWithASeparatorIsNotAdded_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("two options") << u"tls=true&appName"_s;
    QTest::newRow("with its value") << u"w=1"_s;
    QTest::newRow("percent") << u"a%20b"_s;
    QTest::newRow("blank within") << u"app Name"_s;
    QTest::newRow("blank alone") << u"  "_s;
}

void TestOtherOptions::anOptionNameWithASeparatorIsNotAdded()
{
    QFETCH(QString, name);
    showTab(4);
    tests::type(line(u"otherOptionNameEdit"_s), name);
    tests::type(line(u"otherOptionValueEdit"_s), u"x"_s);
    QVERIFY(!m_fixture->button(u"addOptionButton"_s)->isEnabled());
}

void TestOtherOptions::enterInTheOptionLineAddsInsteadOfConnecting()
{
    showTab(4);
    tests::type(line(u"otherOptionNameEdit"_s), u"appName"_s);
    tests::type(line(u"otherOptionValueEdit"_s), u"x"_s);
    QTest::keyClick(line(u"otherOptionValueEdit"_s), Qt::Key_Return);
    QCOMPARE(options()->rowCount(), 1);
    QCOMPARE(m_fixture->factory->connects(), 0);
    QVERIFY(m_fixture->dialog && m_fixture->dialog->isVisible());
}

void TestOtherOptions::anEmptiedValueTakesTheOptionAway()
{
    tests::type(m_fixture->uri(), u"mongodb://h/?appName=a&maxPoolSize=3"_s);
    QCOMPARE(options()->rowCount(), 2);
    options()->item(0, 1)->setText({});
    QCOMPARE(options()->rowCount(), 1);
    QCOMPARE(m_fixture->uri()->text(), u"mongodb://h/?maxPoolSize=3"_s);
}

// An empty set of tags means any member.
void TestOtherOptions::anEmptyValueIsSpokenAsSuch()
{
    tests::type(m_fixture->uri(), u"mongodb://h/?readPreferenceTags=dc:a&readPreferenceTags="_s);
    QCOMPARE(options()->rowCount(), 2);
    QCOMPARE(options()->item(0, 1)->data(Qt::AccessibleTextRole).toString(), u"dc:a"_s);
    QCOMPARE(options()->item(1, 1)->text(), QString());
    QVERIFY(options()->item(1, 1)->data(Qt::AccessibleTextRole).toString().startsWith(u"Value"_s));
}

void TestOtherOptions::aChosenFileIsWrittenIntoItsOption()
{
    showTab(2);
    const QString path = m_fixture->folder.filePath(u"ca & co.pem"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(click(m_fixture->button(u"caFileEditBrowseButton"_s)));
    auto* dialog = m_fixture->dialog->findChild<QFileDialog*>();
    QVERIFY(dialog);
    dialog->selectFile(path);
    static_cast<QDialog*>(dialog)->accept();
    QCOMPARE(line(u"caFileEdit"_s)->text(), path);
    QCOMPARE(m_fixture->form.state().parts.option("tlsCAFile"), path.toStdString());
}

void TestOtherOptions::namesCannotBeEdited()
{
    tests::type(m_fixture->uri(), u"mongodb://h/?appName=a"_s);
    QVERIFY(!options()->item(0, 0)->flags().testFlag(Qt::ItemIsEditable));
    QVERIFY(options()->item(0, 1)->flags().testFlag(Qt::ItemIsEditable));
}

void TestOtherOptions::anOptionWithAFieldGoesToItsField()
{
    showTab(4);
    tests::type(line(u"otherOptionNameEdit"_s), u"REPLICASET"_s);
    tests::type(line(u"otherOptionValueEdit"_s), u"rs0"_s);
    QVERIFY(click(m_fixture->button(u"addOptionButton"_s)));
    QCOMPARE(options()->rowCount(), 0);
    QCOMPARE(line(u"replicaSetEdit"_s)->text(), u"rs0"_s);
}

void TestOtherOptions::aRepeatedOptionIsKeptAsOftenAsItIsGiven()
{
    // readPreferenceTags may be given several times, and each counts
    const QString uri = u"mongodb://h/?readPreferenceTags=dc:a&readPreferenceTags=dc:b"_s;
    tests::type(m_fixture->uri(), uri);
    QCOMPARE(options()->rowCount(), 2);
    QCOMPARE(options()->item(0, 1)->text(), u"dc:a"_s);
    QCOMPARE(options()->item(1, 1)->text(), u"dc:b"_s);
    tests::type(line(u"databaseEdit"_s), u"x"_s);
    QCOMPARE(m_fixture->uri()->text(),
             u"mongodb://h/x?readPreferenceTags=dc:a&readPreferenceTags=dc:b"_s);
}

void TestOtherOptions::oneOfARepeatedOptionIsEditedAlone()
{
    tests::type(m_fixture->uri(),
                u"mongodb://h/?readPreferenceTags=dc:a&appName=x&readPreferenceTags=dc:b"_s);
    QCOMPARE(options()->rowCount(), 3);
    options()->item(2, 1)->setText(u"dc:c"_s);
    QCOMPARE(m_fixture->uri()->text(),
             u"mongodb://h/?readPreferenceTags=dc:a&appName=x&readPreferenceTags=dc:c"_s);
    // one more
    showTab(4);
    tests::type(line(u"otherOptionNameEdit"_s), u"readPreferenceTags"_s);
    tests::type(line(u"otherOptionValueEdit"_s), u"dc:d"_s);
    QVERIFY(click(m_fixture->button(u"addOptionButton"_s)));
    QCOMPARE(options()->rowCount(), 4);
    // an empty value removes only its own row
    options()->item(0, 1)->setText({});
    QCOMPARE(m_fixture->uri()->text(),
             u"mongodb://h/?appName=x&readPreferenceTags=dc:c&readPreferenceTags=dc:d"_s);
}

void TestOtherOptions::aHundredOptionsAreAllKept()
{
    QStringList pairs;
    for (int i = 0; i < 100; ++i) {
        pairs << u"option%1=%2"_s.arg(i).arg(i * i);
    }
    m_fixture->uri()->setText(u"mongodb://h/?"_s + pairs.join(u'&'));
    QCOMPARE(options()->rowCount(), 100);
    QCOMPARE(options()->item(99, 1)->text(), u"9801"_s);
    tests::type(m_fixture->uri(), u"mongodb://h"_s);
    QCOMPARE(options()->rowCount(), 0);
}

void TestOtherOptions::valuesOfTheStringAreShownDecoded()
{
    tests::type(m_fixture->uri(), u"mongodb://h/?appName=%E4%B8%AD%20%26"_s);
    QCOMPARE(options()->item(0, 1)->text(), u"中 &"_s);
}

SANDGLASS_GUI_TEST(TestOtherOptions)
} // namespace tst_ui_other_options

#include "tst_ui_other_options.moc"
