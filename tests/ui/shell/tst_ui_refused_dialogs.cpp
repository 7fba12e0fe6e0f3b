// SPDX-License-Identifier: GPL-3.0-or-later
// Each dialog and each page that asks the server for more than the window knows: while it waits,
// after the connection was lost under it, and when it is refused, it says of nothing that there is
// none of it. Such a text may only appear if it also does where everything is permitted. What is
// refused from the start is in tst_ui_refusals.cpp. Menus have figures only of bars that were
// counted.
#include "app/services/forecast/monitor_service.h"
#include "tests/support/fake_engine.h"
#include "tests/support/test_program.h"
#include "tests/ui/shell/asking_places.h"
#include "tests/ui/shell/claims.h"

#include <QMap>
#include <QPointer>

#include <algorithm>

namespace tst_ui_refused_dialogs {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::AskingPlace;
using tests::Claims;
using tests::need;
using tests::WindowFixture;

namespace {

/// What a window asks for, in the names of the fake server.
constexpr const char* kReads[]
    = {"databases",  "collections", "indexes",        "histogram",    "impact",
       "stats",      "find",        "members",        "memberStatus", "fieldCandidates",
       "ttlMetrics", "runCommand",  "overduePerShard"};

/// What the monitor asks the server that the window is connected to.
constexpr const char* kOwnRead = "ttlMetrics";

enum class Fault {
    None,
    Refused, ///< with error 13
    Held ///< without an answer, until the connection is lost
};

/// What is true whatever the server does not tell.
bool isTrueAnyway(const QString& text)
{
    static const QRegularExpression kTrue(
        u"There is no connection"
        "|Nothing is counted yet"
        "|Nothing is changed"
        "|^Nothing selected$"
        "|^Deletes no documents\\.$" // of a drop
        "|not every check was answered"
        "|No pass has been seen yet"
        "|^No rule is left to change\\.$" // the rows say why
        "|overdue documents: 0 of|timeline: 0 of|^Change 0 rule" // how far it is
        "|\\b0 s\\b" // a time by the clock of the test, which stands still
        "|connection lost, attempt"_s);
    return kTrue.match(text).hasMatch();
}

bool isIdle(const WindowFixture& fixture)
{
    return fixture.set.tasks.tasks().empty() && std::ranges::none_of(kReads, [&](const char* call) {
               return fixture.server->running(call) > 0;
           });
}

// The page in front asks too, now and then.
bool isAsked(const WindowFixture& fixture, const AskingPlace& place)
{
    return std::ranges::any_of(place.calls,
                               [&](const char* call) { return fixture.server->running(call) > 0; });
}

// Answers become texts through the event loop, some of them by way of further ones.
void showAnswers()
{
    for (int round = 0; round < 6; ++round) {
        QCoreApplication::processEvents();
    }
}

// An answer may lead to the next question.
bool settles(const WindowFixture& fixture)
{
    bool idle = true;
    for (int round = 0; round < 3 && idle; ++round) {
        showAnswers();
        idle = QTest::qWaitFor([&fixture] { return isIdle(fixture); });
    }
    showAnswers();
    return idle;
}

// Whether the place has asked, and has its answers unless they are held.
bool hasAsked(const WindowFixture& fixture, const AskingPlace& place, Fault fault, int callsBefore)
{
    constexpr int kPatienceMillis = 1'000;
    if (fault != Fault::Held) {
        const int calls = callsBefore + place.times;
        return QTest::qWaitFor([&] { return fixture.server->calls(place.last) >= calls; })
            && settles(fixture);
    }
    const auto waits = [&] { return fixture.server->running(place.calls.front()) > 0; };
    const bool asked = QTest::qWaitFor(waits, kPatienceMillis) || isAsked(fixture, place);
    showAnswers();
    return asked;
}

void impair(const WindowFixture& fixture, const AskingPlace& place, Fault fault)
{
    for (const char* call : place.calls) {
        if (fault == Fault::Refused) {
            fixture.server->fail(call, tests::refusal(Errc::NotPermitted, call));
        } else if (fault == Fault::Held) {
            fixture.server->hold(call);
        }
    }
}

// The calls that are held end like those whose connection breaks.
bool lose(const WindowFixture& fixture, const AskingPlace& place)
{
    const Error lost = base::failure(Errc::Network, "connection reset while reading");
    fixture.factory->refuse(lost);
    for (const char* call : place.calls) {
        fixture.server->fail(call, lost);
        fixture.server->release(call);
    }
    // that another member cannot be reached does not mean that this connection is lost
    fixture.server->fail(kOwnRead, lost);
    fixture.set.monitor.poll();
    return QTest::qWaitFor(
        [&fixture] { return !fixture.set.connections.isConnected() && isIdle(fixture); });
}

bool mend(WindowFixture& fixture, const AskingPlace& place)
{
    fixture.factory->refuse(std::nullopt);
    for (const char* call : place.calls) {
        fixture.server->release(call);
        fixture.server->fail(call, {});
    }
    fixture.server->fail(kOwnRead, {});
    fixture.set.connections.retryNow();
    // what failed on the page in front is asked again
    return QTest::qWaitFor([&fixture] {
               return fixture.set.connections.isConnected() && fixture.set.catalog.isLoaded();
           })
        && fixture.trigger(u"refreshAction"_s) && settles(fixture);
}

// A dialog goes as when a user closes it; the window stays.
void close(const QPointer<QWidget>& widget)
{
    if (auto* dialog = qobject_cast<QDialog*>(widget.data())) {
        dialog->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    if (qobject_cast<QDialog*>(widget.data())) {
        delete widget.data();
    }
}

/// Goes to a place while `fault` is in force, and adds what it claims. Gives what did not work;
/// empty: everything did.
QString visit(WindowFixture& fixture, const AskingPlace& place, Fault fault, Claims& found)
{
    if (!place.before(fixture) || !settles(fixture)) {
        return u"the way there"_s;
    }
    const int calls = fixture.server->calls(place.last);
    impair(fixture, place, fault);
    const QPointer<QWidget> widget = place.open(fixture);
    const bool asked = widget && hasAsked(fixture, place, fault, calls);
    if (asked && widget) {
        tests::addClaims(*widget, found);
    }
    const bool lost = asked && fault == Fault::Held && lose(fixture, place);
    showAnswers();
    if (lost && widget) {
        tests::addClaims(*widget, found);
    }
    close(widget);
    if (!mend(fixture, place)) {
        return u"connecting again"_s;
    }
    return !asked                       ? u"asking"_s
        : !lost && fault == Fault::Held ? u"losing the connection"_s
                                        : QString();
}

} // namespace

class TestRefusedDialogs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whatIsRefusedIsNotNothing();
    void whatIsNotAnsweredIsNotNothing();
    void theTrashIsNotEmptyBeforeItIsRead();

private:
    void walk(Fault fault);

