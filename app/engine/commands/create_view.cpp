// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/create_view.h"

#include "app/bson/builder.h"
#include "app/bson/compare.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/catalog/oplog.h"
#include "app/engine/collation/collation.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/system_views.h"
#include "app/engine/plan/view_resolution.h"
#include "app/engine/query/pipeline.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace sandglass::engine::commands {

using plan::kMaxViewDepth;
using plan::kViewDepthLimitExceeded;
using protocol::commandError;
using protocol::Namespace;
using protocol::ServerCode;
using request::Arguments;
using request::collectionArgument;
using request::Request;

namespace {

constexpr int kGraphContainsCycle = 5;
constexpr int kOptionNotSupportedOnView = 167;

/// Adds the collections that a pipeline reads besides its own, also in nested pipelines.
void gatherReferences(bson::DocumentView stages, std::vector<std::string>& names)
{
    for (const bson::Element& stage : stages) {
        for (const bson::Element& element : stage.value.asDocument()) {
            const bson::DocumentView fields = element.value.asDocument();
            if (element.key == "$unionWith" && element.value.type() == bson::Type::String) {
                names.emplace_back(element.value.asString());
            }
            if (element.key == "$unionWith") {
                names.emplace_back(fields["coll"].asString());
            }
            if (element.key == "$lookup" || element.key == "$graphLookup") {
                names.emplace_back(fields["from"].asString());
            }
            if (element.key == "$lookup" || element.key == "$unionWith") {
                gatherReferences(fields["pipeline"].asDocument(), names);
            }
            if (element.key != "$facet") {
                continue;
            }
            for (const bson::Element& facet : fields) {
                gatherReferences(facet.value.asDocument(), names);
            }
        }
    }
}

/// The views that a new view is defined on, searched depth first.
class ViewGraph
{
public:
    ViewGraph(const catalog::Catalog& catalog, Namespace top)
        : m_catalog(catalog)
        , m_top(std::move(top))
    {
    }

    /// Errors (server): GraphContainsCycle when the search comes to the new view again,
    /// ViewDepthLimitExceeded.
    Result<void> check(std::string_view viewOn, bson::DocumentView pipeline)
    {
        return walk({{std::string(viewOn)}, pipeline, 1, m_top.text()});
    }

private:
    struct Node
    {
        std::vector<std::string> names; ///< the collections to search, without those of `pipeline`
        bson::DocumentView pipeline;
        int depth;
        std::string path; ///< the views on the way, for the message
    };

    Result<void> walk(Node node)
    {
        if (node.depth > kMaxViewDepth) {
            return commandError(kViewDepthLimitExceeded,
                                "View depth limit exceeded; maximum depth is "
                                    + std::to_string(kMaxViewDepth));
        }
        gatherReferences(node.pipeline, node.names);
        for (const std::string& name : node.names) {
            const Namespace ns{m_top.database, name};
            if (ns == m_top) {
                return commandError(kGraphContainsCycle,
                                    "View cycle detected: " + node.path + " => " + ns.text());
            }
            const auto collection = m_catalog.find(ns);
            if (!collection || !collection->shape()->isView()) {
                continue;
            }
            const bson::Document listed = collection->options().listed;
            TRY(walk({{collection->shape()->viewOn},
                      listed["pipeline"].asDocument(),
                      node.depth + 1,
                      node.path + " => " + ns.text()}));
        }
        return {};
    }

