// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <memory>
#include <string>
#include <string_view>

namespace sandglass::engine::query {

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
