// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/resources.h"
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "ui/forecast/table_export.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QMessageBox>
#include <QPointer>
#include <QTemporaryDir>
#include <QThread>

#include <atomic>
#include <memory>

namespace tst_ui_table_export {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;

class TestTableExport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { resources::initResources(); }
    void init();
    void cleanup() { m_page.reset(); }
    void theDialogAsksWithoutBlocking();
    void theTextIsWrittenAsUtf8_data();
    void theTextIsWrittenAsUtf8();
    void aNameWithoutASuffixGetsOne();
    void anExistingFileIsReplacedWhole();
    void cancelWritesNothing();
    void aFileThatCannotBeWrittenIsReportedAndNothingIsLeft();
    void aFolderInTheFilesPlaceIsReported();
    void theMessageNamesNoMarkup();
    void twoExportsDoNotMix();
    void aPageThatClosesTakesItsDialogAlong();
    void theTextIsMadeOnAnotherThread();

private:
    QFileDialog* ask(const QString& text);
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QByteArray content(const QString& name) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QWidget> m_page;
};

void TestTableExport::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_page = std::make_unique<QWidget>();
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
}

QFileDialog* TestTableExport::ask(const QString& text)
{
    ui::saveText(m_page.get(), u"Save"_s, u"table.csv"_s, [text] { return text; });
    return m_page->findChildren<QFileDialog*>(u"exportDialog"_s).last();
}

QByteArray TestTableExport::content(const QString& name) const
{
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
}

void TestTableExport::theDialogAsksWithoutBlocking()
{
    const QFileDialog* dialog = ask(u"a"_s);
    QVERIFY(dialog->isVisible());
    QCOMPARE(dialog->acceptMode(), QFileDialog::AcceptSave);
    QCOMPARE(dialog->windowTitle(), u"Save"_s);
    QVERIFY(dialog->selectedFiles().value(0).endsWith(u"table.csv"_s));
}

void TestTableExport::theTextIsWrittenAsUtf8_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << QString();
    QTest::newRow("lines") << u"a,b\r\n1,2\r\n"_s;
    QTest::newRow("Chinese") << u"集合,文档\r\n"_s;
    QTest::newRow("emoji") << u"\U0001F600"_s;
    QTest::newRow("a zero within") << u"a"_s + QChar(0) + u"b"_s;
    QTest::newRow("5 MB") << u"x,"_s.repeated(2'500'000);
}

void TestTableExport::theTextIsWrittenAsUtf8()
{
    QFETCH(QString, text);
    QFileDialog* dialog = ask(text);
    dialog->selectFile(path(u"table.csv"_s));
    static_cast<QDialog*>(dialog)->accept();
    QTRY_VERIFY(content(u"table.csv"_s) == text.toUtf8());
}

void TestTableExport::aNameWithoutASuffixGetsOne()
{
    QFileDialog* dialog = ask(u"a"_s);
    dialog->selectFile(path(u"rules"_s));
    static_cast<QDialog*>(dialog)->accept();
    QTRY_COMPARE(content(u"rules.csv"_s), QByteArray("a"));
}

void TestTableExport::anExistingFileIsReplacedWhole()
{
    QFile before(path(u"table.csv"_s));
    QVERIFY(before.open(QIODevice::WriteOnly));
    QVERIFY(before.write("much longer than what follows") > 0);
    before.close();
    // the question of the dialog, whether to replace it, was answered with yes
    Q_EMIT ask(u"short"_s)->fileSelected(path(u"table.csv"_s));
    QTRY_COMPARE(content(u"table.csv"_s), QByteArray("short"));
}

void TestTableExport::cancelWritesNothing()
{
    const QPointer<QFileDialog> dialog = ask(u"a"_s);
    dialog->selectFile(path(u"table.csv"_s));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(dialog.isNull());
    QVERIFY(QDir(m_folder->path()).isEmpty());
}

void TestTableExport::aFileThatCannotBeWrittenIsReportedAndNothingIsLeft()
{
    Q_EMIT ask(u"a"_s)->fileSelected(path(u"no/such/folder/table.csv"_s));
    QTRY_VERIFY(m_page->findChild<QMessageBox*>(u"exportFailedBox"_s));
    auto* box = need<QMessageBox>(m_page.get(), u"exportFailedBox"_s);
    QVERIFY(box->isVisible());
    QVERIFY2(box->text().contains(u"folder does not exist"_s), qPrintable(box->text()));
    QVERIFY(QDir(m_folder->path()).isEmpty());
    QTest::keyClick(box, Qt::Key_Escape);
    QTRY_VERIFY(!m_page->findChild<QMessageBox*>());
}

void TestTableExport::aFolderInTheFilesPlaceIsReported()
{
    QVERIFY(QDir().mkpath(path(u"table.csv/inner"_s)));
    Q_EMIT ask(u"a"_s)->fileSelected(path(u"table.csv"_s));
    QTRY_VERIFY(m_page->findChild<QMessageBox*>(u"exportFailedBox"_s));
    QVERIFY(need<QMessageBox>(m_page.get(), u"exportFailedBox"_s)->isVisible());
    QVERIFY(QDir(path(u"table.csv/inner"_s)).exists());
}

void TestTableExport::theMessageNamesNoMarkup()
{
    Q_EMIT ask(u"a"_s)->fileSelected(path(u"<b>no</b>/x.csv"_s));
    QTRY_VERIFY(m_page->findChild<QMessageBox*>(u"exportFailedBox"_s));
    const auto* box = need<QMessageBox>(m_page.get(), u"exportFailedBox"_s);
    QCOMPARE(box->textFormat(), Qt::PlainText);
    QVERIFY(!box->text().isEmpty());
}

void TestTableExport::twoExportsDoNotMix()
{
    QFileDialog* first = ask(u"first"_s);
    // the page cannot be used meanwhile, but another window can
    QVERIFY(ask(u"behind the dialog"_s) == first);
    QWidget other;
    ui::saveText(&other, u"Save"_s, u"table.csv"_s, [] { return u"second"_s; });
    auto* second = need<QFileDialog>(&other, u"exportDialog"_s);
    QVERIFY(first != second);
    Q_EMIT first->fileSelected(path(u"1.csv"_s));
    Q_EMIT second->fileSelected(path(u"2.csv"_s));
    QTRY_COMPARE(content(u"1.csv"_s), QByteArray("first"));
    QTRY_COMPARE(content(u"2.csv"_s), QByteArray("second"));
}

void TestTableExport::aPageThatClosesTakesItsDialogAlong()
{
    const QPointer<QFileDialog> dialog = ask(u"a"_s);
    m_page.reset();
    QVERIFY(dialog.isNull());
}

// A table of ten thousand rules takes a while.
void TestTableExport::theTextIsMadeOnAnotherThread()
{
    auto thread = std::make_shared<std::atomic<QThread*>>();
    ui::saveText(m_page.get(), u"Save"_s, u"table.csv"_s, [thread] {
        *thread = QThread::currentThread();
        return u"a"_s;
    });
    Q_EMIT m_page->findChild<QFileDialog*>()->fileSelected(path(u"table.csv"_s));
    QTRY_COMPARE(content(u"table.csv"_s), QByteArray("a"));
    QVERIFY(thread->load() && thread->load() != QThread::currentThread());
}

SANDGLASS_GUI_TEST(TestTableExport)
} // namespace tst_ui_table_export

#include "tst_ui_table_export.moc"
