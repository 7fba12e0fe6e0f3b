// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/types.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>

namespace tst_bson_types {

using namespace sandglass::bson;

class BsonTypesTest : public QObject
{
    Q_OBJECT

private slots:
    void everyAliasLeadsBackToItsType()
    {
        int types = 0;
        for (int byte = 0; byte < 256; ++byte) {
            if (!isTypeByte(static_cast<std::uint8_t>(byte))) {
                continue;
            }
            const auto type = static_cast<Type>(byte);
            QCOMPARE(typeFromAlias(typeAlias(type)), std::optional<Type>(type));
            ++types;
        }
        QCOMPARE(types, 21);
    }

    void missingIsNoTypeOnTheWire()
    {
        QVERIFY(!isTypeByte(0));
        QVERIFY(!isTypeByte(20));
        QVERIFY(!typeFromAlias("missing").has_value());
        QVERIFY(!typeFromAlias("number").has_value());
        QCOMPARE(typeAlias(Type::Missing), std::string_view("missing"));
    }

    void onlyTheFourNumberTypesAreNumeric()
    {
        std::set<Type> numeric;
        for (int byte = 0; byte < 256; ++byte) {
            if (isNumeric(static_cast<Type>(byte))) {
                numeric.insert(static_cast<Type>(byte));
            }
        }
        QCOMPARE(numeric,
                 (std::set<Type>{Type::Int32, Type::Int64, Type::Double, Type::Decimal128}));
    }

    void typesSortInMongoDbsOrder()
    {
        const std::vector<Type> order{
            Type::MinKey,        Type::Undefined, Type::Null,   Type::Int32,     Type::String,
            Type::Document,      Type::Array,     Type::Binary, Type::ObjectId,  Type::Bool,
            Type::Date,          Type::Timestamp, Type::Regex,  Type::DbPointer, Type::Code,
            Type::CodeWithScope, Type::MaxKey};
        for (std::size_t i = 1; i < order.size(); ++i) {
            QVERIFY(canonicalOrder(order[i - 1]) < canonicalOrder(order[i]));
        }
        QCOMPARE(canonicalOrder(Type::Missing), canonicalOrder(Type::Undefined));
        QCOMPARE(canonicalOrder(Type::Symbol), canonicalOrder(Type::String));
        QCOMPARE(canonicalOrder(Type::Decimal128), canonicalOrder(Type::Double));
    }

    void generatedIdsDifferAndShareTheProcessPart()
    {
        std::set<std::string> texts;
        const ObjectId first = ObjectId::generate();
        for (int i = 0; i < 1000; ++i) {
            const ObjectId id = ObjectId::generate();
            texts.insert(id.text());
            QVERIFY(
                std::equal(id.bytes.begin() + 4, id.bytes.begin() + 9, first.bytes.begin() + 4));
        }
        QCOMPARE(texts.size(), std::size_t{1000});
    }

    void anIdReadsAsTwentyFourHexadecimalDigits()
    {
        ObjectId id;
        id.bytes = {0x65, 0x0a, 0xff, 0, 1, 2, 3, 4, 5, 6, 7, 8};
        QCOMPARE(id.text(), std::string("650aff000102030405060708"));
    }

    void aDateIsItsMoment()
    {
        const sandglass::base::Time moment{sandglass::base::Millis(-5)};
        QCOMPARE(Date::from(moment).millis, std::int64_t{-5});
        QCOMPARE(Date{-5}.time(), moment);
    }
};

SANDGLASS_PLAIN_TEST(BsonTypesTest)
} // namespace tst_bson_types

#include "tst_bson_types.moc"
