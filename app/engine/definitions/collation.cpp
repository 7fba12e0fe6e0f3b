// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/collation.h"

#include "app/bson/builder.h"
#include "app/engine/request/arguments.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

namespace sandglass::engine::definitions {

using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;

namespace {

// The accepted words of each setting, the default first.
constexpr std::array<std::string_view, 3> kCaseFirst{"off", "upper", "lower"};
constexpr std::array<std::string_view, 2> kAlternate{"non-ignorable", "shifted"};
constexpr std::array<std::string_view, 2> kMaxVariable{"punct", "space"};
// the version of the collation library (ICU) that MongoDB 4.4 to 8.0 list
constexpr const char* kLibraryVersion = "57.1";

/// Reads the settings of one collation in the order in which they are listed, and appends each to
/// m_full.
class CollationReader
{
public:
    CollationReader(std::string_view path, bson::DocumentView given)
        : m_given(path, given)
        , m_path(path)
    {
    }

    Result<bson::Document> read();

private:
    Result<void> takeFlag(std::string_view field);
    Result<void> takeStrength();
    /// `words`: the accepted ones, the default first.
    Result<void> takeWord(std::string_view field, std::span<const std::string_view> words);

    Arguments m_given;
    std::string m_path;
    bson::Builder m_full;
};

Result<void> CollationReader::takeFlag(std::string_view field)
{
    auto flag = m_given.flag(field, false);
    TRY(flag);
    m_full.append(field, *flag);
    return {};
}

Result<void> CollationReader::takeStrength()
{
    constexpr std::int64_t kTertiary = 3;
    constexpr std::int64_t kIdentical = 5;
    auto strength = m_given.integer("strength");
    TRY(strength);
    const std::int64_t value = strength->value_or(kTertiary);
    if (value < 1 || value > kIdentical) {
        return commandError(ServerCode::BadValue,
                            "Enumeration value '" + std::to_string(value) + "' for field '" + m_path
                                + ".strength' is not a valid value.");
    }
    m_full.append("strength", static_cast<std::int32_t>(value));
    return {};
}

Result<void> CollationReader::takeWord(std::string_view field,
                                       std::span<const std::string_view> words)
{
    auto word = m_given.text(field);
    TRY(word);
    const std::string_view value = word->value_or(words.front());
    if (std::ranges::find(words, value) == words.end()) {
        return commandError(ServerCode::BadValue,
                            "Enumeration value '" + std::string(value) + "' for field '" + m_path
                                + "." + std::string(field) + "' is not a valid value.");
    }
    m_full.append(field, value);
    return {};
}

Result<bson::Document> CollationReader::read()
{
    TRY(m_given.onlyKnown({"locale", "caseLevel", "caseFirst", "strength", "numericOrdering",
                           "alternate", "maxVariable", "normalization", "backwards", "version"}));
    TRY(m_given.required("locale"));
    auto locale = m_given.text("locale");
    TRY(locale);
    if (locale->value_or("").empty()) {
        return commandError(ServerCode::BadValue, "Field 'locale' is invalid in " + m_path);
    }
    m_full.append("locale", **locale);
    // a braced list is evaluated from left to right, so the first wrong field decides the error
    for (const auto& good :
         {takeFlag("caseLevel"), takeWord("caseFirst", kCaseFirst), takeStrength(),
          takeFlag("numericOrdering"), takeWord("alternate", kAlternate),
          takeWord("maxVariable", kMaxVariable), takeFlag("normalization"),
          takeFlag("backwards")}) {
        TRY(good);
    }
    m_full.append("version", kLibraryVersion);
    return m_full.take();
}

} // namespace

Result<std::optional<bson::Document>> parseCollation(std::string_view path, bson::ValueView value)
{
    if (value.isNullish()) {
        return std::optional<bson::Document>();
    }
    if (value.type() != bson::Type::Document) {
        return commandError(ServerCode::TypeMismatch,
                            "BSON field '" + std::string(path) + "' is the wrong type '"
                                + std::string(bson::typeAlias(value.type()))
                                + "', expected type 'object'");
    }
    auto full = CollationReader(path, value.asDocument()).read();
    TRY(full);
    const bson::ValueView locale = (*full)["locale"];
    if (locale.type() == bson::Type::String && locale.asString() == "simple") {
        return std::optional<bson::Document>();
    }
    return std::optional(*std::move(full));
}

} // namespace sandglass::engine::definitions
