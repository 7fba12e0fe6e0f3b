// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/bson/decimal128.h"
#include "app/bson/json.h"
#include "app/engine/catalog/index_key.h"
#include "tests/support/test_program.h"
#include "tests/support/test_seed.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace tst_catalog_index_key {

using namespace sandglass;
using bson::Value;
using engine::catalog::appendKey;

namespace {

std::string encoded(const Value& value)
{
    std::string key;
    appendKey(key, value, nullptr);
    return key;
}

int signOf(std::strong_ordering order)
{
    return order < 0 ? -1 : (order > 0 ? 1 : 0);
}

int signOf(int order)
{
    return order < 0 ? -1 : (order > 0 ? 1 : 0);
}

// Small ranges, so that equal and nearly equal values are common.
class RandomValues
{
public:
    explicit RandomValues(unsigned seed)
        : m_random(seed)
    {
    }

    Value next(int depth = 0)
    {
        switch (m_random() % (depth < 3 ? 18U : 14U)) {
        case 0:
            return Value::minKey();
        case 1:
            return Value::null();
        case 2:
        case 3:
        case 4:
        case 5:
            return number();
        case 6:
            return Value::of(text());
        case 7:
            return element([&](bson::Builder& to) {
                to.append("v", bson::Regex{regexText(), "i"});
            });
        case 8:
            return objectId();
        case 9:
            return Value::of(small(2) == 1);
        case 10:
            return Value::of(bson::Date{edge()});
        case 11:
            return Value::of(bson::Timestamp{static_cast<std::uint32_t>(small(3)),
                                             static_cast<std::uint32_t>(small(3))});
        case 12:
            return binary();
        case 13:
            return Value::maxKey();
        case 14:
        case 15:
            return Value::document(document(depth));
        default:
            return Value::array(array(depth));
        }
    }

    Value number()
    {
        const std::int64_t whole = edge();
        switch (m_random() % 5U) {
        case 0:
            return Value::of(static_cast<std::int32_t>(whole));
        case 1:
            return Value::of(whole);
        case 2:
            return Value::of(static_cast<double>(whole) + 0.25 * static_cast<double>(small(4)));
        case 3:
            return Value::of(specialDouble());
        default:
            return decimal(whole);
        }
    }

private:
    std::int64_t small(unsigned below) { return static_cast<std::int64_t>(m_random() % below); }

    // around the places where integers stop being doubles
    std::int64_t edge()
    {
        static constexpr std::int64_t kEdges[] = {0,
                                                  1,
                                                  1LL << 31,
                                                  1LL << 53,
                                                  (1LL << 53) + 2,
                                                  1LL << 60,
                                                  (1LL << 62) + 512,
                                                  std::numeric_limits<std::int64_t>::max() - 4};
        const std::int64_t near = kEdges[small(8)] + small(5) - 1;
        return small(2) == 0 ? near : -near;
    }

    double specialDouble()
    {
        static constexpr double kSpecial[] = {0.0,
                                              -0.0,
                                              0.1,
                                              -0.1,
                                              1e300,
                                              -1e300,
                                              5e-324,
                                              0.5,
                                              std::numeric_limits<double>::infinity(),
                                              -std::numeric_limits<double>::infinity(),
                                              std::numeric_limits<double>::quiet_NaN()};
        return kSpecial[small(11)];
    }

    Value decimal(std::int64_t whole)
    {
        static const char* const kTexts[] = {"0.1",
                                             "-0.1",
                                             "NaN",
                                             "Infinity",
                                             "-Infinity",
                                             "1E+300",
                                             "0.1000000000000000055511151231257827",
                                             "9007199254740993.5",
                                             "-9007199254740992.5",
                                             "0.50",
                                             "0E+10",
                                             "-0"};
        if (small(2) == 0) {
            return Value::of(bson::decimalFrom(whole));
        }
        return Value::of(*bson::decimalFromText(kTexts[small(12)]));
    }

    std::string text()
    {
        std::string made;
        for (std::int64_t left = small(4); left > 0; --left) {
            made.push_back(std::string("\0\x01"
                                       "a\xFF",
                                       4)[static_cast<std::size_t>(small(4))]);
        }
        return made;
    }

    std::string regexText() { return std::string(static_cast<std::size_t>(small(3)), 'a'); }

    template <typename Append>
    Value element(Append append)
    {
        bson::Builder builder;
        append(builder);
        return Value(builder.take()["v"]);
    }

    Value objectId()
    {
        bson::ObjectId id;
        id.bytes.back() = static_cast<std::uint8_t>(small(3));
        return Value::of(id);
    }

    Value binary()
    {
        const std::vector<std::uint8_t> bytes(static_cast<std::size_t>(small(3)),
                                              static_cast<std::uint8_t>(small(2)));
        const auto subtype = static_cast<std::uint8_t>(small(2) * 5);
        return element([&](bson::Builder& to) { to.append("v", bson::Binary{subtype, bytes}); });
    }

