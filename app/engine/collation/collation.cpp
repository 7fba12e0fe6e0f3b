// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/collation/collation.h"

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/collation/icu_collator.h"
#include "app/engine/request/arguments.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

namespace sandglass::engine::collation {

using protocol::commandError;
using protocol::ServerCode;
using request::Arguments;

namespace {

// The accepted words of each setting.
constexpr std::array<std::string_view, 3> kCaseFirst{"off", "upper", "lower"};
constexpr std::array<std::string_view, 2> kAlternate{"non-ignorable", "shifted"};
constexpr std::array<std::string_view, 2> kMaxVariable{"punct", "space"};
// the version of the collation library (ICU) that MongoDB 4.4 to 8.0 list
constexpr std::string_view kListedVersion = "57.1";
constexpr std::string_view kSimple = "simple";
constexpr int kIncompatibleVersion = 161;

/// A collator of ICU with the settings that are listed.
class IcuCollation final : public bson::Collation
{
public:
    IcuCollation(IcuCollator collator, bson::Document settings)
        : m_collator(std::move(collator))
        , m_settings(std::move(settings))
    {
    }
    std::strong_ordering compare(std::string_view left, std::string_view right) const override
    {
        return m_collator.compare(left, right);
    }
    void appendSortKey(std::string& key, std::string_view text) const override
    {
        m_collator.appendSortKey(key, text);
    }
    const bson::Document& settings() const override { return m_settings; }

private:
    IcuCollator m_collator;
    bson::Document m_settings;
};

/// Reads the settings of one collation.
class CollationReader
{
public:
    CollationReader(std::string_view path, bson::DocumentView given)
        : m_arguments(path, given)
        , m_given(given)
        , m_path(path)
    {
    }

    /// The collation; null for the simple one.
    Result<bson::CollationPtr> read();

private:
    Result<std::string> readLocale() const;
    Result<IcuCollator> openCollator(const std::string& locale) const;
    /// Replaces what the locale presets by what is given.
    Result<void> readSettings(Settings& settings) const;
    Result<void> takeFlag(std::string_view field, bool& target) const;
    Result<void> takeStrength(std::int32_t& target) const;
    Result<void> takeWord(std::string_view field, std::span<const std::string_view> words,
                          std::string& target) const;
    Result<void> checkVersion() const;
    /// Refuses settings that have no effect beside the others.
    Result<void> checkTogether(const Settings& settings) const;
    Error badValue(std::string message) const;

