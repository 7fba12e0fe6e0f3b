// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/value.h"

#include <string_view>

namespace sandglass::cases {

/// What placeholders stand for at one moment of a case.
struct Scene
{
    base::Time now; ///< the server's clock
    bson::Value value; ///< the value that a loop is at: "{value}"; missing outside of loops
    int number = 0; ///< how many values came before it: "{n}"
};

/// A span of time as cases write it: "10 s", "-5 min"; units ms, s, min, h, d. Errors:
/// InvalidInput.
Result<base::Millis> spanFrom(std::string_view text);

/// `document` with its placeholders filled in, at any depth:
/// {"$now": "-10 s"}         a date, that far from now
/// {"$nowSeconds": "-60 s"}  the same as whole seconds since 1970, an int64
/// {"$times": [120, {…}]}    an array of 120 times that value
/// "{value}", "{value.a.b}"  the loop's value, or what stands at that path in it; a field whose
///                           value is missing there is left out
/// "{n}" inside a string     the loop's number, from 0
/// Errors: InvalidInput for a span that cannot be read.
Result<bson::Document> filledIn(bson::DocumentView document, const Scene& scene);

} // namespace sandglass::cases
