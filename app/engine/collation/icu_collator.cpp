// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/collation/icu_collator.h"

#include <unicode/ucol.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

#include <array>
#include <vector>

namespace sandglass::engine::collation {

namespace {

constexpr std::string_view kRoot = "root"; ///< ICU's fallback for what it does not know

bool isOn(const UCollator* collator, UColAttribute attribute)
{
    UErrorCode status = U_ZERO_ERROR;
    return ucol_getAttribute(collator, attribute, &status) == UCOL_ON;
}

UColAttributeValue onOff(bool on)
{
    return on ? UCOL_ON : UCOL_OFF;
}

std::string caseFirstOf(const UCollator* collator)
{
    UErrorCode status = U_ZERO_ERROR;
    switch (ucol_getAttribute(collator, UCOL_CASE_FIRST, &status)) {
    case UCOL_UPPER_FIRST:
        return "upper";
    case UCOL_LOWER_FIRST:
        return "lower";
    default:
        return "off";
    }
}

UColAttributeValue caseFirstValue(std::string_view word)
{
    if (word == "upper") {
        return UCOL_UPPER_FIRST;
    }
    return word == "lower" ? UCOL_LOWER_FIRST : UCOL_OFF;
}

// The five strengths, 1 to 5.
constexpr std::array kStrengths{UCOL_PRIMARY, UCOL_SECONDARY, UCOL_TERTIARY, UCOL_QUATERNARY,
                                UCOL_IDENTICAL};

std::int32_t strengthOf(const UCollator* collator)
{
    const UCollationStrength set = ucol_getStrength(collator);
    for (std::size_t i = 0; i < kStrengths.size(); ++i) {
        if (kStrengths[i] == set) {
            return static_cast<std::int32_t>(i) + 1;
        }
    }
    return 3;
}

// The text as UTF-16, in a buffer that each thread keeps.
const std::vector<UChar>& asUtf16(std::string_view text, std::int32_t& length)
{
    thread_local std::vector<UChar> buffer;
    // UTF-16 never needs more units than UTF-8 needs bytes
    if (buffer.size() < text.size() + 1) {
        buffer.resize(text.size() + 1);
    }
    constexpr UChar32 kReplacement = 0xFFFD;
    UErrorCode status = U_ZERO_ERROR;
    u_strFromUTF8WithSub(buffer.data(), static_cast<std::int32_t>(buffer.size()), &length,
                         text.data(), static_cast<std::int32_t>(text.size()), kReplacement, nullptr,
                         &status);
    if (U_FAILURE(status)) {
        length = 0;
    }
    return buffer;
}

} // namespace

void IcuCollator::Close::operator()(UCollator* collator) const
{
    ucol_close(collator);
}

Result<IcuCollator> IcuCollator::open(const std::string& locale, std::string& suggestion)
{
    suggestion.clear();
    UErrorCode status = U_ZERO_ERROR;
    IcuCollator made;
    made.m_collator.reset(ucol_open(locale.c_str(), &status));
    if (status == U_ILLEGAL_ARGUMENT_ERROR) { // no name of a locale at all
        return base::failure(Errc::InvalidInput, "The locale is not known");
    }
    if (U_FAILURE(status) || !made.m_collator) {
        return base::failure(Errc::Unsupported,
                             std::string("Failed to create collator: ") + u_errorName(status));
    }
    // ICU takes any name and falls back on what it knows. A locale is known if it is what ICU took.
    const char* taken = ucol_getLocaleByType(made.m_collator.get(), ULOC_VALID_LOCALE, &status);
    const std::string known = U_FAILURE(status) || taken == nullptr ? "" : taken;
    if (known == locale) {
        return made;
    }
    if (known != kRoot) {
        suggestion = known;
    }
    return base::failure(Errc::InvalidInput, "The locale is not known");
}

Settings IcuCollator::settings() const
{
    const UCollator* collator = m_collator.get();
    UErrorCode status = U_ZERO_ERROR;
    Settings found;
    found.caseLevel = isOn(collator, UCOL_CASE_LEVEL);
    found.caseFirst = caseFirstOf(collator);
    found.strength = strengthOf(collator);
    found.numericOrdering = isOn(collator, UCOL_NUMERIC_COLLATION);
    if (ucol_getAttribute(collator, UCOL_ALTERNATE_HANDLING, &status) == UCOL_SHIFTED) {
        found.alternate = "shifted";
    }
    if (ucol_getMaxVariable(collator) == UCOL_REORDER_CODE_SPACE) {
        found.maxVariable = "space";
    }
    found.normalization = isOn(collator, UCOL_NORMALIZATION_MODE);
    found.backwards = isOn(collator, UCOL_FRENCH_COLLATION);
    return found;
}

Result<void> IcuCollator::apply(const Settings& settings)
{
    UCollator* collator = m_collator.get();
    UErrorCode status = U_ZERO_ERROR; // ICU's functions do nothing after the first failure
    ucol_setAttribute(collator, UCOL_CASE_LEVEL, onOff(settings.caseLevel), &status);
    ucol_setAttribute(collator, UCOL_CASE_FIRST, caseFirstValue(settings.caseFirst), &status);
    ucol_setAttribute(collator, UCOL_STRENGTH,
                      kStrengths.at(static_cast<std::size_t>(settings.strength - 1)), &status);
    ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, onOff(settings.numericOrdering), &status);
    const bool shifted = settings.alternate == "shifted";
    ucol_setAttribute(collator, UCOL_ALTERNATE_HANDLING,
                      shifted ? UCOL_SHIFTED : UCOL_NON_IGNORABLE, &status);
    const bool space = settings.maxVariable == "space";
    ucol_setMaxVariable(collator, space ? UCOL_REORDER_CODE_SPACE : UCOL_REORDER_CODE_PUNCTUATION,
                        &status);
    ucol_setAttribute(collator, UCOL_NORMALIZATION_MODE, onOff(settings.normalization), &status);
    ucol_setAttribute(collator, UCOL_FRENCH_COLLATION, onOff(settings.backwards), &status);
    if (U_FAILURE(status)) {
        return base::failure(Errc::Unsupported,
                             std::string("Failed to set a collation's attribute: ")
                                 + u_errorName(status));
    }
    return {};
}

