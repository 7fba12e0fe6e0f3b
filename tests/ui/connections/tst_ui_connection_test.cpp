// SPDX-License-Identifier: GPL-3.0-or-later
// "Test" in the connect dialog: its stages, each of which can fail, hang, or be stopped.
#include "tests/support/test_program.h"
#include "tests/ui/connections/connect_fixture.h"

#include <QAccessible>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>

namespace tst_ui_connection_test {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::TestMark;
using tests::click;
using tests::ConnectFixture;

namespace {

const QString kSecret = u"hunter2hunter2"_s;

enum Stage { Resolve, Connect, Tls, Hello, Authenticate, Privileges, StageCount };

} // namespace

class TestConnectionStages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void nothingIsShownBeforeATest();
    void aServerThatAnswersPassesEveryStage();
    void stagesThatAreNotAskedForAreSkipped();
    void theFirstFailureEndsTheTest_data();
    void theFirstFailureEndsTheTest();
    void theServersWordsAreFoldedAway();
    void hostileAnswersAreShownAsTheyAre();
    void theButtonStopsATestThatHangs();
    void aStoppedTestCanBeRepeated();
    void aSecondTestForgetsTheFirst();
    void choosingAnotherConnectionForgetsTheTest();
    void connectingEndsTheTest();
    void theTestLeavesTheWindowsConnectionAlone();
    void everyStageIsSpokenWithItsState();
    void aRunningTestIsSpoken();
    void howATestEndedIsSpoken();
    void theDialogGrowsWithATest();
    void whatATestFoundIsInSightOnALowScreen();

private:
    void start(const QString& uri = u"mongodb://joe:%1@fake.example/?tls=true"_s.arg(kSecret));
    QPushButton* testButton() const { return m_fixture->button(u"testConnectionButton"_s); }
    bool ended() const
    {
        return QTest::qWaitFor([this] { return !m_fixture->form.state().testing; });
    }
    TestMark mark(int stage) const
    {
        return m_fixture->form.state().stages.at(static_cast<std::size_t>(stage)).mark;
    }
    QLabel* words(int stage) const
    {
        return m_fixture->part<QLabel>(u"stageTextLabel%1"_s.arg(stage));
    }
    QWidget* stages() const { return m_fixture->part<QWidget>(u"testStagesView"_s); }
    static QString textOf(QWidget* part, QAccessible::Text kind)
    {
        return QAccessible::queryAccessibleInterface(part)->text(kind);
    }
    bool stagesShown() const { return m_fixture->part<QWidget>(u"testStagesView"_s)->isVisible(); }

    std::unique_ptr<ConnectFixture> m_fixture;
};

void TestConnectionStages::init()
{
    m_fixture = std::make_unique<ConnectFixture>();
    QVERIFY(m_fixture->open());
}

void TestConnectionStages::start(const QString& uri)
{
    tests::type(m_fixture->uri(), uri);
    QVERIFY(click(testButton()));
}

void TestConnectionStages::nothingIsShownBeforeATest()
{
    QVERIFY(!stagesShown());
    QVERIFY(testButton()->isEnabled());
}

void TestConnectionStages::aServerThatAnswersPassesEveryStage()
{
    start();
    QVERIFY(ended());
    QVERIFY(stagesShown());
    for (int stage = 0; stage < StageCount; ++stage) {
        QVERIFY2(mark(stage) == TestMark::Passed, qPrintable(QString::number(stage)));
        QVERIFY(!words(stage)->text().isEmpty());
    }
    QVERIFY(m_fixture->dialog->isVisible());
}

void TestConnectionStages::stagesThatAreNotAskedForAreSkipped()
{
    start(u"mongodb://fake.example/"_s);
    QVERIFY(ended());
    QCOMPARE(mark(Tls), TestMark::Skipped);
    QCOMPARE(mark(Authenticate), TestMark::Skipped);
    QCOMPARE(mark(Privileges), TestMark::Passed);
}

void TestConnectionStages::theFirstFailureEndsTheTest_data()
{
    QTest::addColumn<int>("stage");
    QTest::newRow("resolve") << int{Resolve};
    QTest::newRow("connect") << int{Connect};
    QTest::newRow("TLS") << int{Tls};
    QTest::newRow("hello") << int{Hello};
    QTest::newRow("privileges") << int{Privileges};
}

