// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <optional>
#include <vector>

namespace sandglass::tests::model {

/// Whether a document lies inside a partial filter, read by hand.
using Holds = bool (*)(bson::DocumentView document);

/// A partial filter as the engine takes it, and as the model reads it.
struct KnownFilter
{
    const char* json;
    Holds holds;
};

/// The partial filters that histories use, about the fields of DocumentSource.
const std::vector<KnownFilter>& knownFilters();

/// How one of them is read; nullptr for none. Any other ends the program.
Holds holdsOf(const std::optional<bson::Document>& filter);

} // namespace sandglass::tests::model
