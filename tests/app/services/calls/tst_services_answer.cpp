// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/calls/answer.h"
#include "app/services/calls/latest.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QObject>
#include <QTest>

#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace tst_services_answer {

using namespace sandglass;
using services::allAnswered;
using services::knownAnswer;
using services::Latest;
using services::then;
using services::whenAnswered;

namespace {

// A question whose answer a test gives.
class Question
{
public:
    Question() { m_promise.start(); }

    QFuture<int> future() { return m_promise.future(); }
    void answer(int value)
    {
        m_promise.addResult(value);
        m_promise.finish();
    }

private:
    QPromise<int> m_promise;
};

// Delivers all events that were posted up to now, and what follows from them.
void turn()
{
    for (int i = 0; i < 10; ++i) {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
}

} // namespace

class TestAnswer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAnswerThatIsThereAlreadyStillComesInALaterTurn();
    void anAnswerFromAnotherThreadComesInOurs();
    void nothingComesOnceTheContextHasGone();
    void theContextMayGoInTheAnswer();
    void aQuestionThatNobodyAnswersSaysNothing();
    void oneStepFollowsTheOther();
    void aStepMayAskOn();
    void stepsEndWithTheirContext();
    void allAnswersComeInTheOrderOfTheQuestions();
    void noQuestionIsAnsweredAllTheSame();
    void onlyTheNewestAnswerCounts();
    void aDroppedQuestionIsNotAnswered();
    void theAnswerMayAskAgain();
    void theNewestEndsWithItsContext();
};

void TestAnswer::anAnswerThatIsThereAlreadyStillComesInALaterTurn()
{
    int came = 0;
    whenAnswered(knownAnswer(4), this, [&](int answer) { came = answer; });
    QCOMPARE(came, 0);
    turn();
    QCOMPARE(came, 4);
}

void TestAnswer::anAnswerFromAnotherThreadComesInOurs()
{
    Question question;
    std::thread::id where;
    whenAnswered(question.future(), this, [&](int) { where = std::this_thread::get_id(); });
    std::thread([&] { question.answer(1); }).join();
    QVERIFY(where == std::thread::id());
    turn();
    QVERIFY(where == std::this_thread::get_id());
}

void TestAnswer::nothingComesOnceTheContextHasGone()
{
    Question early;
    Question late;
    int came = 0;
    auto context = std::make_unique<QObject>();
    whenAnswered(early.future(), context.get(), [&](int) { ++came; });
    whenAnswered(late.future(), context.get(), [&](int) { ++came; });
    early.answer(1); // posted, and never delivered
    context.reset();
    late.answer(2);
    turn();
    QCOMPARE(came, 0);
}

void TestAnswer::theContextMayGoInTheAnswer()
{
    int came = 0;
    auto* context = new QObject();
    whenAnswered(knownAnswer(1), context, [&came, context](int) {
        ++came;
        delete context;
    });
    turn();
    QCOMPARE(came, 1);
}

void TestAnswer::aQuestionThatNobodyAnswersSaysNothing()
{
    int came = 0;
    auto question = std::make_unique<Question>();
    QFuture<int> next = then(question->future(), this, [&](int answer) {
        ++came;
        return answer;
    });
    question.reset();
    turn();
    QCOMPARE(came, 0);
    QVERIFY(next.isFinished());
    QCOMPARE(next.resultCount(), 0);
}

void TestAnswer::oneStepFollowsTheOther()
{
    Question question;
    const QFuture<int> doubled
        = then(question.future(), this, [](int answer) { return 2 * answer; });
    int came = 0;
    whenAnswered(doubled, this, [&](int answer) { came = answer; });
    question.answer(21);
    turn();
    QCOMPARE(came, 42);
}

void TestAnswer::aStepMayAskOn()
{
    Question first;
    Question second;
    const QFuture<int> sum = then(first.future(), this, [this, &second](int one) {
        return then(second.future(), this, [one](int other) { return one + other; });
    });
    first.answer(1);
    turn();
    QVERIFY(!sum.isFinished());
    second.answer(2);
    turn();
    QVERIFY(sum.isFinished());
    QCOMPARE(sum.result(), 3);
}

void TestAnswer::stepsEndWithTheirContext()
{
    Question question;
    int came = 0;
    auto context = std::make_unique<QObject>();
    const QFuture<int> next = then(question.future(), context.get(), [&](int) { return ++came; });
    context.reset();
    question.answer(1);
    turn();
    QCOMPARE(came, 0);
    QVERIFY(next.isFinished());
    QCOMPARE(next.resultCount(), 0);
}

void TestAnswer::allAnswersComeInTheOrderOfTheQuestions()
{
    Question first;
    Question second;
    const QFuture<std::vector<int>> both
        = allAnswered<int>({first.future(), second.future()}, this);
    second.answer(2);
    turn();
    QVERIFY(!both.isFinished());
    first.answer(1);
    turn();
    QVERIFY(both.isFinished());
    QCOMPARE(both.result(), (std::vector<int>{1, 2}));
}

void TestAnswer::noQuestionIsAnsweredAllTheSame()
{
    bool came = false;
    whenAnswered(allAnswered<int>({}, this), this,
                 [&](const std::vector<int>& answers) { came = answers.empty(); });
    turn();
    QVERIFY(came);
}

void TestAnswer::onlyTheNewestAnswerCounts()
{
    Question older;
    Question newer;
    Latest latest;
    std::vector<int> came;
    const auto note = [&](int answer) { came.push_back(answer); };
    latest.ask(older.future(), this, note);
    older.answer(1); // on its way already
    latest.ask(newer.future(), this, note);
    turn();
    QVERIFY(latest.isWaiting());
    newer.answer(2);
    turn();
    QCOMPARE(came, std::vector<int>{2});
    QVERIFY(!latest.isWaiting());
}

void TestAnswer::aDroppedQuestionIsNotAnswered()
{
    Question question;
    Latest latest;
    int came = 0;
    latest.ask(question.future(), this, [&](int) { ++came; });
    question.answer(1);
    latest.drop();
    QVERIFY(!latest.isWaiting());
    turn();
    QCOMPARE(came, 0);
}

void TestAnswer::theAnswerMayAskAgain()
{
    Latest latest;
    std::vector<int> came;
    latest.ask(knownAnswer(1), this, [&](int first) {
        came.push_back(first);
        QVERIFY(!latest.isWaiting());
        latest.ask(knownAnswer(2), this, [&](int second) { came.push_back(second); });
        QVERIFY(latest.isWaiting());
    });
    turn();
    QCOMPARE(came, (std::vector<int>{1, 2}));
}

void TestAnswer::theNewestEndsWithItsContext()
{
    Question question;
    int came = 0;
    Latest latest;
    auto context = std::make_unique<QObject>();
    latest.ask(question.future(), context.get(), [&](int) { ++came; });
    context.reset();
    QVERIFY(!latest.isWaiting());
    question.answer(1);
    turn();
    QCOMPARE(came, 0);
}

SANDGLASS_TEST(TestAnswer)
} // namespace tst_services_answer

#include "tst_services_answer.moc"
