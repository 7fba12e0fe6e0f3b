// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/engine/log_model.h"
#include "app/services/engine/log_lines.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QObject>
#include <QSignalSpy>
#include <QTest>

namespace tst_presenters_log_model {

using namespace sandglass;
using namespace Qt::StringLiterals;
using Model = presenters::LogModel;

namespace {

const QString kLine
    = uR"({"t":{"$date":"2030-01-01T00:00:00.000Z"},"s":"W","c":"INDEX","msg":"careful"})"_s;

constexpr qsizetype kMost = services::LogLines::kMostCharacters;

/// The model under the eyes of Qt's tester.
struct Table
{
    explicit Table(const QStringList& lines = {})
    {
        for (const QString& line : lines) {
            model.append(line);
        }
    }
    QString text(int column, int row = 0) const
    {
        return model.index(row, column).data().toString();
    }

    Model model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestLogModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLineOfTheEngineIsTakenApart();
    void attributesFollowTheMessage();
    void aLineThatIsNoObjectIsTheMessage_data();
    void aLineThatIsNoObjectIsTheMessage();
    void fieldsOfAnotherTypeAreEmpty();
    void theLineItselfIsAlwaysThere_data();
    void theLineItselfIsAlwaysThere();
    void theOldestLineGoesAndTheOthersKeepTheSelection();
    void longLinesAreFewer();
    void aLineThatIsTooLongIsAlone();
    void clearingForgetsEverything();
    void thereAreFourHeaders();
    void cellsThatAreNotThereHaveNothing();
    void anEmptyCellIsSpokenAsSuch();
};

void TestLogModel::aLineOfTheEngineIsTakenApart()
{
    const Table table({kLine});
    QCOMPARE(table.text(Model::TimeColumn), u"2030-01-01T00:00:00.000Z"_s);
    QCOMPARE(table.text(Model::SeverityColumn), u"W"_s);
    QCOMPARE(table.text(Model::ComponentColumn), u"INDEX"_s);
    QCOMPARE(table.text(Model::MessageColumn), u"careful"_s);
}

void TestLogModel::attributesFollowTheMessage()
{
    const Table table({uR"({"msg":"Deleted","attr":{"n":3,"ns":"a.\"b\""}})"_s});
    QCOMPARE(table.text(Model::MessageColumn), uR"(Deleted {"n":3,"ns":"a.\"b\""})"_s);
    QCOMPARE(table.text(Model::SeverityColumn), QString());
}

