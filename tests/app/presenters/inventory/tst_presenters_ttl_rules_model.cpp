// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/doctor/check_words.h"
#include "app/presenters/inventory/ttl_rules_model.h"
#include "tests/app/presenters/sentence.h"
#include "tests/support/shown_moment.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QObject>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

namespace tst_presenters_ttl_rules_model {

using namespace sandglass;
using namespace sandglass::presenters;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using tests::hasInOrder;

namespace {

const base::Time kNow(base::Millis(1'893'456'000'000)); // 1 January 2030, 00:00 UTC
using Model = TtlRulesModel;
// behind those that the model names
constexpr int kNextWave = Model::OverdueColumn + 1;
constexpr int kLastChange = kNextWave + 1;
constexpr int kFindings = kLastChange + 1;

RuleRow row(const std::string& collection = "sessions", const std::string& index = "seen_1")
{
    RuleRow made;
    made.index = {{"shop", collection}, index};
    made.field = u"seen"_s;
    made.expireAfterSeconds = 3'600;
    made.asOf = kNow;
    return made;
}

RuleRow counted(std::int64_t documents, std::int64_t dated, std::int64_t overdue)
{
    RuleRow made = row();
    made.documents = documents;
    made.dated = dated;
    made.overdue = overdue;
    return made;
}

/// The model with one row, under the eyes of Qt's tester.
struct OneRow
{
    explicit OneRow(const RuleRow& shown) { model.setRows({shown}, QTimeZone::utc()); }
    QVariant at(int column, int role = Qt::DisplayRole) const
    {
        return model.index(0, column).data(role);
    }
    QString text(int column) const { return at(column).toString(); }
    QString plain(int column) const { return at(column, Model::PlainRole).toString(); }
    QString toolTip(int column) const { return at(column, Qt::ToolTipRole).toString(); }
    double number(int column) const { return at(column, Model::SortRole).toDouble(); }