    const catalog::Catalog& m_catalog;
    Namespace m_top;
};

/// Checks that the pipeline is valid and does not write. `stableOnly`: the client has apiStrict.
Result<void> checkPipeline(bson::ValueView stages, const Namespace& ns, const Context& context,
                           bool stableOnly)
{
    query::EvaluationContext evaluation{context.clock.now(), {}};
    if (const catalog::Oplog* oplog = context.catalog.oplog()) {
        evaluation.clusterTime = oplog->last();
    }
    evaluation.stableOnly = stableOnly;
    auto pipeline = query::Pipeline::parse(stages, evaluation);
    if (!pipeline) {
        Error error = std::move(pipeline.error());
        error.message
            = "Invalid pipeline for view " + ns.text() + " :: caused by :: " + error.message;
        return error;
    }
    if (!pipeline->output()) {
        return {};
    }
    const std::size_t last = stages.asDocument().count() - 1;
    const bool out = pipeline->output()->kind == query::PipelineOutput::Kind::Out;
    return commandError(kOptionNotSupportedOnView,
                        "Invalid pipeline for view " + ns.text()
                            + " :: caused by :: The aggregation stage " + (out ? "$out" : "$merge")
                            + " in location " + std::to_string(last)
                            + " of the pipeline cannot be used in the view definition of "
                            + ns.text() + " because it writes to disk");
}

/// The collation of a view, with which those below and above it must agree: what create gives, or
/// as it is now. Errors (server): OptionNotSupportedOnView for a view on one with another
/// collation.
Result<bson::CollationPtr> viewCollation(const Arguments& arguments, const Namespace& ns,
                                         bson::DocumentView base,
                                         const std::shared_ptr<catalog::Collection>& source)
{
    const bson::ValueView given = arguments.value("collation");
    auto collation = given.isMissing()
        ? Result<bson::CollationPtr>(collation::storedCollation(base["collation"]))
        : collation::parseCollation("create.collation", given);
    TRY(collation);
    if (source && source->shape()->isView()
        && !bson::sameCollation(source->shape()->collation.get(), collation->get())) {
        return commandError(kOptionNotSupportedOnView,
                            "View " + ns.text() + " has conflicting collation with view "
                                + source->ns().text());
    }
    return collation;
}

/// The options of a view as listCollections shows them. `base`: its present options, for those that
/// are not given. Errors: as createView().
Result<bson::Document> viewOptions(const Arguments& arguments, const Namespace& ns,
                                   bson::DocumentView base, const Context& context)
{
    auto given = arguments.text("viewOn");
    TRY(given);
    const std::string_view viewOn = given->value_or(base["viewOn"].asString());
    if (viewOn.empty()) {
        return commandError(ServerCode::BadValue, "'viewOn' cannot be empty");
    }
    TRY(protocol::checkCollectionName({ns.database, std::string(viewOn)}));
    // given, else as it is now, else empty
    const bson::Document none = bson::makeArray();
    bson::ValueView stages = arguments.value("pipeline");
    if (stages.isMissing()) {
        stages = base["pipeline"];
    }
    if (stages.isMissing()) {
        stages = bson::ValueView(bson::Type::Array, none.bytes());
    }
    if (stages.type() != bson::Type::Array) {
        return arguments.wrongType("pipeline", "array");
    }
    TRY(checkPipeline(stages, ns, context, arguments.value("apiStrict").toBool()));
    TRY(ViewGraph(context.catalog, ns).check(viewOn, stages.asDocument()));
    const auto source = context.catalog.find({ns.database, std::string(viewOn)});
    const auto collation = viewCollation(arguments, ns, base, source);
    TRY(collation);
    bson::Builder listed;
    listed.append("viewOn", viewOn).append("pipeline", stages);
    if (*collation) {
        listed.append("collation", (*collation)->settings());
    }
    return listed.take();
}

/// Refuses the options of other kinds of collections.
Result<void> refuseOtherOptions(const Arguments& create)
{
    if (create.value("viewOn").isMissing()) {
        return commandError(ServerCode::InvalidOptions,
                            "'pipeline' requires 'viewOn' to also be specified");
    }
    if (!create.value("expireAfterSeconds").isMissing()) {
        return commandError(ServerCode::InvalidOptions,
                            "'expireAfterSeconds' can be used only for clustered collections or"
                            " timeseries collections");
    }
    constexpr std::array<std::string_view, 12> kNotForViews{"capped",
                                                            "size",
                                                            "max",
                                                            "autoIndexId",
                                                            "idIndex",
                                                            "validator",
                                                            "timeseries",
                                                            "validationLevel",
                                                            "storageEngine",
                                                            "clusteredIndex",
                                                            "validationAction",
                                                            "changeStreamPreAndPostImages"};
    for (const std::string_view field : kNotForViews) {
        if (!create.value(field).isMissing()) {
            return commandError(ServerCode::InvalidOptions,
                                "Cannot specify both '" + std::string(field) + "' and 'viewOn'");
        }
    }
    return {};
}

} // namespace

bool createsView(const Arguments& create)
{
    return !create.value("viewOn").isMissing() || !create.value("pipeline").isMissing();
}

Result<void> createView(const Request& request, const Arguments& create, Context& context)
{
    auto ns = collectionArgument(request);
    TRY(ns);
    TRY(refuseOtherOptions(create));
    auto listed = viewOptions(create, *ns, {}, context);
    TRY(listed);
    if (const auto existing = context.catalog.find(*ns)) {
        if (bson::compare(existing->options().listed.view(), listed->view())
            == std::strong_ordering::equal) {
            return {};
        }
        return commandError(ServerCode::NamespaceExists,
                            std::string(existing->shape()->isView() ? "View " : "Collection ")
                                + ns->text() + " already exists.");
    }
    TRY(context.catalog.create(*ns, {*listed}));
    return rewriteSystemViews(ns->database, context);
}

Result<void> modifyView(const Arguments& collMod, const catalog::Collection& view, Context& context)
{
    if (collMod.value("viewOn").isMissing() && collMod.value("pipeline").isMissing()) {
        return {};
    }
    const protocol::Namespace ns = view.ns();
    const bson::Document before = view.options().listed;
    auto listed = viewOptions(collMod, ns, before, context);
    TRY(listed);
    TRY(context.catalog.setOptions(ns, {*listed}));
    return rewriteSystemViews(ns.database, context);
}

} // namespace sandglass::engine::commands
