// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/validate.h"
#include "app/engine/query/command_variables.h"
#include "app/engine/query/expression.h"
#include "app/engine/query/held_memory.h"
#include "app/engine/query/join_table.h"
#include "app/engine/query/stage.h"
#include "app/engine/query/work_memory.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;
using PlanPtr = std::shared_ptr<const PipelinePlan>;
using Path = std::vector<std::string>;

struct LookupOptions
{
    std::string from;
    Path as;
    std::string localField;
    std::string foreignField;
    std::vector<std::pair<std::string, Expression>> let;
    bson::Value pipeline; ///< the array; Missing when there is none
    PlanPtr plan; ///< the parsed pipeline when it does not depend on `let`
    int depth = 0;
    bool insideFacet = false;
    EvaluationContext context;
};

// The values of a local field that the foreign one may equal, as a condition on the foreign one.
bson::Document joinFilter(const LookupOptions& options, bson::DocumentView document)
{
    bson::Builder filter;
    if (options.localField.empty()) {
        return filter.take();
    }
    const std::vector<ValueView> values = bson::valuesAtPath(document, options.localField, false);
    const bool hasRegex = std::any_of(values.begin(), values.end(),
                                      [](ValueView value) { return value.type() == Type::Regex; });
    const bool missing
        = values.empty() && bson::valuesAtPath(document, options.localField, true).empty();
    if (missing) {
        filter.beginDocument(options.foreignField).appendNull("$eq").end();
    } else if (hasRegex) {
        // inside $in a regular expression would be a pattern; here it is a value like any other
        filter.beginArray("$or");
        for (const ValueView value : values) {
            filter.push(bson::makeDocument(options.foreignField, bson::makeDocument("$eq", value)));
        }
        filter.end();
    } else {
        filter.beginDocument(options.foreignField).appendArray("$in", bson::arrayOf(values)).end();
    }
    return filter.take();
}

Result<PlanPtr> planFor(const LookupOptions& options, bson::DocumentView document)
{
    if (options.plan != nullptr) {
        return options.plan;
    }
    bson::Builder variables;
    for (const auto& [name, expression] : options.let) {
        const Result<Operand> value = expression.evaluateOperand(document);
        TRY(value);
        appendVariable(name, value->view(), variables);
    }
    for (const bson::Element& outer : options.context.variables.view()) {
        variables.append(outer.key, outer.value);
    }
    EvaluationContext context{options.context.now, variables.take(), options.context.collation};
    context.clusterTime = options.context.clusterTime;
    return PipelinePlan::parse(
        options.pipeline, StageContext{context, Surroundings::Lookup, options.depth, options.from});
}

// The foreign documents that the field's values join, out of the table.
Result<DocumentSourcePtr> joinedByTable(const LookupOptions& options, bson::DocumentView document,
                                        const Filter& filter, const JoinTable& table)
{
    std::vector<ValueView> values = bson::valuesAtPath(document, options.localField, false);
    if (values.empty() && bson::valuesAtPath(document, options.localField, true).empty()) {
        values.emplace_back(Type::Null, bson::Bytes());
    }
    std::vector<bson::Document> matching;
    for (const bson::Document* candidate : table.find(values)) {
        auto matched = filter.evaluate(*candidate);
        TRY(matched);
        if (*matched) {
            matching.push_back(*candidate);
        }
    }
    return DocumentSourcePtr(std::make_unique<MemorySource>(std::move(matching)));
}

/// `table`: may be null.
Result<DocumentSourcePtr> openForeign(const LookupOptions& options, bson::DocumentView document,
                                      const JoinTable* table, PipelineEnvironment& environment)
{
    const bson::Document conditions = joinFilter(options, document);
    Result<Filter> filter = Filter::parse(conditions, options.context);
    TRY(filter);
    if (options.pipeline.isMissing() && table == nullptr) {
        return environment.openCollection(options.from, *filter);
    }
    if (options.pipeline.isMissing()) {
        return joinedByTable(options, document, *filter, *table);
    }
    const Result<PlanPtr> plan = planFor(options, document);
    TRY(plan);
    if ((*plan)->producesItself) {
        return PipelinePlan::run(*plan, nullptr, environment);
    }
    Result<DocumentSourcePtr> foreign = table
        ? joinedByTable(options, document, *filter, *table)
        : environment.openCollection(options.from,
                                     options.localField.empty() ? (*plan)->leadingFilter : *filter);
    TRY(foreign);
    return PipelinePlan::run(*plan, std::move(*foreign), environment);
}

