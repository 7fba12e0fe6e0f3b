// SPDX-License-Identifier: GPL-3.0-or-later
// The completions, run by the shells themselves. Helpers of bash-completion that the machine may
// lack are replaced by ones that print how they were called.
#include "app/engine/server/engine_options.h"
#include "app/main/gui_options.h"
#include "app/main/shell_completion.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace tst_shell_completion {

using namespace sandglass;
using namespace Qt::StringLiterals;

class TestShellCompletion : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bashOffers_data();
    void bashOffers();
    void bashNamesEveryOption();
    void zshNamesEveryOptionWithItsText();
    void zshReadsTheScript();

private:
    static QStringList offered(const std::string& script, const QString& function,
                               const QString& previous, const QString& current);
};

// What the completion function leaves in COMPREPLY.
QStringList TestShellCompletion::offered(const std::string& script, const QString& function,
                                         const QString& previous, const QString& current)
{
    const QString program = u"_init_completion() { cur=%1; prev=%2; }\n"
                            "_filedir() { COMPREPLY=(\"filedir$*\"); }\n"
                            "compopt() { :; }\n%3\n%4\n"
                            "printf '%s\\n' \"${COMPREPLY[@]}\"\n"_s;
    QProcess bash;
    bash.start(u"bash"_s,
               {u"--norc"_s, u"-c"_s,
                program.arg(u'\'' + current + u'\'', u'\'' + previous + u'\'',
                            QString::fromStdString(script), function)});
    bash.waitForFinished(30'000);
    const QString complaints = QString::fromUtf8(bash.readAllStandardError());
    if (!complaints.isEmpty()) {
        qWarning("%s", qPrintable(complaints));
    }
    return QString::fromUtf8(bash.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
}

void TestShellCompletion::bashOffers_data()
{
    QTest::addColumn<bool>("engine");
    QTest::addColumn<QString>("previous");
    QTest::addColumn<QString>("current");
    QTest::addColumn<QStringList>("offered");
    QTest::newRow("an option by its beginning")
        << false << u"sandglass"_s << u"--the"_s << QStringList{u"--theme"_s};
    QTest::newRow("the words of an option")
        << false << u"--theme"_s << u""_s << QStringList{u"light"_s, u"dark"_s};
    QTest::newRow("a word by its beginning")
        << false << u"--theme"_s << u"d"_s << QStringList{u"dark"_s};
    QTest::newRow("a folder") << false << u"--data-dir"_s << u""_s << QStringList{u"filedir-d"_s};
    QTest::newRow("a file") << false << u"--screenshot"_s << u""_s << QStringList{u"filedir"_s};
    QTest::newRow("nothing for free text") << false << u"--connect"_s << u""_s << QStringList{};
    QTest::newRow("after a switch come options")
        << true << u"--exit-with-parent"_s << u"--profi"_s << QStringList{u"--profile"_s};
    QTest::newRow("the engine's folder")
        << true << u"--dbpath"_s << u""_s << QStringList{u"filedir-d"_s};
    QTest::newRow("parameters") << true << u"--setParameter"_s << u"ttlMonitorS"_s
                                << QStringList{u"ttlMonitorSleepSecs="_s};
}

void TestShellCompletion::bashOffers()
{
    QFETCH(bool, engine);
    QFETCH(QString, previous);
    QFETCH(QString, current);
    QFETCH(QStringList, offered);
    const std::string script = engine
        ? bashCompletion("sandglass-engine", engine::server::optionRows())
        : bashCompletion("sandglass", guiOptionRows());
    QCOMPARE(TestShellCompletion::offered(script, engine ? u"_sandglass_engine"_s : u"_sandglass"_s,
                                          previous, current),
             offered);
}

void TestShellCompletion::bashNamesEveryOption()
{
    const QStringList names = offered(bashCompletion("sandglass", guiOptionRows()), u"_sandglass"_s,
                                      u"sandglass"_s, u"-"_s);
    for (const base::OptionRow& row : guiOptionRows()) {
        const QString name = u"--"_s + QString::fromStdString(std::string(row.name));
        QVERIFY2(names.contains(name), qPrintable(name));
    }
    QVERIFY(names.contains(u"-h"_s));
}

void TestShellCompletion::zshNamesEveryOptionWithItsText()
{
    const QString script
        = QString::fromStdString(zshCompletion("sandglass-engine", engine::server::optionRows()));
    QVERIFY(script.startsWith(u"#compdef sandglass-engine\n"_s));
    for (const base::OptionRow& row : engine::server::optionRows()) {
        const QString name = u"--"_s + QString::fromStdString(std::string(row.name));
        QVERIFY2(script.contains(name), qPrintable(name));
    }
    // the quote in "engine's" must not end the specification
    QVERIFY(script.contains(uR"(engine'\''s)"_s));
}

// A shell that is not installed cannot check: the text is tested above either way.
void TestShellCompletion::zshReadsTheScript()
{
    const QString zsh = QStandardPaths::findExecutable(u"zsh"_s);
    if (zsh.isEmpty()) {
        return;
    }
    QTemporaryDir folder;
    QFile file(folder.filePath(u"_sandglass"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(zshCompletion("sandglass", guiOptionRows())));
    file.close();
    QCOMPARE(QProcess::execute(zsh, {u"-n"_s, file.fileName()}), 0);
}

SANDGLASS_TEST(TestShellCompletion)
} // namespace tst_shell_completion

#include "tst_shell_completion.moc"
