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

/// Records that a search inside a condition was given up. A condition can only answer yes or no,
/// and below `$not` a "no" would become a match: a deletion would take documents that its filter
/// does not describe. Active in the thread that made it until it is destroyed; an inner one
/// replaces the outer one. Without one, the failure is not recorded.
class SearchFailure
{
public:
    SearchFailure()
        : m_outer(current())
    {
        current() = this;
    }
    SearchFailure(const SearchFailure&) = delete;
    SearchFailure& operator=(const SearchFailure&) = delete;
    ~SearchFailure() { current() = m_outer; }

    /// `answer`, unless a search of this thread was given up. Errors (server): location code 51156.
    static Result<bool> checked(bool answer)
    {
        const SearchFailure* asking = current();
        return asking == nullptr || asking->m_code == 0 ? Result<bool>(answer) : asking->error();
    }

private:
    friend class Pattern;

    static SearchFailure*& current()
    {
        thread_local SearchFailure* asking = nullptr;
        return asking;
    }
    /// Whether a search was given up, so that the answer no longer matters.
    static bool noted() { return current() != nullptr && current()->m_code != 0; }
    /// `code`: what PCRE2 returned.
    static void note(int code);
    Result<bool> error() const;

    SearchFailure* const m_outer;
    int m_code = 0; ///< of PCRE2; 0: every search has ended
};

/// A compiled regular expression (PCRE2, UTF-8). Immutable; cheap to copy; any thread. A search
/// that needs too many steps is given up, so that a malicious pattern cannot block a thread.
class Pattern
{
public:
    /// Compiles a pattern. `options`: any of the letters i, m, s, u, x. Errors (server): location
    /// codes for another letter and for a pattern that does not compile.
    static Result<Pattern> compile(std::string_view pattern, std::string_view options);

    /// Whether `text` contains a match. Text that is not valid UTF-8 never does. False for a search
    /// that is given up too, which SearchFailure then tells.
    bool found(std::string_view text) const;
    /// As above, for callers that can report an error. Errors (server): a location code when the
    /// search is too costly or the text is not UTF-8.
    Result<bool> matches(std::string_view text) const;
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

    /// What PCRE2 returns for a search without captures.
    int result(std::string_view text) const;

    std::shared_ptr<const Code> m_code;
    std::string m_text;
    std::string m_options;
};

} // namespace sandglass::engine::query
