// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/types.h"

#include <span>
#include <string_view>

namespace sandglass::fuzz {

/// A piece of the program that reads bytes from outside, and what must hold for any of them.
struct Target
{
    std::string_view name; ///< also the name of its folder in tests/fuzz/corpus
    void (*run)(bson::Bytes input); ///< ends the program when something does not hold
};

/// All targets, each in the list of its source.
std::span<const Target> targets();

/// The target of that name; null when there is none.
const Target* findTarget(std::string_view name);

/// Ends the program with `what` on stderr when `holds` is false. A fuzzer keeps the input then.
void require(bool holds, const char* what);

/// The bytes as text.
inline std::string_view textOf(bson::Bytes input)
{
    return {reinterpret_cast<const char*>(input.data()), input.size()};
}

} // namespace sandglass::fuzz
