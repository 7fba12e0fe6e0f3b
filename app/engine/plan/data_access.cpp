// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/data_access.h"

#include "app/base/clock.h"
#include "app/engine/query/command_variables.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/request.h"

namespace sandglass::engine::plan {

Result<query::EvaluationContext> DataAccess::evaluation(const request::Request& request) const
{
    auto let = request::commandArguments(request.name, request).document("let");
    TRY(let);
    return query::contextOf(clock.now(), *let);
}

} // namespace sandglass::engine::plan
