// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/option_table.h"

#include <span>
#include <string>
#include <string_view>

namespace sandglass {

/// A completion script for bash: options, and the values of those that name a file, a folder or one
/// of a few words. Goes into share/bash-completion/completions/PROGRAM. Pure; any thread.
std::string bashCompletion(std::string_view program, std::span<const base::OptionRow> rows);

/// The same for zsh, with the text of each option. Goes into share/zsh/site-functions/_PROGRAM.
/// Pure; any thread.
std::string zshCompletion(std::string_view program, std::span<const base::OptionRow> rows);

} // namespace sandglass
