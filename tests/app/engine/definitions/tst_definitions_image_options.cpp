// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/image_options.h"
#include "app/engine/request/arguments.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_definitions_image_options {

using namespace sandglass;
using namespace sandglass::tests;
using engine::definitions::parseImages;
using engine::definitions::withImages;
using engine::request::Arguments;

class DefinitionsImageOptionsTest : public QObject
{
    Q_OBJECT

private slots:
    void imagesAreReadFromTheCommand_data()
    {
        QTest::addColumn<QString>("ns");
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("read");
        const auto row = [](const char* ns, const char* command, int code, const char* read) {
            QTest::addRow("%s %s", ns, command)
                << QString::fromLatin1(ns) << QString::fromLatin1(command) << code
                << QString::fromLatin1(read);
        };
        row("db.c", "{}", 0, "not given");
        row("db.c", R"({"changeStreamPreAndPostImages":{"enabled":true}})", 0, "on");
        row("db.c", R"({"changeStreamPreAndPostImages":{"enabled":false}})", 0, "off");
        row("db.c", R"({"changeStreamPreAndPostImages":{}})", 0, "off");
        row("db.c", R"({"changeStreamPreAndPostImages":true})", 14, "");
        row("db.c", R"({"changeStreamPreAndPostImages":{"enabled":"yes"}})", 14, "");
        row("db.c", R"({"changeStreamPreAndPostImages":{"enable":true}})", 40415, "");
        row("admin.c", R"({"changeStreamPreAndPostImages":{"enabled":true}})", 72, "");
        row("local.c", R"({"changeStreamPreAndPostImages":{"enabled":true}})", 72, "");
        row("config.c", R"({"changeStreamPreAndPostImages":{"enabled":false}})", 72, "");
        row("db.system.views", R"({"changeStreamPreAndPostImages":{"enabled":true}})", 72, "");
        row("admin.c", "{}", 0, "not given");
    }
    void imagesAreReadFromTheCommand()
    {
        QFETCH(QString, ns);
        QFETCH(QString, command);
        const bson::Document fields = parsedJson(command);
        const protocol::Namespace place{ns.section(u'.', 0, 0).toStdString(),
                                        ns.section(u'.', 1).toStdString()};
        const auto images = parseImages(Arguments("create", fields), "create", place);
        QTEST(errorOf(images), "code");
        QString read;
        if (images) {
            read = !images->has_value() ? QStringLiteral("not given")
                : **images              ? QStringLiteral("on")
                                        : QStringLiteral("off");
        }
        QTEST(read, "read");
    }

    void theListedOptionsShowImagesOnlyWhenTheyAreOn()
    {
        const bson::Document plain = parsedJson(QStringLiteral(R"({"capped":true})"));
        const bson::Document on = withImages(plain, true);
        QCOMPARE(
            relaxedText(on),
            QStringLiteral(R"({"capped":true,"changeStreamPreAndPostImages":{"enabled":true}})"));
        QCOMPARE(relaxedText(withImages(on, true)), relaxedText(on));
        QCOMPARE(relaxedText(withImages(on, false)), relaxedText(plain));
        QCOMPARE(relaxedText(withImages(plain, false)), relaxedText(plain));
    }
};

SANDGLASS_PLAIN_TEST(DefinitionsImageOptionsTest)
} // namespace tst_definitions_image_options

#include "tst_definitions_image_options.moc"
