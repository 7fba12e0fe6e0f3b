// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/calls/latest.h"
#include "tests/support/event_order.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <memory>
#include <utility>
#include <vector>

namespace tst_services_latest {

using namespace sandglass;
using namespace Qt::StringLiterals;
using services::knownAnswer;
using services::Latest;

class TestLatest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withNoQuestionThereIsNothingToDrop();
    void anAnswerNeverComesWithinTheQuestion();
    void ofManyQuestionsOnlyTheLastIsAnswered();
    void questionsMayHaveAnswersOfDifferentTypes();
    void aUseThatCannotBeCopiedIsCalledOnce();
    void whatTheUseHoldsGoesWhenItIsDropped();
    void whatTheUseHoldsGoesWhenItIsSuperseded();
    void theAnswerMayDropWhatItAsked();
    void aQuestionThatNobodyWillAnswerEnds();
    void twoOfThemDoNotDisturbEachOther();
};

void TestLatest::withNoQuestionThereIsNothingToDrop()
{
    Latest latest;
    QVERIFY(!latest.isWaiting());
    latest.drop();
    latest.drop();
    QVERIFY(!latest.isWaiting());
}

void TestLatest::anAnswerNeverComesWithinTheQuestion()
{
    Latest latest;
    int came = 0;
    latest.ask(knownAnswer(5), this, [&](int answer) { came = answer; });
    QCOMPARE(came, 0);
    QVERIFY(latest.isWaiting());
    QTRY_COMPARE(came, 5);
    QVERIFY(!latest.isWaiting());
}

void TestLatest::ofManyQuestionsOnlyTheLastIsAnswered()
{
    Latest latest;
    std::vector<int> came;
    for (int question = 0; question < 100; ++question) {
        latest.ask(knownAnswer(question), this, [&](int answer) { came.push_back(answer); });
    }
    QTRY_VERIFY(!latest.isWaiting());
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(came, std::vector<int>{99});
}

void TestLatest::questionsMayHaveAnswersOfDifferentTypes()
{
    Latest latest;
    int number = 0;
    QString text;
    latest.ask(knownAnswer(1), this, [&](int answer) { number = answer; });
    latest.ask(knownAnswer(u"two"_s), this, [&](const QString& answer) { text = answer; });
    QTRY_COMPARE(text, u"two"_s);
    QCOMPARE(number, 0);
}

void TestLatest::aUseThatCannotBeCopiedIsCalledOnce()
{
    Latest latest;
    int came = 0;
    latest.ask(knownAnswer(2), this, [&came, factor = std::make_unique<int>(10)](int answer) {
        came += answer * *factor;
    });
    QTRY_COMPARE(came, 20);
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(came, 20);
}

void TestLatest::whatTheUseHoldsGoesWhenItIsDropped()
{
    Latest latest;
    const auto held = std::make_shared<int>(1);
    latest.ask(knownAnswer(1), this, [held](int) {});
    QCOMPARE(held.use_count(), 2L);
    latest.drop();
    QCOMPARE(held.use_count(), 1L);
}

void TestLatest::whatTheUseHoldsGoesWhenItIsSuperseded()
{
    Latest latest;
    const auto held = std::make_shared<int>(1);
    latest.ask(knownAnswer(1), this, [held](int) {});
    latest.ask(knownAnswer(2), this, [](int) {});
    QCOMPARE(held.use_count(), 1L);
    latest.drop(); // its context outlives it here
}

void TestLatest::theAnswerMayDropWhatItAsked()
{
    Latest latest;
    int came = 0;
    latest.ask(knownAnswer(1), this, [&](int) {
        latest.ask(knownAnswer(2), this, [&](int) { ++came; });
        latest.drop();
        ++came;
    });
    QTRY_COMPARE(came, 1);
    QVERIFY(tests::earlierEventsHaveRun());
    QCOMPARE(came, 1);
    QVERIFY(!latest.isWaiting());
}

void TestLatest::aQuestionThatNobodyWillAnswerEnds()
{
    Latest latest;
    int came = 0;
    {
        QPromise<int> promise;
        promise.start();
        latest.ask(promise.future(), this, [&](int) { ++came; });
    } // the owner of the answer is destroyed before it answers
    QTRY_VERIFY(!latest.isWaiting());
    QCOMPARE(came, 0);
}

void TestLatest::twoOfThemDoNotDisturbEachOther()
{
    Latest one;
    Latest other;
    std::vector<int> came;
    const auto note = [&](int answer) { came.push_back(answer); };
    one.ask(knownAnswer(1), this, note);
    other.ask(knownAnswer(2), this, note);
    one.drop();
    QTRY_COMPARE(came, std::vector<int>{2});
}

SANDGLASS_TEST(TestLatest)
} // namespace tst_services_latest

#include "tst_services_latest.moc"
