// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "tests/ui/engine/scripted_engine.h"
#include "tests/ui/tool_tip.h"
#include "tests/ui/widget_access.h"
#include "ui/engine/engine_log_view.h"
#include "widgets/views/table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QScrollBar>
#include <QToolButton>

namespace tst_ui_engine_log {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::EnginePhase;
using presenters::LogModel;
using tests::click;
using tests::need;
using tests::ScriptedEngine;

namespace {

QString logLine(const QString& component, const QString& message)
{
    return uR"({"t":{"$date":"2030-01-01T00:00:00Z"},"s":"I","c":"%1","msg":"%2"})"_s.arg(component,
                                                                                          message);
}

} // namespace

class TestEngineLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(ScriptedEngine::Kind::Stays); }
    void cleanup();
    void theButtonsStartAndStopTheEngine();
    void startingIsOfferedOnceOnly();
    void aProgramThatIsMissingIsSaid();
    void theAddressIsShownWhileItRuns();
    void theFolderIsReportedAsPlainText_data();
    void theFolderIsReportedAsPlainText();
    void whatWasLoggedBeforeTheViewIsThere();
    void eachPartOfALineHasItsColumn();
    void aLineThatIsNoJsonIsShownWhole();
    void theFilterLooksAtEveryColumn_data();
    void theFilterLooksAtEveryColumn();
    void linesThatComeWhileFilteringAreFilteredToo();
    void nothingThatFitsIsSaid();
    void theEndIsFollowed();
    void aReaderFurtherUpIsNotPulledDown();
    void onlyTheLast5000LinesAreKept();
    void copiedLinesAreWhole();
    void hostileLinesAreShownAsTheyAre();
    void everythingIsReachedByKeys();

private:
    void open(ScriptedEngine::Kind kind);
    void append(int lines);
    widgets::TableView* table() const
    {
        return need<widgets::TableView>(m_view.get(), u"engineLogTableView"_s);
    }
    QLineEdit* filter() const { return need<QLineEdit>(m_view.get(), u"logFilterEdit"_s); }
    QToolButton* button(const QString& name) const { return need<QToolButton>(m_view.get(), name); }
    QString phase() const { return need<QLabel>(m_view.get(), u"enginePhaseLabel"_s)->text(); }
    int shown() const { return table()->model()->rowCount(); }

    std::unique_ptr<ScriptedEngine> m_fixture;
    std::unique_ptr<ui::EngineLogView> m_view;
};

void TestEngineLog::open(ScriptedEngine::Kind kind)
{
    cleanup();
    m_fixture = std::make_unique<ScriptedEngine>(kind);
    m_view = std::make_unique<ui::EngineLogView>(m_fixture->engine);
    m_view->resize(900, 240);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
}

void TestEngineLog::cleanup()
{
    m_view.reset();
    m_fixture.reset();
}

void TestEngineLog::append(int lines)
{
    for (int i = 0; i < lines; ++i) {
        m_fixture->engine.log().append(logLine(u"TTL"_s, u"line %1"_s.arg(i)));
    }
}

void TestEngineLog::theButtonsStartAndStopTheEngine()
{
    QVERIFY(!button(u"stopEngineButton"_s)->isEnabled());
    QVERIFY(click(button(u"startEngineButton"_s)));
    QTRY_COMPARE(m_fixture->engine.state().phase, EnginePhase::Running);
    QVERIFY(!button(u"startEngineButton"_s)->isEnabled());
    QVERIFY(click(button(u"stopEngineButton"_s)));
    QVERIFY(!button(u"stopEngineButton"_s)->isEnabled());
    QTRY_COMPARE(m_fixture->engine.state().phase, EnginePhase::Stopped);
    QVERIFY(button(u"startEngineButton"_s)->isEnabled());
}

void TestEngineLog::startingIsOfferedOnceOnly()
{
    QVERIFY(click(button(u"startEngineButton"_s)));
    QVERIFY(!click(button(u"startEngineButton"_s)));
    QVERIFY(button(u"stopEngineButton"_s)->isEnabled()); // also while it is starting
}

void TestEngineLog::aProgramThatIsMissingIsSaid()
{
    open(ScriptedEngine::Kind::Missing);
    const QString before = phase();
    QVERIFY(click(button(u"startEngineButton"_s)));
    QTRY_COMPARE(m_fixture->engine.state().phase, EnginePhase::Failed);
    QVERIFY(phase() != before);
    QVERIFY(button(u"startEngineButton"_s)->isEnabled());
}

void TestEngineLog::theAddressIsShownWhileItRuns()
{
    QVERIFY(m_fixture->run());
    QVERIFY(!m_fixture->engine.state().address.isEmpty());
    QVERIFY(phase().contains(m_fixture->engine.state().address));
    m_fixture->engine.stop();
    QTRY_VERIFY(!phase().contains(u"mongodb"_s));
}

void TestEngineLog::theFolderIsReportedAsPlainText_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("like HTML") << u"<b>a & b</b>"_s;
    QTest::newRow("an ampersand") << u"R&D"_s;
    QTest::newRow("like an entity") << u"a&amp;b"_s;
}

void TestEngineLog::theFolderIsReportedAsPlainText()
{
    QFETCH(QString, name);
    const QString folder = m_fixture->folder.filePath(name);
    m_fixture->engine.chooseFolder(folder);
    QTRY_COMPARE(m_fixture->engine.state().folder, folder);
    const auto* label = need<QLabel>(m_view.get(), u"enginePhaseLabel"_s);
    QTRY_COMPARE(tests::readToolTip(label->toolTip()), folder);
}

void TestEngineLog::whatWasLoggedBeforeTheViewIsThere()
{
    append(3);
    m_view = std::make_unique<ui::EngineLogView>(m_fixture->engine);
    QCOMPARE(shown(), 3);
}