    bson::Document document(int depth)
    {
        bson::Builder builder;
        for (std::int64_t left = small(3); left > 0; --left) {
            builder.append(small(2) == 0 ? "a" : "ab", next(depth + 1));
        }
        return builder.take();
    }

    bson::Document array(int depth)
    {
        bson::Builder builder;
        for (std::int64_t left = small(3); left > 0; --left) {
            builder.push(next(depth + 1));
        }
        return builder.take();
    }

    std::mt19937 m_random;
};

} // namespace

class TestIndexKey : public QObject
{
    Q_OBJECT

private slots:
    void bytesCompareAsTheValuesDo()
    {
        const unsigned seed = sandglass::tests::testSeed();
        qInfo("SANDGLASS_TEST_SEED=%u", seed);
        RandomValues random(seed);
        std::vector<Value> values;
        for (int i = 0; i < 900; ++i) {
            values.push_back(random.next());
        }
        compareAll(values);
    }

    void numbersOfAllTypesShareOneOrder()
    {
        RandomValues random(sandglass::tests::testSeed());
        std::vector<Value> values;
        for (int i = 0; i < 900; ++i) {
            values.push_back(random.number());
        }
        compareAll(values);
    }

    void extremeNumbersAreInOrder()
    {
        // exact values, beyond what any one type can hold; each line is strictly above the one
        // before
        const std::vector<Value> ascending{
            decimal("NaN"),
            decimal("-Infinity"),
            decimal("-9.999999999999999999999999999999999E+6144"),
            decimal("-1E+400"),
            Value::of(-std::numeric_limits<double>::max()),
            Value::of(std::numeric_limits<std::int64_t>::min()),
            decimal("-9007199254740992.5"),
            Value::of(-9007199254740992.0),
            Value::of(-5e-324),
            decimal("-1E-6000"),
            Value::of(0),
            decimal("1E-6176"),
            decimal("1E-6000"),
            Value::of(5e-324),
            decimal("0.1"),
            Value::of(0.1),
            decimal("0.1000000000000000055511151231257828"),
            Value::of(std::int64_t{9007199254740993}),
            decimal("9007199254740993.5"),
            Value::of(std::numeric_limits<std::int64_t>::max()),
            decimal("9223372036854775807.5"),
            Value::of(9223372036854775808.0),
            Value::of(std::numeric_limits<double>::max()),
            decimal("1E+400"),
            decimal("Infinity"),
        };
        for (std::size_t i = 1; i < ascending.size(); ++i) {
            QVERIFY2(encoded(ascending[i - 1]) < encoded(ascending[i]),
                     bson::toJson(ascending[i].view()).c_str());
        }
    }

    void equalNumbersHaveEqualBytes()
    {
        const std::string one = encoded(Value::of(1));
        QVERIFY(encoded(Value::of(1.0)) == one);
        QVERIFY(encoded(Value::of(std::int64_t{1})) == one);
        QVERIFY(encoded(decimal("1.000")) == one);
        QVERIFY(encoded(Value::of(0.0)) == encoded(Value::of(-0.0)));
        QVERIFY(encoded(decimal("-0E+5")) == encoded(Value::of(0)));
        QVERIFY(encoded(Value::of(std::numeric_limits<double>::quiet_NaN()))
                == encoded(decimal("NaN")));
        QVERIFY(encoded(decimal("9007199254740993"))
                == encoded(Value::of(std::int64_t{9007199254740993})));
        QVERIFY(encoded(decimal("9007199254740993.50"))
                == encoded(decimal("90071992547409935E-1")));
    }

    void noEncodingIsAPrefixOfAnother()
    {
        RandomValues random(sandglass::tests::testSeed());
        std::vector<std::string> keys;
        for (int i = 0; i < 700; ++i) {
            keys.push_back(encoded(random.next()));
        }
        for (const std::string& left : keys) {
            for (const std::string& right : keys) {
                QVERIFY(left == right || !right.starts_with(left));
            }
        }
    }

    void onlyDatesLookLikeDates()
    {
        RandomValues random(sandglass::tests::testSeed());
        for (int i = 0; i < 2000; ++i) {
            const Value value = random.next();
            QCOMPARE(engine::catalog::isDateKey(encoded(value)), value.type() == bson::Type::Date);
        }
    }

private:
    static Value decimal(const char* text) { return Value::of(*bson::decimalFromText(text)); }

    static void compareAll(const std::vector<Value>& values)
    {
        std::vector<std::string> keys;
        for (const Value& value : values) {
            keys.push_back(encoded(value));
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            for (std::size_t j = i; j < values.size(); ++j) {
                const int expected = signOf(bson::compare(values[i].view(), values[j].view()));
                if (signOf(keys[i].compare(keys[j])) != expected) {
                    const std::string text
                        = bson::toJson(values[i].view(), bson::JsonForm::Canonical) + " against "
                        + bson::toJson(values[j].view(), bson::JsonForm::Canonical);
                    QFAIL(text.c_str());
                }
            }
        }
    }
};

SANDGLASS_PLAIN_TEST(TestIndexKey)
} // namespace tst_catalog_index_key

#include "tst_catalog_index_key.moc"