/// What a running $lookup keeps from one document to the next.
struct JoinState
{
    std::optional<bson::Document> answer; ///< of the document at hand, or of all
    bool kept = false; ///< whether it is the same for all documents, and stays
    HeldMemory answerHeld; ///< by an answer that is kept
    std::optional<JoinTable> table; ///< the foreign collection, when no index serves the join
    bool decided = false; ///< whether there is to be a table
};

class LookupStage final : public Stage
{
public:
    explicit LookupStage(LookupOptions options)
        : m_options(std::move(options))
    {
    }
    Result<DocumentSourcePtr> open(DocumentSourcePtr input,
                                   PipelineEnvironment& environment) const override
    {
        return changingSource(
            std::move(input), environment,
            [this, &environment, state = JoinState()](const bson::Document& document) mutable {
                return joined(document, environment, state);
            });
    }

private:
    // Without a field or a variable to depend on, the answer is the same for every document.
    bool isConstant() const { return m_options.localField.empty() && m_options.let.empty(); }

    Result<std::optional<bson::Document>>
    joined(const bson::Document& document, PipelineEnvironment& environment, JoinState& state) const
    {
        TRY(decideTable(environment, state));
        if (!state.answer) {
            Result<bson::Document> found = matches(document, environment, state);
            TRY(found);
            state.answer = std::move(*found);
            // made anew for each document if others have the memory
            const std::size_t bytes = state.answer->bytes().size();
            state.kept = isConstant() && WorkMemory("$lookup").use(bytes).has_value();
            if (state.kept) {
                state.answerHeld.take(bytes);
            }
        }
        std::optional<bson::Document> result
            = withPath(document, m_options.as, ValueView(Type::Array, state.answer->bytes()));
        if (!state.kept) {
            state.answer.reset();
        }
        return result;
    }

    Result<void> decideTable(PipelineEnvironment& environment, JoinState& state) const
    {
        if (std::exchange(state.decided, true) || m_options.localField.empty()
            || environment.findsByIndex(m_options.from, m_options.foreignField,
                                        m_options.context.collation.get())) {
            return {};
        }
        Result<DocumentSourcePtr> foreign = environment.openCollection(m_options.from, Filter());
        TRY(foreign);
        Result<std::optional<JoinTable>> table
            = JoinTable::build(**foreign, {m_options.foreignField, m_options.context.collation},
                               "$lookup", environment);
        // others have the memory: without a table the stage goes on, and reads more
        if (!table && table.error().serverCode == WorkMemory::kExceeded) {
            return {};
        }
        TRY(table);
        state.table = std::move(*table);
        return {};
    }

    Result<bson::Document> matches(const bson::Document& document, PipelineEnvironment& environment,
                                   const JoinState& state) const
    {
        const Result<DocumentSourcePtr> foreign
            = openForeign(m_options, document, state.table ? &*state.table : nullptr, environment);
        TRY(foreign);
        bson::Builder found;
        InterruptGate gate(environment);
        while (true) {
            const Result<std::optional<bson::Document>> match = (*foreign)->next();
            TRY(match);
            if (!*match) {
                return found.take();
            }
            TRY(gate.pass());
            if (found.size() + (*match)->bytes().size() > bson::kMaxDocumentBytes) {
                return expressionError(4568,
                                       "Total size of documents in " + m_options.from
                                           + " matching pipeline's $lookup stage exceeds "
                                           + std::to_string(bson::kMaxDocumentBytes) + " bytes");
            }
            found.push(**match);
        }
    }

    LookupOptions m_options;
};

Result<void> readString(const bson::Element& element, std::string& target)
{
    if (element.value.type() != Type::String) {
        return expressionError(9,
                               "$lookup argument '" + std::string(element.key)
                                   + "' must be a string, found " + typeText(element.value));
    }
    target = element.value.asString();
    return {};
}