void TestEngineLog::eachPartOfALineHasItsColumn()
{
    m_fixture->engine.log().append(logLine(u"STORAGE"_s, u"opened"_s));
    QCOMPARE(tests::cell(table(), 0, LogModel::SeverityColumn), u"I"_s);
    QCOMPARE(tests::cell(table(), 0, LogModel::ComponentColumn), u"STORAGE"_s);
    QCOMPARE(tests::cell(table(), 0, LogModel::MessageColumn), u"opened"_s);
    QVERIFY(tests::cell(table(), 0, LogModel::TimeColumn).startsWith(u"2030-01-01"_s));
}

void TestEngineLog::aLineThatIsNoJsonIsShownWhole()
{
    const QString line = u"/lib/libstdc++.so: \"not\" found {"_s;
    m_fixture->engine.log().append(line);
    QCOMPARE(tests::cell(table(), 0, LogModel::MessageColumn), line);
    QCOMPARE(tests::cell(table(), 0, LogModel::SeverityColumn), QString());
}

void TestEngineLog::theFilterLooksAtEveryColumn_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("rows");
    QTest::newRow("nothing") << QString() << 3;
    QTest::newRow("message") << u"deleted"_s << 1;
    QTest::newRow("component") << u"storage"_s << 1;
    QTest::newRow("other case") << u"DELETED"_s << 1;
    QTest::newRow("no pattern") << u".*"_s << 0;
    QTest::newRow("a bracket") << u"("_s << 1;
    QTest::newRow("none") << u"no such text"_s << 0;
}

void TestEngineLog::theFilterLooksAtEveryColumn()
{
    QFETCH(QString, typed);
    QFETCH(int, rows);
    LogModel& log = m_fixture->engine.log();
    log.append(logLine(u"TTL"_s, u"deleted 12 documents"_s));
    log.append(logLine(u"STORAGE"_s, u"opened (again)"_s));
    log.append(logLine(u"NETWORK"_s, u"listening"_s));
    tests::type(filter(), typed);
    QCOMPARE(shown(), rows);
}

void TestEngineLog::linesThatComeWhileFilteringAreFilteredToo()
{
    tests::type(filter(), u"storage"_s);
    append(5);
    QCOMPARE(shown(), 0);
    m_fixture->engine.log().append(logLine(u"STORAGE"_s, u"opened"_s));
    QCOMPARE(shown(), 1);
    filter()->clear();
    QCOMPARE(shown(), 6);
}

void TestEngineLog::nothingThatFitsIsSaid()
{
    QVERIFY(!table()->placeholderText().isEmpty());
    QCOMPARE(table()->accessibleDescription(), table()->placeholderText());
}

void TestEngineLog::theEndIsFollowed()
{
    append(200);
    QScrollBar* bar = table()->verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0 && bar->value() == bar->maximum());
    const int before = bar->maximum();
    append(20);
    QTRY_VERIFY(bar->maximum() > before && bar->value() == bar->maximum());
}

void TestEngineLog::aReaderFurtherUpIsNotPulledDown()
{
    append(200);
    QScrollBar* bar = table()->verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0 && bar->value() == bar->maximum());
    bar->setValue(bar->maximum() / 2);
    const int before = bar->value();
    const int most = bar->maximum();
    append(20);
    QTRY_VERIFY(bar->maximum() > most);
    QCOMPARE(bar->value(), before);
}

void TestEngineLog::onlyTheLast5000LinesAreKept()
{
    append(5'010);
    QCOMPARE(shown(), 5'000);
    QCOMPARE(tests::cell(table(), 0, LogModel::MessageColumn), u"line 10"_s);
    QCOMPARE(tests::cell(table(), 4'999, LogModel::MessageColumn), u"line 5009"_s);
}

void TestEngineLog::copiedLinesAreWhole()
{
    m_fixture->engine.log().append(logLine(u"TTL"_s, QString(300, u'x')));
    table()->selectRow(0);
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QGuiApplication::clipboard()->text().contains(QString(300, u'x')));
}

void TestEngineLog::hostileLinesAreShownAsTheyAre()
{
    const QString hostile = u"<b>bold</b> a\u202Eb"_s;
    m_fixture->engine.log().append(hostile);
    m_fixture->engine.log().append(u"<b>bold</b> a\u2039U+202E\u203Ab"_s);
    const auto picture = [this](int row) {
        const QModelIndex index = table()->model()->index(row, LogModel::MessageColumn);
        return table()->viewport()->grab(table()->visualRect(index)).toImage();
    };
    table()->setAlternatingRowColors(false);
    QCOMPARE(picture(0), picture(1));
    const QModelIndex message = table()->model()->index(0, LogModel::MessageColumn);
    const QString read = tests::toolTipAt(table(), message);
    QVERIFY2(read.contains(u"<b>bold</b>"_s), qPrintable(read));
}

void TestEngineLog::everythingIsReachedByKeys()
{
    append(3);
    button(u"startEngineButton"_s)->setFocus();
    QTest::keyClick(button(u"startEngineButton"_s), Qt::Key_Tab);
    QVERIFY(!button(u"startEngineButton"_s)->hasFocus());
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Tab);
    QVERIFY(!table()->hasFocus()); // Tab leaves the table instead of walking its cells
    for (const QString& name : {u"startEngineButton"_s, u"stopEngineButton"_s}) {
        QVERIFY(!button(name)->accessibleName().isEmpty());
    }
    QVERIFY(!filter()->accessibleName().isEmpty());
    QVERIFY(!table()->accessibleName().isEmpty());
}

SANDGLASS_GUI_TEST(TestEngineLog)
} // namespace tst_ui_engine_log

#include "tst_ui_engine_log.moc"
