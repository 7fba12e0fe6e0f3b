// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sandglass::protocol {

/// The value of a hexadecimal digit of either case; -1 for another character.
int hexDigit(char c);

/// The text with every %XX replaced by its byte. nullopt: a '%' without two hexadecimal digits, or
/// %00. A '+' stays a '+'. Source: RFC 3986, 2.1. Pure; any thread.
std::optional<std::string> percentDecoded(std::string_view raw);

/// The text with every byte as %XX except letters, digits and -._~. `alsoPlain`: characters that
/// stay as they are, too. Pure; any thread.
std::string percentEncoded(std::string_view text, std::string_view alsoPlain = {});

} // namespace sandglass::protocol
