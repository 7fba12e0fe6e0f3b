// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/plan/data_access.h"

#include "app/base/clock.h"
#include "app/engine/request/request.h"

namespace sandglass::engine::plan {

query::EvaluationContext DataAccess::evaluation(const request::Request& request) const
{
    query::EvaluationContext evaluation{clock.now(), {}};
    const bson::ValueView variables = request.body["let"];
    if (variables.type() == bson::Type::Document) {
        evaluation.variables = bson::Document(variables.asDocument());
    }
    return evaluation;
}

} // namespace sandglass::engine::plan