void TestConnectionStages::theFirstFailureEndsTheTest()
{
    QFETCH(int, stage);
    const Error refused = base::failure(Errc::Network, "not today");
    m_fixture->probe->unresolved = stage == Resolve ? std::optional(refused) : std::nullopt;
    m_fixture->probe->unreached = stage == Connect ? std::optional(refused) : std::nullopt;
    m_fixture->probe->unencrypted = stage == Tls ? std::optional(refused) : std::nullopt;
    if (stage == Hello) {
        m_fixture->factory->refuse(refused);
    }
    if (stage == Privileges) {
        m_fixture->server->fail("databases", base::serverError(13, "Unauthorized", "no"));
    }
    start();
    QVERIFY(ended());
    for (int each = 0; each < StageCount; ++each) {
        const TestMark expected = each < stage ? TestMark::Passed
            : each == stage                    ? TestMark::Failed
                                               : TestMark::Waiting;
        QVERIFY2(mark(each) == expected, qPrintable(QString::number(each)));
        QVERIFY(!words(each)->text().isEmpty());
    }
    QVERIFY(testButton()->isEnabled());
}

void TestConnectionStages::theServersWordsAreFoldedAway()
{
    m_fixture->server->fail(
        "databases", base::serverError(13, "Unauthorized", "not authorized on admin to execute"));
    start();
    QVERIFY(ended());
    QVERIFY(!words(Privileges)->text().contains(u"not authorized on"_s));
    auto* unfold = m_fixture->part<QPushButton>(u"stageDetailsButton"_s);
    QVERIFY(unfold->isVisible());
    QVERIFY(click(unfold));
    const QStringList lines = words(Privileges)->text().split(u'\n');
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines.last().contains(u"not authorized on admin"_s));
}

void TestConnectionStages::hostileAnswersAreShownAsTheyAre()
{
    ttl::ServerInfo info;
    info.version = "<b>7</b>\u202E";
    info.topology = ttl::Topology::Secondary;
    info.replicaSet = "\"quoted\"\nline";
    m_fixture->server->setInfo(info);
    start();
    QVERIFY(ended());
    QCOMPARE(words(Authenticate)->textFormat(), Qt::PlainText);
    const QString shown = words(Authenticate)->text();
    QVERIFY2(shown.contains(u"<b>7</b>\u2039U+202E\u203A"_s), qPrintable(shown));
    QVERIFY2(shown.endsWith(u" · Replica set \"quoted\" line (secondary)"_s), qPrintable(shown));
    QVERIFY(!shown.contains(u'\n'));
}

void TestConnectionStages::theButtonStopsATestThatHangs()
{
    m_fixture->probe->hangs = true;
    const QString idle = testButton()->text();
    start();
    QVERIFY(m_fixture->form.state().testing);
    QVERIFY(testButton()->text() != idle);
    QCOMPARE(mark(Resolve), TestMark::Running);
    QVERIFY(click(testButton()));
    QVERIFY(!m_fixture->form.state().testing);
    QCOMPARE(testButton()->text(), idle);
    QCOMPARE(mark(Resolve), TestMark::Failed);
}

void TestConnectionStages::aStoppedTestCanBeRepeated()
{
    m_fixture->server->hold("databases");
    start();
    QTRY_COMPARE(mark(Privileges), TestMark::Running);
    QVERIFY(click(testButton()));
    QCOMPARE(mark(Privileges), TestMark::Failed);
    m_fixture->server->release("databases");
    QVERIFY(click(testButton()));
    QVERIFY(ended());
    QCOMPARE(mark(Privileges), TestMark::Passed);
}

void TestConnectionStages::aSecondTestForgetsTheFirst()
{
    m_fixture->probe->unreached = base::failure(Errc::Network, "no");
    start();
    QVERIFY(ended());
    m_fixture->probe->unreached.reset();
    m_fixture->probe->hangs = true;
    QVERIFY(click(testButton()));
    QCOMPARE(mark(Resolve), TestMark::Running);
    QCOMPARE(mark(Connect), TestMark::Waiting);
}

void TestConnectionStages::choosingAnotherConnectionForgetsTheTest()
{
    services::SavedConnection other;
    other.uri = u"mongodb://other.example/"_s;
    m_fixture->save(other);
    m_fixture->probe->hangs = true;
    start();
    QVERIFY(m_fixture->choose(0));
    QVERIFY(!m_fixture->form.state().testing);
    QVERIFY(!stagesShown());
}

void TestConnectionStages::connectingEndsTheTest()
{
    m_fixture->probe->hangs = true;
    start();
    QVERIFY(click(m_fixture->button(u"connectButton"_s)));
    QVERIFY(!m_fixture->set.connectionTest.isRunning());
    QTRY_VERIFY(m_fixture->dialog.isNull());
}

