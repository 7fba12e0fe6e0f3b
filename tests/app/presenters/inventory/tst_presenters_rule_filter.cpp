// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/inventory/rule_filter.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QTest>

namespace tst_presenters_rule_filter {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace Qt::StringLiterals;
using ttl::doctor::CheckId;

namespace {

RuleRow row(const char* collection, std::int64_t seconds, std::int64_t documents,
            std::int64_t overdue)
{
    RuleRow made;
    made.index = {{"shop", collection}, "t_1"};
    made.field = u"t"_s;
    made.expireAfterSeconds = seconds;
    made.documents = documents;
    made.dated = documents / 2;
    made.overdue = overdue;
    return made;
}

ttl::doctor::Finding trouble(CheckId check)
{
    return {{ttl::doctor::State::Failed}, check, {}, {}};
}

/// Carts: 7 days, 100 documents, 5 overdue. Logs: an hour, 3 million, two rules. Broken: NaN.
/// Fresh: not counted yet.
std::vector<RuleRow> rows()
{
    std::vector<RuleRow> made{row("carts", 604'800, 100, 5), row("logs", 3'600, 3'000'000, 0),
                              row("broken", 0, 10, 0), row("fresh", 60, 0, 0)};
    made[1].findings = {trouble(CheckId::TwoRules)};
    made[1].dated = made[1].documents;
    made[2].findings = {trouble(CheckId::RuleObeyed), trouble(CheckId::NotNan)};
    made[2].expireAfterSeconds.reset();
    made[3].documents.reset();
    made[3].dated.reset();
    made[3].overdue.reset();
    return made;
}

} // namespace

class TestRuleFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void conditionsChooseRules_data();
    void conditionsChooseRules();
    void everyExampleIsACondition();
    void whatCannotBeReadIsSaid_data();
    void whatCannotBeReadIsSaid();
    void theSwitchesAreAddedToWhatWasTyped();
};

void TestRuleFilter::conditionsChooseRules_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("expected");
    const QString carts = u"shop.carts"_s;
    const QString logs = u"shop.logs"_s;
    const QString broken = u"shop.broken"_s;
    const QString fresh = u"shop.fresh"_s;
    QTest::newRow("nothing") << QString() << QStringList{broken, carts, fresh, logs};
    QTest::newRow("overdue") << u"overdue > 0"_s << QStringList{carts};
    QTest::newRow("without blanks") << u"OVERDUE>=5"_s << QStringList{carts};
    QTest::newRow("not known fulfils none") << u"overdue = 0"_s << QStringList{broken, logs};
    QTest::newRow("millions") << u"documents > 1 M"_s << QStringList{logs};
    QTest::newRow("thousands") << u"documents < 1k"_s << QStringList{broken, carts};
    QTest::newRow("days") << u"duration ≥ 1 d"_s << QStringList{carts};
    QTest::newRow("percent") << u"dated < 100 %"_s << QStringList{broken, carts};
    QTest::newRow("percent without the sign") << u"dated = 100"_s << QStringList{logs};
    QTest::newRow("NaN") << u"nan"_s << QStringList{broken};
    QTest::newRow("two rules") << u"two rules"_s << QStringList{logs};
    QTest::newRow("both conditions") << u"documents > 1, overdue > 0"_s << QStringList{carts};
    QTest::newRow("a text and a condition") << u"shop; overdue > 0"_s << QStringList{carts};
    QTest::newRow("a text") << u"LOGS"_s << QStringList{logs};
    QTest::newRow("two equal signs") << u"documents == 100"_s << QStringList{carts};
    QTest::newRow("separated thousands") << u"documents < 1,000"_s << QStringList{broken, carts};
    QTest::newRow("separated millions")
        << u"documents >= 3,000,000, dated = 100"_s << QStringList{logs};
    QTest::newRow("blanks as separators") << u"documents = 3 000 000"_s << QStringList{logs};
    QTest::newRow("a comma between conditions")
        << u"overdue > 4,documents > 1"_s << QStringList{carts};
    QTest::newRow("words") << u"duration < 2 minutes"_s << QStringList{fresh};
    QTest::newRow("a word") << u"duration = 1 minute"_s << QStringList{fresh};
    QTest::newRow("m of a duration") << u"duration = 60 m"_s << QStringList{logs};
    QTest::newRow("several units") << u"duration = 6 days 24 h"_s << QStringList{carts};
    QTest::newRow("Chinese units") << u"duration = 60 分钟"_s << QStringList{logs};
    QTest::newRow("and") << u"documents > 1 and overdue > 0"_s << QStringList{carts};
    QTest::newRow("any name") << u"*"_s << QStringList{broken, carts, fresh, logs};
    QTest::newRow("no such column") << u"colour > 3"_s << QStringList{};
    QTest::newRow("no such unit") << u"overdue > 3 apples"_s << QStringList{};
}

