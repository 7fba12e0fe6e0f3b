// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/json.h"
#include "app/presenters/words/failure_rows.h"
#include "app/presenters/words/failure_text.h"
#include "app/presenters/words/json_fault_text.h"
#include "app/protocol/server_code.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <set>

namespace tst_presenters_failure_text {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;

namespace {

FailureText ofServer(int code, const char* message = "cannot do it")
{
    return describe(base::serverError(code, "SomeName", message));
}

// Codes that the engine knows for what this program does not ask for: transactions, change streams,
// initiating a replica set, ending operations, lists of sessions, joins, $merge, making views.
const std::set<int> kNeverSent{4,   5,   12,  16,  23,  47,  54,  123, 165, 207,  217,
                               224, 225, 232, 251, 260, 263, 280, 286, 323, 13113};

} // namespace

class TestFailureText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKindHasItsWords();
    void everyReasonOfOurOwnHasItsWords();
    void aConflictIsNotAlwaysAboutAnIndex();
    void everyServerCodeHasItsWords();
    void everyCodeOfTheEngineHasARow();
    void anUnknownCodeShowsTheTextOfTheServer();
    void aLongTextOfTheServerIsCutButKeptInTheDetails();
    void theCodeIsNotInTheSentence();
    void aRefusalNamesThePrivilege();
    void aLostAnswerMattersMoreThanItsCode();
    void aCodeSaysMoreThanATimeLimit();
    void garbageIsNotAServerThatIsDown();
    void whatWasDeletedBeforeAFailureIsSaid();
    void everyFaultOfJsonHasWordsAndItsPlace();
};

void TestFailureText::everyKindHasItsWords()
{
    std::set<QString> sentences;
    for (int code = 0; code <= static_cast<int>(Errc::Internal); ++code) {
        const FailureText failure = describe(base::failure(static_cast<Errc>(code), "x"));
        QVERIFY2(failure.sentence.endsWith(u'.'), qPrintable(failure.sentence));
        // nothing needs to be done about what the user has cancelled
        QCOMPARE(failure.advice.isEmpty(), static_cast<Errc>(code) == Errc::Cancelled);
        QCOMPARE(failure.why, QString());
        QCOMPARE(failure.details, u"x"_s);
        QCOMPARE(failure.codeName, QString());
        sentences.insert(failure.sentence);
    }
    QCOMPARE(sentences.size(), static_cast<std::size_t>(Errc::Internal) + 1);
}

void TestFailureText::everyReasonOfOurOwnHasItsWords()
{
    QVERIFY(!rowOf(base::LocalReason::None));
    // nor may they be those of a kind
    std::set<QString> sentences;
    for (int code = 0; code <= static_cast<int>(Errc::Internal); ++code) {
        sentences.insert(describe(base::failure(static_cast<Errc>(code), "x")).sentence);
    }
    const std::size_t kinds = sentences.size();
    constexpr int kLast = static_cast<int>(base::LocalReason::LocalEngineOnly);
    for (int each = 1; each <= kLast; ++each) {
        const auto reason = static_cast<base::LocalReason>(each);
        const FailureText failure
            = describe(base::failure(Errc::Conflict, "the message").because(reason));
        QVERIFY2(failure.sentence.endsWith(u'.'), qPrintable(failure.sentence));
        QVERIFY2(failure.advice.endsWith(u'.'), qPrintable(failure.sentence));
        QCOMPARE(failure.details, u"the message"_s);
        QCOMPARE(failure.codeName, QString());
        sentences.insert(failure.sentence);
    }
    QCOMPARE(sentences.size(), kinds + std::size_t{kLast});
}

void TestFailureText::aConflictIsNotAlwaysAboutAnIndex()
{
    const FailureText general = describe(base::failure(Errc::Conflict, "x"));
    QVERIFY2(!inOneLine(general).contains(u"index"_s), qPrintable(inOneLine(general)));
    const FailureText fruitless = describe(
        base::failure(Errc::Conflict, "x").because(base::LocalReason::PurgeDeletesNothing));
    QVERIFY2(fruitless.sentence.contains(u"deletes none"_s), qPrintable(fruitless.sentence));
    const FailureText collated
        = describe(base::failure(Errc::Unsupported, "x").because(base::LocalReason::CollatedIds));
    QVERIFY2(collated.sentence.contains(u"collation"_s), qPrintable(collated.sentence));
}

void TestFailureText::everyServerCodeHasItsWords()
{
    const QString general = describe(base::failure(Errc::Server, "x")).sentence;
    for (const ServerCodeRow& known : serverCodeRows()) {
        const FailureText failure = ofServer(known.code);
        QVERIFY2(failure.sentence.endsWith(u'.'), qPrintable(failure.sentence));
        QVERIFY2(failure.advice.endsWith(u'.'), qPrintable(failure.sentence));
        QVERIFY2(failure.sentence != general, qPrintable(failure.sentence));
        QCOMPARE(failure.why, QString());
        QCOMPARE(failure.details, u"cannot do it"_s);
        QCOMPARE(failure.codeName, u"%1 SomeName"_s.arg(known.code));
    }
}

void TestFailureText::everyCodeOfTheEngineHasARow()
{
    QStringList missing;
    for (int code = 1; code < 50'000; ++code) {
        const bool named = protocol::codeName(code) != "Location" + std::to_string(code);
        if (named && !rowOfServerCode(code) && !kNeverSent.contains(code)) {
            missing << QString::fromStdString(protocol::codeName(code));
        }
    }
    QCOMPARE(missing, QStringList());
    for (const auto code :
         {protocol::ServerCode::MissingField, protocol::ServerCode::UnknownField}) {
        QVERIFY(rowOfServerCode(static_cast<int>(code)));
    }
}

