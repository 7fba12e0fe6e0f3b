// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace sandglass::protocol {

/// What an error code of a server says besides its meaning. A code has none, one or several.
enum class CodeTrait : std::uint8_t {
    Passing, ///< the server starts, stops or elects a primary, or a router finds none: it may
             ///< answer to another attempt to connect
    Lost, ///< whether the command took effect, or takes effect at last, is not known
    Unconfirmed, ///< the member has written, but the others do not confirm it; these are Lost too
    Partial, ///< a deletion or update of several documents that ends so keeps what it has done
    Circumstantial, ///< any server may have it whatever it supports, and for any command: it says
                    ///< nothing about either
    Retryable, ///< drivers send the write again
};

/// Whether a code that a server has sent has that trait; false for every other code, and for 0.
/// Pure; any thread.
bool hasTrait(std::int64_t code, CodeTrait trait);

} // namespace sandglass::protocol