    Arguments m_arguments;
    bson::DocumentView m_given;
    std::string m_path;
};

Error CollationReader::badValue(std::string message) const
{
    return commandError(ServerCode::BadValue,
                        std::move(message) + " in: " + bson::toShellText(m_given));
}

Result<void> CollationReader::takeFlag(std::string_view field, bool& target) const
{
    auto flag = m_arguments.flag(field, target);
    TRY(flag);
    target = *flag;
    return {};
}

Result<void> CollationReader::takeStrength(std::int32_t& target) const
{
    constexpr std::int64_t kIdentical = 5;
    auto strength = m_arguments.integer("strength");
    TRY(strength);
    const std::int64_t value = strength->value_or(target);
    if (value < 1 || value > kIdentical) {
        return commandError(ServerCode::BadValue,
                            "Enumeration value '" + std::to_string(value) + "' for field '" + m_path
                                + ".strength' is not a valid value.");
    }
    target = static_cast<std::int32_t>(value);
    return {};
}

Result<void> CollationReader::takeWord(std::string_view field,
                                       std::span<const std::string_view> words,
                                       std::string& target) const
{
    auto word = m_arguments.text(field);
    TRY(word);
    const std::string_view value = word->value_or(target);
    if (std::ranges::find(words, value) == words.end()) {
        return commandError(ServerCode::BadValue,
                            "Enumeration value '" + std::string(value) + "' for field '" + m_path
                                + "." + std::string(field) + "' is not a valid value.");
    }
    target = std::string(value);
    return {};
}

Result<std::string> CollationReader::readLocale() const
{
    TRY(m_arguments.required("locale"));
    auto locale = m_arguments.text("locale");
    TRY(locale);
    std::string name(locale->value_or(""));
    if (name.find('\0') != std::string::npos) {
        return commandError(ServerCode::BadValue,
                            "Field 'locale' cannot contain null byte. Collation spec: "
                                + bson::toShellText(m_given));
    }
    return name;
}

Result<IcuCollator> CollationReader::openCollator(const std::string& locale) const
{
    if (locale.empty()) {
        return badValue("Field 'locale' cannot be the empty string");
    }
    std::string suggestion;
    auto collator = IcuCollator::open(locale, suggestion);
    if (collator) {
        return collator;
    }
    if (collator.error().code == Errc::Unsupported) {
        return commandError(ServerCode::OperationFailed,
                            collator.error().message
                                + ". Collation spec: " + bson::toShellText(m_given));
    }
    Error unknown = badValue("Field 'locale' is invalid");
    if (!suggestion.empty()) {
        unknown.message += ". Did you mean '" + suggestion + "'?";
    }
    return unknown;
}

Result<void> CollationReader::readSettings(Settings& settings) const
{
    TRY(takeFlag("caseLevel", settings.caseLevel));
    TRY(takeWord("caseFirst", kCaseFirst, settings.caseFirst));
    TRY(takeStrength(settings.strength));
    TRY(takeFlag("numericOrdering", settings.numericOrdering));
    TRY(takeWord("alternate", kAlternate, settings.alternate));
    TRY(takeWord("maxVariable", kMaxVariable, settings.maxVariable));
    TRY(takeFlag("normalization", settings.normalization));
    TRY(takeFlag("backwards", settings.backwards));
    return {};
}

Result<void> CollationReader::checkVersion() const
{
    auto version = m_arguments.text("version");
    TRY(version);
    if (!*version || **version == kListedVersion) {
        return {};
    }
    return base::serverError(kIncompatibleVersion, "IncompatibleCollationVersion",
                             "Requested collation version " + std::string(**version)
                                 + " but the only available collator version was "
                                 + std::string(kListedVersion)
                                 + ". Requested collation spec: " + bson::toShellText(m_given));
}

Result<void> CollationReader::checkTogether(const Settings& settings) const
{
    if (settings.backwards && settings.strength == 1) {
        return badValue("'backwards' is invalid with 'strength' of 1");
    }
    if (settings.caseFirst != "off" && !settings.caseLevel && settings.strength <= 2) {
        return badValue("'caseFirst' is invalid unless 'caseLevel' is on or 'strength' is greater"
                        " than 2");
    }
    return {};
}

bson::Document listedSettings(const std::string& locale, const Settings& settings)
{
    return bson::makeDocument(
        "locale", locale, "caseLevel", settings.caseLevel, "caseFirst", settings.caseFirst,
        "strength", settings.strength, "numericOrdering", settings.numericOrdering, "alternate",
        settings.alternate, "maxVariable", settings.maxVariable, "normalization",
        settings.normalization, "backwards", settings.backwards, "version", kListedVersion);
}

Result<bson::CollationPtr> CollationReader::read()
{
    TRY(m_arguments.onlyKnown({"locale", "caseLevel", "caseFirst", "strength", "numericOrdering",
                               "alternate", "maxVariable", "normalization", "backwards",
                               "version"}));
    auto locale = readLocale();
    TRY(locale);
    // the types of all fields come before the meaning of any
    Settings checked;
    TRY(readSettings(checked));
    if (*locale == kSimple) {
        return bson::CollationPtr();
    }
    auto collator = openCollator(*locale);
    TRY(collator);
    Settings settings = collator->settings();
    TRY(readSettings(settings));
    TRY(checkVersion());
    TRY(checkTogether(settings));
    TRY(collator->apply(settings));
    return bson::CollationPtr(
        std::make_shared<IcuCollation>(*std::move(collator), listedSettings(*locale, settings)));
}

/// The collations that were used before, by the bytes that gave them. To open one takes far longer
/// than to compare two strings. Any thread.
class KnownCollations
{
public:
    std::optional<bson::CollationPtr> find(const std::string& given)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_known.find(given);
        return found == m_known.end() ? std::nullopt : std::optional(found->second);
    }
    void add(std::string given, bson::CollationPtr collation)
    {
        // clients choose the texts, so that their number must have an end
        constexpr std::size_t kMost = 256;
        const std::lock_guard lock(m_mutex);
        if (m_known.size() >= kMost) {
            m_known.clear();
        }
        m_known.insert_or_assign(std::move(given), std::move(collation));
    }

private:
    std::mutex m_mutex;
    std::map<std::string, bson::CollationPtr> m_known;
};

KnownCollations& knownCollations()
{
    static KnownCollations known;
    return known;
}

} // namespace

Result<bson::CollationPtr> parseCollation(std::string_view path, bson::ValueView value)
{
    if (value.isNullish()) {
        return bson::CollationPtr();
    }
    if (value.type() != bson::Type::Document) {
        return commandError(ServerCode::TypeMismatch,
                            "BSON field '" + std::string(path) + "' is the wrong type '"
                                + std::string(bson::typeAlias(value.type()))
                                + "', expected type 'object'");
    }
    const bson::Bytes raw = value.raw();
    std::string given(reinterpret_cast<const char*>(raw.data()), raw.size());
    if (auto known = knownCollations().find(given)) {
        return *std::move(known);
    }
    auto read = CollationReader(path, value.asDocument()).read();
    TRY(read);
    knownCollations().add(std::move(given), *read);
    return read;
}

bson::CollationPtr storedCollation(bson::ValueView settings)
{
    return parseCollation("collation", settings).value_or(nullptr);
}

std::string orderVersion()
{
    return icuVersion();
}

} // namespace sandglass::engine::collation
