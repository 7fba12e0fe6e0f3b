// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/views/csv_text.h"

#include <QStandardItemModel>
#include <QTest>

namespace tst_views_csv_text {

using namespace sandglass::widgets;

class TestCsvText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cellsCannotBecomeFormulas_data();
    void cellsCannotBecomeFormulas();
    void aModelIsWrittenLineByLine();
};

void TestCsvText::cellsCannotBecomeFormulas_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("cell");
    const auto row = [](const char* text, const char* cell) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(cell);
    };
    row("plain", "plain");
    row("=1+1", "'=1+1");
    row("+cmd", "'+cmd");
    row("-cmd", "'-cmd");
    row("\n=1+1", "\"'\n=1+1\"");
    row("@SUM(A1)", "'@SUM(A1)");
    row("\tx", "'\tx");
    row("-5", "-5");
    row("-1.5e3", "-1.5e3");
    row("a,b", "\"a,b\"");
    row("say \"x\"", "\"say \"\"x\"\"\"");
    row("=A1,\"b\"", "\"'=A1,\"\"b\"\"\"");
    row("two\nlines", "\"two\nlines\"");
}

void TestCsvText::cellsCannotBecomeFormulas()
{
    QFETCH(QString, text);
    QFETCH(QString, cell);
    QCOMPARE(csvCell(text), cell);
}

void TestCsvText::aModelIsWrittenLineByLine()
{
    QStandardItemModel model(1, 2);
    model.setHorizontalHeaderLabels({QStringLiteral("Name"), QStringLiteral("Documents")});
    model.setData(model.index(0, 0), QStringLiteral("=x"));
    model.setData(model.index(0, 1), 1234.5);
    QCOMPARE(csvText(model), QStringLiteral("Name,Documents\r\n'=x,1234.5\r\n"));
}

SANDGLASS_TEST(TestCsvText)
} // namespace tst_views_csv_text

#include "tst_views_csv_text.moc"
