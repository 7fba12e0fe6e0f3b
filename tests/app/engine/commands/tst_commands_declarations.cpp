// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/command.h"
#include "app/engine/request/declaration.h"
#include "tests/support/command_fixture.h"
#include "tests/support/error_of.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>
#include <string>
#include <vector>

namespace tst_commands_declarations {

using namespace sandglass;
using namespace sandglass::tests;
using engine::commands::Command;
using engine::commands::commandTable;
using engine::commands::declarationOf;
using engine::request::checkDeclared;
using engine::request::Declaration;
using engine::request::Field;
using engine::request::FieldType;
using engine::request::OtherFields;
using engine::request::Presence;

namespace {

/// One value of each BSON type that commands know.
const std::vector<bson::Value>& values()
{
    static const bson::Document all = need(bson::fromJson(
        R"({"double":1.5,"text":"x","object":{"a":1},"array":[1],"binary":{"$uuid":"00112233-4455-4677-8899-aabbccddee01"},
            "id":{"$oid":"650aff000102030405060708"},"bool":true,"date":{"$date":0},
            "regex":{"$regularExpression":{"pattern":"a","options":""}},"int":1,
            "timestamp":{"$timestamp":{"t":1,"i":1}},"long":{"$numberLong":"1"},
            "decimal":{"$numberDecimal":"1"},"minKey":{"$minKey":1},"maxKey":{"$maxKey":1}})"));
    static const std::vector<bson::Value> list = [] {
        std::vector<bson::Value> made;
        for (const bson::Element& element : all.view()) {
            made.emplace_back(element.value);
        }
        return made;
    }();
    return list;
}

/// What a field of that type takes; written out here and not asked from the declaration's own code.
bool takes(FieldType type, bson::ValueView value)
{
    const bson::Type kind = value.type();
    const bool number = kind == bson::Type::Double || kind == bson::Type::Int32
        || kind == bson::Type::Int64 || kind == bson::Type::Decimal128;
    switch (type) {
    case FieldType::Any:
        return true;
    case FieldType::Flag:
        return number || kind == bson::Type::Bool;
    case FieldType::Number:
    case FieldType::Count:
        return number;
    case FieldType::Text:
        return kind == bson::Type::String;
    case FieldType::Object:
        return kind == bson::Type::Document;
    case FieldType::Array:
    case FieldType::Statements:
        return kind == bson::Type::Array;
    }
    return false;
}

/// A good value of that type.
void appendGood(const Field& field, bson::Builder& body)
{
    for (const bson::Value& value : values()) {
        if (takes(field.type, value.view())) {
            body.append(field.name, value);
            return;
        }
    }
}

/// A command with its required fields, except the one named `without`.
bson::Builder minimal(const Declaration& declared, std::string_view without)
{
    bson::Builder body;
    body.append(declared.command, 1);
    for (const Field& field : declared.fields) {
        if (field.presence == Presence::Required && field.name != without) {
            appendGood(field, body);
        }
    }
    return body;
}

} // namespace

/// From the declaration of every command: every wrong type and an unknown field.
class CommandsDeclarationsTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_db = std::make_unique<CommandFixture>(); }
    void cleanup() { m_db.reset(); }

    void everyTypeIsHeld_data() { commands(); }
    void everyTypeIsHeld()
    {
        const Declaration& declared = chosen();
        for (const Field& field : declared.fields) {
            if (field.before != 0) {
                continue; // this version does not know it
            }
            for (const bson::Value& value : values()) {
                bson::Builder body = minimal(declared, field.name);
                body.append(field.name, value);
                const int expected = takes(field.type, value.view()) ? 0 : 14;
                const auto checked = check(declared, body.take());
                QVERIFY2(errorOf(checked) == expected,
                         (std::string(field.name) + " " + bson::toJson(value.view())).c_str());
                if (expected != 0) {
                    QVERIFY(wordsOf(checked).contains(QString::fromUtf8(
                        field.name.data(), static_cast<qsizetype>(field.name.size()))));
                }
            }
        }
    }

    void nullIsAsGoodAsAbsent_data() { commands(); }
    void nullIsAsGoodAsAbsent()
    {
        const Declaration& declared = chosen();
        bson::Builder body = minimal(declared, {});
        for (const Field& field : declared.fields) {
            if (field.presence == Presence::Optional && field.before == 0) {
                body.appendNull(field.name);
            }
        }
        QCOMPARE(wordsOf(check(declared, body.take())), QString());
    }

    void aListThatIsRequiredIsNotNull_data() { commands(); }
    void aListThatIsRequiredIsNotNull()
    {
        const Declaration& declared = chosen();
        for (const Field& field : declared.fields) {
            const bool list = field.type == FieldType::Array || field.type == FieldType::Statements;
            if (list && field.presence == Presence::Required) {
                bson::Builder body = minimal(declared, field.name);
                body.appendNull(field.name);
                QCOMPARE(errorOf(check(declared, body.take())), 14);
            }
        }
    }

    void whatIsRequiredIsMissed_data() { commands(); }
    void whatIsRequiredIsMissed()
    {
        const Declaration& declared = chosen();
        for (const Field& field : declared.fields) {
            const int expected = field.presence == Presence::Required ? 40414 : 0;
            QVERIFY2(errorOf(check(declared, minimal(declared, field.name).take())) == expected,
                     std::string(field.name).c_str());
        }
    }

    void whatIsNotDeclaredIsRefused_data() { commands(); }
    void whatIsNotDeclaredIsRefused()
    {
        const Declaration& declared = chosen();
        const int expected = declared.others == OtherFields::Refused ? 40415 : 0;
        for (const char* name : {"sandglassNothing", "Filter", "$nothing"}) {
            bson::Builder body = minimal(declared, {});
            body.append(name, 1);
            QCOMPARE(errorOf(check(declared, body.take())), expected);
        }
    }

    void aFieldComesOnce_data() { commands(); }
    void aFieldComesOnce()
    {
        const Declaration& declared = chosen();
        for (const Field& field : declared.fields) {
            if (field.before != 0) {
                continue;
            }
            bson::Builder body = minimal(declared, field.name);
            appendGood(field, body);
            appendGood(field, body);
            QVERIFY2(errorOf(check(declared, body.take())) == 40413,
                     std::string(field.name).c_str());
        }
    }

    void whatAVersionDoesNotKnowIsRefused_data() { commands(); }
    void whatAVersionDoesNotKnowIsRefused()
    {
        const Declaration& declared = chosen();
        for (const Field& field : declared.fields) {
            if (field.since == 0) {
                continue;
            }
            for (const char* version : {"4.4", "8.0"}) {
                engine::request::behaveLike(*engine::request::findServerVersion(version),
                                            m_db->facts);
                bson::Builder body = minimal(declared, field.name);
                appendGood(field, body);
                const bool known = m_db->facts.atLeast(field.since / 10, field.since % 10);
                QVERIFY2(errorOf(check(declared, body.take())) == (known ? 0 : 40415),
                         std::string(field.name).c_str());
            }
        }
    }

    void countsAreNotNegative()
    {
        VERIFY_HOLDS(m_db->run(R"({"find":"c","skip":-1})"), R"({"code":51024})");
        VERIFY_HOLDS(m_db->run(R"({"find":"c","limit":{"$numberDecimal":"-1"}})"),
                     R"({"code":51024})");
    }

    void unstableFieldsAreOutsideOfTheStableApi()
    {
        const char* strict = R"({"find":"c","apiVersion":"1","apiStrict":true)";
        VERIFY_HOLDS(m_db->run(std::string(strict) + "}"), R"({"ok":1})");
        VERIFY_HOLDS(m_db->run(std::string(strict) + R"(,"limit":1})"), R"({"ok":1})");
        VERIFY_HOLDS(m_db->run(std::string(strict) + R"(,"tailable":true})"), R"({"code":323})");
    }

    void statementsMayStandBesideTheBody()
    {
        const bson::Document one = need(bson::fromJson(R"({"_id":1})"));
        const bson::Document body = need(bson::fromJson(R"({"insert":"c"})"));
        engine::request::Request request;
        request.name = "insert";
        request.database = "db";
        request.body = body;
        VERIFY_HOLDS(m_db->run(request), R"({"code":40414})");
        request.sequences["documents"] = {one.view()};
        VERIFY_HOLDS(m_db->run(request), R"({"n":1})");
        request.sequences["what"] = {one.view()};
        VERIFY_HOLDS(m_db->run(request), R"({"code":40415})");
        request.sequences.erase("what");
        request.sequences["ordered"] = {one.view()};
        VERIFY_HOLDS(m_db->run(request), R"({"code":14})");
    }

    void explainJudgesTheCommandInside()
    {
        VERIFY_HOLDS(m_db->run(R"({"explain":{"find":"c","what":1}})"), R"({"code":40415})");
        VERIFY_HOLDS(m_db->run(R"({"explain":{"find":"c","skip":"x"}})"), R"({"code":14})");
        VERIFY_HOLDS(m_db->run(R"({"explain":{"count":"c"},"what":1})"), R"({"code":40415})");
    }

    void listCommandsTellsTheFields()
    {
        const bson::Document reply = m_db->good(R"({"listCommands":1})");
        const std::string_view help = reply.view().at("commands.find.help").asString();
        QVERIFY(help.find("filter: object") != std::string_view::npos);
        QVERIFY(help.find("tailable: bool") != std::string_view::npos);
        QVERIFY(reply.view().at("commands.count.help").asString().find("sandglassBounded")
                != std::string_view::npos);
    }

    void listCommandsTellsWhoMayRunThem()
    {
        const bson::Document reply = m_db->good(R"({"listCommands":1})");
        VERIFY_HOLDS(reply, R"({"commands":{"hello":{"requiresAuth":false,"adminOnly":false},
            "insert":{"requiresAuth":true,"secondaryOk":false,"apiVersions":["1"],
                "deprecatedApiVersions":[]},
            "top":{"requiresAuth":true,"secondaryOk":true,"adminOnly":true,"apiVersions":[]}}})");
        QVERIFY(reply.view().at("commands.top.slaveOk").isMissing());
        m_db->facts.versionNumbers = {4, 4, 0, 0};
        const bson::Document old = m_db->good(R"({"listCommands":1})");
        VERIFY_HOLDS(old, R"({"commands":{"top":{"slaveOk":true}}})");
        QVERIFY(old.view().at("commands.top.apiVersions").isMissing());
    }

private:
    static void commands()
    {
        QTest::addColumn<int>("row");
        int row = 0;
        for (const Command& command : commandTable()) {
            QTest::newRow(std::string(command.name).c_str()) << row++;
        }
    }
    static const Declaration& chosen()
    {
        QFETCH(int, row);
        return declarationOf(commandTable()[static_cast<std::size_t>(row)]);
    }
    Result<void> check(const Declaration& declared, const bson::Document& body) const
    {
        engine::request::Request request;
        request.name = std::string(declared.command);
        request.database = "admin";
        request.body = body;
        return checkDeclared(declared, request, m_db->facts);
    }

    std::unique_ptr<CommandFixture> m_db;
};

SANDGLASS_PLAIN_TEST(CommandsDeclarationsTest)
} // namespace tst_commands_declarations

#include "tst_commands_declarations.moc"
