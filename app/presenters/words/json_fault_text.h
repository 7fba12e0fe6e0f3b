// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass::bson {
struct JsonProblem;
}

namespace sandglass::presenters {

/// Returns where a text that should be JSON is wrong and how, as one sentence: "At character 7: a
/// value is expected." GUI thread.
QString jsonFaultText(const bson::JsonProblem& problem);

} // namespace sandglass::presenters