void TestRuleFilter::conditionsChooseRules()
{
    QFETCH(QString, typed);
    QFETCH(QStringList, expected);
    TtlRulesModel rules;
    rules.setRows(rows(), QTimeZone::utc());
    RuleFilter filter(rules);
    QAbstractItemModelTester tester(&filter,
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    filter.sort(TtlRulesModel::NamespaceColumn);
    filter.setTyped(typed);
    QStringList shown;
    for (int i = 0; i < filter.rowCount(); ++i) {
        shown << filter.index(i, TtlRulesModel::NamespaceColumn).data().toString();
    }
    QCOMPARE(shown, expected);
}

void TestRuleFilter::everyExampleIsACondition()
{
    for (const QString& example : ruleFilterExamples()) {
        const std::vector<RuleCondition> conditions = parseRuleFilter(example);
        QCOMPARE(conditions.size(), std::size_t{1});
        QVERIFY2(conditions.front().text.isEmpty(), qPrintable(example));
    }
}

void TestRuleFilter::whatCannotBeReadIsSaid_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("readable");
    QTest::newRow("nothing") << QString() << true;
    QTest::newRow("a name") << u"foo"_s << true;
    QTest::newRow("a comparison") << u"overdue > 5"_s << true;
    QTest::newRow("no such column") << u"foo > 5"_s << false;
    QTest::newRow("a column without numbers") << u"field = 5"_s << false;
    QTest::newRow("no column") << u"> 5"_s << false;
    QTest::newRow("no number yet") << u"overdue >"_s << false;
    QTest::newRow("a word") << u"overdue > many"_s << false;
    QTest::newRow("no such unit") << u"duration > 3 apples"_s << false;
    QTest::newRow("a unit of another column") << u"overdue > 3 minutes"_s << false;
    QTest::newRow("the second one") << u"overdue > 5, foo = 1"_s << false;
    QTest::newRow("too many signs") << u"1 < overdue < 5"_s << false;
}

void TestRuleFilter::whatCannotBeReadIsSaid()
{
    QFETCH(QString, typed);
    QFETCH(bool, readable);
    TtlRulesModel rules;
    rules.setRows(rows(), QTimeZone::utc());
    RuleFilter filter(rules);
    filter.setTyped(typed);
    QCOMPARE(filter.problem().isEmpty(), readable);
    QCOMPARE(filter.isFiltering(), !typed.isEmpty());
    if (!readable) {
        // what was typed is named, so that the mistake is found in a long filter
        QVERIFY2(filter.problem().contains(typed.section(u", "_s, -1)),
                 qPrintable(filter.problem()));
        QCOMPARE(filter.rowCount(), 0);
    }
}

void TestRuleFilter::theSwitchesAreAddedToWhatWasTyped()
{
    TtlRulesModel rules;
    rules.setRows(rows(), QTimeZone::utc());
    RuleFilter filter(rules);
    filter.setOnlyFindings(true);
    QCOMPARE(filter.rowCount(), 2);
    filter.setTyped(u"NaN"_s);
    QCOMPARE(filter.rowCount(), 1);
    filter.setOnlyOverdue(true);
    QCOMPARE(filter.rowCount(), 0);
}

SANDGLASS_TEST(TestRuleFilter)
} // namespace tst_presenters_rule_filter

#include "tst_presenters_rule_filter.moc"
