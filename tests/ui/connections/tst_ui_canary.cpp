// SPDX-License-Identifier: GPL-3.0-or-later
// The password of a connection is searched for in everything that the program shows, logs, copies
// and writes.
#include "tests/support/service_fixture.h"
#include "tests/support/test_program.h"
#include "tests/ui/connections/connect_fixture.h"
#include "tests/ui/journal/changes.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "tests/ui/window_fixture.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QMutex>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextEdit>

namespace tst_ui_canary {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::click;
using tests::ConnectFixture;
using tests::WindowFixture;

namespace {

const QString kCanary = u"C4nary-p4ss"_s;
const QString kUri = u"mongodb://admin:C4nary-p4ss@fake.example/?authSource=admin"_s;

/// What was logged since it was made.
class LoggedLines
{
public:
    LoggedLines()
    {
        lines().clear();
        m_before = qInstallMessageHandler(&LoggedLines::take);
    }
    ~LoggedLines() { qInstallMessageHandler(m_before); }
    LoggedLines(const LoggedLines&) = delete;
    LoggedLines& operator=(const LoggedLines&) = delete;

    static QStringList& lines()
    {
        static QStringList all;
        return all;
    }

private:
    static void take(QtMsgType /*type*/, const QMessageLogContext& /*place*/, const QString& line)
    {
        static QMutex mutex;
        const QMutexLocker lock(&mutex);
        lines() << line;
    }

    QtMessageHandler m_before;
};

/// All data of a cell and of those below it, in every role.
void addCells(const QAbstractItemModel& model, const QModelIndex& parent, QStringList& texts)
{
    constexpr int kRoles = Qt::UserRole + 40;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex cell = model.index(row, column, parent);
            for (int role = 0; role < kRoles; ++role) {
                texts << model.data(cell, role).toString();
            }
            addCells(model, cell, texts);
        }
    }
}

/// Everything that a widget shows or tells a screen reader. A password line shows only dots.
void addTexts(const QWidget& widget, QStringList& texts)
{
    texts << widget.windowTitle() << widget.toolTip() << widget.whatsThis() << widget.statusTip()
          << widget.accessibleName() << widget.accessibleDescription() << widget.objectName();
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        texts << label->text();
    } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        texts << button->text();
    } else if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) {
        texts << line->displayText() << line->placeholderText();
    } else if (const auto* plain = qobject_cast<const QPlainTextEdit*>(&widget)) {
        texts << plain->toPlainText();
    } else if (const auto* rich = qobject_cast<const QTextEdit*>(&widget)) {
        texts << rich->toPlainText();
    } else if (const auto* list = qobject_cast<const QComboBox*>(&widget)) {
        addCells(*list->model(), {}, texts);
    } else if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget);
               view && view->model()) {
        addCells(*view->model(), {}, texts);
    }
    for (const QAction* action : widget.actions()) {
        texts << action->text() << action->toolTip() << action->statusTip();
    }
}

/// The texts that hold the password.
QStringList shownCanaries()
{
    QStringList texts;
    for (const QWidget* widget : QApplication::allWidgets()) {
        addTexts(*widget, texts);
    }
    texts << QGuiApplication::clipboard()->text() << LoggedLines::lines();
    return texts.filter(kCanary);
}

/// The files below a folder that hold it.
QStringList writtenCanaries(const QString& folder)
{
    QStringList found;
    QDirIterator all(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        QFile file(all.next());
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(kCanary.toUtf8())) {
            found << file.fileName();
        }
    }
    return found;
}

} // namespace

class TestCanary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSearchFindsWhatIsThere();
    void connectingAndSavingShowNoPassword();
    void aFailedConnectionShowsNoPassword();
    void aSessionOfTheWindowShowsNoPassword();
};

void TestCanary::aSearchFindsWhatIsThere()
{
    const LoggedLines logged;
    QVERIFY(shownCanaries().isEmpty());
    QLabel label(u"admin:"_s + kCanary);
    QCOMPARE(shownCanaries().size(), 1);
    qWarning("%s", qPrintable(kCanary));
    QCOMPARE(shownCanaries().size(), 2);
}

