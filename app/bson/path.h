// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace sandglass::bson {

/// Splits a dotted path at its first dot: "a.b.c" gives {"a", "b.c"}; the second part is empty for
/// the last field. Inline because queries call it for every document.
inline std::pair<std::string_view, std::string_view> splitPath(std::string_view path)
{
    const std::size_t dot = path.find('.');
    if (dot == std::string_view::npos) {
        return {path, {}};
    }
    return {path.substr(0, dot), path.substr(dot + 1)};
}

/// The array index that a path component names: digits without a leading zero; nullopt for a field
/// name.
inline std::optional<std::size_t> arrayPosition(std::string_view name)
{
    if (name.empty() || (name.size() > 1 && name.front() == '0')) {
        return std::nullopt;
    }
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
    if (error != std::errc() || end != name.data() + name.size()) {
        return std::nullopt;
    }
    return index;
}

} // namespace sandglass::bson
