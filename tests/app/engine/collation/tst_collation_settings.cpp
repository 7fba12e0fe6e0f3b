// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/collation/collation.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_collation_settings {

using namespace sandglass;
using namespace sandglass::tests;
using engine::collation::parseCollation;

class CollationSettingsTest : public QObject
{
    Q_OBJECT

private slots:
    void whatIsLeftOpenIsFilledIn()
    {
        const auto full = parsed(R"({"locale":"fr"})");
        QVERIFY(full.has_value() && *full != nullptr);
        QCOMPARE(relaxedText((*full)->settings()),
                 QStringLiteral(
                     R"({"locale":"fr","caseLevel":false,"caseFirst":"off","strength":3,)"
                     R"("numericOrdering":false,"alternate":"non-ignorable","maxVariable":"punct",)"
                     R"("normalization":false,"backwards":false,"version":"57.1"})"));
    }

    void givenSettingsAreKept_data()
    {
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("kept");
        const auto row = [](const char* given, const char* field, const char* kept) {
            QTest::newRow(given) << QString::fromLatin1(given) << QString::fromLatin1(field)
                                 << QString::fromLatin1(kept);
        };
        row(R"("strength":1)", "strength", "1");
        row(R"("strength":5)", "strength", "5");
        row(R"("strength":2.0)", "strength", "2");
        row(R"("caseLevel":true)", "caseLevel", "true");
        row(R"("caseFirst":"upper")", "caseFirst", R"("upper")");
        row(R"("caseFirst":"lower")", "caseFirst", R"("lower")");
        row(R"("numericOrdering":true)", "numericOrdering", "true");
        row(R"("alternate":"shifted")", "alternate", R"("shifted")");
        row(R"("maxVariable":"space")", "maxVariable", R"("space")");
        row(R"("normalization":true)", "normalization", "true");
        row(R"("backwards":true)", "backwards", "true");
        row(R"("backwards":0)", "backwards", "false");
        row(R"("version":"57.1")", "version", R"("57.1")");
    }
    void givenSettingsAreKept()
    {
        QFETCH(QString, given);
        QFETCH(QString, field);
        QFETCH(QString, kept);
        const auto full = parsed(QStringLiteral(R"({"locale":"de",%1})").arg(given).toUtf8());
        QCOMPARE(wordsOf(full), QString());
        QCOMPARE(QString::fromStdString(bson::toJson((*full)->settings()[field.toStdString()])),
                 kept);
    }

    void theOrderOfTheSettingsDoesNotMatter()
    {
        QCOMPARE(
            relaxedText((*parsed(R"({"strength":2,"locale":"de","caseLevel":true})"))->settings()),
            relaxedText((*parsed(R"({"caseLevel":true,"strength":2,"locale":"de"})"))->settings()));
    }

    void binaryComparisonIsNoCollation_data()
    {
        QTest::addColumn<QByteArray>("given");
        QTest::newRow("simple") << QByteArray(R"({"locale":"simple"})");
        QTest::newRow("null") << QByteArray("null");
    }
    void binaryComparisonIsNoCollation()
    {
        QFETCH(QByteArray, given);
        const auto none = parsed(given);
        QVERIFY(none.has_value() && *none == nullptr);
    }

    void anAbsentOneIsNone()
    {
        const auto none = parseCollation("find.collation", {});
        QVERIFY(none.has_value() && *none == nullptr);
    }

