// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/presenters/documents/document_table_model.h"
#include "app/presenters/words/words.h"
#include "tests/support/shown_moment.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

#include <limits>

namespace tst_presenters_document_table_model {

using namespace sandglass;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using presenters::DocumentRow;
using presenters::momentText;
using ttl::NeverReason;
using Model = presenters::DocumentTableModel;

namespace {

const base::Time kNow(base::Millis(1'893'456'000'000)); // 1 January 2030, 00:00 UTC
constexpr int kDocumentColumn = Model::CountdownColumn + 1;
constexpr qsizetype kLongestCell = 401; // 400 characters and an ellipsis

/// A document with a date at "at", judged by a rule of one hour.
DocumentRow dated(base::Time date)
{
    DocumentRow row;
    row.document = bson::makeDocument("_id", 1, "at", bson::Date::from(date));
    row.id = bson::Value::of(std::int32_t{1});
    row.hasRule = true;
    row.verdict = ttl::judge({"at", 3'600, true, {}}, row.document);
    return row;
}

DocumentRow never(NeverReason reason, const std::string& type = {})
{
    DocumentRow row = dated(kNow);
    row.verdict = {{}, {}, reason};
    row.valueType = type;
    return row;
}

DocumentRow withId(const bson::Value& id)
{
    DocumentRow row = dated(kNow);
    row.id = id;
    return row;
}

/// The model with one row, under the eyes of Qt's tester.
struct Table
{
    explicit Table(const DocumentRow& shown) { model.setRows({shown}, kNow, QTimeZone::utc()); }
    QString text(int column) const { return model.index(0, column).data().toString(); }
    bool is(int role) const { return model.index(0, 0).data(role).toBool(); }

    Model model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestDocumentTableModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void theCountdownFollowsTheRule_data();
    void theCountdownFollowsTheRule();
    void whatNeverExpiresSaysWhy_data();
    void whatNeverExpiresSaysWhy();
    void withoutARuleThereIsNoCountdown();
    void idsAreShownByTheirType_data();
    void idsAreShownByTheirType();
    void longCellsAreCutAndStayText_data();
    void longCellsAreCutAndStayText();
    void onlyTheDateFollowsTheZone();
    void datesThatNoCalendarHasAreNamed();
    void aPageIsReplacedWhole();
    void anEmptyPageHasNoCellsToChange();
    void cellsHaveNoToolTip();
};

void TestDocumentTableModel::theCountdownFollowsTheRule_data()
{
    QTest::addColumn<qlonglong>("age"); // of the date, in seconds
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("overdue");
    // Source: ui/DESIGN.md, Documents
    QTest::newRow("to come") << -(2LL * 86'400 + 3 * 3'600) << u"in 2 d 4 h"_s << false;
    QTest::newRow("in a second") << 3'599LL << u"in 1 s"_s << false;
    QTest::newRow("exactly now") << 3'600LL << u"now"_s << true;
    QTest::newRow("overdue") << 3'600LL + 180 << u"3 min overdue"_s << true;
}

void TestDocumentTableModel::theCountdownFollowsTheRule()
{
    QFETCH(qlonglong, age);
    QFETCH(QString, words);
    QFETCH(bool, overdue);
    const Table table(dated(kNow - std::chrono::seconds(age)));
    QCOMPARE(table.text(Model::CountdownColumn), words);
    QCOMPARE(table.is(Model::OverdueRole), overdue);
    QVERIFY(!table.is(Model::NeverRole));
}

void TestDocumentTableModel::whatNeverExpiresSaysWhy_data()
{
    QTest::addColumn<int>("reason");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("words");
    const auto row
        = [](const char* name, NeverReason reason, const QString& type, const QString& words = {}) {
              QTest::newRow(name) << static_cast<int>(reason) << type
                                  << (words.isEmpty() ? presenters::neverText(reason) : words);
          };
    row("missing", NeverReason::NoField, u"missing"_s);
    row("text", NeverReason::NotADate, u"string"_s, u"never: string"_s);
    row("unknown type", NeverReason::NotADate, {});
    row("outside", NeverReason::OutsideFilter, u"date"_s);
    row("unusable", NeverReason::InvalidRule, u"date"_s);
}

void TestDocumentTableModel::whatNeverExpiresSaysWhy()
{
    QFETCH(int, reason);
    QFETCH(QString, type);
    QFETCH(QString, words);
    const Table table(never(static_cast<NeverReason>(reason), type.toStdString()));
    QCOMPARE(table.text(Model::CountdownColumn), words);
    QCOMPARE(table.text(Model::DateColumn), u"–"_s);
    QVERIFY(table.is(Model::NeverRole));
    QVERIFY(!table.is(Model::OverdueRole));
}

void TestDocumentTableModel::withoutARuleThereIsNoCountdown()
{
    DocumentRow row = dated(kNow);
    row.hasRule = false;
    row.verdict = {};
    const Table table(row);
    QCOMPARE(table.text(Model::CountdownColumn), u"–"_s);
    QCOMPARE(table.text(Model::DateColumn), u"–"_s);
    QVERIFY(!table.is(Model::NeverRole));
}

void TestDocumentTableModel::idsAreShownByTheirType_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("shown");
    QTest::newRow("object id") << uR"({"$oid": "507f1f77bcf86cd799439011"})"_s
                               << u"507f1f77bcf86cd799439011"_s;
    QTest::newRow("number") << u"42"_s << u"42"_s;
    QTest::newRow("text") << uR"("a\"b\nc")"_s << uR"("a\"b\nc")"_s; // a number and its text differ
    QTest::newRow("null") << u"null"_s << u"null"_s;
}

void TestDocumentTableModel::idsAreShownByTheirType()
{
    QFETCH(QString, json);
    QFETCH(QString, shown);
    const Result<bson::Document> document = bson::fromJson("{\"_id\": " + json.toStdString() + "}");
    QVERIFY(document);
    QCOMPARE(Table(withId(bson::Value((*document)["_id"]))).text(Model::IdColumn), shown);
}

void TestDocumentTableModel::longCellsAreCutAndStayText_data()
{
    QTest::addColumn<int>("ahead"); // characters before the wide ones
    QTest::newRow("even") << 0;
    QTest::newRow("odd") << 1;
}

void TestDocumentTableModel::longCellsAreCutAndStayText()
{
    QFETCH(int, ahead);
    // each of these takes two units of UTF-16; no cut may part them
    const QString wide = QString(ahead, u'x') + QStringLiteral("\U0001F4A3").repeated(5'000);
    DocumentRow row = withId(bson::Value::of(wide.toStdString()));
    row.document = bson::makeDocument("v", wide.toStdString());
    const Table table(row);
    for (const int column : {int{Model::IdColumn}, kDocumentColumn}) {
        const QString cell = table.text(column);
        QVERIFY(cell.size() <= kLongestCell);
        QVERIFY(cell.size() >= kLongestCell - 1);
        QVERIFY(cell.endsWith(u'…'));
        QVERIFY(cell.isValidUtf16());
        // what is copied is whole
        const QString copied = table.model.index(0, column).data(Model::CopyRole).toString();
        QVERIFY2(copied.contains(wide), qPrintable(copied.right(20)));
    }
    QCOMPARE(table.model.index(0, Model::CountdownColumn).data(Model::CopyRole).toString(),
             table.text(Model::CountdownColumn));
}

void TestDocumentTableModel::onlyTheDateFollowsTheZone()
{
    Table table(dated(kNow));
    QCOMPARE(table.text(Model::DateColumn), tests::shownMoment(u"2030-01-01 00:00:00"_s));
    QSignalSpy changed(&table.model, &QAbstractItemModel::dataChanged);
    table.model.setZone(QTimeZone("Asia/Kathmandu"));
    QCOMPARE(table.text(Model::DateColumn), tests::shownMoment(u"2030-01-01 05:45:00"_s));
    QCOMPARE(table.text(Model::CountdownColumn), u"in 1 h"_s);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.front().at(0).toModelIndex().column(), int{Model::DateColumn});
    QCOMPARE(changed.front().at(1).toModelIndex().column(), int{Model::DateColumn});
}

void TestDocumentTableModel::datesThatNoCalendarHasAreNamed()
{
    DocumentRow row = dated(kNow);
    row.verdict.earliestDate = bson::Date{std::numeric_limits<std::int64_t>::max()};
    row.verdict.eligibleAt = base::Time::max();
    const Table far(row);
    QCOMPARE(far.text(Model::DateColumn), momentText(base::Time::max(), QTimeZone::utc()));
    QVERIFY(far.text(Model::CountdownColumn).startsWith(u"in "_s));
    row.verdict.earliestDate = bson::Date{std::numeric_limits<std::int64_t>::min()};
    row.verdict.eligibleAt = base::Time::min();
    const Table past(row);
    QCOMPARE(past.text(Model::DateColumn), momentText(base::Time::min(), QTimeZone::utc()));
    QVERIFY(past.text(Model::CountdownColumn).endsWith(u" overdue"_s));
}

void TestDocumentTableModel::aPageIsReplacedWhole()
{
    Table table(dated(kNow));
    const QPersistentModelIndex selected = table.model.index(0, 0);
    table.model.setRows({dated(kNow), dated(kNow - 2h)}, kNow + 30min, QTimeZone::utc());
    QVERIFY(!selected.isValid());
    QCOMPARE(table.model.rowCount(), 2);
    QCOMPARE(table.text(Model::CountdownColumn), u"in 30 min"_s);
}

void TestDocumentTableModel::anEmptyPageHasNoCellsToChange()
{
    Table table(dated(kNow));
    table.model.setRows({}, kNow, QTimeZone::utc());
    const QSignalSpy changed(&table.model, &QAbstractItemModel::dataChanged);
    table.model.setNow(kNow + 1s);
    table.model.setZone(QTimeZone("Asia/Kathmandu"));
    QCOMPARE(changed.count(), 0);
}

void TestDocumentTableModel::cellsHaveNoToolTip()
{
    const Table table(dated(kNow));
    for (int column = 0; column < table.model.columnCount(); ++column) {
        QCOMPARE(table.model.index(0, column).data(Qt::ToolTipRole).toString(), QString());
    }
}

SANDGLASS_TEST(TestDocumentTableModel)
} // namespace tst_presenters_document_table_model

#include "tst_presenters_document_table_model.moc"
