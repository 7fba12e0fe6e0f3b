// SPDX-License-Identifier: GPL-3.0-or-later
// The window as it comes up: on any screen, and beside another one on the same data.
#include "tests/support/test_program.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"
#include "ui/shell/data_folder_box.h"

#include <QDebug>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QSignalSpy>

namespace tst_ui_first_window {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::click;
using tests::need;
using tests::WindowFixture;

class TestFirstWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstWindowIsWithinTheScreen();
    void aWindowOfALargerScreenComesBackWithinThisOne();
    void aSizeThatIsAskedForIsKept();
    void comingToTheFrontEndsMinimising();
    void aFolderInUseOffersAnotherOne();
    void aFolderThatCannotBeWrittenOffersAnotherOne();
    void aFolderThatOthersMayOpenIsNamedWithWhatToDo();
    void theOtherWindowIsOfferedOnceItAnswers();
    void escapeLeavesTheOtherWindowAlone();

private:
    static QString placeOf(const QWidget& window)
    {
        QString text;
        QDebug(&text) << window.frameGeometry() << window.minimumSizeHint() << "on"
                      << window.screen()->availableGeometry();
        return text;
    }
    static bool isWithinScreen(const QWidget& window)
    {
        return window.screen()->availableGeometry().contains(window.frameGeometry());
    }
};

void TestFirstWindow::theFirstWindowIsWithinTheScreen()
{
    const WindowFixture fixture;
    fixture.window->show();
    QVERIFY(QTest::qWaitForWindowActive(fixture.window.get()));
    QTRY_VERIFY2(isWithinScreen(*fixture.window), qPrintable(placeOf(*fixture.window)));
}

void TestFirstWindow::aWindowOfALargerScreenComesBackWithinThisOne()
{
    WindowFixture fixture;
    fixture.window->show();
    QVERIFY(QTest::qWaitForWindowActive(fixture.window.get()));
    fixture.window->setGeometry(900, 700, 2560, 1600);
    fixture.window->close();
    fixture.makeWindow();
    fixture.window->show();
    QVERIFY(QTest::qWaitForWindowActive(fixture.window.get()));
    QTRY_VERIFY2(isWithinScreen(*fixture.window), qPrintable(placeOf(*fixture.window)));
}

void TestFirstWindow::aSizeThatIsAskedForIsKept()
{
    WindowFixture fixture;
    QVERIFY(fixture.open());
    QCOMPARE(fixture.window->size(), tests::smallestWindow());
}

void TestFirstWindow::comingToTheFrontEndsMinimising()
{
    WindowFixture fixture;
    QVERIFY(fixture.open());
    fixture.window->showMinimized();
    fixture.window->comeToFront(u"token"_s);
    QVERIFY(!fixture.window->isMinimized());
    QVERIFY(fixture.window->isVisible());
    qunsetenv("XDG_ACTIVATION_TOKEN");
}

void TestFirstWindow::aFolderInUseOffersAnotherOne()
{
    ui::DataFolderBox box(u"/home/someone/data"_s, ui::DataFolderBox::Trouble::InUse);
    box.setAttribute(Qt::WA_DeleteOnClose, false);
    box.show();
    QVERIFY(need<QLabel>(&box, u"dataFolderTextLabel"_s)->text().contains(u"/home/someone/data"_s));
    QVERIFY(!need<QPushButton>(&box, u"showOtherButton"_s)->isVisible());
    const QSignalSpy chosen(&box, &ui::DataFolderBox::folderChosen);
    QVERIFY(click(need<QPushButton>(&box, u"chooseOtherFolderButton"_s)));
    Q_EMIT need<QFileDialog>(&box, u"otherFolderDialog"_s)->fileSelected(u"/tmp"_s);
    QCOMPARE(chosen.count(), 1);
    QVERIFY(box.isVisible());
}

void TestFirstWindow::aFolderThatCannotBeWrittenOffersAnotherOne()
{
    ui::DataFolderBox box(u"/proc/data"_s, ui::DataFolderBox::Trouble::NotWritable);
    box.setAttribute(Qt::WA_DeleteOnClose, false);
    box.show();
    QVERIFY(need<QLabel>(&box, u"dataFolderTitleLabel"_s)->text().contains(u"cannot write"_s));
    QVERIFY(need<QLabel>(&box, u"dataFolderTextLabel"_s)->text().contains(u"/proc/data"_s));
    QVERIFY(need<QPushButton>(&box, u"chooseOtherFolderButton"_s)->isDefault());
    QVERIFY(!need<QPushButton>(&box, u"showOtherButton"_s)->isVisible());
}

void TestFirstWindow::aFolderThatOthersMayOpenIsNamedWithWhatToDo()
{
    ui::DataFolderBox box(u"/tmp"_s, ui::DataFolderBox::Trouble::Shared);
    box.setAttribute(Qt::WA_DeleteOnClose, false);
    box.show();
    const QString text = need<QLabel>(&box, u"dataFolderTextLabel"_s)->text();
    QVERIFY2(text.startsWith(u"/tmp\n"_s) && text.contains(u"chmod 700"_s), qPrintable(text));
    QVERIFY(need<QLabel>(&box, u"dataFolderTitleLabel"_s)->text().contains(u"Other users"_s));
    QVERIFY(need<QPushButton>(&box, u"chooseOtherFolderButton"_s)->isDefault());
}

void TestFirstWindow::theOtherWindowIsOfferedOnceItAnswers()
{
    ui::DataFolderBox box(u"/data"_s, ui::DataFolderBox::Trouble::InUse);
    box.setAttribute(Qt::WA_DeleteOnClose, false);
    box.show();
    const QSignalSpy wanted(&box, &ui::DataFolderBox::otherRequested);
    box.setOtherAnswers(true);
    QVERIFY(click(need<QPushButton>(&box, u"showOtherButton"_s)));
    QCOMPARE(wanted.count(), 1);
    box.setOtherAnswers(false);
    QVERIFY(!need<QPushButton>(&box, u"showOtherButton"_s)->isVisible());
}

void TestFirstWindow::escapeLeavesTheOtherWindowAlone()
{
    ui::DataFolderBox box(u"/data"_s, ui::DataFolderBox::Trouble::InUse);
    box.setAttribute(Qt::WA_DeleteOnClose, false);
    box.show();
    QVERIFY(QTest::qWaitForWindowActive(&box));
    const QSignalSpy rejected(&box, &QDialog::rejected);
    QTest::keyClick(&box, Qt::Key_Escape);
    QCOMPARE(rejected.count(), 1);
}

SANDGLASS_GUI_TEST(TestFirstWindow)
} // namespace tst_ui_first_window

#include "tst_ui_first_window.moc"
