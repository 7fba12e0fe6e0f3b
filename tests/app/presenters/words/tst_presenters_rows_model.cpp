// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/words/rows_model.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QObject>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>

#include <array>

namespace tst_presenters_rows_model {

using namespace sandglass::presenters;
using namespace Qt::StringLiterals;

namespace {

struct City
{
    QString name;
    std::optional<std::int64_t> people;
};

constexpr std::array<RowColumn<City>, 3> kCityColumns{{
    {.header = [] { return u"City"_s; },
     .text = [](const City& city, const TableClock&) { return city.name; }},
    {.header = [] { return u"People"_s; },
     .text = [](const City& city, const TableClock&) { return city.people ? u"many"_s : u"–"_s; },
     .plain
     = [](const City& city, const TableClock&) { return QString::number(city.people.value_or(0)); },
     .toolTip =
         [](const City& city, const TableClock& clock) {
             return city.name + u' ' + QString::number(clock.now.time_since_epoch().count());
         },
     .headerToolTip = [] { return u"at the last census"_s; },
     .number = [](const City& city) { return sortNumber(city.people); },
     .rightAligned = true},
    {.header = [] { return u"Founded"_s; },
     .text = [](const City&, const TableClock&) { return u"21 Apr"_s; },
     .shortMoments = true},
}};

class Cities : public RowsModel<City>
{
public:
    enum Role { KnownRole = FirstOwnRole };

    Cities()
        : RowsModel(kCityColumns)
    {
        setClock({QTimeZone::utc(), sandglass::base::Time(sandglass::base::Millis(7))});
    }
    void set(std::vector<City> cities) { replaceRows(std::move(cities), &City::name); }
    void change(int row, City city) { replaceRow(row, std::move(city)); }

protected:
    QVariant special(const City& city, int column, int role) const override
    {
        return role == KnownRole && column == 1 ? QVariant(city.people.has_value()) : QVariant();
    }
};

} // namespace

class TestRowsModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCellWithoutATextHasAName();
    void aCellIsWhatItsColumnSays();
    void aHeaderIsWhatItsColumnSays();
    void aTitleWithoutRoomForTheZoneNamesItElsewhere();
    void theSameThingsKeepTheirRows();
    void whatRemainsKeepsItsPlaceInViews_data();
    void whatRemainsKeepsItsPlaceInViews();
    void otherThingsResetTheTable();
    void oneRowChangesAlone();
};

void TestRowsModel::aCellWithoutATextHasAName()
{
    Cities cities;
    cities.set({{u""_s, 3}});
    QVERIFY(!cities.index(0, 0).data(Qt::AccessibleTextRole).toString().isEmpty());
    // the text of the cell is said
    QVERIFY(!cities.index(0, 1).data(Qt::AccessibleTextRole).isValid());
}

void TestRowsModel::aCellIsWhatItsColumnSays()
{
    Cities cities;
    const QAbstractItemModelTester tester(&cities);
    cities.set({{u"Rome"_s, 2'800'000}, {u"Troy"_s, {}}});
    const auto cell
        = [&](int row, int column, int role) { return cities.index(row, column).data(role); };
    QCOMPARE(cell(0, 0, Qt::DisplayRole), u"Rome"_s);
    QCOMPARE(cell(0, 0, Qt::ToolTipRole), u"Rome"_s);
    QCOMPARE(cell(0, 0, Cities::PlainRole), u"Rome"_s);
    QCOMPARE(cell(0, 0, Cities::SortRole), u"Rome"_s);
    QVERIFY(!cell(0, 0, Qt::TextAlignmentRole).isValid());
    QCOMPARE(cell(0, 1, Qt::DisplayRole), u"many"_s);
    QCOMPARE(cell(0, 1, Qt::ToolTipRole), u"Rome 7"_s);
    QCOMPARE(cell(0, 1, Cities::PlainRole), u"2800000"_s);
    QCOMPARE(cell(0, 1, Cities::SortRole).toLongLong(), 2'800'000LL);
    QVERIFY(cell(1, 1, Cities::SortRole).toDouble() < 0);
    QVERIFY(cell(0, 1, Qt::TextAlignmentRole).isValid());
    QCOMPARE(cell(1, 1, Cities::KnownRole), QVariant(false));
    QVERIFY(!cell(1, 0, Cities::KnownRole).isValid());
}

void TestRowsModel::aHeaderIsWhatItsColumnSays()
{
    const Cities cities;
    QCOMPARE(cities.columnCount(), 3);
    QCOMPARE(cities.headerData(1, Qt::Horizontal, Qt::DisplayRole), u"People"_s);
    QCOMPARE(cities.headerData(1, Qt::Horizontal, Qt::ToolTipRole), u"at the last census"_s);
    QVERIFY(!cities.headerData(0, Qt::Horizontal, Qt::ToolTipRole).isValid());
    QVERIFY(!cities.headerData(0, Qt::Vertical, Qt::DisplayRole).isValid());
    QVERIFY(!cities.headerData(1, Qt::Horizontal, Qt::AccessibleTextRole).isValid());
    QVERIFY(!cities.headerData(3, Qt::Horizontal, Qt::DisplayRole).isValid());
}