std::strong_ordering IcuCollator::compare(std::string_view left, std::string_view right) const
{
    UErrorCode status = U_ZERO_ERROR;
    const UCollationResult order
        = ucol_strcollUTF8(m_collator.get(), left.data(), static_cast<std::int32_t>(left.size()),
                           right.data(), static_cast<std::int32_t>(right.size()), &status);
    if (U_FAILURE(status)) { // out of memory only; an order by bytes is an order all the same
        return left.compare(right) <=> 0;
    }
    return static_cast<int>(order) <=> 0;
}

void IcuCollator::appendSortKey(std::string& key, std::string_view text) const
{
    std::int32_t length = 0;
    const std::vector<UChar>& utf16 = asUtf16(text, length);
    // a key that is not longer than this needs one call; its size counts the zero byte at its end
    constexpr std::size_t kBytesPerUnit = 4;
    constexpr std::size_t kLevelBytes = 16;
    const std::size_t start = key.size();
    key.resize(start + static_cast<std::size_t>(length) * kBytesPerUnit + kLevelBytes);
    const auto write = [&] {
        return static_cast<std::size_t>(
            ucol_getSortKey(m_collator.get(), utf16.data(), length,
                            reinterpret_cast<std::uint8_t*>(key.data() + start),
                            static_cast<std::int32_t>(key.size() - start)));
    };
    std::size_t size = write();
    if (size > key.size() - start) {
        key.resize(start + size);
        size = write();
    }
    key.resize(start + (size > 0 ? size - 1 : 0));
}

std::string icuVersion()
{
    UVersionInfo version{};
    u_getVersion(version);
    std::array<char, U_MAX_VERSION_STRING_LENGTH> text{};
    u_versionToString(version, text.data());
    return text.data();
}

} // namespace sandglass::engine::collation
