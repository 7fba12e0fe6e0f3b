// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// Where a pattern was found. Views are of the searched text.
struct PatternMatch
{
    std::size_t at = 0; ///< byte where it begins
    std::string_view text; ///< what was found
    std::vector<std::optional<std::string_view>> captures; ///< nullopt: the group took no part
};

/// A compiled regular expression (PCRE2, UTF-8). Immutable; cheap to copy; any thread.
/// A search that costs too many steps counts as "no match", so that a hostile pattern cannot hold a
/// thread.
class Pattern
{
public:
    /// `options`: any of the letters i, m, s, u, x.
    /// Errors: 51108 for another letter, 51091 for a pattern that does not compile.
    static Result<Pattern> compile(std::string_view pattern, std::string_view options);

    /// Whether the pattern is found anywhere in `text` (valid UTF-8; anything else never matches).
    bool found(std::string_view text) const;
    /// The first place at or after the byte `from` where the pattern is found; nullopt when there
    /// is none. Errors: 51156 for a search that is too costly or a text that is no UTF-8.
    Result<std::optional<PatternMatch>> search(std::string_view text, std::size_t from) const;
    /// The pattern and the options as they were given.
    const std::string& text() const { return m_text; }
    const std::string& options() const { return m_options; }

private:
    struct Code;

    Pattern() = default;

    std::shared_ptr<const Code> m_code;
    std::string m_text;
    std::string m_options;
};

} // namespace sandglass::engine::query
