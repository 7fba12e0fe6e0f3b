// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/streams/early_match.h"

#include "app/bson/builder.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace sandglass::engine::streams {

namespace {

/// Whether a condition may ask for an image: by its path, or in an expression that names one or has
/// a variable. A text that only looks so costs a look at the image.
bool asksForImages(const bson::Element& condition)
{
    constexpr std::string_view kImages = "fullDocument";
    if (condition.key.starts_with(kImages) || condition.key == "$jsonSchema") {
        return true;
    }
    if (condition.value.type() == bson::Type::String) {
        const std::string_view text = condition.value.asString();
        return text.find(kImages) != std::string_view::npos || text.starts_with("$$");
    }
    const bson::DocumentView parts = condition.value.asDocument();
    return std::any_of(parts.begin(), parts.end(), asksForImages);
}

} // namespace

Result<std::optional<query::Filter>> earlyMatch(bson::DocumentView stages,
                                                const query::EvaluationContext& evaluation)
{
    if (stages.empty()) {
        return std::optional<query::Filter>();
    }
    bson::Builder early;
    for (const bson::Element& condition :
         stages.begin()->value.asDocument()["$match"].asDocument()) {
        if (!asksForImages(condition)) {
            early.append(condition.key, condition.value);
        }
    }
    const bson::Document conditions = early.take();
    if (conditions.empty()) {
        return std::optional<query::Filter>();
    }
    auto filter = query::Filter::parse(conditions, evaluation);
    TRY(filter);
    return std::optional(std::move(*filter));
}

} // namespace sandglass::engine::streams