void TestCanary::connectingAndSavingShowNoPassword()
{
    const LoggedLines logged;
    ConnectFixture fixture;
    QVERIFY(fixture.open());
    tests::type(fixture.uri(), kUri);
    fixture.form.settleUri(); // as when the line is left
    QTRY_VERIFY(!fixture.uri()->text().contains(kCanary));
    QCOMPARE(shownCanaries(), QStringList());
    fixture.form.save();
    QTRY_COMPARE(fixture.store->secrets.size(), 1);
    QVERIFY(click(fixture.button(u"testConnectionButton"_s)));
    QTRY_VERIFY(!fixture.form.state().testing);
    const QString exported = fixture.folder.filePath(u"exported"_s);
    for (int format = 0; format < 3; ++format) {
        fixture.form.exportFile(exported + QString::number(format), format);
    }
    QTRY_VERIFY(QFile::exists(exported + u'2'));
    fixture.form.connectNow();
    QTRY_VERIFY(fixture.set.connections.isConnected());
    // the server has got it
    QVERIFY(fixture.factory->lastUri().find(kCanary.toStdString()) != std::string::npos);
    QCOMPARE(shownCanaries(), QStringList());
    QCOMPARE(writtenCanaries(fixture.folder.path()), QStringList());
}

void TestCanary::aFailedConnectionShowsNoPassword()
{
    const LoggedLines logged;
    ConnectFixture fixture;
    QVERIFY(fixture.open());
    fixture.factory->refuse(
        base::serverError(18, "AuthenticationFailed", "Authentication failed."));
    tests::type(fixture.uri(), kUri);
    fixture.form.settleUri();
    fixture.form.connectNow();
    QTRY_VERIFY(fixture.set.connections.state().error || fixture.factory->connects() > 0);
    QVERIFY(click(fixture.button(u"testConnectionButton"_s)));
    QTRY_VERIFY(!fixture.form.state().testing);
    QCOMPARE(shownCanaries(), QStringList());
    QCOMPARE(writtenCanaries(fixture.folder.path()), QStringList());
}

void TestCanary::aSessionOfTheWindowShowsNoPassword()
{
    const LoggedLines logged;
    WindowFixture fixture;
    tests::fillShop(fixture);
    fixture.window->show();
    fixture.set.connections.connectTo(kUri, u"shop"_s, false);
    QTRY_VERIFY(fixture.set.connections.isConnected() && fixture.set.catalog.isLoaded());
    fixture.set.connections.unlock();
    for (const QString& page : {u"inventory"_s, u"shop.sessions"_s}) {
        QVERIFY(fixture.openPage(page));
        QCOMPARE(shownCanaries(), QStringList());
    }
    QVERIFY(tests::changeSeconds(fixture, 7'200));
    fixture.server->fail("changeIndex", base::serverError(13, "Unauthorized", "no"));
    QVERIFY(!tests::changeSeconds(fixture, 3'600));
    auto* journal = tests::need<QAbstractItemView>(fixture.window.get(), u"journalTableView"_s);
    journal->setCurrentIndex(journal->model()->index(0, 0));
    QVERIFY(fixture.trigger(u"copyAddressAction"_s));
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"fake.example"_s));
    QCOMPARE(shownCanaries(), QStringList());
    // what fails, and a connection that is lost
    fixture.server->fail("histogram", base::serverError(13, "Unauthorized", "no"));
    fixture.set.catalog.refresh();
    fixture.factory->refuse(base::failure(Errc::Network, "connection refused"));
    fixture.set.connections.disconnectNow();
    fixture.set.connections.connectTo(kUri, u"shop"_s, false);
    QTRY_VERIFY(fixture.set.connections.state().error);
    QCOMPARE(shownCanaries(), QStringList());
    QCOMPARE(writtenCanaries(fixture.folder.path()), QStringList());
}

SANDGLASS_GUI_TEST(TestCanary)
} // namespace tst_ui_canary

#include "tst_ui_canary.moc"
