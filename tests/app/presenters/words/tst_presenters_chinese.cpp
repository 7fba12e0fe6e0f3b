// SPDX-License-Identifier: GPL-3.0-or-later
// What presenters say in Chinese: whole, and with the names and numbers that it is about.
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/presenters/connections/connection_fault_words.h"
#include "app/presenters/connections/connection_words.h"
#include "app/presenters/doctor/action_words.h"
#include "app/presenters/doctor/check_words.h"
#include "app/presenters/doctor/doctor_words.h"
#include "app/presenters/documents/document_edit.h"
#include "app/presenters/documents/document_query_text.h"
#include "app/presenters/effect/edit_words.h"
#include "app/presenters/journal/journal_words.h"
#include "app/presenters/purge/purge_words.h"
#include "app/presenters/restore/restore_words.h"
#include "app/presenters/words/failure_text.h"
#include "app/presenters/words/json_fault_text.h"
#include "app/presenters/words/server_state_words.h"
#include "app/presenters/words/words.h"
#include "app/services/indexes/index_service.h"
#include "app/services/journal/journal_service.h"
#include "app/services/purge/purge_service.h"
#include "app/services/restore/restore_folder.h"
#include "app/ttl/doctor/check.h"
#include "resources/languages.h"
#include "resources/resources.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

namespace tst_presenters_chinese {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// Whether a text is Chinese and has no place left open.
bool isWhole(const QString& text)
{
    const bool chinese
        = std::ranges::any_of(text, [](QChar unit) { return unit.script() == QChar::Script_Han; });
    // "%25" in a sentence about connection strings is none
    static const QRegularExpression kPlace(u"%(L?[1-9](?![0-9A-F])|L?n)"_s);
    return chinese && !text.contains(kPlace);
}

/// Those texts of a list that are not.
QString faulty(const QStringList& texts)
{
    QStringList left;
    std::ranges::copy_if(texts, std::back_inserter(left),
                         [](const QString& text) { return !isWhole(text); });
    return left.join(u'\n');
}

/// A check that failed for `count` of a million documents, in the index "名_1".
QString evidenceOf(ttl::doctor::CheckId check, std::int64_t count)
{
    ttl::doctor::Finding finding;
    finding.check = check;
    finding.state = ttl::doctor::State::Failed;
    finding.evidence.count = count;
    finding.evidence.of = 1'000'000;
    finding.evidence.sampleId = "\"%3\"";
    return evidenceText(finding, QTimeZone::utc());
}

services::JournalEntry entryOf(services::JournalKind kind)
{
    services::JournalEntry entry;
    entry.kind = kind;
    entry.ns = {"shop", "carts"};
    entry.index = "seen_1";
    return entry;
}

} // namespace

class TestChinese : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void checksHaveTitlesAndAdvice();
    void evidenceHasItsNumbers();
    void everyFaultOfAConnectionIsExplained();
    void everyErrorHasASentence();
    void everyReasonOfOurOwnHasASentence();
    void everyFaultOfJsonHasASentence();
    void whatIsTypedWrongIsNotExplainedInEnglish();
    void everyRuleOfADraftHasASentence();
    void theEffectIsSaid();
    void aPurgeIsDescribed();
    void everyEntryOfTheJournalHasATitle();
    void restorePointsSayWhatTheyWereMadeFor();
    void durationsAndCountdownsAreShort();
    void thePlaceOfAServerIsSaid();
};

void TestChinese::initTestCase()
{
    resources::initResources();
    QCOMPARE(resources::installLanguage(u"zh_CN"_s), u"zh_CN"_s);
}

void TestChinese::checksHaveTitlesAndAdvice()
{
    QStringList texts;
    for (const auto& check : ttl::doctor::kChecks) {
        const CheckWords& words = wordsOf(check.id);
        texts << (words.title ? words.title() : words.trouble());
    }
    for (int action = 1; action < static_cast<int>(ttl::doctor::kActionCount); ++action) {
        texts << wordsOf(static_cast<ttl::doctor::Action>(action)).advice();
    }
    QCOMPARE(faulty(texts), QString());
    QCOMPARE(texts.removeDuplicates(), 0);
}

