// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/query/update_plan.h"
#include "app/protocol/server_code.h"

#include <utility>

namespace sandglass::engine::query {

namespace {

/// A whole document in place of the old one, which keeps its _id.
class ReplacementPlan final : public UpdatePlan
{
public:
    explicit ReplacementPlan(bson::Document replacement)
        : m_replacement(std::move(replacement))
    {
    }

    Result<bson::Document> apply(const Update::Target& target) const override
    {
        // Update::apply() compares it with the old one
        if (m_replacement.contains("_id")) {
            return m_replacement;
        }
        bson::Builder builder;
        builder.append("_id", target.document["_id"]);
        builder.appendAll(m_replacement);
        return builder.take();
    }
    bool isReplacement() const override { return true; }

private:
    bson::Document m_replacement;
};

} // namespace

Result<UpdatePlanPtr> parseReplacement(bson::DocumentView replacement)
{
    for (const bson::Element& element : replacement) {
        if (element.key.starts_with('$')) {
            return protocol::commandError(
                protocol::ServerCode::DollarPrefixedFieldName,
                "The dollar ($) prefixed field '" + std::string(element.key) + "' in '"
                    + std::string(element.key)
                    + "' is not allowed in the context of an update's replacement document. "
                      "Consider using an aggregation pipeline with $replaceWith.");
        }
    }
    return UpdatePlanPtr(std::make_shared<ReplacementPlan>(bson::Document(replacement)));
}

} // namespace sandglass::engine::query