// Source: ui/DESIGN.md, For everyone.
void TestRowsModel::aTitleWithoutRoomForTheZoneNamesItElsewhere()
{
    const Cities cities;
    const auto title
        = [&cities](int role) { return cities.headerData(2, Qt::Horizontal, role).toString(); };
    QCOMPARE(title(Qt::DisplayRole), u"Founded"_s);
    QCOMPARE(title(Qt::ToolTipRole), u"Founded · UTC"_s);
    QCOMPARE(title(Qt::AccessibleTextRole), u"Founded · UTC"_s);
}

void TestRowsModel::theSameThingsKeepTheirRows()
{
    Cities cities;
    cities.set({{u"Rome"_s, {}}, {u"Troy"_s, {}}});
    const QSignalSpy reset(&cities, &QAbstractItemModel::modelReset);
    QSignalSpy changed(&cities, &QAbstractItemModel::dataChanged);
    cities.set({{u"Rome"_s, 5}, {u"Troy"_s, 6}});
    QCOMPARE(reset.count(), 0);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.front().at(0).toModelIndex(), cities.index(0, 0));
    QCOMPARE(changed.front().at(1).toModelIndex(), cities.index(1, 2));
    QCOMPARE(*cities.row(1).people, 6);
}

void TestRowsModel::whatRemainsKeepsItsPlaceInViews_data()
{
    QTest::addColumn<QString>("now");
    QTest::newRow("one added in front") << u"XABCDE"_s;
    QTest::newRow("one added behind") << u"ABCDEX"_s;
    QTest::newRow("some added everywhere") << u"WXAYBCZDEV"_s;
    QTest::newRow("one removed") << u"BCDE"_s;
    QTest::newRow("all others removed") << u"C"_s;
    QTest::newRow("another order") << u"EDCBA"_s;
    QTest::newRow("everything at once") << u"XEYCZA"_s;
}

void TestRowsModel::whatRemainsKeepsItsPlaceInViews()
{
    QFETCH(QString, now);
    const auto named = [](const QString& names, std::int64_t people) {
        std::vector<City> all;
        for (const QChar name : names) {
            all.push_back({QString(name), people});
        }
        return all;
    };
    Cities cities;
    const QAbstractItemModelTester tester(&cities);
    QSortFilterProxyModel sorted;
    sorted.setSourceModel(&cities);
    sorted.sort(0, Qt::DescendingOrder);
    cities.set(named(u"ABCDE"_s, 1));
    QItemSelectionModel selection(&cities);
    selection.setCurrentIndex(cities.index(2, 1),
                              QItemSelectionModel::Rows | QItemSelectionModel::Select);
    QItemSelectionModel sortedSelection(&sorted);
    sortedSelection.setCurrentIndex(sorted.index(2, 0),
                                    QItemSelectionModel::Rows | QItemSelectionModel::Select);
    const QSignalSpy reset(&cities, &QAbstractItemModel::modelReset);
    cities.set(named(now, 2));
    QCOMPARE(reset.count(), 0);
    QString shown;
    for (const City& city : cities.rows()) {
        shown += city.name;
        QCOMPARE(*city.people, 2);
    }
    QCOMPARE(shown, now);
    for (const QItemSelectionModel* each : {&selection, &sortedSelection}) {
        QCOMPARE(each->selectedRows().size(), 1);
        QCOMPARE(each->selectedRows().at(0).data(), QVariant(u"C"_s));
        QCOMPARE(each->currentIndex().siblingAtColumn(0).data(), QVariant(u"C"_s));
    }
}

void TestRowsModel::otherThingsResetTheTable()
{
    Cities cities;
    cities.set({{u"Rome"_s, {}}, {u"Troy"_s, {}}});
    const QSignalSpy reset(&cities, &QAbstractItemModel::modelReset);
    cities.set({{u"Ur"_s, {}}, {u"Tyre"_s, {}}});
    QCOMPARE(reset.count(), 1);
    // which of two rows is which nobody can tell
    cities.set({{u"Ur"_s, {}}, {u"Ur"_s, {}}});
    QCOMPARE(reset.count(), 2);
    cities.set({});
    QCOMPARE(reset.count(), 3);
    QCOMPARE(cities.rowCount(), 0);
}

void TestRowsModel::oneRowChangesAlone()
{
    Cities cities;
    cities.set({{u"Rome"_s, {}}, {u"Troy"_s, {}}});
    QSignalSpy changed(&cities, &QAbstractItemModel::dataChanged);
    cities.change(1, {u"Troy"_s, 9});
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.front().front().toModelIndex().row(), 1);
}

SANDGLASS_TEST(TestRowsModel)
} // namespace tst_presenters_rows_model

#include "tst_presenters_rows_model.moc"
