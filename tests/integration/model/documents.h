// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"
#include "tests/integration/model/random_source.h"

namespace sandglass::tests::model {

/// Makes documents {_id, t, d, a, b, u, pad} whose fields are of every kind that indexes and the
/// expiry rule tell apart: single dates, arrays of dates, nothing, null, text, numbers, equal
/// dates, dates before 1970 and far away.
class DocumentSource
{
public:
    explicit DocumentSource(RandomSource& random)
        : m_random(random)
    {
    }

    /// A document with that _id; its dates are mostly around `now`.
    bson::Document make(const bson::Value& id, base::Time now);
    /// A date, mostly around `now`; many are equal.
    bson::Date date(base::Time now);
    /// Any value that a field of make() may have, but no array.
    bson::Value scalar(base::Time now);

private:
    bson::Value expiring(base::Time now);
    bson::Value dates(base::Time now);
    bson::Value nested(base::Time now);
    bson::Value numbers(int most);

    RandomSource& m_random;
};

} // namespace sandglass::tests::model
