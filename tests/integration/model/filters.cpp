// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/filters.h"

#include "tests/support/catalog_fixture.h"

#include <algorithm>
#include <cstdlib>

namespace sandglass::tests::model {

namespace {

template <typename Condition>
bool anyValue(bson::ValueView value, const Condition& condition)
{
    if (condition(value)) {
        return true;
    }
    if (value.type() != bson::Type::Array) {
        return false;
    }
    const auto elements = value.asDocument().values();
    return std::any_of(elements.begin(), elements.end(), condition);
}

bool aIsAtLeastTwo(bson::DocumentView document)
{
    return anyValue(document["a"], [](bson::ValueView value) {
        return value.isNumber() && value.toDouble() >= 2;
    });
}

bool aIsOne(bson::DocumentView document)
{
    return anyValue(document["a"], [](bson::ValueView value) {
        return value.isNumber() && value.toDouble() == 1;
    });
}

bool bIsThere(bson::DocumentView document)
{
    return document.contains("b");
}

bool tIsADate(bson::DocumentView document)
{
    return anyValue(document["t"],
                    [](bson::ValueView value) { return value.type() == bson::Type::Date; });
}

} // namespace

const std::vector<KnownFilter>& knownFilters()
{
    static const std::vector<KnownFilter> kFilters{
        {R"({"a":{"$gte":2}})", aIsAtLeastTwo},
        {R"({"a":1})", aIsOne},
        {R"({"b":{"$exists":true}})", bIsThere},
        {R"({"t":{"$type":"date"}})", tIsADate},
    };
    return kFilters;
}

Holds holdsOf(const std::optional<bson::Document>& filter)
{
    if (!filter) {
        return nullptr;
    }
    for (const KnownFilter& known : knownFilters()) {
        if (*filter == doc(known.json)) {
            return known.holds;
        }
    }
    std::abort(); // a history makes no others
}

} // namespace sandglass::tests::model
