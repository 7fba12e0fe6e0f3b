// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sandglass::base {

/// What a shell offers as the value of an option.
enum class Completion : std::uint8_t { None, File, Folder, Words };

/// One option of a program's command line. The parser, --help, the manual page and the completions
/// of the shells are made from the same rows.
struct OptionRow
{
    std::string_view name; ///< without dashes: "dbpath"
    std::string_view value; ///< the placeholder of its value: "DIR"; empty: it takes none
    std::string_view text; ///< one or more sentences
    Completion completion = Completion::None; ///< of its value
    std::string_view words = {}; ///< with Completion::Words: the values, separated by spaces
    char shortName = 0; ///< "h" for -h; 0: none
};

/// The row of that name; null when there is none. Pure; any thread.
const OptionRow* findOption(std::span<const OptionRow> rows, std::string_view name);

/// The rows as they appear in --help: an indented column of names and the texts beside it, broken
/// at 100 columns. Ends with a newline. Pure; any thread.
std::string optionHelp(std::span<const OptionRow> rows);

} // namespace sandglass::base
