// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/catalog/catalog.h"
#include "tests/integration/model/model.h"

namespace sandglass::tests::model {

/// A model of what a catalog holds, so that a history can go on from files that are there. Two
/// processes that open the same files get the same model.
Model adoptModel(engine::catalog::Catalog& catalog, base::Time now);

} // namespace sandglass::tests::model
