// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/command_language.h"
#include "app/services/settings/settings.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <set>

namespace tst_presenters_command_language {

using namespace sandglass;
using namespace Qt::StringLiterals;
using presenters::commandLanguage;
using presenters::rememberCommandLanguage;
using services::Settings;
using ttl::CommandLanguage;

namespace {

const QString kKey = u"command/language"_s;

} // namespace

class TestCommandLanguage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mongoshComesFirst();
    void everyLanguageIsRememberedOverRuns_data();
    void everyLanguageIsRememberedOverRuns();
    void everyLanguageHasANameOfItsOwn();
    void anUnknownNameMeansMongosh_data();
    void anUnknownNameMeansMongosh();
    void theSameChoiceTwiceChangesNothing();
};

void TestCommandLanguage::mongoshComesFirst()
{
    const QTemporaryDir folder;
    QCOMPARE(commandLanguage(Settings(folder.path())), CommandLanguage::Mongosh);
}

void TestCommandLanguage::everyLanguageIsRememberedOverRuns_data()
{
    QTest::addColumn<int>("language");
    for (const CommandLanguage language : ttl::kCommandLanguages) {
        QTest::addRow("%d", static_cast<int>(language)) << static_cast<int>(language);
    }
}

void TestCommandLanguage::everyLanguageIsRememberedOverRuns()
{
    QFETCH(int, language);
    const QTemporaryDir folder;
    {
        Settings settings(folder.path());
        rememberCommandLanguage(settings, CommandLanguage::CSharp);
        rememberCommandLanguage(settings, static_cast<CommandLanguage>(language));
        QCOMPARE(commandLanguage(settings), static_cast<CommandLanguage>(language));
    }
    QCOMPARE(commandLanguage(Settings(folder.path())), static_cast<CommandLanguage>(language));
}

void TestCommandLanguage::everyLanguageHasANameOfItsOwn()
{
    const QTemporaryDir folder;
    Settings settings(folder.path());
    std::set<QString> names;
    for (const CommandLanguage language : ttl::kCommandLanguages) {
        rememberCommandLanguage(settings, language);
        names.insert(settings.value(kKey).toString());
    }
    QCOMPARE(names.size(), ttl::kCommandLanguages.size());
    QVERIFY(!names.contains(QString()));
}

void TestCommandLanguage::anUnknownNameMeansMongosh_data()
{
    QTest::addColumn<QVariant>("value");
    QTest::newRow("of a later version") << QVariant(u"rust"_s);
    QTest::newRow("another case") << QVariant(u"Python"_s);
    QTest::newRow("empty") << QVariant(QString());
    QTest::newRow("a number") << QVariant(3);
    QTest::newRow("a list") << QVariant(QStringList{u"java"_s, u"node"_s});
}

void TestCommandLanguage::anUnknownNameMeansMongosh()
{
    QFETCH(QVariant, value);
    const QTemporaryDir folder;
    Settings settings(folder.path());
    settings.setValue(kKey, value);
    QCOMPARE(commandLanguage(settings), CommandLanguage::Mongosh);
}

void TestCommandLanguage::theSameChoiceTwiceChangesNothing()
{
    const QTemporaryDir folder;
    Settings settings(folder.path());
    rememberCommandLanguage(settings, CommandLanguage::Java);
    const QSignalSpy changed(&settings, &Settings::valueChanged);
    rememberCommandLanguage(settings, CommandLanguage::Java);
    QCOMPARE(changed.count(), 0);
}

SANDGLASS_TEST(TestCommandLanguage)
} // namespace tst_presenters_command_language

#include "tst_presenters_command_language.moc"