void TestFailureText::anUnknownCodeShowsTheTextOfTheServer()
{
    const FailureText failure = ofServer(77'777, "the moon\n is full");
    QCOMPARE(failure.sentence, describe(base::failure(Errc::Server, "x")).sentence);
    QVERIFY2(failure.why.endsWith(u"the moon is full"_s), qPrintable(failure.why));
    QCOMPARE(failure.details, u"the moon\n is full"_s);
    QCOMPARE(failure.codeName, u"77777 SomeName"_s);
    QCOMPARE(ofServer(77'777, "").why, QString());
}

void TestFailureText::aLongTextOfTheServerIsCutButKeptInTheDetails()
{
    const std::string text(100'000, 'x');
    const FailureText failure = ofServer(77'777, text.c_str());
    QVERIFY(failure.why.size() < 400);
    QVERIFY(failure.why.endsWith(u'…'));
    QCOMPARE(failure.details.size(), 100'000);
}

void TestFailureText::theCodeIsNotInTheSentence()
{
    for (const ServerCodeRow& known : serverCodeRows()) {
        const FailureText failure = ofServer(known.code);
        for (const QString& shown : {failure.sentence, failure.why, failure.advice}) {
            QVERIFY2(!shown.contains(u"SomeName"_s), qPrintable(shown));
            // smaller ones are also sizes: "16 MB"
            QVERIFY2(known.code < 100 || !shown.contains(QString::number(known.code)),
                     qPrintable(shown));
        }
    }
}

void TestFailureText::aRefusalNamesThePrivilege()
{
    const FailureText failure
        = ofServer(13, "not authorized on shop to execute command { listIndexes: \"a\" }");
    QVERIFY(failure.notPermitted);
    QVERIFY2(failure.sentence.contains(u"listIndexes"_s), qPrintable(failure.sentence));
    QVERIFY2(failure.advice.contains(u"listIndexes"_s), qPrintable(failure.advice));
}

void TestFailureText::aLostAnswerMattersMoreThanItsCode()
{
    base::Error error = base::serverError(11'600, "InterruptedAtShutdown", "going down");
    error.code = Errc::OutcomeUnknown;
    QCOMPARE(describe(error).sentence, describe(base::failure(Errc::OutcomeUnknown, "")).sentence);
    QCOMPARE(describe(error).codeName, u"11600 InterruptedAtShutdown"_s);
}

void TestFailureText::aCodeSaysMoreThanATimeLimit()
{
    base::Error error = base::serverError(50, "MaxTimeMSExpired", "operation exceeded time limit");
    error.code = Errc::Timeout;
    QCOMPARE(describe(error).sentence, ofServer(50).sentence);
    QCOMPARE(describe(error).remedy, FailureRemedy::Retry);
}

void TestFailureText::garbageIsNotAServerThatIsDown()
{
    const FailureText garbage = describe(base::failure(Errc::Protocol, "unexpected opcode"));
    const FailureText down = describe(base::failure(Errc::Network, "connection refused"));
    QVERIFY(garbage.sentence != down.sentence);
    QVERIFY(garbage.advice != down.advice);
    QVERIFY(!garbage.connectionLost);
}

void TestFailureText::whatWasDeletedBeforeAFailureIsSaid()
{
    Error error = base::serverError(13, "Unauthorized", "no");
    const QString plain = describe(error).sentence;
    error.deleted = 7;
    const QString said = describe(error).sentence;
    QVERIFY2(said.startsWith(plain) && said != plain, qPrintable(said));
    QVERIFY2(said.contains(u" 7 "_s), qPrintable(said));
    QVERIFY2(inOneLine(describe(error)).contains(said), qPrintable(said));
    // no command had deleted anything
    error.deleted = 0;
    QCOMPARE(describe(error).sentence, plain);
    // read back: it is not known which command deleted them
    Error cut = base::failure(Errc::Conflict, "x").because(base::LocalReason::DeletionCut);
    cut.deleted = 7;
    const QString found = describe(cut).sentence;
    QVERIFY2(found.contains(u" 7 "_s) && found.contains(u"reading back"_s)
                 && !found.contains(u"Before that"_s),
             qPrintable(found));
}

void TestFailureText::everyFaultOfJsonHasWordsAndItsPlace()
{
    std::set<QString> sentences;
    constexpr int kLast = static_cast<int>(bson::JsonFault::WrongContent);
    for (int each = 0; each <= kLast; ++each) {
        const auto fault = static_cast<bson::JsonFault>(each);
        const QString words = jsonFaultText({fault, 0, 7, "the \"%1\"."});
        QVERIFY2(words.endsWith(u'.'), qPrintable(words));
        const bool hasPlace
            = fault != bson::JsonFault::TooLarge && fault != bson::JsonFault::NotADocument;
        QCOMPARE(words.startsWith(u"At character 7: "_s), hasPlace);
        sentences.insert(words);
    }
    QCOMPARE(sentences.size(), std::size_t{kLast} + 1);
    const QString third = jsonFaultText({bson::JsonFault::ColonExpected, 3, 7, {}});
    QVERIFY2(third.startsWith(u"In line 3 at character 7: "_s), qPrintable(third));
    // what was typed is never taken for a place of the sentence
    const QString odd = jsonFaultText({bson::JsonFault::WrongContent, 3, 7, "$%1"});
    QVERIFY2(odd.contains(u"$%1"_s) && odd.contains(u"line 3"_s), qPrintable(odd));
}

SANDGLASS_TEST(TestFailureText)
} // namespace tst_presenters_failure_text

#include "tst_presenters_failure_text.moc"
