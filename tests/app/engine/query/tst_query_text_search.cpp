// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/loop_guard.h"
#include "app/engine/query/text_search.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>

namespace tst_query_text_search {

using namespace sandglass;
using engine::query::LoopGuard;
using engine::query::TextSearch;

namespace {

constexpr std::size_t kPieceBytes = std::size_t{64} * 1024;
// With such a text a part of more than 60 bytes is not searched by the library.
constexpr std::size_t kTextBytes = 60'000;

/// Random letters, the first so many of the alphabet.
std::string randomText(std::mt19937& random, std::size_t bytes, unsigned letters)
{
    std::string text(bytes, 'a');
    for (char& letter : text) {
        letter = static_cast<char>('a' + random() % letters);
    }
    return text;
}

/// A text of that size that repeats another.
std::string repeated(const std::string& once, std::size_t bytes)
{
    std::string text;
    while (text.size() < bytes) {
        text += once;
    }
    text.resize(bytes);
    return text;
}

/// Whether both ways find the same in all of the text, one occurrence after the other.
bool findsTheSame(std::string_view text, std::string_view part)
{
    const Result<TextSearch> search = TextSearch::of(text, part);
    if (!search) {
        return false;
    }
    std::size_t from = 0;
    while (true) {
        const Result<std::size_t> found = search->find(from);
        const std::size_t expected = text.find(part, from);
        if (!found || *found != expected) {
            return false;
        }
        if (expected == std::string_view::npos) {
            return true;
        }
        from = expected + std::max<std::size_t>(part.size(), 1);
    }
}

} // namespace

/// Searches in linear time, which find what std::string_view::find() finds.
class QueryTextSearchTest : public QObject
{
    Q_OBJECT

private slots:
    void shortPartsAreFound()
    {
        QVERIFY(findsTheSame("", ""));
        QVERIFY(findsTheSame("abc", ""));
        QVERIFY(findsTheSame("", "a"));
        QVERIFY(findsTheSame("abcabcab", "abc"));
        QVERIFY(findsTheSame("aaaa", "aa"));
        QVERIFY(findsTheSame("abc", "abcd"));
        QVERIFY(findsTheSame("abc", "abc"));
    }

    void aSearchMayBeginBehindTheText()
    {
        const auto search = TextSearch::of("abc", "");
        QCOMPARE(search->find(3).value(), std::size_t{3});
        QCOMPARE(search->find(4).value(), TextSearch::kNone);
    }

    void nothingIsMissedAtTheEdgeOfAPiece()
    {
        for (std::size_t at = kPieceBytes - 40; at < kPieceBytes + 4; ++at) {
            std::string text(3 * kPieceBytes, 'x');
            text.replace(at, 20, "abcdefghijklmnopqrst");
            QVERIFY(findsTheSame(text, "abcdefghijklmnopqrst"));
        }
    }

    void longPartsOfRandomTextsAreFound()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 60; ++round) {
            const unsigned letters = 1 + static_cast<unsigned>(random() % 3);
            std::string text = randomText(random, kTextBytes, letters);
            const std::size_t bytes = 70 + random() % 300;
            const std::string part = text.substr(random() % (text.size() - bytes), bytes);
            QVERIFY2(findsTheSame(text, part), qPrintable(QString::number(round)));
            text.replace(random() % (text.size() - bytes), bytes, part);
            QVERIFY2(findsTheSame(text, part), qPrintable(QString::number(round)));
        }
    }

    void partsThatRepeatThemselvesAreFound()
    {
        std::mt19937 random(11);
        for (int round = 0; round < 60; ++round) {
            const std::string once = randomText(random, 1 + random() % 90, 2);
            std::string text = repeated(once, kTextBytes);
            // where the repetition is broken
            text[random() % text.size()] = 'c';
            text[random() % text.size()] = 'c';
            QVERIFY(findsTheSame(text, repeated(once, 70 + random() % 400)));
            QVERIFY(findsTheSame(text, repeated(once, 100) + 'c'));
            QVERIFY(findsTheSame(text, 'c' + repeated(once, 100)));
        }
    }

    // Bytes above 127 have their place in the order, too.
    void bytesOfAnyValueAreFound()
    {
        std::mt19937 random(13);
        std::string text(kTextBytes, '\0');
        for (char& byte : text) {
            byte = random() % 2 == 0 ? '\xff' : '\x01';
        }
        QVERIFY(findsTheSame(text, text.substr(40'000, 200)));
        QVERIFY(findsTheSame(text, text.substr(59'000)));
    }

    void theWorstCaseTakesLinearTime_data()
    {
        QTest::addColumn<QString>("form");
        for (const char* form : {"aa…b", "ba…a", "a…ba…a"}) {
            QTest::newRow(form) << QString::fromUtf8(form);
        }
    }
    // With the product of the sizes each would take hours.
    void theWorstCaseTakesLinearTime()
    {
        QFETCH(QString, form);
        constexpr std::size_t kBytes = std::size_t{8} << 20U;
        const std::string text(kBytes, 'a');
        std::string part(kBytes / 2, 'a');
        part[form.startsWith(QLatin1Char('b'))     ? 0
                 : form.endsWith(QLatin1Char('b')) ? part.size() - 1
                                                   : part.size() / 2]
            = 'b';
        std::size_t looks = 0;
        const LoopGuard guard([&looks]() -> Result<void> {
            ++looks;
            return {};
        });
        const auto search = TextSearch::of(text, part);
        QCOMPARE(search->find().value(), TextSearch::kNone);
        // a look stands for 256 KiB; the part is read twice to divide it, the text at most twice
        QVERIFY2(looks > 16, qPrintable(QString::number(looks)));
        QVERIFY2(looks < 2000, qPrintable(QString::number(looks)));
    }

    void aSearchEndsWhenItIsTold()
    {
        const std::string text(std::size_t{8} << 20U, 'a');
        const std::string part = std::string(std::size_t{4} << 20U, 'a') + 'b';
        int looks = 0;
        const LoopGuard guard([&looks]() -> Result<void> {
            ++looks;
            return base::serverError(11601, "Interrupted", "operation was interrupted");
        });
        const auto search = TextSearch::of(text, part);
        QVERIFY(!search.has_value());
        QCOMPARE(search.error().serverCode, 11601);
        const auto brief = TextSearch::of(text, "b");
        QVERIFY(brief.has_value());
        QVERIFY(!brief->find().has_value());
        QCOMPARE(looks, 2);
    }
};

SANDGLASS_TEST(QueryTextSearchTest)
} // namespace tst_query_text_search

#include "tst_query_text_search.moc"
