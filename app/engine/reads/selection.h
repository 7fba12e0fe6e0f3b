// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/plan/data_access.h"
#include "app/engine/plan/planner.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/request.h"
#include "app/protocol/namespace.h"

#include <string_view>

namespace sandglass::engine::reads {

/// What count and distinct read: the documents of a collection that match `query`, found with
/// `hint`. Views are valid as long as the request.
struct Selection
{
    protocol::Namespace ns;
    plan::QueryShape shape;
    query::EvaluationContext evaluation;
};

/// Parses the arguments that count and distinct have in common; `command` is its name. Errors
/// (server): InvalidNamespace, TypeMismatch, those of filter and hint.
Result<Selection> parseSelection(std::string_view command, const request::Arguments& arguments,
                                 const request::Request& request, const plan::DataAccess& access);

} // namespace sandglass::engine::reads