    Model model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestTtlRulesModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void whatIsNotKnownIsADash();
    void everyModeHasItsWord();
    void theDurationIsShort_data();
    void theDurationIsShort();
    void theBareZeroIsNeverShown();
    void estimatesAreMarked();
    void aFileHasPlainNumbers();
    void theDatedShareOfNothingIsNotKnown();
    void theNextWaveSaysHowManyAndWhen();
    void theLastChangeSaysWhichAndWhen();
    void shortMomentsNameTheirZone();
    void findingsAndWhyItWasNotCountedStandTogether();
    void unknownNumbersAreSortedFirst();
    void hostileNamesAreShownAsTheyAre();
    void collectionsOfSeveralDatabasesHaveTheirWholeNames();
    void rolesLeadToTheRule();
    void theSameRulesKeepTheSelection();
    void anotherOrderKeepsIt();
    void everyColumnHasAHeaderAndAPlaceOfItsOwn();
};

void TestTtlRulesModel::whatIsNotKnownIsADash()
{
    const OneRow shown(row());
    for (const int column : {int{Model::DocumentsColumn}, int{Model::DatedColumn},
                             int{Model::OverdueColumn}, kLastChange}) {
        QCOMPARE(shown.text(column), u"–"_s);
        QCOMPARE(shown.plain(column), QString()); // a dash in a file would be a value
    }
    QCOMPARE(shown.text(kNextWave), u"–"_s);
    QCOMPARE(shown.text(kFindings), QString());
    QCOMPARE(shown.text(Model::HiddenColumn), QString());
}

void TestTtlRulesModel::everyModeHasItsWord()
{
    const RuleRow period = row();
    RuleRow stored = row();
    stored.expireAfterSeconds = 0;
    RuleRow unusable = row();
    unusable.expireAfterSeconds.reset();
    RuleRow own = row();
    own.collectionLevel = true;
    const QSet<QString> modes{
        OneRow(period).text(Model::ModeColumn), OneRow(stored).text(Model::ModeColumn),
        OneRow(unusable).text(Model::ModeColumn), OneRow(own).text(Model::ModeColumn)};
    QCOMPARE(modes.size(), 4);
    QVERIFY(!modes.contains(QString()));
    own.expireAfterSeconds.reset(); // that it is of no use matters more
    QCOMPARE(OneRow(own).text(Model::ModeColumn), OneRow(unusable).text(Model::ModeColumn));
}

void TestTtlRulesModel::theDurationIsShort_data()
{
    QTest::addColumn<qlonglong>("seconds"); // -1: unusable
    QTest::addColumn<QString>("duration");
    QTest::newRow("period") << 3'600LL << u"1 h"_s;
    QTest::newRow("stored date") << 0LL << u"at the date stored"_s;
    QTest::newRow("unusable") << -1LL << u"–"_s;
    QTest::newRow("a day") << 86'400LL << u"1 d"_s;
    QTest::newRow("the largest") << 2'147'483'647LL << u"24,855 d 3 h 14 min 7 s"_s;
}

void TestTtlRulesModel::theDurationIsShort()
{
    QFETCH(qlonglong, seconds);
    QFETCH(QString, duration);
    RuleRow made = row();
    made.expireAfterSeconds = seconds < 0 ? std::nullopt : std::optional<std::int64_t>(seconds);
    QCOMPARE(OneRow(made).text(Model::DurationColumn), duration);
}

void TestTtlRulesModel::theBareZeroIsNeverShown()
{
    // Source: ui/DESIGN.md, Creating a TTL index
    RuleRow made = row();
    made.expireAfterSeconds = 0;
    const OneRow shown(made);
    for (int column = 0; column < shown.model.columnCount(); ++column) {
        QVERIFY(shown.model.index(0, column).data().toString() != u"0"_s);
    }
}

void TestTtlRulesModel::estimatesAreMarked()
{
    RuleRow made = counted(2'000'000, 1'000'000, 1'234);
    made.exact = false;
    made.nextWave = 5'000;
    made.nextWaveAt = kNow + 2h;
    const OneRow shown(made);
    QCOMPARE(shown.text(Model::DocumentsColumn), u"≈ 2,000,000"_s);
    QCOMPARE(shown.text(Model::OverdueColumn),
             u"1,234"_s); // counted through the index all the same
    QVERIFY(hasInOrder(shown.text(kNextWave), {u"≈ 5,000"_s, u"2:00"_s}));
    made.overdueExact = false;
    QCOMPARE(OneRow(made).text(Model::OverdueColumn), u"≈ 1,234"_s);
}

void TestTtlRulesModel::aFileHasPlainNumbers()
{
    RuleRow made = counted(2'000'000, 500'000, 1'234);
    made.exact = false;
    made.changedAt = kNow - 1h;
    const OneRow shown(made);
    QCOMPARE(shown.plain(Model::DocumentsColumn), u"2000000"_s);
    QCOMPARE(shown.plain(Model::OverdueColumn), u"1234"_s);
    QCOMPARE(shown.plain(Model::DatedColumn), u"0.2500"_s);
    QCOMPARE(shown.text(Model::DatedColumn), u"25.0 %"_s);
    QCOMPARE(shown.plain(kLastChange), u"2029-12-31 23:00:00"_s);
}

void TestTtlRulesModel::theDatedShareOfNothingIsNotKnown()
{
    const OneRow shown(counted(0, 0, 0));
    QCOMPARE(shown.text(Model::DatedColumn), u"–"_s);
    QCOMPARE(shown.text(Model::DocumentsColumn), u"0"_s);
    QVERIFY(shown.number(Model::DatedColumn) < 0);
}

void TestTtlRulesModel::theNextWaveSaysHowManyAndWhen()
{
    RuleRow made = counted(10, 10, 0);
    made.nextWave = 7;
    made.nextWaveAt = kNow + 48h;
    const OneRow shown(made);
    QVERIFY(hasInOrder(shown.text(kNextWave), {u"7"_s, u"3 Jan 12:00"_s}));
    QVERIFY(hasInOrder(shown.plain(kNextWave), {u"7"_s, u"2030-01-03 00:00:00"_s}));
    QVERIFY2(hasInOrder(shown.toolTip(kNextWave),
                        {u"seven days"_s, tests::shownMoment(u"2030-01-03 00:00:00"_s), u"UTC"_s}),
             qPrintable(shown.toolTip(kNextWave)));
    made.nextWave = 0; // nothing comes in any hour
    made.nextWaveAt.reset();
    QCOMPARE(OneRow(made).text(kNextWave), u"none in 7 d"_s);
    made.exact = false; // a sample may have missed it
    QCOMPARE(OneRow(made).text(kNextWave), u"≈ 0"_s);
    QVERIFY2(OneRow(made).toolTip(kNextWave).startsWith(u"A sample"_s),
             qPrintable(OneRow(made).toolTip(kNextWave)));
    made.exact = true;
    made.nextWave.reset(); // not counted
    QCOMPARE(OneRow(made).text(kNextWave), u"–"_s);
    QVERIFY(OneRow(made).toolTip(kNextWave) != OneRow(counted(10, 10, 0)).text(kNextWave));
}

void TestTtlRulesModel::theLastChangeSaysWhichAndWhen()
{
    RuleRow made = row();
    const QString none = OneRow(made).toolTip(kLastChange);
    made.changedAt = kNow;
    const QString changed = OneRow(made).toolTip(kLastChange);
    made.created = true;
    const QString created = OneRow(made).toolTip(kLastChange);
    QVERIFY(changed.contains(tests::shownMoment(u"2030-01-01 00:00:00"_s)));
    QVERIFY(created.contains(tests::shownMoment(u"2030-01-01 00:00:00"_s)));
    QVERIFY(created != changed);
    QVERIFY(!none.isEmpty() && !none.contains(u"2030"_s));
}

// Source: ui/DESIGN.md, For everyone.
void TestTtlRulesModel::shortMomentsNameTheirZone()
{
    RuleRow made = counted(10, 10, 0);
    made.nextWave = 7;
    made.nextWaveAt = kNow + 48h;
    made.changedAt = kNow;
    OneRow shown(made);
    shown.model.setRows({made}, QTimeZone("Asia/Kathmandu"));
    for (const int column : {kNextWave, kLastChange}) {
        const auto title = [&](int role) {
            return shown.model.headerData(column, Qt::Horizontal, role).toString();
        };
        QVERIFY(!title(Qt::DisplayRole).contains(u"Kathmandu"_s)); // there is no room
        QVERIFY2(title(Qt::AccessibleTextRole).endsWith(u" · Asia/Kathmandu"_s),
                 qPrintable(title(Qt::AccessibleTextRole)));
        QVERIFY(title(Qt::ToolTipRole).endsWith(u" · Asia/Kathmandu"_s));
        const QString spoken = shown.at(column, Qt::AccessibleTextRole).toString();
        QVERIFY2(spoken.endsWith(u" UTC+05:45"_s), qPrintable(spoken));
        QVERIFY(shown.toolTip(column).contains(u"UTC+05:45"_s));
        QCOMPARE(shown.at(column, Model::CopyRole).toString(), spoken);
    }
    QCOMPARE(shown.at(Model::NamespaceColumn, Model::CopyRole).toString(),
             shown.text(Model::NamespaceColumn));
    QVERIFY(shown.at(kNextWave, Qt::AccessibleTextRole).toString().startsWith(u"7 "_s));
    // a dash is no moment
    QVERIFY(!OneRow(row()).at(kNextWave, Qt::AccessibleTextRole).isValid());
    QVERIFY(!OneRow(row()).at(kLastChange, Qt::AccessibleTextRole).isValid());
}

void TestTtlRulesModel::findingsAndWhyItWasNotCountedStandTogether()
{
    RuleRow made = row();
    ttl::doctor::Finding finding;
    finding.check = ttl::doctor::CheckId::TwoRules;
    made.findings.push_back(finding);
    finding.check = ttl::doctor::CheckId::HiddenDeletes;
    made.findings.push_back(finding);
    made.problem = u"%1 is \"refused\""_s;
    const OneRow shown(made);
    QVERIFY2(hasInOrder(shown.text(kFindings),
                        {wordsOf(ttl::doctor::CheckId::TwoRules).trouble(),
                         wordsOf(ttl::doctor::CheckId::HiddenDeletes).trouble(), made.problem}),
             qPrintable(shown.text(kFindings)));
    QCOMPARE(shown.number(kFindings), 2.0);
    QVERIFY(shown.at(0, Model::FindingRole).toBool());
}

void TestTtlRulesModel::unknownNumbersAreSortedFirst()
{
    const OneRow unknown(row());
    const OneRow none(counted(0, 0, 0));
    for (const int column : {int{Model::DocumentsColumn}, int{Model::OverdueColumn}}) {
        QVERIFY(unknown.number(column) < none.number(column));
    }
    RuleRow made = counted(5, 5, 0);
    made.nextWaveAt = kNow;
    made.nextWave = 1;
    // the soonest wave sorts first, a rule without a wave last
    QVERIFY(OneRow(made).number(kNextWave) < none.number(kNextWave));
}

void TestTtlRulesModel::hostileNamesAreShownAsTheyAre()
{
    RuleRow made = row("a\n\"b\",%1<b>\u202E", "=cmd()");
    made.field = QString(10'240, u'过');
    const OneRow shown(made);
    QCOMPARE(shown.text(Model::NamespaceColumn), u"shop.a\n\"b\",%1<b>\u202E"_s);
    QCOMPARE(shown.text(Model::FieldColumn), made.field);
}

void TestTtlRulesModel::collectionsOfSeveralDatabasesHaveTheirWholeNames()
{
    RuleRow other = row();
    other.index.ns.database = "crm";
    for (const RuleRow& made : {row(), other}) {
        const OneRow shown(made);
        const QString whole = QString::fromStdString(made.index.ns.database) + u".sessions"_s;
        QCOMPARE(shown.text(Model::NamespaceColumn), whole);
        QCOMPARE(shown.plain(Model::NamespaceColumn), whole);
        // null: a screen reader says the text
        const QVariant spoken = shown.at(Model::NamespaceColumn, Qt::AccessibleTextRole);
        QVERIFY(spoken.isNull() || spoken.toString() == whole);
    }
}

void TestTtlRulesModel::rolesLeadToTheRule()
{
    RuleRow made = counted(5, 5, 1);
    const OneRow shown(made);
    for (int column = 0; column < shown.model.columnCount(); ++column) {
        const QModelIndex cell = shown.model.index(0, column);
        QCOMPARE(cell.data(Model::IndexRefRole).value<ttl::IndexRef>(), made.index);
        QCOMPARE(cell.data(Model::NamespaceRole).value<protocol::Namespace>(), made.index.ns);
        QVERIFY(cell.data(Model::OverdueRole).toBool());
        QVERIFY(!cell.data(Model::FindingRole).toBool());
    }
    QVERIFY(!OneRow(row()).model.index(0, 0).data(Model::OverdueRole).toBool());
}

void TestTtlRulesModel::theSameRulesKeepTheSelection()
{
    OneRow shown(row());
    const QPersistentModelIndex selected = shown.model.index(0, 0);
    QSignalSpy changed(&shown.model, &QAbstractItemModel::dataChanged);
    RuleRow later = counted(1, 1, 1);
    shown.model.setRows({later}, QTimeZone("Asia/Kathmandu"));
    QVERIFY(selected.isValid());
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.front().at(1).toModelIndex().column(), shown.model.columnCount() - 1);
}

void TestTtlRulesModel::anotherOrderKeepsIt()
{
    Model model;
    const QAbstractItemModelTester tester(&model);
    model.setRows({row("a"), row("b")}, QTimeZone::utc());
    const QPersistentModelIndex selected = model.index(0, 0);
    model.setRows({row("b"), row("a")}, QTimeZone::utc());
    QVERIFY(selected.isValid());
    QCOMPARE(selected.row(), 1);
    QCOMPARE(selected.data(Model::IndexRefRole).value<ttl::IndexRef>(), row("a").index);
    model.setRows({}, QTimeZone::utc());
    QVERIFY(!selected.isValid());
    QCOMPARE(model.rowCount(), 0);
}

void TestTtlRulesModel::everyColumnHasAHeaderAndAPlaceOfItsOwn()
{
    const Model model;
    QStringList headers;
    std::vector<int> places;
    for (const RuleColumn& column : ruleColumns()) {
        headers << column.cell.header();
        places.push_back(column.place);
        QCOMPARE(column.filterName != nullptr, column.filterNumber != nullptr);
    }
    QCOMPARE(model.columnCount(), static_cast<int>(headers.size()));
    QCOMPARE(headers.removeDuplicates(), 0);
    QVERIFY(!headers.contains(QString()));
    std::ranges::sort(places);
    QVERIFY(std::ranges::unique(places).empty());
}

SANDGLASS_TEST(TestTtlRulesModel)
} // namespace tst_presenters_ttl_rules_model

#include "tst_presenters_ttl_rules_model.moc"
