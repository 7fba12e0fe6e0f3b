// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/types.h"
#include "app/bson/value.h"

#include <compare>
#include <cstdint>

namespace sandglass::engine::streams {

/// A position in the stream of changes: a log entry, and the last of its events that was read.
/// Clients receive it as {_data: <hexadecimal text>} and send it back unchanged; the texts sort
/// like the positions. It stays valid after a restart. Ordered by entry, then by part.
struct ResumeToken
{
    /// What the position is after: a fragment of the entry's event, that event, the invalidate that
    /// follows it, or the whole entry (`Moment`, which is not the token of an event).
    enum class Part : std::uint8_t { Fragment = 0, Event = 1, Invalidate = 2, Moment = 3 };

    std::uint64_t entry = 0; ///< the log entry's record id
    Part part = Part::Moment;
    std::uint32_t fragment = 0; ///< with Part::Fragment: its number, from 0 on

    auto operator<=>(const ResumeToken&)
        const = default; // NOLINT(modernize-use-nullptr): a misreading of clang-tidy 14

    /// The token as clients receive it: {_data}.
    bson::Document document() const;
    /// Reads a token that a client sent. Errors (server): Location40647 unless it is a document,
    /// Location40649 without a _data string, FailedToParse for a text that this server did not
    /// make.
    static Result<ResumeToken> parse(bson::ValueView value);
};

} // namespace sandglass::engine::streams
