// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/ttl/draft.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_ttl_draft {

using namespace sandglass;
using ttl::CollectionKind;
using ttl::DraftField;
using ttl::DraftProblem;
using ttl::DraftRule;
using ttl::DraftSurroundings;
using ttl::Product;
using ttl::TtlIndexDraft;

namespace {

TtlIndexDraft draft()
{
    TtlIndexDraft made;
    made.ns = {"shop", "carts"};
    made.field = "createdAt";
    made.secondsText = "3600";
    return made;
}

DraftSurroundings surroundings(std::vector<int> version = {8, 0})
{
    DraftSurroundings made;
    made.server.versionNumbers = std::move(version);
    made.collection.ns = {"shop", "carts"};
    return made;
}

std::optional<DraftProblem> problem(const TtlIndexDraft& checked, const DraftSurroundings& around,
                                    DraftRule rule)
{
    const auto problems = ttl::check(checked, around);
    const auto found = std::find_if(problems.begin(), problems.end(),
                                    [rule](const DraftProblem& p) { return p.rule == rule; });
    if (found == problems.end()) {
        return std::nullopt;
    }
    return *found;
}

std::vector<DraftRule> rules(const TtlIndexDraft& checked,
                             const DraftSurroundings& around = surroundings())
{
    std::vector<DraftRule> broken;
    for (const DraftProblem& p : ttl::check(checked, around)) {
        broken.push_back(p.rule);
    }
    return broken;
}

using Rules = std::vector<DraftRule>;

} // namespace


class TestDraft : public QObject
{
    Q_OBJECT

private slots:
    void aPlainDraftHasNoProblem() { QCOMPARE(rules(draft()), Rules{}); }
    void fieldRules_data()
    {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<DraftRule>("rule");
        QTest::newRow("empty") << QByteArray("") << DraftRule::FieldEmpty;
        QTest::newRow("_id") << QByteArray("_id") << DraftRule::FieldIsId;
        QTest::newRow("wildcard") << QByteArray("$**") << DraftRule::FieldWildcard;
        QTest::newRow("wildcard below") << QByteArray("a.$**") << DraftRule::FieldWildcard;
        QTest::newRow("two dots") << QByteArray("a..b") << DraftRule::FieldNameInvalid;
        QTest::newRow("leading dot") << QByteArray(".a") << DraftRule::FieldNameInvalid;
        QTest::newRow("trailing dot") << QByteArray("a.") << DraftRule::FieldNameInvalid;
        QTest::newRow("dollar") << QByteArray("$a") << DraftRule::FieldNameInvalid;
        QTest::newRow("dollar below") << QByteArray("a.$b") << DraftRule::FieldNameInvalid;
        QTest::newRow("reference part first") << QByteArray("$id") << DraftRule::FieldNameInvalid;
        QTest::newRow("broken UTF-8") << QByteArray("a\xFF") << DraftRule::FieldNameInvalid;
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << DraftRule::FieldNameInvalid;
        QTest::newRow("too long") << QByteArray(2'040, 'a') << DraftRule::FieldNameInvalid;
    }

    void fieldRules()
    {
        QFETCH(QByteArray, field);
        QFETCH(DraftRule, rule);
        TtlIndexDraft bad = draft();
        bad.field = field.toStdString();
        QCOMPARE(rules(bad), Rules{rule});
        QVERIFY(!ttl::toSpec(bad));
    }

    void pathsThatAnIndexMayHavePass()
    {
        for (const char* path :
             {"a.b", "a.0.b", "_id.date", "a.$id", "a b", "expireAfterSeconds"}) {
            TtlIndexDraft good = draft();
            good.field = path;
            QCOMPARE(rules(good), Rules{});
        }
    }

    void durationRules_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<DraftRule>("rule");
        const std::pair<const char*, DraftRule> cases[]{
            {"", DraftRule::DurationEmpty},
            {"  ", DraftRule::DurationEmpty},
            {"NaN", DraftRule::DurationNotANumber},
            {"Infinity", DraftRule::DurationNotANumber},
            {"1.5", DraftRule::DurationNotANumber},
            {"1e3", DraftRule::DurationNotANumber},
            {"0x10", DraftRule::DurationNotANumber},
            {"1,000", DraftRule::DurationNotANumber},
            {"12 s", DraftRule::DurationNotANumber},
            {"-", DraftRule::DurationNotANumber},
            {"true", DraftRule::DurationNotANumber},
            {"-1", DraftRule::DurationNegative},
            {"-2147483648", DraftRule::DurationNegative},
            {"-99999999999999999999", DraftRule::DurationNegative},
            {"2147483648", DraftRule::DurationTooLarge},
            {"9223372036854775807", DraftRule::DurationTooLarge},
            {"99999999999999999999", DraftRule::DurationTooLarge},
            {"0", DraftRule::DurationZero},
            {"000", DraftRule::DurationZero},
            {"-0", DraftRule::DurationZero}};
        for (const auto& [text, rule] : cases) {
            QTest::newRow(*text ? text : "empty") << QByteArray(text) << rule;
        }
    }

