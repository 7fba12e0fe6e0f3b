// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/catalog/collection.h"
#include "app/engine/plan/data_access.h"

#include <memory>

namespace sandglass::engine::writes {

/// The write unit with the collection's validator in front of it: what it inserts and replaces must
/// match. Without a validator in force it is `unit` itself. `unit` must already hold the writer
/// lock, so that the validator cannot change. insert() and replace() then fail as well with
/// (server) DocumentValidationFailure and its errInfo; under validationAction "warn" the failure is
/// logged instead, and under validationLevel "moderate" a document that did not match before may be
/// replaced by any. They also fail with the errors of a validator that cannot be parsed.
std::unique_ptr<catalog::WriteUnit> validated(std::unique_ptr<catalog::WriteUnit> unit,
                                              const catalog::Collection& collection,
                                              const plan::DataAccess& access);

} // namespace sandglass::engine::writes