void TestLogModel::aLineThatIsNoObjectIsTheMessage_data()
{
    QTest::addColumn<QString>("line");
    QTest::newRow("empty") << QString();
    QTest::newRow("text") << u"terminate called after throwing"_s;
    QTest::newRow("half a line") << kLine.left(kLine.size() / 2);
    QTest::newRow("a list") << u"[1, 2]"_s;
    QTest::newRow("an empty object") << u"{}"_s;
    QTest::newRow("two objects") << kLine + kLine;
    QTest::newRow("hostile") << u"<b>%1\u202E过\t\"x\""_s;
    QTest::newRow("10 kB") << QString(10'240, u'{');
}

void TestLogModel::aLineThatIsNoObjectIsTheMessage()
{
    QFETCH(QString, line);
    const Table table({line});
    QCOMPARE(table.text(Model::MessageColumn), line);
    for (const int column :
         {int{Model::TimeColumn}, int{Model::SeverityColumn}, int{Model::ComponentColumn}}) {
        QCOMPARE(table.text(column), QString());
    }
}

void TestLogModel::fieldsOfAnotherTypeAreEmpty()
{
    const Table table({uR"({"t":5,"s":null,"c":["x"],"msg":{"a":1},"attr":"text"})"_s});
    for (int column = 0; column < table.model.columnCount(); ++column) {
        QCOMPARE(table.text(column), QString());
    }
}

void TestLogModel::theLineItselfIsAlwaysThere_data()
{
    QTest::addColumn<QString>("line");
    QTest::newRow("JSON") << kLine;
    QTest::newRow("text") << u"Segmentation fault"_s;
}

void TestLogModel::theLineItselfIsAlwaysThere()
{
    QFETCH(QString, line);
    const Table table({line});
    for (int column = 0; column < table.model.columnCount(); ++column) {
        QCOMPARE(table.model.index(0, column).data(Model::RawRole).toString(), line);
        QCOMPARE(table.model.index(0, column).data(Qt::ToolTipRole).toString(), line);
    }
}

void TestLogModel::theOldestLineGoesAndTheOthersKeepTheSelection()
{
    Model model; // the tester would look at every row at every step
    for (int line = 0; line < 5'000; ++line) {
        model.append(QString::number(line));
    }
    const QPersistentModelIndex first = model.index(0, 0);
    const QPersistentModelIndex second = model.index(1, Model::MessageColumn);
    const QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    model.append(u"new"_s);
    QCOMPARE(removed.count(), 1);
    QCOMPARE(model.rowCount(), 5'000);
    QVERIFY(!first.isValid());
    QCOMPARE(second.row(), 0);
    QCOMPARE(second.data().toString(), u"1"_s);
    QCOMPARE(model.index(4'999, Model::MessageColumn).data().toString(), u"new"_s);
}

void TestLogModel::longLinesAreFewer()
{
    Table table;
    const QSignalSpy removed(&table.model, &QAbstractItemModel::rowsRemoved);
    const qsizetype length = kMost / 8;
    for (int line = 0; line < 20; ++line) {
        table.model.append(QString::number(line).leftJustified(length));
    }
    QCOMPARE(table.model.rowCount(), 8);
    QCOMPARE(table.text(Model::MessageColumn).trimmed(), u"12"_s);
    table.model.append(QString(length * 2 + 1, u'x'));
    QCOMPARE(table.model.rowCount(), 6);
    QCOMPARE(table.text(Model::MessageColumn).trimmed(), u"15"_s);
    QCOMPARE(removed.count(), 13); // three rows at once the last time
}

void TestLogModel::aLineThatIsTooLongIsAlone()
{
    Table table({kLine, kLine});
    table.model.append(QString(kMost + 1, u'x'));
    QCOMPARE(table.model.rowCount(), 1);
    table.model.append(kLine);
    QCOMPARE(table.model.rowCount(), 1);
    QCOMPARE(table.text(Model::MessageColumn), u"careful"_s);
}

void TestLogModel::clearingForgetsEverything()
{
    Table table({kLine, u"x"_s});
    const QPersistentModelIndex selected = table.model.index(0, 0);
    table.model.clear();
    QVERIFY(!selected.isValid());
    QCOMPARE(table.model.rowCount(), 0);
    table.model.clear();
    table.model.append(u"y"_s);
    QCOMPARE(table.text(Model::MessageColumn), u"y"_s);
}

void TestLogModel::thereAreFourHeaders()
{
    const Table table;
    QStringList headers;
    for (int column = 0; column < table.model.columnCount(); ++column) {
        headers << table.model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    QCOMPARE(headers, (QStringList{u"Time"_s, u"Severity"_s, u"Component"_s, u"Message"_s}));
    QVERIFY(!table.model.headerData(4, Qt::Horizontal, Qt::DisplayRole).isValid());
    QVERIFY(!table.model.headerData(-1, Qt::Horizontal, Qt::DisplayRole).isValid());
    QVERIFY(!table.model.headerData(0, Qt::Vertical, Qt::DisplayRole).isValid());
}

void TestLogModel::cellsThatAreNotThereHaveNothing()
{
    const Table table({kLine});
    QVERIFY(!table.model.data({}, Qt::DisplayRole).isValid());
    QVERIFY(!table.model.index(0, 0).data(Qt::EditRole).isValid());
    QCOMPARE(table.model.rowCount(table.model.index(0, 0)), 0);
    QCOMPARE(table.model.columnCount(table.model.index(0, 0)), 0);
}

void TestLogModel::anEmptyCellIsSpokenAsSuch()
{
    const Table table({kLine, u"terminate called"_s});
    const auto spoken = [&table](int row, int column) {
        return table.model.index(row, column).data(Qt::AccessibleTextRole);
    };
    QVERIFY(!spoken(0, Model::ComponentColumn).isValid()); // as it is shown
    QVERIFY(table.text(Model::ComponentColumn, 1).isEmpty());
    QVERIFY(spoken(1, Model::ComponentColumn).toString().startsWith(u"Component"_s));
}

SANDGLASS_TEST(TestLogModel)
} // namespace tst_presenters_log_model

#include "tst_presenters_log_model.moc"
