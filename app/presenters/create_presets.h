// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/create_index_presenter.h"

#include <vector>

namespace sandglass::presenters {

/// The presets that teach the uses of TTL indexes. Source: the examples of the documents this
/// product starts from.
std::vector<CreatePreset> createPresets();

} // namespace sandglass::presenters
