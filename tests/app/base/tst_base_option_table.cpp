// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/option_table.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QString>
#include <QTest>

#include <array>

namespace tst_base_option_table {

using namespace sandglass::base;
using namespace Qt::StringLiterals;

namespace {

constexpr std::array kRows{
    OptionRow{"port", "N", "A number."},
    OptionRow{"a-name-that-fills-the-column", "VALUE", "On the next line."},
    OptionRow{"long", "",
              "One two three four five six seven eight nine ten eleven twelve thirteen fourteen "
              "fifteen sixteen seventeen."},
    OptionRow{"help", "", "Print this.", Completion::None, {}, 'h'},
};

QStringList helpLines()
{
    return QString::fromStdString(optionHelp(kRows)).split(u'\n');
}

} // namespace

class TestOptionTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anOptionIsFoundByItsWholeName()
    {
        QCOMPARE(findOption(kRows, "port"), &kRows[0]);
        QVERIFY(!findOption(kRows, "por"));
        QVERIFY(!findOption(kRows, "--port"));
        QVERIFY(!findOption(kRows, ""));
    }

    void namesAndTextsStandInColumns()
    {
        QVERIFY(helpLines().contains(u"  --port N                  A number."_s));
        QVERIFY(helpLines().contains(u"  -h, --help                Print this."_s));
    }

    void aLongNameHasItsTextOnTheNextLine()
    {
        const qsizetype name = helpLines().indexOf(u"  --a-name-that-fills-the-column VALUE"_s);
        QVERIFY(name >= 0);
        QCOMPARE(helpLines().at(name + 1), QString(28, u' ') + u"On the next line."_s);
    }

    void longTextsAreBrokenBetweenWords()
    {
        QString joined;
        for (const QString& line : helpLines()) {
            QVERIFY2(line.size() <= 100, qPrintable(line));
            joined += line.simplified() + u' ';
        }
        QVERIFY(joined.contains(u"fourteen fifteen sixteen seventeen."_s));
    }

    void noRowsMakeNoHelp() { QVERIFY(optionHelp({}).empty()); }
};

SANDGLASS_TEST(TestOptionTable)
} // namespace tst_base_option_table

#include "tst_base_option_table.moc"