    void durationRules()
    {
        QFETCH(QByteArray, text);
        QFETCH(DraftRule, rule);
        TtlIndexDraft bad = draft();
        bad.secondsText = text.toStdString();
        QCOMPARE(rules(bad), Rules{rule});
        QVERIFY(!ttl::toSpec(bad));
    }

    void durationsInRangePass_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("seconds");
        QTest::newRow("least") << QByteArray("1") << qint64(1);
        QTest::newRow("most") << QByteArray("2147483647") << qint64(2'147'483'647);
        QTest::newRow("spaces around") << QByteArray(" 60 ") << qint64(60);
        QTest::newRow("plus sign") << QByteArray("+60") << qint64(60);
        QTest::newRow("leading zeros") << QByteArray("0060") << qint64(60);
    }

    void durationsInRangePass()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, seconds);
        TtlIndexDraft good = draft();
        good.secondsText = text.toStdString();
        QCOMPARE(rules(good), Rules{});
        QCOMPARE(ttl::toSpec(good)->expireAfterSeconds, std::int64_t{seconds});
    }

    void theStoredDateModeMeansZeroWhateverWasTyped()
    {
        TtlIndexDraft stored = draft();
        stored.atStoredDate = true;
        stored.secondsText = "nonsense";
        QCOMPARE(rules(stored), Rules{});
        QCOMPARE(ttl::toSpec(stored)->expireAfterSeconds, std::int64_t{0});
    }

    void namesThatServersRefuseAreReported()
    {
        for (const std::string& name :
             {std::string("*"), std::string("_id_"), std::string("a\0b", 3), std::string("\xFF")}) {
            TtlIndexDraft named = draft();
            named.name = name;
            QCOMPARE(rules(named), Rules{DraftRule::NameInvalid});
            QVERIFY(!ttl::toSpec(named));
        }
    }

    void aFilterThatIsNoJsonIsReportedWithTheParsersWords()
    {
        TtlIndexDraft partial = draft();
        partial.partialFilterJson = "{oops";
        const auto found = problem(partial, surroundings(), DraftRule::FilterNotJson);
        QVERIFY(found && found->blocks && !found->detail.empty());
        QVERIFY(!ttl::toSpec(partial));
    }

    void anUnsupportedOperatorIsNamed()
    {
        TtlIndexDraft partial = draft();
        partial.partialFilterJson = R"({"a": {"$ne": 5}})";
        QCOMPARE(problem(partial, surroundings(), DraftRule::FilterNotSupported)->detail,
                 std::string("$ne"));
        QVERIFY(!ttl::toSpec(partial));
    }

    void aBlankFilterIsNone()
    {
        TtlIndexDraft partial = draft();
        partial.partialFilterJson = "  \n";
        QCOMPARE(rules(partial), Rules{});
        QVERIFY(!ttl::toSpec(partial)->partialFilter);
    }

    void theSpecHoldsWhatWasTyped()
    {
        TtlIndexDraft whole = draft();
        whole.descending = true;
        whole.hidden = true;
        whole.partialFilterJson = R"({"open": true})";
        const auto spec = ttl::toSpec(whole);
        QVERIFY(spec.has_value());
        QCOMPARE(spec->ns.text(), std::string("shop.carts"));
        QCOMPARE(spec->name, std::string("createdAt_-1"));
        QVERIFY(spec->key == bson::makeDocument("createdAt", -1));
        QVERIFY(*spec->partialFilter == bson::makeDocument("open", true));
        QVERIFY(spec->hidden);
        whole.name = "mine";
        QCOMPARE(ttl::toSpec(whole)->name, std::string("mine"));
    }
};

SANDGLASS_TEST(TestDraft)
} // namespace tst_ttl_draft

#include "tst_ttl_draft.moc"