Result<void> readLet(ValueView let, const EvaluationContext& context, LookupOptions& options)
{
    if (let.type() != Type::Document) {
        return expressionError(
            9, "$lookup argument 'let' must be an object, but is of type " + typeText(let));
    }
    for (const bson::Element& element : let.asDocument()) {
        TRY(checkVariableName(element.key));
        Result<Expression> value = Expression::parse(element.value, context);
        TRY(value);
        options.let.emplace_back(element.key, std::move(*value));
    }
    return {};
}

Result<void> readOption(const bson::Element& element, const EvaluationContext& context,
                        LookupOptions& options)
{
    if (element.key == "from") {
        TRY(readString(element, options.from));
        return options.from.empty() ? emptyForeignName("$lookup") : Result<void>();
    }
    if (element.key == "localField") {
        return readString(element, options.localField);
    }
    if (element.key == "foreignField") {
        return readString(element, options.foreignField);
    }
    if (element.key == "let") {
        return readLet(element.value, context, options);
    }
    if (element.key == "as") {
        std::string as;
        TRY(readString(element, as));
        Result<Path> path = splitFieldPath(as);
        TRY(path);
        options.as = std::move(*path);
        return {};
    }
    if (element.key == "pipeline") {
        if (element.value.type() != Type::Array) {
            return expressionError(14, "'pipeline' option must be specified as an array");
        }
        options.pipeline = bson::Value(element.value);
        return {};
    }
    return expressionError(9, "unknown argument to $lookup: " + std::string(element.key));
}

Result<void> checkLookup(const LookupOptions& options)
{
    if (options.as.empty()) {
        return expressionError(9, "must specify 'as' field for a $lookup");
    }
    const bool fields = !options.localField.empty() || !options.foreignField.empty();
    const bool both = !options.localField.empty() && !options.foreignField.empty();
    if ((fields && !both) || (!fields && options.pipeline.isMissing())) {
        return expressionError(9,
                               "$lookup requires either 'pipeline' or both 'localField' and "
                               "'foreignField' to be specified");
    }
    if (options.pipeline.isMissing() && !options.let.empty()) {
        return expressionError(9, "$lookup with a 'let' argument must also specify 'pipeline'");
    }
    for (const std::string* field : {&options.localField, &options.foreignField}) {
        if (field->empty()) {
            continue;
        }
        const Result<Path> path = splitFieldPath(*field);
        TRY(path);
    }
    return {};
}

// Reports the pipeline's faults now, with open variables; keeps it when it has none of its own.
Result<void> checkPipeline(LookupOptions& options)
{
    bson::Builder variables;
    for (const auto& let : options.let) {
        variables.appendNull(let.first);
    }
    for (const bson::Element& outer : options.context.variables.view()) {
        variables.append(outer.key, outer.value);
    }
    EvaluationContext context = options.context;
    context.variables = variables.take();
    context.variablesAreOpen = !options.let.empty();
    Result<PlanPtr> plan
        = PipelinePlan::parse(options.pipeline,
                              StageContext{context, Surroundings::Lookup, options.depth,
                                           options.from, options.insideFacet});
    TRY(plan);
    if (options.from.empty() && !(*plan)->producesItself) {
        return expressionError(9, "must specify 'pipeline' when 'from' is empty");
    }
    if (options.let.empty()) {
        options.plan = std::move(*plan);
    }
    return {};
}

} // namespace

Result<void> parseLookup(ValueView specification, StageList& list)
{
    if (specification.type() != Type::Document) {
        return expressionError(9,
                               "the $lookup stage specification must be an object, but found "
                                   + typeText(specification));
    }
    const EvaluationContext& context = list.context.evaluation;
    LookupOptions options;
    options.context = context;
    options.depth = list.context.depth + 1;
    options.insideFacet = list.context.insideFacet;
    for (const bson::Element& element : specification.asDocument()) {
        TRY(readOption(element, context, options));
    }
    TRY(checkLookup(options));
    if (options.from.empty() && options.pipeline.isMissing()) {
        return expressionError(9, "missing 'from' option to $lookup stage specification");
    }
    if (!options.pipeline.isMissing()) {
        TRY(checkPipeline(options));
    }
    list.items.push_back({"$lookup", std::make_shared<LookupStage>(std::move(options))});
    return {};
}

} // namespace sandglass::engine::query
