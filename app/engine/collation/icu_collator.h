// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

// ICU's own struct, so that its headers stay in one source.
struct UCollator;

namespace sandglass::engine::collation {

/// The settings of a collator. What a locale presets is read with IcuCollator::settings().
struct Settings
{
    bool caseLevel = false; ///< case counts at strength 1 and 2 as well
    std::string caseFirst = "off"; ///< "off", "upper", "lower"
    std::int32_t strength = 3; ///< 1 to 5: letters, accents, case, punctuation, code points
    bool numericOrdering = false; ///< digits compare as numbers
    std::string alternate = "non-ignorable"; ///< or "shifted": what maxVariable names is ignored
    std::string maxVariable = "punct"; ///< or "space"
    bool normalization = false; ///< texts are normalized before they are compared
    bool backwards = false; ///< accents compare from the end of the text
};

/// A collator of ICU. It throws nothing. Immutable after apply(); then any thread.
class IcuCollator
{
public:
    /// The collator of a locale such as "fr_CA" or "de@collation=phonebook". `suggestion`: set to
    /// the locale that ICU would take instead when it does not know this one exactly; empty if that
    /// is none. Errors: InvalidInput for an unknown locale; Unsupported when ICU fails.
    static Result<IcuCollator> open(const std::string& locale, std::string& suggestion);

    /// The present settings; after open() those that the locale presets.
    Settings settings() const;
    /// Sets all settings. Errors: Unsupported when ICU refuses one.
    Result<void> apply(const Settings& settings);

    /// The order of two strings, UTF-8. Bytes that are not UTF-8 count as U+FFFD.
    std::strong_ordering compare(std::string_view left, std::string_view right) const;
    /// Appends bytes that sort as compare() orders, without zero bytes.
    void appendSortKey(std::string& key, std::string_view text) const;

private:
    struct Close
    {
        void operator()(UCollator* collator) const;
    };

    std::unique_ptr<UCollator, Close> m_collator;
};

/// The version of ICU that runs. Another version may order strings in another way, so that stored
/// sort keys become useless.
std::string icuVersion();

} // namespace sandglass::engine::collation
