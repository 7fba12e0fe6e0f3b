// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <random>
#include <string>

namespace sandglass::tests {

/// Collations, and documents and filters with strings that they compare differently, as extended
/// JSON. Same seed, same texts.
class RandomCollations
{
public:
    explicit RandomCollations(unsigned seed)
        : m_random(seed)
    {
    }

    /// A number from 0 to below `limit`.
    std::size_t below(std::size_t limit)
    {
        return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random);
    }

    /// The settings of a collation, valid together; {locale: "simple"} now and then.
    std::string collation()
    {
        static constexpr std::array<const char*, 8> kLocales{
            "en", "de", "fr", "sv", "fr_CA", "de@collation=phonebook", "en_US", "simple"};
        const std::string locale = one(kLocales);
        if (locale == "simple") {
            return R"({"locale":"simple"})";
        }
        const std::size_t strength = 1 + below(5);
        const bool caseLevel = below(3) == 0;
        std::string text = "{'locale':'" + locale + "','strength':" + std::to_string(strength)
            + ",'caseLevel':" + word(caseLevel) + ",'numericOrdering':" + word(below(3) == 0)
            + ",'normalization':" + word(below(3) == 0);
        // fr_CA presets backwards, which strength 1 excludes
        text += ",'backwards':" + word(strength > 1 && below(4) == 0);
        if (caseLevel || strength > 2) {
            static constexpr std::array<const char*, 3> kCaseFirst{"off", "upper", "lower"};
            text += std::string(",'caseFirst':'") + one(kCaseFirst) + "'";
        }
        if (below(3) == 0) {
            text += std::string(",'alternate':'shifted','maxVariable':")
                + (below(2) == 0 ? "'punct'" : "'space'");
        }
        return quoted(text + "}");
    }

    /// {_id, a?, b?}; `id` as JSON.
    std::string document(const std::string& id)
    {
        std::string text = "{'_id':" + id;
        for (const char* field : {"a", "b"}) {
            if (below(8) > 0) {
                text += std::string(",'") + field + "':" + stored();
            }
        }
        return quoted(text + "}");
    }

    /// A filter of one or two conditions, with $or now and then.
    std::string filter()
    {
        if (below(6) == 0) {
            return quoted("{'$or':[{" + condition() + "},{" + condition() + "}]}");
        }
        std::string text = "{" + condition();
        return quoted(text + (below(3) == 0 ? "," + condition() : "") + "}");
    }

    /// A sort that ends with _id, so that only one order fits it.
    std::string sort()
    {
        static constexpr std::array<const char*, 6> kSorts{
            "", "'a':1,", "'a':-1,", "'a':1,'b':-1,", "'b':1,'a':1,", "'a.x':1,"};
        return quoted(std::string("{") + one(kSorts) + "'_id':1}");
    }

    /// The key of an index.
    std::string key()
    {
        static constexpr std::array<const char*, 8> kKeys{
            "'a':1",        "'a':-1",         "'a':1,'_id':1",   "'a':1,'b':1",
            "'b':-1,'a':1", "'a':-1,'_id':1", "'a.x':1,'_id':1", "'a':1,'b':-1,'_id':1"};
        return quoted(std::string("{") + one(kKeys) + "}");
    }

    /// A string as JSON: accents, case, digits, punctuation, emoji, other forms of one letter.
    std::string text()
    {
        static constexpr std::array<const char*, 40> kTexts{
            "",   "a",   "A",    "á",    "Á",    "ä",   "Ä",  "ae", "æ",   "å",
            "b",  "B",   "z",    "Z",    "ö",    "e",   "é",  "É",  "è",   "e\u0301",
            "10", "9",   "010",  "2",    "a2",   "a10", "ab", "AB", "a b", "a-b",
            "co", "c-o", "cote", "côte", "coté", "ß",   "ss", "SS", "😀",   "a\\u0000"};
        return std::string("\"") + one(kTexts) + "\"";
    }

private:
    /// JSON from a text with ' for its quotes.
    static std::string quoted(std::string text)
    {
        std::ranges::replace(text, '\'', '"');
        return text;
    }
    static std::string word(bool value) { return value ? "true" : "false"; }

    template <typename T, std::size_t size>
    const T& one(const std::array<T, size>& values)
    {
        return values[below(size)];
    }

    std::string scalar()
    {
        static constexpr std::array<const char*, 8> kOthers{
            "1", "10", "null", "true", "{'$date':1000}", "{'$symbol':'A'}", "2.5", "{'$code':'a'}"};
        return below(4) == 0 ? one(kOthers) : text();
    }

    /// A value as documents have it.
    std::string stored()
    {
        switch (below(9)) {
        case 0:
            return "{'x':" + scalar() + "}";
        case 1:
            return "[" + scalar() + "," + scalar() + "]";
        case 2:
            return "[{'x':" + text() + "},{'x':" + scalar() + "}]";
        case 3:
            return below(2) == 0 ? "[[" + text() + "]," + scalar() + "]" : "[]";
        default:
            return scalar();
        }
    }

    /// The operand of a comparison.
    std::string operand()
    {
        switch (below(8)) {
        case 0:
            return "{'x':" + text() + "}";
        case 1:
            return "[" + text() + "]";
        default:
            return scalar();
        }
    }

    std::string condition()
    {
        static constexpr std::array<const char*, 6> kPaths{"a", "a", "a", "b", "a.x", "a.0"};
        static constexpr std::array<const char*, 6> kOperators{"$eq", "$gt",  "$gte",
                                                               "$lt", "$lte", "$ne"};
        static constexpr std::array<const char*, 3> kPatterns{"^a", "^A", "b$"};
        const std::string name = std::string("'") + one(kPaths) + "':";
        switch (below(9)) {
        case 0:
        case 1:
            return name + operand();
        case 2:
            return name + "{'" + one(kOperators) + "':" + operand() + "}";
        case 3:
            return name + "{'$gte':" + text() + ",'$lt':" + text() + "}";
        case 4:
            return name + "{'$in':[" + operand() + "," + operand() + "," + text() + "]}";
        case 5:
            return name + "{'$nin':[" + operand() + "]}";
        case 6:
            return name + "{'$regex':'" + one(kPatterns) + "'}";
        case 7:
            return name + "{'$elemMatch':{'$gt':" + text() + "}}";
        default:
            return name + "{'$not':{'$lt':" + text() + "}}";
        }
    }

    std::mt19937 m_random;
};

} // namespace sandglass::tests
