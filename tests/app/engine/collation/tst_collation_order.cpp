// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/compare.h"
#include "app/engine/collation/collation.h"
#include "tests/support/error_of.h"
#include "tests/support/need.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_collation_order {

using namespace sandglass;
using namespace sandglass::tests;
using engine::collation::parseCollation;

class CollationOrderTest : public QObject
{
    Q_OBJECT

private slots:
    void theSettingsDecide_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QByteArray>("left");
        QTest::addColumn<QByteArray>("right");
        QTest::addColumn<int>("order");
        const auto row = [](const char* settings, const char* left, const char* right, int order) {
            const QByteArray name = QByteArray(settings) + ' ' + left + ' ' + right;
            QTest::newRow(name.constData())
                << QByteArray(settings) << QByteArray(left) << QByteArray(right) << order;
        };
        row(R"({"locale":"en"})", "apple", "B", -1);
        row(R"({"locale":"en"})", "a", "A", -1);
        row(R"({"locale":"en","caseFirst":"upper"})", "a", "A", 1);
        row(R"({"locale":"en","strength":2})", "DONE", "done", 0);
        row(R"({"locale":"en","strength":2})", "resume", "résumé", -1);
        row(R"({"locale":"en","strength":1})", "resume", "résumé", 0);
        row(R"({"locale":"en","strength":1,"caseLevel":true})", "résumé", "resume", 0);
        row(R"({"locale":"en","strength":1,"caseLevel":true})", "A", "a", 1);
        row(R"({"locale":"en"})", "10", "9", -1);
        row(R"({"locale":"en","numericOrdering":true})", "10", "9", 1);
        row(R"({"locale":"en","alternate":"shifted"})", "black-bird", "blackbird", 0);
        row(R"({"locale":"en","alternate":"shifted","maxVariable":"space"})", "black-bird",
            "blackbird", -1);
        row(R"({"locale":"en","alternate":"shifted","maxVariable":"space"})", "black bird",
            "blackbird", 0);
        row(R"({"locale":"fr"})", "coté", "côte", -1);
        row(R"({"locale":"fr_CA"})", "coté", "côte", 1);
        row(R"({"locale":"fr","backwards":true})", "coté", "côte", 1);
        row(R"({"locale":"sv"})", "ö", "z", 1);
        row(R"({"locale":"de"})", "ö", "z", -1);
        row(R"({"locale":"de@collation=phonebook"})", "öf", "od", 1);
        row(R"({"locale":"en"})", "", "a", -1);
        row(R"({"locale":"en","strength":5})", "a", "a", 0);
    }
    void theSettingsDecide()
    {
        QFETCH(QByteArray, settings);
        QFETCH(QByteArray, left);
        QFETCH(QByteArray, right);
        const bson::CollationPtr collation = of(settings);
        QVERIFY(collation != nullptr);
        QTEST(sign(collation->compare(left.toStdString(), right.toStdString())), "order");
        QTEST(
            sign(keyOf(*collation, left.toStdString()) <=> keyOf(*collation, right.toStdString())),
            "order");
    }

    void sortKeysHoldNoZeroByteAndNoEnd()
    {
        const bson::CollationPtr collation = of(R"({"locale":"en"})");
        const std::string longText(10'000, 'x');
        for (const std::string& text : {std::string(), std::string("a\0b", 3), longText,
                                        std::string("\xff\xfe\x80"), std::string("日本語 🎉")}) {
            const std::string key = keyOf(*collation, text);
            QVERIFY(key.find('\0') == std::string::npos);
        }
        QVERIFY(keyOf(*collation, longText) < keyOf(*collation, longText + "y"));
    }

    void keysAndComparisonsAgree()
    {
        const bson::CollationPtr collation = of(R"({"locale":"en","strength":2})");
        const std::vector<std::string> texts{"",  "a",  "A",  "á",   "ab",  "aB", "b",
                                             "ß", "ss", "SS", "a b", "a-b", "1",  "10"};
        for (const std::string& left : texts) {
            for (const std::string& right : texts) {
                QCOMPARE(sign(collation->compare(left, right)),
                         sign(keyOf(*collation, left) <=> keyOf(*collation, right)));
                const auto a = bson::Value::of(left);
                const auto b = bson::Value::of(right);
                if (collation->compare(left, right) == std::strong_ordering::equal) {
                    QCOMPARE(bson::hash(a, collation.get()), bson::hash(b, collation.get()));
                }
            }
        }
    }

    void valuesWithStringsInsideCompareByThem()
    {
        const bson::CollationPtr collation = of(R"({"locale":"en","strength":2})");
        const auto same = [&](const char* left, const char* right) {
            const bson::Document a = parsedJson(QString::fromUtf8(left));
            const bson::Document b = parsedJson(QString::fromUtf8(right));
            const bool equal = bson::equal(a["v"], b["v"], collation.get());
            return equal
                == (bson::hash(a["v"], collation.get()) == bson::hash(b["v"], collation.get()))
                && equal;
        };
        QVERIFY(same(R"({"v":{"x":"A"}})", R"({"v":{"x":"a"}})"));
        QVERIFY(same(R"({"v":["A",{"y":["B"]}]})", R"({"v":["a",{"y":["b"]}]})"));
        QVERIFY(!same(R"({"v":{"X":"a"}})", R"({"v":{"x":"a"}})"));
        QVERIFY(!same(R"({"v":["a"]})", R"({"v":["a","a"]})"));
        QVERIFY(same(R"({"v":1})", R"({"v":1.0})"));
        QVERIFY(!same(R"({"v":"1"})", R"({"v":1})"));
    }

    void withoutStringsACollationChangesNothing()
    {
        const bson::CollationPtr collation = of(R"({"locale":"sv"})");
        for (const char* text : {R"({"a":1,"b":2.5})", R"({"a":null,"b":true})",
                                 R"({"a":{"$date":5},"b":{"$minKey":1}})"}) {
            const bson::Document both = parsedJson(QString::fromUtf8(text));
            QCOMPARE(sign(bson::compare(both["a"], both["b"])),
                     sign(bson::compare(both["a"], both["b"], collation.get())));
            QCOMPARE(bson::hash(both["a"], collation.get()), bson::hash(both["a"]));
        }
    }

    void thoseWithEqualSettingsAreTheSame()
    {
        const auto same = [](const QByteArray& left, const QByteArray& right) {
            return bson::sameCollation(of(left).get(), of(right).get());
        };
        QVERIFY(same(R"({"locale":"en"})", R"({"locale":"en","strength":3})"));
        QVERIFY(!same(R"({"locale":"en"})", R"({"locale":"en","strength":2})"));
        QVERIFY(!same(R"({"locale":"en"})", R"({"locale":"en_US"})"));
        QVERIFY(same(R"({"locale":"simple"})", "null"));
        QVERIFY(!same(R"({"locale":"en"})", "null"));
    }

private:
    static bson::CollationPtr of(const QByteArray& settings)
    {
        return need(parseCollation("collation", parsedValue(QString::fromUtf8(settings))));
    }
    static std::string keyOf(const bson::Collation& collation, std::string_view text)
    {
        std::string key;
        collation.appendSortKey(key, text);
        return key;
    }
    static int sign(std::strong_ordering order)
    {
        return std::is_lt(order) ? -1 : (std::is_gt(order) ? 1 : 0);
    }
};

SANDGLASS_TEST(CollationOrderTest)
} // namespace tst_collation_order

#include "tst_collation_order.moc"
