// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/ttl/draft.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include "draft_parts.h"

namespace tst_ttl_draft {

using namespace sandglass;
using namespace sandglass::tests;
using ttl::DraftRule;
using ttl::TtlIndexDraft;

namespace {

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
        QTest::addColumn<qint64>("seconds");
        QTest::addColumn<DraftRule>("rule");
        QTest::newRow("minus one") << qint64(-1) << DraftRule::DurationNegative;
        QTest::newRow("least of 32 bits") << qint64(-2'147'483'648) << DraftRule::DurationNegative;
        QTest::newRow("least of all")
            << std::numeric_limits<qint64>::min() << DraftRule::DurationNegative;
        QTest::newRow("one too many") << qint64(2'147'483'648) << DraftRule::DurationTooLarge;
        QTest::newRow("most of all")
            << std::numeric_limits<qint64>::max() << DraftRule::DurationTooLarge;
        QTest::newRow("zero") << qint64(0) << DraftRule::DurationZero;
    }

    void durationRules()
    {
        QFETCH(qint64, seconds);
        QFETCH(DraftRule, rule);
        TtlIndexDraft bad = draft();
        bad.seconds = seconds;
        QCOMPARE(rules(bad), Rules{rule});
        QVERIFY(!ttl::toSpec(bad));
    }

    void withoutAPeriodADraftIsNotComplete()
    {
        TtlIndexDraft bad = draft();
        bad.seconds.reset();
        QCOMPARE(rules(bad), Rules{DraftRule::DurationEmpty});
        QVERIFY(!ttl::toSpec(bad));
    }

    void durationsInRangePass_data()
    {
        QTest::addColumn<qint64>("seconds");
        QTest::newRow("least") << qint64(1);
        QTest::newRow("most") << qint64(2'147'483'647);
    }

    void durationsInRangePass()
    {
        QFETCH(qint64, seconds);
        TtlIndexDraft good = draft();
        good.seconds = seconds;
        QCOMPARE(rules(good), Rules{});
        QCOMPARE(ttl::toSpec(good)->expireAfterSeconds, std::int64_t{seconds});
    }

    void theStoredDateModeMeansZeroWhateverWasTyped()
    {
        TtlIndexDraft stored = draft();
        stored.atStoredDate = true;
        stored.seconds = -7;
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
        QVERIFY(found->json && found->json->fault == bson::JsonFault::NameExpected);
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
