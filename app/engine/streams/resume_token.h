// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/types.h"
#include "app/bson/value.h"

#include <compare>
#include <cstdint>

namespace sandglass::engine::streams {

/// A place in the stream of changes: a moment of the log, and behind which of its events. Clients
/// get it as {_data: <hexadecimal text>}, which they may only send back; texts sort as places do.
/// It means the same after a restart. Ordered by time, then by part.
struct ResumeToken
{
    /// What the place is behind of. `Moment`: of everything up to that time, without being an
    /// event.
    enum class Part : std::uint8_t { Event = 1, Invalidate = 2, Moment = 3 };

    std::uint64_t entry = 0; ///< of the log, by its record id
    Part part = Part::Moment;

    auto operator<=>(const ResumeToken&)
        const = default; // NOLINT(modernize-use-nullptr): a misreading of clang-tidy 14

    /// {_data}.
    bson::Document document() const;
    /// Errors: 40647 when it is no document, 40649 without _data, 9 for a text that is no token.
    static Result<ResumeToken> parse(bson::ValueView value);
};

} // namespace sandglass::engine::streams
