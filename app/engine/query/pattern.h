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

/// A place where a pattern was found. Views of the searched text.
struct PatternMatch
{
    std::size_t at = 0; ///< offset of the match, in bytes
    std::string_view text; ///< what was found
    std::vector<std::optional<std::string_view>>
        captures; ///< nullopt: the group did not participate
};

/// A compiled regular expression (PCRE2, UTF-8). Immutable; cheap to copy; any thread. A search
/// that needs too many steps counts as no match, so that a malicious pattern cannot block a thread.
class Pattern
{
public:
    /// Compiles a pattern. `options`: any of the letters i, m, s, u, x. Errors (server): location
    /// codes for another letter and for a pattern that does not compile.
    static Result<Pattern> compile(std::string_view pattern, std::string_view options);

    /// Whether `text` contains a match. Text that is not valid UTF-8 never does.
    bool found(std::string_view text) const;
    /// The first match at or after the byte offset `from`; nullopt when there is none. Errors
    /// (server): a location code when the search is too costly or the text is not UTF-8.
    Result<std::optional<PatternMatch>> search(std::string_view text, std::size_t from) const;
    /// The pattern as it was given.
    const std::string& text() const { return m_text; }
    /// The options as they were given.
    const std::string& options() const { return m_options; }

private:
    struct Code;

    Pattern() = default;

    std::shared_ptr<const Code> m_code;
    std::string m_text;
    std::string m_options;
};

} // namespace sandglass::engine::query
