// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main/gui_options.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <sstream>

namespace tst_gui_options {

using namespace sandglass;
using namespace Qt::StringLiterals;

namespace {

/// The options of a command line without the program's name.
Result<GuiOptions> parsed(const QStringList& arguments)
{
    return parseGuiOptions(QStringList{u"sandglass"_s} + arguments);
}

} // namespace

class TestGuiOptions : public QObject
{
    Q_OBJECT

private slots:
    void withoutArgumentsTheWindowOpensAsItWas();
    void everyOptionIsRead();
    void aLinkIsNotConnectedTo_data();
    void aLinkIsNotConnectedTo();
    void theStringIsReadFromStandardInput();
    void anActionEndsTheProgram_data();
    void anActionEndsTheProgram();
    void sizesAreRead_data();
    void sizesAreRead();
    void themesAreRead_data();
    void themesAreRead();
    void mistakesAreReportedInASentence_data();
    void mistakesAreReportedInASentence();
    void theHelpNamesEveryOption_data();
    void theHelpNamesEveryOption();
};

void TestGuiOptions::withoutArgumentsTheWindowOpensAsItWas()
{
    const auto options = parsed({});
    QVERIFY(options);
    QCOMPARE(options->action, GuiOptions::Action::Run);
    QCOMPARE(options->theme, GuiOptions::Theme::AsChosen);
    QVERIFY(!options->demo);
    QVERIFY(!options->print);
    QVERIFY(!options->reportFirstChart);
    QVERIFY(!options->size.isValid());
    for (const QString& text :
         {options->connectUri, options->dataFolder, options->screenshotFile, options->page}) {
        QVERIFY2(text.isEmpty(), qPrintable(text));
    }
}

void TestGuiOptions::everyOptionIsRead()
{
    const auto options
        = parsed({u"--connect"_s, u"mongodb://u:p@h:1/?tls=true"_s, u"--data-dir=/tmp/with space"_s,
                  u"--screenshot"_s, u"a b.png"_s, u"--page"_s, u"shop.sessions"_s, u"--size"_s,
                  u"1280x800"_s, u"--theme"_s, u"dark"_s, u"--print"_s, u"--report-first-chart"_s});
    QVERIFY(options);
    QCOMPARE(options->connectUri, u"mongodb://u:p@h:1/?tls=true"_s);
    QCOMPARE(options->dataFolder, u"/tmp/with space"_s);
    QCOMPARE(options->screenshotFile, u"a b.png"_s);
    QCOMPARE(options->page, u"shop.sessions"_s);
    QCOMPARE(options->size, QSize(1280, 800));
    QCOMPARE(options->theme, GuiOptions::Theme::Dark);
    QVERIFY(options->print);
    QVERIFY(options->reportFirstChart);
    QVERIFY(!options->demo);
    QVERIFY(parsed({u"--demo"_s})->demo);
    QVERIFY(parsed({u"--local"_s})->local);
    QVERIFY(!parsed({u"--demo"_s})->local);
}

// A link is offered in the dialog; only --connect connects without asking.
void TestGuiOptions::aLinkIsNotConnectedTo_data()
{
    QTest::addColumn<QString>("link");
    QTest::newRow("mongodb") << u"mongodb://u:p@h/?tls=true"_s;
    QTest::newRow("srv") << u"mongodb+srv://cluster.example/db"_s;
}

void TestGuiOptions::aLinkIsNotConnectedTo()
{
    QFETCH(QString, link);
    const auto options = parsed({link});
    QVERIFY(options);
    QCOMPARE(options->link, link);
    QVERIFY(options->connectUri.isEmpty());
    QVERIFY(!parsed({link, link}));
    QVERIFY(!parsed({link, u"--connect"_s, link}));
}

void TestGuiOptions::anActionEndsTheProgram_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<GuiOptions::Action>("action");
    QTest::newRow("version") << QStringList{u"--version"_s} << GuiOptions::Action::ShowVersion;
    QTest::newRow("help") << QStringList{u"--help"_s} << GuiOptions::Action::ShowHelp;
    QTest::newRow("h") << QStringList{u"-h"_s} << GuiOptions::Action::ShowHelp;
    QTest::newRow("both") << QStringList{u"--version"_s, u"--help"_s}
                          << GuiOptions::Action::ShowHelp;
    QTest::newRow("beside others")
        << QStringList{u"--demo"_s, u"--version"_s} << GuiOptions::Action::ShowVersion;
}

void TestGuiOptions::anActionEndsTheProgram()
{
    QFETCH(QStringList, arguments);
    const auto options = parsed(arguments);
    QVERIFY(options);
    QTEST(options->action, "action");
}

void TestGuiOptions::sizesAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QSize>("size");
    const auto row = [](const char* text, const QSize& size) {
        QTest::newRow(text) << QString::fromLatin1(text) << size;
    };
    row("1280x800", {1280, 800});
    row("1280X800", {1280, 800});
    row("200x200", {200, 200});
    row("16384x16384", {16'384, 16'384});
    row("199x200", {});
    row("200x199", {});
    row("16385x200", {});
    row("200x16385", {});
    row("1280", {});
    row("1280x", {});
    row("x800", {});
    row("1280x800x2", {});
    row("1280*800", {});
    row("-1280x800", {});
    row("1e3x800", {});
    row("99999999999x800", {});
    row("widexhigh", {});
}

