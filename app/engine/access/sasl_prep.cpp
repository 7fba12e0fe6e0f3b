// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/sasl_prep.h"

#include "app/protocol/server_code.h"

#include <unicode/usprep.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace sandglass::engine::access {

namespace {

/// Deleter of a profile.
struct CloseProfile
{
    void operator()(UStringPrepProfile* profile) const { ::usprep_close(profile); }
};

Error notPrepared()
{
    return protocol::commandError(protocol::ServerCode::BadValue,
                                  "The password holds characters that SASLprep (RFC 4013) does not"
                                  " allow; use letters, digits and common signs.");
}

/// As UTF-16.
Result<std::vector<UChar>> wideOf(std::string_view text)
{
    UErrorCode code = U_ZERO_ERROR;
    std::vector<UChar> wide(text.size() + 1);
    std::int32_t length = 0;
    ::u_strFromUTF8(wide.data(), static_cast<std::int32_t>(wide.size()), &length, text.data(),
                    static_cast<std::int32_t>(text.size()), &code);
    if (U_FAILURE(code) != 0) {
        return notPrepared();
    }
    wide.resize(static_cast<std::size_t>(length));
    return wide;
}

/// As UTF-8.
Result<std::string> narrowOf(const std::vector<UChar>& wide)
{
    UErrorCode code = U_ZERO_ERROR;
    std::string text(wide.size() * 3, '\0');
    std::int32_t length = 0;
    ::u_strToUTF8(text.data(), static_cast<std::int32_t>(text.size()), &length, wide.data(),
                  static_cast<std::int32_t>(wide.size()), &code);
    if (U_FAILURE(code) != 0) {
        return notPrepared();
    }
    text.resize(static_cast<std::size_t>(length));
    return text;
}

} // namespace

Result<std::string> saslPrep(std::string_view text)
{
    // printable ASCII stays as it is; it needs no tables
    if (std::ranges::all_of(text, [](char letter) { return letter >= ' ' && letter <= '~'; })) {
        return std::string(text);
    }
    UErrorCode code = U_ZERO_ERROR;
    const std::unique_ptr<UStringPrepProfile, CloseProfile> profile(
        ::usprep_openByType(USPREP_RFC4013_SASLPREP, &code));
    if (U_FAILURE(code) != 0) {
        return notPrepared();
    }
    auto wide = wideOf(text);
    TRY(wide);
    // compatibility forms may become longer: one character becomes 18 at most
    std::vector<UChar> prepared(wide->size() * 18 + 1);
    const std::int32_t length = ::usprep_prepare(
        profile.get(), wide->data(), static_cast<std::int32_t>(wide->size()), prepared.data(),
        static_cast<std::int32_t>(prepared.size()), USPREP_DEFAULT, nullptr, &code);
    if (U_FAILURE(code) != 0) {
        return notPrepared();
    }
    prepared.resize(static_cast<std::size_t>(length));
    return narrowOf(prepared);
}

} // namespace sandglass::engine::access
