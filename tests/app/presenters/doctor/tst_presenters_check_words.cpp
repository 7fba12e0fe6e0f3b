// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/doctor/check_words.h"
#include "app/presenters/doctor/doctor_words.h"
#include "app/presenters/words/words.h"
#include "app/ttl/doctor/check.h"
#include "tests/app/presenters/sentence.h"
#include "tests/support/shown_moment.h"
#include "tests/support/test_program.h"

#include <QLocale>
#include <QObject>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

namespace tst_presenters_check_words {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::evidenceText;
using presenters::verdictText;
using presenters::wordsOf;
using ttl::doctor::CheckId;
using ttl::doctor::Evidence;
using ttl::doctor::Finding;
using ttl::doctor::State;

namespace {

const base::Time kNow(base::Millis(1'893'456'000'000)); // 1 January 2030, 00:00 UTC

/// What a check saw, and what the sentence about it has, in this order; unset: there is none.
struct Case
{
    const char* name;
    CheckId check;
    State state;
    std::function<void(Evidence&)> fill;
    std::optional<QStringList> parts;
};

void nothing(Evidence& /*evidence*/) { }

auto counts(std::int64_t count, std::int64_t of, const std::string& id = {},
            const std::string& detail = {})
{
    return [=](Evidence& evidence) {
        evidence.count = count;
        evidence.of = of;
        evidence.sampleId = id;
        evidence.detail = detail;
    };
}

auto detail(const std::string& text)
{
    return [=](Evidence& evidence) { evidence.detail = text; };
}

auto member(ttl::Topology topology, const std::string& set = {})
{
    return [=](Evidence& evidence) {
        evidence.topology = topology;
        evidence.detail = set;
    };
}

auto seconds(std::int64_t value)
{
    return [=](Evidence& evidence) { evidence.seconds = value; };
}

void atNow(Evidence& evidence)
{
    evidence.moment = kNow;
}

std::optional<QStringList> says(const QStringList& parts = {})
{
    return parts;
}

const std::vector<Case>& indexCases()
{
    static const std::vector<Case> kCases{
        {"rules", CheckId::RuleThere, State::Passed, counts(2, 0), says({u"2 "_s})},
        {"no rule", CheckId::RuleThere, State::Failed, nothing, says()},
        {"ordinary index", CheckId::RuleThere, State::Failed, detail("%1_\"x\""),
         says({u" %1_\"x\" "_s})},
        {"monitor on", CheckId::MonitorOn, State::Passed, nothing, std::nullopt},
        {"monitor off", CheckId::MonitorOn, State::Failed, nothing, says({u"ttlMonitorEnabled"_s})},
        {"primary", CheckId::Primary, State::Passed, member(ttl::Topology::Standalone),
         says({u"Standalone"_s})},
        {"secondary", CheckId::Primary, State::Failed, member(ttl::Topology::Secondary, "rs%2"),
         says({u"Replica set rs%2 (secondary)"_s, u" "_s})},
        {"full disk", CheckId::TakesWrites, State::Failed,
         [](Evidence& evidence) {
             evidence.moment = kNow;
             evidence.detail = "No space left on device";
         },
         says({tests::shownMoment(u"2030-01-01 00:00:00"_s), u"the disk is full"_s})},
        {"read only", CheckId::TakesWrites, State::Failed, nothing, says()},
        {"writing", CheckId::TakesWrites, State::Passed, nothing, std::nullopt},
        {"damaged", CheckId::DataReadable, State::Failed, atNow,
         says({tests::shownMoment(u"2030-01-01 00:00:00"_s)})},
        {"damaged at some time", CheckId::DataReadable, State::Failed, nothing, says()},
        {"being built", CheckId::IndexReady, State::Failed, nothing, says()},
        {"key", CheckId::SingleField, State::Failed, detail("{ a: 1, b: 1 }"),
         says({u"{ a: 1, b: 1 }"_s})},
        {"_id", CheckId::NotId, State::Failed, nothing, says({u"_id"_s})},
        {"not _id", CheckId::NotId, State::Passed, nothing, std::nullopt},
        {"value", CheckId::ValueInRange, State::Passed, seconds(3'600), says({u" 3,600 s"_s})},
        {"negative value", CheckId::ValueInRange, State::Failed, seconds(-1), says({u" -1 s"_s})},
        {"text as value", CheckId::ValueInRange, State::Failed, detail("\"%1\""),
         says({u" \"%1\""_s})},
        {"value in order", CheckId::NotNan, State::Passed, nothing, std::nullopt},
        {"largest value", CheckId::NotNan, State::Warning, seconds(2'147'483'647),
         says({u"NaN"_s})},
        {"NaN", CheckId::NotNan, State::Failed, detail("6.0.1"), says({u"NaN"_s, u" 6.0.1"_s})},
        {"hidden", CheckId::HiddenDeletes, State::Warning, nothing, says()},
        {"unused", CheckId::QueryUse, State::Warning, counts(0, 0), says({u" 0 "_s})},
        {"two rules", CheckId::TwoRules, State::Warning, counts(2, 0, {}, "a_1, %1"),
         says({u"2 "_s, u" a_1, %1"_s})},
        {"one rule", CheckId::TwoRules, State::Passed, counts(1, 0, {}, "a_1"), std::nullopt},
        {"own rule", CheckId::CollectionRule, State::Warning, seconds(3'600),
         says({presenters::ruleWords(3'600)})},
        {"own rule at the date", CheckId::CollectionRule, State::Warning, seconds(0),
         says({presenters::ruleWords(0)})},
    };
    return kCases;
}

const std::vector<Case>& documentCases()
{
    const QString now = tests::shownMoment(u"2030-01-01 00:00:00"_s);
    static const std::vector<Case> kCases{
        {"no value", CheckId::FieldPresent, State::Failed, counts(1'200, 30'000, "5"),
         says({u"1,200 "_s, u" 30,000 "_s, u"_id 5"_s})},
        {"no value, no sample", CheckId::FieldPresent, State::Failed, counts(3, 12),
         says({u"3 "_s, u" 12 "_s})},
        {"one without a value", CheckId::FieldPresent, State::Failed, counts(1, 801),
         says({u" 1 of 801 documents."_s})},
        {"one of another type", CheckId::FieldType, State::Failed, counts(1, 801),
         says({u" 1 of 801 documents."_s})},
        {"one array", CheckId::ArrayContents, State::Failed, counts(1, 801),
         says({u" 1 of 801 documents."_s})},
        {"one outside", CheckId::PartialFilter, State::Warning, counts(1, 801),
         says({u" 1 of 801 documents."_s})},
        {"a value each", CheckId::FieldPresent, State::Passed, counts(0, 12),
         says({u"0 "_s, u" 12 "_s})},
        {"text", CheckId::FieldType, State::Failed, counts(1, 2, "\"%1\"", "string"),
         says({u"1 "_s, u" 2 "_s, u"_id \"%1\""_s, u" string"_s})},
        {"other values, no type", CheckId::FieldType, State::Failed, counts(1, 2),
         says({u"1 "_s, u" 2 "_s})},
        {"arrays", CheckId::ArrayContents, State::Failed, counts(1, 2, "7"),
         says({u"1 "_s, u" 2 "_s, u"_id 7"_s})},
        {"outside", CheckId::PartialFilter, State::Warning, counts(4, 9),
         says({u"4 "_s, u" 9 "_s})},
        {"ttl fields", CheckId::DocumentTtl, State::Failed, counts(2, 100, "1"),
         says({u"2 "_s, u" 100 "_s, u"_id 1"_s})},
        {"waiting", CheckId::FutureDate, State::Passed, counts(7, 9), says({u"7 "_s})},
        {"one to come", CheckId::FutureDate, State::Failed,
         [](Evidence& evidence) {
             evidence.count = 1;
             evidence.moment = kNow;
         },
         says({now})},
        {"dates to come", CheckId::FutureDate, State::Warning,
         [](Evidence& evidence) {
             evidence.count = 3;
             evidence.of = 9;
             evidence.moment = kNow;
         },
         says({u"3 "_s, u" 9 "_s, now})},
        {"out of range", CheckId::TimeSeriesRange, State::Failed, atNow, says({now})},
        {"clocks agree", CheckId::ServerClock, State::Passed, seconds(2), says()},
        {"clock ahead", CheckId::ServerClock, State::Failed, seconds(5'400),
         says({u"1 h 30 min ahead"_s})},
        {"clock behind", CheckId::ServerClock, State::Warning, seconds(-45),
         says({u" 45 s behind"_s})},
        {"last pass", CheckId::PassesMoving, State::Passed, atNow, says({now})},
        {"no pass", CheckId::PassesMoving, State::Failed, seconds(600), says({u" 10 min"_s})},
        {"no pass yet", CheckId::PassesMoving, State::Unknown, seconds(30), says({u" 30 s"_s})},
    };
    return kCases;
}

void addRows(const std::vector<Case>& cases)
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases.size(); ++i) {
        QTest::newRow(cases[i].name) << static_cast<int>(i);
    }
}

QString textOf(const Case& each)
{
    Finding finding;
    finding.check = each.check;
    finding.state = each.state;
    each.fill(finding.evidence);
    return evidenceText(finding, QTimeZone::utc());
}

/// Whether the evidence of a case is the sentence that it wants.
bool isAsWanted(const Case& each)
{
    const QString words = textOf(each);
    return each.parts ? !words.isEmpty() && tests::hasInOrder(words, *each.parts) : words.isEmpty();
}

ttl::Verdict due(base::Time at)
{
    return {bson::Date::from(at), at, {}};
}

} // namespace

class TestCheckWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void evidenceOfAnIndexIsASentence_data() { addRows(indexCases()); }
    void evidenceOfAnIndexIsASentence();
    void evidenceOfDocumentsIsASentence_data() { addRows(documentCases()); }
    void evidenceOfDocumentsIsASentence();
    void everyReportedCheckIsTried();
    void whatIsRefusedOrNotReportedSaysSo();
    void missingEvidenceLeavesNoPlaceholder();
    void hugeCountsStayWithinTheSentence();
    void aDocumentsVerdictIsASentence();
};

void TestCheckWords::evidenceOfAnIndexIsASentence()
{
    QFETCH(int, index);
    const Case& each = indexCases().at(static_cast<std::size_t>(index));
    QVERIFY2(isAsWanted(each), qPrintable(textOf(each)));
}

void TestCheckWords::evidenceOfDocumentsIsASentence()
{
    QFETCH(int, index);
    const Case& each = documentCases().at(static_cast<std::size_t>(index));
    QVERIFY2(isAsWanted(each), qPrintable(textOf(each)));
}

void TestCheckWords::everyReportedCheckIsTried()
{
    for (const auto& check : ttl::doctor::kChecks) {
        const auto about = [&](const Case& each) { return each.check == check.id; };
        QVERIFY2(check.shownIn == ttl::doctor::ShownIn::Inventory
                     || std::ranges::any_of(indexCases(), about)
                     || std::ranges::any_of(documentCases(), about),
                 qPrintable(u"check %1 has no case"_s.arg(static_cast<int>(check.id))));
    }
}

void TestCheckWords::whatIsRefusedOrNotReportedSaysSo()
{
    QStringList refused;
    QStringList unknown;
    for (const auto& check : ttl::doctor::kChecks) {
        if (check.shownIn != ttl::doctor::ShownIn::Inventory) {
            refused << textOf({"", check.id, State::NotPermitted, nothing, {}});
            unknown << textOf({"", check.id, State::Unknown, nothing, {}});
        }
    }
    QVERIFY(!refused.contains(QString()) && !unknown.contains(QString()));
    QCOMPARE(QSet<QString>(refused.begin(), refused.end()).size(), 1);
    QCOMPARE(QSet<QString>(unknown.begin(), unknown.end()).size(), 1);
    QVERIFY(refused.front() != unknown.front());
}

void TestCheckWords::missingEvidenceLeavesNoPlaceholder()
{
    for (const auto& check : ttl::doctor::kChecks) {
        for (int state = 0; state <= static_cast<int>(State::Unknown); ++state) {
            if (check.shownIn == ttl::doctor::ShownIn::Inventory) {
                continue;
            }
            const Case bare{"", check.id, static_cast<State>(state), nothing, {}};
            QVERIFY2(!textOf(bare).contains(u'%'), qPrintable(textOf(bare)));
        }
    }
}

void TestCheckWords::hugeCountsStayWithinTheSentence()
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const QString words
        = textOf({"", CheckId::FieldPresent, State::Failed, counts(kMost, kMost), {}});
    QVERIFY2(words.contains(u" 9,223,372,036,854,775,807 "_s), qPrintable(words));
    QVERIFY(!words.startsWith(u'-'));
}

void TestCheckWords::aDocumentsVerdictIsASentence()
{
    const QString never = verdictText({{}, {}, ttl::NeverReason::NoField}, kNow, false);
    QVERIFY2(never.contains(presenters::neverText(ttl::NeverReason::NoField)), qPrintable(never));
    const QString waits = verdictText(due(kNow + 52h), kNow, true);
    QVERIFY2(waits.contains(u"in 2 d 4 h"_s), qPrintable(waits));
    const QString goes = verdictText(due(kNow - 3min), kNow, false);
    QVERIFY2(goes.contains(u"3 min overdue"_s), qPrintable(goes));
    const QString stopped = verdictText(due(kNow - 3min), kNow, true);
    QVERIFY(stopped != goes); // it is due and does not go
    // due at this very moment
    QVERIFY(verdictText(due(kNow), kNow, false).section(u'(', 0, 0) == goes.section(u'(', 0, 0));
}

SANDGLASS_TEST(TestCheckWords)
} // namespace tst_presenters_check_words

#include "tst_presenters_check_words.moc"