    QMap<QString, QSet<QString>> m_true; // by place, where everything is permitted
};

void TestRefusedDialogs::initTestCase()
{
    QVERIFY(tests::claimsNothing(u"Would delete nothing at once."_s));
    QVERIFY(tests::claimsNothing(u"Overdue before: 0, after: 3."_s));
    QVERIFY(!isTrueAnyway(u"Would delete nothing at once."_s));
    QVERIFY(!isTrueAnyway(u"No document is overdue."_s));
    WindowFixture fixture;
    QVERIFY(tests::openAskingShop(fixture));
    tests::showDocks(*fixture.window);
    for (const AskingPlace& place : tests::askingPlaces()) {
        Claims found;
        const QString name = QLatin1String(place.name);
        const QString problem = visit(fixture, place, Fault::None, found);
        QVERIFY2(problem.isEmpty(), qPrintable(name + u": "_s + problem));
        // where documents are deleted, this would hide the same text where it is wrong
        QVERIFY2(!found.nothing.contains(u"Would delete nothing at once."_s), place.name);
        m_true.insert(name, found.nothing);
    }
}

void TestRefusedDialogs::walk(Fault fault)
{
    WindowFixture fixture;
    QVERIFY(tests::openAskingShop(fixture));
    tests::showDocks(*fixture.window);
    QStringList wrong;
    for (const AskingPlace& place : tests::askingPlaces()) {
        Claims found;
        const QString name = QLatin1String(place.name);
        const QString problem = visit(fixture, place, fault, found);
        QVERIFY2(problem.isEmpty(), qPrintable(name + u": "_s + problem));
        for (const QString& text : found.nothing - m_true.value(name)) {
            if (!isTrueAnyway(text)) {
                wrong << name + u": "_s + text;
            }
        }
        for (const QString& text : place.counts ? found.exact : QSet<QString>()) {
            wrong << name + u": "_s + text;
        }
    }
    // all of them at once, because a walk takes its seconds
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u" | "_s)));
}

void TestRefusedDialogs::whatIsRefusedIsNotNothing()
{
    walk(Fault::Refused);
}

void TestRefusedDialogs::whatIsNotAnsweredIsNotNothing()
{
    walk(Fault::Held);
}

void TestRefusedDialogs::theTrashIsNotEmptyBeforeItIsRead()
{
    WindowFixture fixture;
    tests::fillShop(fixture);
    fixture.window->show();
    QVERIFY(QTest::qWaitForWindowActive(fixture.window.get()) && tests::startFakeEngine(fixture));
    fixture.server->hold("runCommand");
    QWidget* dialog = tests::dialogOf(fixture, "trashAction", "trashDialog");
    QVERIFY(dialog);
    QTRY_VERIFY(fixture.server->running("runCommand") > 0);
    showAnswers();
    Claims found;
    tests::addClaims(*dialog, found);
    fixture.server->fail("runCommand", tests::refusal(Errc::NotPermitted, "find"));
    fixture.server->release("runCommand");
    QTRY_VERIFY(need<QWidget>(dialog, u"trashErrorBanner"_s)->isVisible());
    tests::addClaims(*dialog, found);
    QVERIFY2(found.nothing.isEmpty(),
             qPrintable(QStringList(found.nothing.values()).join(u" | "_s)));
}

SANDGLASS_GUI_TEST(TestRefusedDialogs)
} // namespace tst_ui_refused_dialogs

#include "tst_ui_refused_dialogs.moc"
