// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/presenters/indexes/index_table_model.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_presenters_index_table_model {

using namespace sandglass;
using namespace Qt::StringLiterals;
using Model = presenters::IndexTableModel;

namespace {

const protocol::Namespace kCarts{"shop", "carts"};

ttl::IndexSpec indexOn(const std::string& field, std::optional<std::int64_t> seconds = {})
{
    ttl::IndexSpec spec;
    spec.name = field + "_1";
    spec.key = bson::makeDocument(field, 1);
    spec.expireAfterSeconds = seconds;
    return spec;
}

/// The model with these indexes, under the eyes of Qt's tester.
struct Table
{
    explicit Table(std::vector<ttl::IndexSpec> indexes)
    {
        model.setIndexes(kCarts, std::move(indexes));
    }
    QString text(int column, int row = 0) const
    {
        return model.index(row, column).data().toString();
    }
    bool is(int role, int row = 0) const { return model.index(row, 0).data(role).toBool(); }

    Model model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestIndexTableModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void theExpiryIsInWords_data();
    void theExpiryIsInWords();
    void aTtlIndexOfAKindThatExpiresNothingSaysSo();
    void whatTheServerDoesNotReportIsADash();
    void sizesAndUsesAreSortedAsNumbers();
    void propertiesStandTogether();
    void keysAreShownAsTheServerOrdersThem();
    void whatCanBeDoneDependsOnTheIndex_data();
    void whatCanBeDoneDependsOnTheIndex();
    void rowsAreFoundByName();
    void theSameIndexesKeepTheSelection();
    void anotherCollectionForgetsIt();
    void hostileNamesAreShownAsTheyAre();
};

void TestIndexTableModel::theExpiryIsInWords_data()
{
    QTest::addColumn<qlonglong>("seconds"); // -1: none, -2: unusable
    QTest::addColumn<QString>("words");
    QTest::newRow("ordinary") << -1LL << u"–"_s;
    QTest::newRow("period") << 5'400LL << u"after 1 h 30 min"_s;
    QTest::newRow("stored date") << 0LL << u"at the stored date"_s;
    QTest::newRow("unusable") << -2LL << u"unusable value"_s;
}

void TestIndexTableModel::theExpiryIsInWords()
{
    QFETCH(qlonglong, seconds);
    QFETCH(QString, words);
    ttl::IndexSpec spec
        = indexOn("at", seconds < 0 ? std::nullopt : std::optional<std::int64_t>(seconds));
    spec.expiryValueInvalid = seconds == -2;
    const Table table({spec});
    QCOMPARE(table.text(Model::ExpiryColumn), words);
    QCOMPARE(table.is(Model::IsTtlRole), seconds != -1);
    QCOMPARE(table.is(Model::InvalidRole), seconds == -2);
}

void TestIndexTableModel::aTtlIndexOfAKindThatExpiresNothingSaysSo()
{
    ttl::IndexSpec hashed = indexOn("at", 60);
    hashed.key = bson::makeDocument("at", "hashed");
    const Table table({hashed});
    QCOMPARE(table.text(Model::ExpiryColumn), u"unusable kind of index"_s);
    QVERIFY(table.is(Model::IsTtlRole));
    QVERIFY(table.is(Model::InvalidRole));
}

void TestIndexTableModel::whatTheServerDoesNotReportIsADash()
{
    const Table table({indexOn("at")});
    QCOMPARE(table.text(Model::SizeColumn), u"–"_s);
    QCOMPARE(table.text(Model::UsesColumn), u"–"_s);
    QCOMPARE(table.text(Model::PropertiesColumn), QString());
    QCOMPARE(table.text(Model::StateColumn), u"ready"_s);
}

void TestIndexTableModel::sizesAndUsesAreSortedAsNumbers()
{
    ttl::IndexSpec small = indexOn("a");
    small.bytes = 900;
    small.uses = 1'000;
    ttl::IndexSpec large = indexOn("b");
    large.bytes = 10'240;
    large.uses = 99;
    const Table table({small, large, indexOn("c")});
    const auto number = [&](int row, int column) {
        return table.model.index(row, column).data(Model::SortRole).toDouble();
    };
    QCOMPARE(table.text(Model::SizeColumn, 1), u"10.0 KiB"_s);
    QCOMPARE(table.text(Model::UsesColumn, 0), u"1,000"_s);
    QVERIFY(number(0, Model::SizeColumn) < number(1, Model::SizeColumn));
    QVERIFY(number(1, Model::UsesColumn) < number(0, Model::UsesColumn));
    QVERIFY(number(2, Model::SizeColumn) < 0); // not reported
}

void TestIndexTableModel::propertiesStandTogether()
{
    ttl::IndexSpec spec = indexOn("at", 60);
    spec.hidden = spec.unique = spec.sparse = spec.building = true;
    spec.partialFilter = bson::Document();
    const Table table({spec});
    QCOMPARE(table.text(Model::PropertiesColumn), u"hidden, partial, unique, sparse"_s);
    QCOMPARE(table.text(Model::StateColumn), u"being built"_s);
    QVERIFY(table.is(Model::HiddenRole));
}

void TestIndexTableModel::keysAreShownAsTheServerOrdersThem()
{
    ttl::IndexSpec spec = indexOn("at");
    spec.key = bson::makeDocument("z", -1, "a.b", 1, "pos", "2dsphere");
    QCOMPARE(Table({spec}).text(Model::KeyColumn), u"{ z: -1, a.b: 1, pos: \"2dsphere\" }"_s);
}

void TestIndexTableModel::whatCanBeDoneDependsOnTheIndex_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("convert");
    QTest::addColumn<bool>("drop");
    QTest::newRow("ordinary") << u"ordinary"_s << true << true;
    QTest::newRow("ttl") << u"ttl"_s << false << true;
    QTest::newRow("unusable") << u"unusable"_s << false << true;
    QTest::newRow("id") << u"id"_s << false << false;
    QTest::newRow("compound") << u"compound"_s << false << true;
    QTest::newRow("being built") << u"building"_s << false << true;
    QTest::newRow("hidden") << u"hidden"_s << true << true;
    QTest::newRow("hashed") << u"hashed"_s << false << true;
    QTest::newRow("wildcard") << u"wildcard"_s << false << true;
}