void TestConnectionStages::theTestLeavesTheWindowsConnectionAlone()
{
    m_fixture->set.connections.connectTo(u"mongodb://first.example/"_s, u"First"_s, false);
    QTRY_VERIFY(m_fixture->set.connections.isConnected());
    const auto generation = m_fixture->set.connections.generation();
    start();
    QVERIFY(ended());
    QCOMPARE(m_fixture->set.connections.generation(), generation);
    QCOMPARE(m_fixture->set.connections.state().name, u"First"_s);
}

void TestConnectionStages::everyStageIsSpokenWithItsState()
{
    m_fixture->probe->unreached = base::failure(Errc::Network, "no");
    start();
    QVERIFY(ended());
    QSet<QString> spoken;
    for (int stage = 0; stage < StageCount; ++stage) {
        const QString name = m_fixture->part<QLabel>(u"stageNameLabel%1"_s.arg(stage))->text();
        const QString whole = words(stage)->accessibleName();
        QVERIFY2(whole.startsWith(name), qPrintable(whole));
        spoken << whole;
    }
    QCOMPARE(spoken.size(), qsizetype{StageCount});
}

void TestConnectionStages::aRunningTestIsSpoken()
{
    QCOMPARE(textOf(testButton(), QAccessible::Name), u"Test"_s);
    QVERIFY(textOf(testButton(), QAccessible::Description).isEmpty());
    m_fixture->probe->hangs = true;
    start();
    QCOMPARE(textOf(testButton(), QAccessible::Name), u"Stop the test"_s);
    for (QWidget* part : {static_cast<QWidget*>(testButton()), stages()}) {
        QCOMPARE(textOf(part, QAccessible::Description), u"The connection is being tested."_s);
    }
    QVERIFY(click(testButton()));
    QCOMPARE(textOf(testButton(), QAccessible::Name), u"Test"_s);
    const QString result = textOf(stages(), QAccessible::Description);
    QVERIFY2(result.contains(m_fixture->part<QLabel>(u"stageNameLabel0"_s)->text()),
             qPrintable(result));
    QVERIFY2(result.contains(words(Resolve)->text()), qPrintable(result));
}

void TestConnectionStages::howATestEndedIsSpoken()
{
    start();
    QVERIFY(ended());
    for (QWidget* part : {static_cast<QWidget*>(testButton()), stages()}) {
        QCOMPARE(textOf(part, QAccessible::Description), u"The connection test has passed."_s);
    }
    m_fixture->probe->unreached = base::failure(Errc::Network, "no");
    QVERIFY(click(testButton()));
    QVERIFY(ended());
    const QString failed = textOf(stages(), QAccessible::Description);
    QVERIFY2(failed.contains(words(Connect)->text()), qPrintable(failed));
    QCOMPARE(textOf(testButton(), QAccessible::Description), failed);
}

void TestConnectionStages::theDialogGrowsWithATest()
{
    const QScrollArea* page = m_fixture->part<QScrollArea>(u"connectScrollArea"_s);
    const int before = m_fixture->dialog->height();
    QCOMPARE(page->verticalScrollBar()->maximum(), 0);
    start();
    QVERIFY(ended());
    QTRY_VERIFY(m_fixture->dialog->height() > before);
    QTRY_COMPARE(page->verticalScrollBar()->maximum(), 0);
}

void TestConnectionStages::whatATestFoundIsInSightOnALowScreen()
{
    // as on a screen that has no more room
    m_fixture->dialog->setMaximumHeight(m_fixture->dialog->height());
    m_fixture->probe->unreached = base::failure(Errc::Network, "no");
    start();
    QVERIFY(ended());
    const QScrollArea* page = m_fixture->part<QScrollArea>(u"connectScrollArea"_s);
    const auto isSeen = [](const QWidget* part, const QWidget* in) {
        return in->rect().contains(QRect(part->mapTo(in, QPoint()), part->size()));
    };
    QTRY_VERIFY(page->verticalScrollBar()->maximum() > 0);
    for (int stage = 0; stage < StageCount; ++stage) {
        QTRY_VERIFY2(isSeen(words(stage), page->viewport()), qPrintable(QString::number(stage)));
    }
    QCOMPARE(page->horizontalScrollBar()->maximum(), 0);
    for (const QString& name : {u"testConnectionButton"_s, u"connectButton"_s}) {
        QVERIFY(isSeen(m_fixture->button(name), m_fixture->dialog));
    }
}

SANDGLASS_GUI_TEST(TestConnectionStages)
} // namespace tst_ui_connection_test

#include "tst_ui_connection_test.moc"
