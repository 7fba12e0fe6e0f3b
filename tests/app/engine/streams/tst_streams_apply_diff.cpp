// SPDX-License-Identifier: GPL-3.0-or-later
// Differences of documents in the log of operations, applied again.
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/catalog/document_diff.h"
#include "app/engine/streams/apply_diff.h"
#include "tests/support/engine_data.h"
#include "tests/support/random_documents.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <string>

namespace tst_streams_apply_diff {

using namespace sandglass;
using namespace sandglass::tests;
using engine::catalog::documentDiff;
using engine::streams::applyDiff;

namespace {

/// A document with its fields in order of their names, on all levels: a difference does not say
/// their order.
bson::Document inOrder(bson::DocumentView document);

bson::Value inOrder(bson::ValueView value)
{
    if (value.type() == bson::Type::Document) {
        return bson::Value::document(inOrder(value.asDocument()));
    }
    if (value.type() == bson::Type::Array) {
        bson::Builder elements;
        for (const bson::Element& element : value.asDocument()) {
            elements.push(inOrder(element.value));
        }
        return bson::Value::array(elements.take());
    }
    return bson::Value(value);
}

bson::Document inOrder(bson::DocumentView document)
{
    std::map<std::string, bson::Value> fields;
    for (const bson::Element& field : document) {
        fields.emplace(field.key, inOrder(field.value));
    }
    bson::Builder ordered;
    for (const auto& [name, value] : fields) {
        ordered.append(name, value);
    }
    return ordered.take();
}

QString applied(const char* before, const char* diff)
{
    const auto after = applyDiff(need(bson::fromJson(before)), need(bson::fromJson(diff)));
    return QString::fromStdString(after ? bson::toJson(*after) : after.error().message);
}

} // namespace

class StreamsApplyDiffTest : public QObject
{
    Q_OBJECT

private slots:
    void eachPartHasItsEffect_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("diff");
        QTest::addColumn<QByteArray>("after");
        const auto row = [](const char* name, const char* before, const char* diff,
                            const char* after) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(diff) << QByteArray(after);
        };
        row("nothing", R"({"_id":1})", "{}", R"({"_id":1})");
        row("removed", R"({"_id":1,"a":1})", R"({"d":{"a":false}})", R"({"_id":1})");
        row("updated in its place", R"({"a":1,"b":2})", R"({"u":{"a":3}})", R"({"a":3,"b":2})");
        row("updated but gone", R"({"b":2})", R"({"u":{"a":3}})", R"({"b":2,"a":3})");
        row("inserted at the end", R"({"a":1,"b":2})", R"({"i":{"a":3,"c":4}})",
            R"({"b":2,"a":3,"c":4})");
        row("nested", R"({"a":{"x":1,"y":2}})", R"({"sa":{"d":{"x":false},"i":{"z":3}}})",
            R"({"a":{"y":2,"z":3}})");
        row("in an array", R"({"l":[1,{"x":1},3]})",
            R"({"sl":{"a":true,"l":2,"u0":9,"s1":{"u":{"x":2}}}})", R"({"l":[9,{"x":2}]})");
        row("a longer array", R"({"l":[1]})", R"({"sl":{"a":true,"u2":3}})", R"({"l":[1,null,3]})");
        row("replaced since", R"({"a":5})", R"({"sa":{"u":{"x":1}}})", R"({"a":5})");
    }
    void eachPartHasItsEffect()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, diff);
        QFETCH(QByteArray, after);
        QCOMPARE(applied(before.constData(), diff.constData()), QString::fromUtf8(after));
    }

    void otherFormsAreRefused()
    {
        for (const char* diff :
             {R"({"x":1})", R"({"u":1})", R"({"b":{"a":1}})", R"({"sa":1})",
              R"({"sl":{"a":true,"x1":1}})", R"({"sl":{"a":true,"u":1}})",
              R"({"sl":{"a":true,"u-1":1}})", R"({"sl":{"a":true,"u9999999":1}})",
              R"({"sl":{"a":true,"l":-1}})"}) {
            QVERIFY2(
                applied(R"({"a":{},"l":[1]})", diff).startsWith(QStringLiteral("Unsupported part")),
                diff);
        }
    }

    void movedFieldsComeToTheirPlaces()
    {
        const bson::Document before = need(bson::fromJson(R"({"a":1,"b":2,"c":{"x":1},"d":[4]})"));
        std::string order = "abcd";
        do {
            bson::Builder fields;
            for (const char name : order) {
                fields.append(std::string(1, name), before[std::string(1, name)]);
            }
            const bson::Document after = fields.take();
            const bson::Document diff = documentDiff(before, after);
            const auto once = applyDiff(before, diff);
            QVERIFY2(once && *once == after, bson::toJson(diff).c_str());
            const auto twice = applyDiff(*once, diff);
            QVERIFY(twice && *twice == after);
        } while (std::next_permutation(order.begin(), order.end()));
    }

    void theDifferenceOfTwoDocumentsLeadsFromOneToTheOther()
    {
        RandomDocuments random(testSeed(), {bson::Date{0}, bson::Date{1000}});
        for (int i = 0; i < 2000; ++i) {
            const bson::Document before = random.next();
            const bson::Document after = random.next();
            const bson::Document diff = documentDiff(before, after);
            const auto once = applyDiff(before, diff);
            QVERIFY(once);
            QVERIFY2(inOrder(*once) == inOrder(after), bson::toJson(diff).c_str());
            const auto twice = applyDiff(*once, diff);
            QVERIFY(twice && inOrder(*twice) == inOrder(after));
        }
    }
};

SANDGLASS_TEST(StreamsApplyDiffTest)
} // namespace tst_streams_apply_diff

#include "tst_streams_apply_diff.moc"