void TestGuiOptions::sizesAreRead()
{
    QFETCH(QString, text);
    QFETCH(QSize, size);
    const auto options = parsed({u"--size"_s, text});
    QCOMPARE(options.has_value(), size.isValid());
    if (options) {
        QCOMPARE(options->size, size);
    } else {
        QCOMPARE(options.error().code, Errc::InvalidInput);
        QVERIFY(QString::fromStdString(options.error().message).contains(text));
    }
}

void TestGuiOptions::themesAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("known");
    QTest::newRow("light") << u"light"_s << true;
    QTest::newRow("dark") << u"dark"_s << true;
    QTest::newRow("capital") << u"Dark"_s << false;
    QTest::newRow("empty") << QString() << false;
    QTest::newRow("other") << u"blue"_s << false;
}

void TestGuiOptions::themesAreRead()
{
    QFETCH(QString, text);
    QFETCH(bool, known);
    const auto options = parsed({u"--theme"_s, text});
    QCOMPARE(options.has_value(), known);
    if (options) {
        QCOMPARE(options->theme,
                 text == u"light" ? GuiOptions::Theme::Light : GuiOptions::Theme::Dark);
    }
}

void TestGuiOptions::mistakesAreReportedInASentence_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("named");
    QTest::newRow("unknown") << QStringList{u"--fast"_s} << u"fast"_s;
    QTest::newRow("short") << QStringList{u"-x"_s} << u"x"_s;
    QTest::newRow("file") << QStringList{u"notes.txt"_s} << u"notes.txt"_s;
    QTest::newRow("no value") << QStringList{u"--connect"_s} << u"connect"_s;
    QTest::newRow("value of a switch") << QStringList{u"--demo=yes"_s} << u"demo"_s;
    QTest::newRow("demo elsewhere")
        << QStringList{u"--demo"_s, u"--connect"_s, u"mongodb://h/"_s} << u"--connect"_s;
    QTest::newRow("size") << QStringList{u"--size"_s, u"big"_s} << u"big"_s;
    QTest::newRow("theme") << QStringList{u"--theme"_s, u"blue"_s} << u"blue"_s;
    QTest::newRow("print alone") << QStringList{u"--print"_s} << u"--screenshot"_s;
    QTest::newRow("twice") << QStringList{u"--page=a.b"_s, u"--page=a.c"_s} << u"--page"_s;
    for (const char* name : {"connect", "data-dir", "screenshot", "page", "size", "theme"}) {
        const QString option = u"--"_s + QString::fromLatin1(name);
        QTest::addRow("%s without text", name) << QStringList{option, QString()} << option;
    }
}

void TestGuiOptions::mistakesAreReportedInASentence()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, named);
    const auto options = parsed(arguments);
    QVERIFY(!options);
    QCOMPARE(options.error().code, Errc::InvalidInput);
    const QString message = QString::fromStdString(options.error().message);
    QVERIFY2(message.contains(named) && message.endsWith(u'.'), qPrintable(message));
}

void TestGuiOptions::theHelpNamesEveryOption_data()
{
    QTest::addColumn<QString>("option");
    for (const char* name : {"demo", "connect", "data-dir", "screenshot", "page", "size", "theme",
                             "print", "report-first-chart", "version", "help"}) {
        QTest::newRow(name) << QString::fromLatin1(name);
    }
}

void TestGuiOptions::theHelpNamesEveryOption()
{
    QFETCH(QString, option);
    const QString help = guiHelpText();
    QVERIFY2(help.contains(u"--"_s + option), qPrintable(help));
    QVERIFY(help.contains(u"TTL"_s));
}

void TestGuiOptions::theStringIsReadFromStandardInput()
{
    auto options = parsed({u"--connect"_s, u"-"_s});
    QVERIFY(options);
    std::istringstream input(" mongodb://joe:secret@h/ \nmore");
    QVERIFY(readConnectUri(*options, input));
    QCOMPARE(options->connectUri, u"mongodb://joe:secret@h/"_s);

    options = parsed({u"--connect"_s, u"-"_s});
    std::istringstream nothing;
    const auto read = readConnectUri(*options, nothing);
    QVERIFY(!read);
    QCOMPARE(read.error().code, Errc::InvalidInput);

    // standard input is left alone without the dash
    options = parsed({u"--connect"_s, u"mongodb://h/"_s});
    std::istringstream untouched("mongodb://other/");
    QVERIFY(readConnectUri(*options, untouched));
    QCOMPARE(options->connectUri, u"mongodb://h/"_s);
    QCOMPARE(untouched.tellg(), std::streampos(0));
}

SANDGLASS_TEST(TestGuiOptions)
} // namespace tst_gui_options

#include "tst_gui_options.moc"
