// SPDX-License-Identifier: GPL-3.0-or-later
#define PCRE2_CODE_UNIT_WIDTH 8

#include "app/engine/query/pattern.h"

#include "app/engine/query/utf8.h"
#include "app/protocol/server_code.h"

#include <pcre2.h>

#include <array>
#include <cstdint>
#include <utility>

namespace sandglass::engine::query {

namespace {

// Enough for any reasonable pattern on 16 MB of text, and far below minutes for a malicious one.
constexpr std::uint32_t kMatchLimit = 1'000'000;
constexpr std::uint32_t kDepthLimit = 250'000;
constexpr std::uint32_t kHeapLimitKiB = 20'000;

PCRE2_SPTR8 units(std::string_view text)
{
    return reinterpret_cast<PCRE2_SPTR8>(text.data());
}

struct FreeMatchData
{
    void operator()(pcre2_match_data_8* data) const { pcre2_match_data_free_8(data); }
};

struct FreeMatchContext
{
    void operator()(pcre2_match_context_8* context) const { pcre2_match_context_free_8(context); }
};

// What a search needs besides the pattern. One per thread, because searches are frequent and short.
struct Workspace
{
    Workspace()
        : matchData(pcre2_match_data_create_8(1, nullptr))
        , context(pcre2_match_context_create_8(nullptr))
    {
        pcre2_set_match_limit_8(context.get(), kMatchLimit);
        pcre2_set_depth_limit_8(context.get(), kDepthLimit);
        pcre2_set_heap_limit_8(context.get(), kHeapLimitKiB);
    }

    std::unique_ptr<pcre2_match_data_8, FreeMatchData> matchData;
    std::unique_ptr<pcre2_match_context_8, FreeMatchContext> context;
};

Result<std::uint32_t> compileFlags(std::string_view options)
{
    // \C would match a part of a character, and half of one is no text
    std::uint32_t flags = PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C;
    for (std::size_t at = 0; at < options.size(); ++at) {
        switch (options[at]) {
        case 'i':
            flags |= PCRE2_CASELESS;
            break;
        case 'm':
            flags |= PCRE2_MULTILINE;
            break;
        case 's':
            flags |= PCRE2_DOTALL;
            break;
        case 'x':
            flags |= PCRE2_EXTENDED;
            break;
        case 'u':
            break; // UTF is always enabled
        default:
            return protocol::commandError(51108,
                                          "invalid flag in regex options: "
                                              + std::string(utf8CharacterAt(options, at)));
        }
    }
    return flags;
}

Error searchError(int code)
{
    return protocol::commandError(51156,
                                  "Error occurred while executing the regular expression."
                                  " Result code: "
                                      + std::to_string(code));
}

// Text that is no UTF-8 has a certain answer: it never matches.
bool isUtf8Error(int code)
{
    return code <= PCRE2_ERROR_UTF8_ERR1 && code >= PCRE2_ERROR_UTF8_ERR21;
}

} // namespace

void SearchFailure::note(int code)
{
    if (SearchFailure* asking = current()) {
        asking->m_code = code;
    }
}

Result<bool> SearchFailure::error() const
{
    return searchError(m_code);
}

struct Pattern::Code
{
    explicit Code(pcre2_code_8* compiled)
        : handle(compiled)
    {
    }
    Code(const Code&) = delete;
    Code& operator=(const Code&) = delete;
    ~Code() { pcre2_code_free_8(handle); }

    pcre2_code_8* handle;
};

Result<Pattern> Pattern::compile(std::string_view pattern, std::string_view options)
{
    const auto flags = compileFlags(options);
    TRY(flags);
    // PCRE2 would accept it, but BSON cannot store it
    if (pattern.find('\0') != std::string_view::npos) {
        return protocol::commandError(51109,
                                      "Regular expression cannot contain an embedded null byte");
    }
    int error = 0;
    PCRE2_SIZE offset = 0;
    pcre2_code_8* code
        = pcre2_compile_8(units(pattern), pattern.size(), *flags, &error, &offset, nullptr);
    if (code == nullptr) {
        std::array<PCRE2_UCHAR8, 256> words{};
        pcre2_get_error_message_8(error, words.data(), words.size());
        return protocol::commandError(51091,
                                      std::string("Regular expression is invalid: ")
                                          + reinterpret_cast<const char*>(words.data()));
    }
    Pattern made;
    made.m_code = std::make_shared<const Code>(code);
    made.m_text = pattern;
    made.m_options = options;
    return made;
}

Result<std::optional<PatternMatch>> Pattern::search(std::string_view text, std::size_t from) const
{
    thread_local const Workspace workspace;
    // captures need a block of their own size, unlike found()
    const std::unique_ptr<pcre2_match_data_8, FreeMatchData> groups(
        pcre2_match_data_create_from_pattern_8(m_code->handle, nullptr));
    // only the first search checks the text for UTF-8
    const int count
        = pcre2_match_8(m_code->handle, units(text), text.size(), from,
                        from > 0 ? PCRE2_NO_UTF_CHECK : 0, groups.get(), workspace.context.get());
    if (count == PCRE2_ERROR_NOMATCH) {
        return std::optional<PatternMatch>();
    }
    // a limit was reached, or the text is not UTF-8
    if (count < 0) {
        return searchError(count);
    }
    const PCRE2_SIZE* ends = pcre2_get_ovector_pointer_8(groups.get());
    PatternMatch match{ends[0], text.substr(ends[0], ends[1] - ends[0]), {}};
    const std::uint32_t pairs = pcre2_get_ovector_count_8(groups.get());
    for (std::uint32_t at = 1; at < pairs; ++at) {
        const PCRE2_SIZE start = ends[std::size_t{2} * at];
        const PCRE2_SIZE end = ends[std::size_t{2} * at + 1];
        // a group that did not participate
        match.captures.push_back(
            start == PCRE2_UNSET ? std::nullopt : std::optional(text.substr(start, end - start)));
    }
    return std::optional(std::move(match));
}

int Pattern::result(std::string_view text) const
{
    thread_local const Workspace workspace;
    return pcre2_match_8(m_code->handle, units(text), text.size(), 0, 0, workspace.matchData.get(),
                         workspace.context.get());
}

bool Pattern::found(std::string_view text) const
{
    // one costly search is enough: the evaluation has failed already
    if (SearchFailure::noted()) {
        return false;
    }
    const int code = result(text);
    if (code < 0 && code != PCRE2_ERROR_NOMATCH && !isUtf8Error(code)) {
        SearchFailure::note(code);
    }
    return code >= 0;
}

Result<bool> Pattern::matches(std::string_view text) const
{
    const int code = result(text);
    if (code < 0 && code != PCRE2_ERROR_NOMATCH) {
        return searchError(code);
    }
    return code >= 0;
}

} // namespace sandglass::engine::query