void TestChinese::evidenceHasItsNumbers()
{
    using ttl::doctor::CheckId;
    for (const CheckId check : {CheckId::FieldPresent, CheckId::FieldType, CheckId::ArrayContents,
                                CheckId::PartialFilter, CheckId::DocumentTtl}) {
        for (const std::int64_t count : {std::int64_t{1}, std::int64_t{1'234}}) {
            const QString words = evidenceOf(check, count);
            // the "%3" of the identifier stays as it is
            QVERIFY2(isWhole(QString(words).remove(u"\"%3\""_s)), qPrintable(words));
            QVERIFY2(words.contains(countText(count)), qPrintable(words));
            QVERIFY2(words.contains(countText(1'000'000)), qPrintable(words));
            QVERIFY2(words.contains(u"\"%3\""_s), qPrintable(words));
        }
    }
}

void TestChinese::everyFaultOfAConnectionIsExplained()
{
    QStringList texts;
    for (int fault = 1; fault <= static_cast<int>(protocol::ConnectionFault::OptionEscape);
         ++fault) {
        protocol::ConnectionReading reading;
        reading.fault = static_cast<protocol::ConnectionFault>(fault);
        reading.position = 3;
        texts << faultWords(reading);
    }
    QCOMPARE(faulty(texts), QString());
    QCOMPARE(texts.removeDuplicates(), 0);
}

void TestChinese::everyErrorHasASentence()
{
    for (int code = 0; code <= static_cast<int>(Errc::Internal); ++code) {
        const FailureText failure = describe(base::failure(static_cast<Errc>(code), "the server"));
        QVERIFY2(isWhole(failure.sentence), qPrintable(failure.sentence));
        QVERIFY2(failure.advice.isEmpty() || isWhole(failure.advice), qPrintable(failure.advice));
        QCOMPARE(failure.details, u"the server"_s); // the server's words stay as they are
    }
    for (const ServerCodeRow& known : serverCodeRows()) {
        const FailureText failure = describe(base::serverError(known.code, "Name", "the server"));
        QVERIFY2(isWhole(failure.sentence), qPrintable(failure.sentence));
        QVERIFY2(isWhole(failure.advice), qPrintable(failure.advice));
        QCOMPARE(failure.why, QString());
    }
    QVERIFY(isWhole(describe(base::serverError(77'777, "Name", "the server")).why));
}

void TestChinese::everyReasonOfOurOwnHasASentence()
{
    QStringList texts;
    QStringList advices;
    for (int each = 1; each <= static_cast<int>(base::LocalReason::LocalEngineOnly); ++each) {
        const FailureText failure = describe(base::failure(Errc::Conflict, "the reason")
                                                 .because(static_cast<base::LocalReason>(each)));
        texts << failure.sentence;
        advices << failure.advice;
        QCOMPARE(failure.details, u"the reason"_s);
    }
    QCOMPARE(faulty(texts + advices), QString());
    QCOMPARE(texts.removeDuplicates(), 0);
}

void TestChinese::everyFaultOfJsonHasASentence()
{
    QStringList texts;
    for (int each = 0; each <= static_cast<int>(bson::JsonFault::WrongContent); ++each) {
        texts << jsonFaultText({static_cast<bson::JsonFault>(each), 0, 7, "$oid"});
    }
    texts << jsonFaultText({bson::JsonFault::ValueExpected, 3, 7, {}});
    QCOMPARE(faulty(texts), QString());
    QCOMPARE(texts.removeDuplicates(), 0);
}

void TestChinese::whatIsTypedWrongIsNotExplainedInEnglish()
{
    static const QRegularExpression kWord(u"[a-z]{4}"_s);
    const QString typed = u"{\"a\": x}"_s;
    const ttl::DraftProblem filter{ttl::DraftField::PartialFilter, ttl::DraftRule::FilterNotJson,
                                   "Invalid", true,
                                   bson::JsonProblem{bson::JsonFault::ValueExpected, 0, 7, {}}};
    for (const QString& problem :
         {readFilter(typed, {}).problem, readSort(typed).problem,
          judgeEdit(typed, {}, {{}, {}, QTimeZone::utc()}).problem, verdictFor(filter).text}) {
        QVERIFY2(isWhole(problem), qPrintable(problem));
        QVERIFY2(problem.contains(u'7'), qPrintable(problem)); // the place
        QVERIFY2(!problem.contains(kWord), qPrintable(problem));
    }
}

void TestChinese::everyRuleOfADraftHasASentence()
{
    QStringList texts;
    for (int rule = 0; rule <= static_cast<int>(ttl::DraftRule::DateInPastWarning); ++rule) {
        texts << verdictFor(
                     {ttl::DraftField::Field, static_cast<ttl::DraftRule>(rule), "seen_1", true})
                     .text;
    }
    QCOMPARE(faulty(texts), QString());
    QCOMPARE(texts.removeDuplicates(), 0);
}

void TestChinese::theEffectIsSaid()
{
    services::EffectAnswer answer;
    ttl::Impact impact;
    impact.affected = 1'284'310;
    impact.documents = 9'020'114;
    impact.bytes = 2'048;
    impact.oldest = impact.newest = bson::Date{0};
    answer.impact = impact;
    const EffectState state = effectState(answer, 100.0, QTimeZone::utc());
    for (const QString& number : {u"1,284,310"_s, u"9,020,114"_s, u"14.2"_s}) {
        QVERIFY2(state.sentence.contains(number), qPrintable(state.sentence));
    }
    QCOMPARE(faulty({state.sentence, state.detail, whyTypeName(state, true),
                     whyTypeName(state, false), whyTypeName({}, false)}),
             QString());
}

void TestChinese::aPurgeIsDescribed()
{
    services::PurgeJob job;
    job.total = 5'000;
    job.deleted = 1'200;
    job.changed = 2;
    job.gone = 1;
    job.batches = 3;
    services::PurgeStatus status;
    QStringList texts{purgeFigures(job, status)};
    for (const services::PurgePhase phase :
         {services::PurgePhase::Archiving, services::PurgePhase::Preparing,
          services::PurgePhase::Running, services::PurgePhase::Waiting,
          services::PurgePhase::OutsideHours, services::PurgePhase::Ended}) {
        status.phase = phase;
        texts << purgeStatusText(job, status);
    }
    status.phase = services::PurgePhase::Paused;
    for (int reason = 0; reason <= static_cast<int>(services::PauseReason::Failure); ++reason) {
        status.reason = static_cast<services::PauseReason>(reason);
        texts << purgeStatusText(job, status);
    }
    texts << purgeReport(job, status, QTimeZone::utc()).split(u'\n');
    QCOMPARE(faulty(texts), QString());
    EffectState effect;
    effect.phase = Phase::Ready;
    effect.affected = 1'234;
    const QString button = purgeButtonText(PurgeForm(), effect);
    QVERIFY2(isWhole(button) && button.contains(u"1,234"_s) && button.contains(u'3'),
             qPrintable(button));
}

void TestChinese::everyEntryOfTheJournalHasATitle()
{
    QStringList titles;
    for (int kind = 0; kind <= static_cast<int>(services::JournalKind::RestoreData); ++kind) {
        titles << journalRow(entryOf(static_cast<services::JournalKind>(kind))).what;
    }
    QCOMPARE(faulty(titles), QString());
    QCOMPARE(titles.removeDuplicates(), 0);
    QVERIFY(titles.front().contains(u"seen_1"_s));
    QVERIFY(titles.front().contains(u"shop.carts"_s));
}

void TestChinese::restorePointsSayWhatTheyWereMadeFor()
{
    using services::RestoreReason;
    QStringList texts;
    for (const RestoreReason reason : {RestoreReason::ByHand, RestoreReason::BeforeChange,
                                       RestoreReason::BeforePurge, RestoreReason::BeforeRestore}) {
        texts << causeWords({reason, {"shop", "carts"}, {}});
    }
    texts << causeWords({RestoreReason::BeforeChange, {}, {}});
    QCOMPARE(faulty(texts), QString());
    QCOMPARE(texts.removeDuplicates(), 0);
}

void TestChinese::durationsAndCountdownsAreShort()
{
    const base::Time now(base::Millis(1'893'456'000'000));
    QCOMPARE(faulty({durationWords(45), durationWords(5'400), durationWords(7'776'000),
                     ruleWords(0), ruleWords(3'600), countdownText(now + 52h, now),
                     countdownText(now, now), countdownText(now - 3min, now)}),
             QString());
    QVERIFY(durationWords(7'776'000).startsWith(u"90"_s));
}

void TestChinese::thePlaceOfAServerIsSaid()
{
    using ttl::Topology;
    QStringList texts;
    for (int place = static_cast<int>(Topology::Standalone);
         place <= static_cast<int>(Topology::OtherMember); ++place) {
        texts << topologyWords(static_cast<Topology>(place), "rs0");
    }
    QCOMPARE(faulty(texts), QString());
    QCOMPARE(texts.removeDuplicates(), 0);
    // in the status bar and in the doctor
    ttl::ServerInfo server;
    server.version = "7.0.5";
    server.topology = Topology::Secondary;
    server.replicaSet = "rs0";
    const QString words = topologyWords(server.topology, server.replicaSet);
    QVERIFY2(serverWords(server).endsWith(words), qPrintable(serverWords(server)));
    ttl::doctor::Finding finding;
    finding.check = ttl::doctor::CheckId::Primary;
    finding.state = ttl::doctor::State::Failed;
    finding.evidence.topology = server.topology;
    finding.evidence.detail = server.replicaSet;
    const QString evidence = evidenceText(finding, QTimeZone::utc());
    QVERIFY2(evidence.startsWith(words), qPrintable(evidence));
}

SANDGLASS_TEST(TestChinese)
} // namespace tst_presenters_chinese

#include "tst_presenters_chinese.moc"