    void wrongOnesHaveTheirCodes_data()
    {
        QTest::addColumn<QByteArray>("given");
        QTest::addColumn<int>("code");
        const auto row = [](const char* given, int code) {
            QTest::newRow(given) << QByteArray(given) << code;
        };
        row("5", 14);
        row(R"("fr")", 14);
        row("[]", 14);
        row("{}", 40414);
        row(R"({"strength":1})", 40414);
        row(R"({"locale":5})", 14);
        row(R"({"locale":""})", 2);
        row(R"({"locale":"fr","strength":0})", 2);
        row(R"({"locale":"fr","strength":6})", 2);
        row(R"({"locale":"fr","strength":-1})", 2);
        row(R"({"locale":"fr","strength":"3"})", 14);
        row(R"({"locale":"fr","caseLevel":"yes"})", 14);
        row(R"({"locale":"fr","caseFirst":"Upper"})", 2);
        row(R"({"locale":"fr","caseFirst":5})", 14);
        row(R"({"locale":"fr","alternate":"ignore"})", 2);
        row(R"({"locale":"fr","alternate":""})", 2);
        row(R"({"locale":"fr","maxVariable":"symbol"})", 2);
        row(R"({"locale":"fr","numericOrdering":"1"})", 14);
        row(R"({"locale":"fr","normalization":{}})", 14);
        row(R"({"locale":"fr","backwards":[]})", 14);
        row(R"({"locale":"fr","what":1})", 40415);
        row(R"({"locale":"fr","version":57})", 14);
        row(R"({"locale":"fr","version":"99.1"})", 161);
        row(R"({"locale":"xx_nope"})", 2);
        row(R"({"locale":"unrecognized"})", 2);
        row(R"({"locale":"en_XX"})", 2);
        row(R"({"locale":"en-US"})", 2);
        row(R"({"locale":"EN"})", 2);
        row(R"({"locale":"en_US_"})", 2);
        row(R"({"locale":"en@collation=nope"})", 2);
        row("{\"locale\":\"en\\u0000\"}", 2);
        row(R"({"locale":"en","backwards":true,"strength":1})", 2);
        row(R"({"locale":"en","caseFirst":"upper","strength":2})", 2);
        row(R"({"locale":"simple","strength":9})", 2);
    }
    void wrongOnesHaveTheirCodes()
    {
        QFETCH(QByteArray, given);
        QTEST(errorOf(parsed(given)), "code");
    }

    void settingsThatGoTogetherAreAccepted_data()
    {
        QTest::addColumn<QByteArray>("given");
        for (const char* given :
             {R"({"locale":"en","backwards":true,"strength":2})",
              R"({"locale":"en","caseFirst":"upper","strength":2,"caseLevel":true})",
              R"({"locale":"fr_CA"})", R"({"locale":"zh_Hant"})", R"({"locale":"en_US_POSIX"})",
              R"({"locale":"de@collation=phonebook"})",
              R"({"locale":"es@collation=traditional"})"}) {
            QTest::newRow(given) << QByteArray(given);
        }
    }
    void settingsThatGoTogetherAreAccepted()
    {
        QFETCH(QByteArray, given);
        const auto full = parsed(given);
        QCOMPARE(wordsOf(full), QString());
        QVERIFY(*full != nullptr);
    }

    void aLocalePresetsWhatIsLeftOpen()
    {
        QVERIFY((*parsed(R"({"locale":"fr_CA"})"))->settings()["backwards"].asBool());
        QVERIFY(!(*parsed(R"({"locale":"fr_CA","backwards":false})"))
                     ->settings()["backwards"]
                     .asBool());
        QVERIFY((*parsed(R"({"locale":"da"})"))->settings()["caseFirst"].asString() == "upper");
    }

    void anUnknownLocaleIsCorrected()
    {
        QVERIFY(wordsOf(parsed(R"({"locale":"en_XX"})"))
                    .contains(QStringLiteral("Did you mean 'en'?")));
    }

    void storedOnesThatCannotBeUsedAreNone()
    {
        const auto stored = [](const char* text) {
            return engine::collation::storedCollation(parsedValue(QString::fromUtf8(text)));
        };
        QVERIFY(stored(R"({"locale":"xx_nope","strength":3})") == nullptr);
        QVERIFY(stored(R"({"locale":"en","version":"57.1"})") != nullptr);
        QVERIFY(engine::collation::storedCollation({}) == nullptr);
    }

    void theErrorNamesThePlace()
    {
        QVERIFY(wordsOf(parsed(R"({"locale":"fr","strength":9})"))
                    .contains(QStringLiteral("find.collation.strength")));
    }

private:
    static Result<bson::CollationPtr> parsed(const QByteArray& given)
    {
        return parseCollation("find.collation", parsedValue(QString::fromUtf8(given)));
    }
};

SANDGLASS_TEST(CollationSettingsTest)
} // namespace tst_collation_settings

#include "tst_collation_settings.moc"