void TestIndexTableModel::whatCanBeDoneDependsOnTheIndex()
{
    QFETCH(QString, kind);
    QFETCH(bool, convert);
    QFETCH(bool, drop);
    ttl::IndexSpec spec = indexOn("at");
    spec.expiryValueInvalid = kind == u"unusable"_s;
    spec.building = kind == u"building"_s;
    spec.hidden = kind == u"hidden"_s;
    if (kind == u"ttl"_s) {
        spec.expireAfterSeconds = 60;
    } else if (kind == u"id"_s) {
        spec = indexOn("_id");
        spec.name = "_id_";
    } else if (kind == u"hashed"_s) {
        spec.key = bson::makeDocument("at", "hashed");
    } else if (kind == u"wildcard"_s) {
        spec.key = bson::makeDocument("$**", 1);
    } else if (kind == u"compound"_s) {
        spec.key = bson::makeDocument("a", 1, "b", 1);
    }
    const Table table({spec});
    QCOMPARE(table.is(Model::CanConvertRole), convert);
    QCOMPARE(table.is(Model::CanDropRole), drop);
}

void TestIndexTableModel::rowsAreFoundByName()
{
    const Table table({indexOn("a"), indexOn("b")});
    QCOMPARE(table.model.rowOf("b_1"), 1);
    QCOMPARE(table.model.spec(1).name, std::string("b_1"));
    QCOMPARE(table.model.rowOf("gone_1"), -1);
    QCOMPARE(table.model.rowOf({}), -1);
    QCOMPARE(table.model.index(1, 0).data(Model::IndexRefRole).value<ttl::IndexRef>(),
             (ttl::IndexRef{kCarts, "b_1"}));
}

void TestIndexTableModel::theSameIndexesKeepTheSelection()
{
    Table table({indexOn("a"), indexOn("b")});
    const QPersistentModelIndex selected = table.model.index(1, 0);
    table.model.setIndexes(kCarts, {indexOn("a", 60), indexOn("b")});
    QVERIFY(selected.isValid());
    QCOMPARE(table.text(Model::ExpiryColumn), u"after 1 min"_s);
}

void TestIndexTableModel::anotherCollectionForgetsIt()
{
    Table table({indexOn("a")});
    const QPersistentModelIndex selected = table.model.index(0, 0);
    table.model.setIndexes({"shop", "orders"}, {indexOn("a")}); // the same name elsewhere
    QVERIFY(!selected.isValid());
    QCOMPARE(table.model.index(0, 0).data(Model::IndexRefRole).value<ttl::IndexRef>().ns,
             (protocol::Namespace{"shop", "orders"}));
}

void TestIndexTableModel::hostileNamesAreShownAsTheyAre()
{
    ttl::IndexSpec spec = indexOn("at");
    spec.name = "=\"a\"\n<b>%1\u202E" + std::string(10'240, 'y');
    spec.key = bson::makeDocument("a\"b\n过", 1);
    const Table table({spec});
    QCOMPARE(table.text(Model::NameColumn), QString::fromStdString(spec.name));
    QVERIFY(table.text(Model::KeyColumn).contains(u'过'));
    QCOMPARE(table.model.rowOf(spec.name), 0);
}

SANDGLASS_TEST(TestIndexTableModel)
} // namespace tst_presenters_index_table_model

#include "tst_presenters_index_table_model.moc"
