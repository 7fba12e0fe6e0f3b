// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/query/expression_node.h"
#include "app/engine/query/expression_table.h"

#include <algorithm>

// A recursive descent over the BSON of an expression. Names of variables become distances to their
// binding (m_names is the stack of the names in scope), so evaluation looks nothing up by name.
namespace sandglass::engine::query {

namespace {

bool allConstant(const std::vector<NodePtr>& nodes)
{
    return std::all_of(nodes.begin(), nodes.end(),
                       [](const NodePtr& node) { return node->constant() != nullptr; });
}

// An array literal of expressions.
class ArrayNode final : public ExpressionNode
{
public:
    explicit ArrayNode(std::vector<NodePtr> elements)
        : m_elements(std::move(elements))
    {
    }
    Result<Operand> evaluate(const Scope& scope) const override
    {
        bson::Builder built;
        for (const NodePtr& element : m_elements) {
            Result<Operand> value = element->evaluate(scope);
            TRY(value);
            // an array cannot have gaps, so missing elements become null
            if (value->view().isMissing()) {
                built.pushNull();
            } else {
                built.push(value->view());
            }
            TRY(checkComputedSize(built.size()));
        }
        return Operand::array(built.take());
    }

private:
    std::vector<NodePtr> m_elements;
};

// An object literal of expressions; missing values leave their field out.
class ObjectNode final : public ExpressionNode
{
public:
    ObjectNode(std::vector<std::string> names, std::vector<NodePtr> values)
        : m_names(std::move(names))
        , m_values(std::move(values))
    {
    }
    Result<Operand> evaluate(const Scope& scope) const override
    {
        bson::Builder built;
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            Result<Operand> value = m_values[i]->evaluate(scope);
            TRY(value);
            built.append(m_names[i], value->view());
            TRY(checkComputedSize(built.size()));
        }
        return Operand::document(built.take());
    }

private:
    std::vector<std::string> m_names;
    std::vector<NodePtr> m_values;
};

// Literals whose parts are all constant are built once.
Result<NodePtr> folded(const NodePtr& node, const std::vector<NodePtr>& parts)
{
    if (!allConstant(parts)) {
        return node;
    }
    Result<Operand> value = node->evaluate({});
    TRY(value);
    return constantNode(std::move(*value).toValue());
}

// Three wordings, because drivers and users know MongoDB's messages.
std::string arityText(const ListOperator& list, std::size_t count)
{
    const std::string name(list.name);
    if (list.least == list.most) {
        return "Expression " + name + " takes exactly " + std::to_string(list.least)
            + " arguments. " + std::to_string(count) + " were passed in.";
    }
    if (list.most == kAnyNumber) {
        return "Expression " + name + " takes at least " + std::to_string(list.least)
            + " arguments, but " + std::to_string(count) + " were passed in.";
    }
    return "Expression " + name + " takes at least " + std::to_string(list.least)
        + " arguments, and at most " + std::to_string(list.most) + ", but " + std::to_string(count)
        + " were passed in.";
}

bool arityFits(const ListOperator& list, std::size_t count)
{
    const int given = static_cast<int>(count);
    return given >= list.least && (list.most == kAnyNumber || given <= list.most);
}

Error unknownArgument(const NamedOperator& namedOperator, std::string_view argument)
{
    const std::string name(namedOperator.name);
    std::string text;
    switch (namedOperator.unknown.words) {
    case UnknownArgument::Words::Found:
        text = name + " found an unknown argument: ";
        break;
    case UnknownArgument::Words::Unrecognized:
        text = "Unrecognized argument to " + name + ": ";
        break;
    case UnknownArgument::Words::OfN:
        text = "Unknown argument for 'n' operator: ";
        break;
    }
    return expressionError(namedOperator.unknown.code, text.append(argument));
}

} // namespace

Result<NodePtr> ExpressionParser::parse(bson::ValueView expression)
{
    switch (expression.type()) {
    case bson::Type::String: {
        // only a leading '$' makes a path; any other text is a constant
        const std::string_view text = expression.asString();
        if (text.starts_with('$')) {
            return parseText(text);
        }
        break;
    }
    case bson::Type::Document:
        return parseDocument(expression.asDocument());
    case bson::Type::Array:
        return parseArrayLiteral(expression.asDocument());
    default:
        break;
    }
    TRY(checkTextLength(expression));
    return constantNode(bson::Value(expression));
}

Result<std::vector<NodePtr>> ExpressionParser::parseList(bson::ValueView argument)
{
    std::vector<NodePtr> nodes;
    // {$abs: "$a"} is short for {$abs: ["$a"]}
    if (argument.type() != bson::Type::Array) {
        Result<NodePtr> node = parse(argument);
        TRY(node);
        nodes.push_back(std::move(*node));
        return nodes;
    }
    for (const bson::Element& element : argument.asDocument()) {
        Result<NodePtr> node = parse(element.value);
        TRY(node);
        nodes.push_back(std::move(*node));
    }
    return nodes;
}

Result<NodePtr> ExpressionParser::parseText(std::string_view text)
{
    if (text.starts_with("$$")) {
        return parseVariable(text.substr(2));
    }
    if (text.size() == 1) {
        return expressionError(16872, "'$' by itself is not a valid FieldPath");
    }
    Result<std::vector<std::string>> path = splitFieldPath(text.substr(1));
    TRY(path);
    // $let can rebind CURRENT; then plain field paths start there
    const auto rebound = std::find(m_names.rbegin(), m_names.rend(), "CURRENT");
    if (rebound != m_names.rend()) {
        return pathNode(std::move(*path), static_cast<int>(rebound - m_names.rbegin()));
    }
    return documentPath(std::move(*path));
}

Result<NodePtr> ExpressionParser::documentPath(std::vector<std::string> path) const
{
    if (m_reads == Reads::Variables) {
        return expressionError(4890500,
                               "Command let Expression tried to access a field, but this is not "
                               "allowed because command let expressions run before the query "
                               "examines any documents.");
    }
    if (path.empty() && m_context.metadata != RowMetadata::None) {
        return bareDocumentNode();
    }
    return pathNode(std::move(path), -1);
}

Result<NodePtr> ExpressionParser::parseVariable(std::string_view reference)
{
    const std::size_t dot = reference.find('.');
    const std::string_view name = reference.substr(0, dot);
    TRY(checkVariableName(name, true));
    std::vector<std::string> path;
    if (dot != std::string_view::npos) {
        // of "x." the whole is refused, because it ends with a dot
        const std::string_view rest = reference.substr(dot + 1);
        Result<std::vector<std::string>> split = splitFieldPath(rest.empty() ? reference : rest);
        TRY(split);
        path = std::move(*split);
    }
    // inner variables hide outer ones and those of the command
    const auto local = std::find(m_names.rbegin(), m_names.rend(), name);
    if (local != m_names.rend()) {
        return pathNode(std::move(path), static_cast<int>(local - m_names.rbegin()));
    }
    const bson::ValueView given = m_context.variables[name];
    if (m_context.variablesAreOpen && !given.isMissing()) {
        // stands for any value; what is parsed so is never evaluated
        return pathNode(std::move(path), -1);
    }
    // a document of variables cannot hold Missing, so undefined represents it
    if (given.type() == bson::Type::Undefined) {
        return constantNode(bson::Value());
    }
    if (!given.isMissing()) {
        return constantNode(valueAtPath(given, path).detached().toValue());
    }
    return systemVariable(name, std::move(path));
}

Result<NodePtr> ExpressionParser::systemVariable(std::string_view name,
                                                 std::vector<std::string> path)
{
    // in find's projection the two are the same document
    const bool rootIsCurrent
        = m_reads == Reads::Variables || m_context.metadata != RowMetadata::None;
    if (name == "CURRENT" || (name == "ROOT" && rootIsCurrent)) {
        return documentPath(std::move(path));
    }
    if (name == "ROOT") {
        return rootNode(std::move(path));
    }
    // a constant: all documents of one command see the same time
    if (name == "NOW") {
        const bson::Value now = bson::Value::of(bson::Date::from(m_context.now));
        return constantNode(path.empty() ? now : bson::Value());
    }
    // a missing value leaves a field out wherever it is assigned
    if (name == "REMOVE") {
        return constantNode(bson::Value());
    }
    // there are no logins in this engine, so there are no roles
    if (name == "USER_ROLES") {
        return constantNode(path.empty() ? bson::Value::array(bson::Document()) : bson::Value());
    }
    if (name == "CLUSTER_TIME" && m_context.clusterTime) {
        const bson::Value time = bson::Value::of(*m_context.clusterTime);
        return constantNode(path.empty() ? time : bson::Value());
    }
    if (name == "CLUSTER_TIME") {
        return expressionError(10071200, "Builtin variable '$$CLUSTER_TIME' is not available");
    }
    // the results of $redact, as MongoDB represents them: lower-case words
    if (name == "DESCEND" || name == "PRUNE" || name == "KEEP") {
        std::string word(name);
        std::transform(word.begin(), word.end(), word.begin(),
                       [](char c) { return static_cast<char>(c - 'A' + 'a'); });
        return constantNode(path.empty() ? bson::Value::of(word) : bson::Value());
    }
    return expressionError(17276, "Use of undefined variable: " + std::string(name));
}

Result<NodePtr> ExpressionParser::parseDocument(bson::DocumentView document)
{
    // the first key decides; a '$' in a later key of a literal is refused by the literal itself
    if (document.empty() || !document.begin()->key.starts_with('$')) {
        return parseObjectLiteral(document);
    }
    if (document.count() != 1) {
        return expressionError(15983,
                               "an object representing an expression must have exactly one field: "
                                   + bson::toShellText(document));
    }
    const bson::Element only = *document.begin();
    return parseOperator(only.key, only.value);
}

Result<NodePtr> ExpressionParser::parseObjectLiteral(bson::DocumentView document)
{
    std::vector<std::string> names;
    std::vector<NodePtr> values;
    for (const bson::Element& element : document) {
        if (element.key.empty()) {
            return expressionError(15998, "FieldPath field names may not be empty strings.");
        }
        if (element.key.starts_with('$')) {
            return expressionError(16410,
                                   "FieldPath field names may not start with '$'. Consider using "
                                   "$getField or $setField.");
        }
        if (element.key.find('.') != std::string_view::npos) {
            return expressionError(16412,
                                   "FieldPath field names may not contain '.'. Consider using "
                                   "$getField or $setField.");
        }
        // MongoDB refuses duplicates in literals, not in stored documents
        if (std::find(names.begin(), names.end(), element.key) != names.end()) {
            return expressionError(16406,
                                   "duplicate field name specified in object literal: "
                                       + bson::toShellText(document));
        }
        Result<NodePtr> value = parse(element.value);
        TRY(value);
        names.emplace_back(element.key);
        values.push_back(std::move(*value));
    }
    return folded(std::make_shared<ObjectNode>(std::move(names), values), values);
}

Result<NodePtr> ExpressionParser::parseArrayLiteral(bson::DocumentView elements)
{
    Result<std::vector<NodePtr>> nodes
        = parseList(bson::ValueView(bson::Type::Array, elements.bytes()));
    TRY(nodes);
    return folded(std::make_shared<ArrayNode>(*nodes), *nodes);
}

Result<void> checkProjectedCall(bson::ValueView value)
{
    if (!isExpressionObject(value) || value.asDocument().count() != 1) {
        return {};
    }
    const std::string name(value.asDocument().begin()->key);
    // $elemMatch is find's, and then unknown as an expression
    const bool known = findOperator(name) != nullptr || name == "$literal" || name == "$const"
        || name == "$elemMatch" || name == "$function";
    return known ? Result<void>() : expressionError(31325, "Unknown expression " + name);
}

Result<NodePtr> ExpressionParser::parseOperator(std::string_view name, bson::ValueView argument)
{
    // before the lookup: its argument must not be parsed
    if (name == "$literal" || name == "$const") {
        TRY(checkTextLength(argument));
        return constantNode(bson::Value(argument));
    }
    if (name == "$function") {
        return noJavaScript(name);
    }
    const OperatorEntry* entry = findOperator(name);
    if (entry == nullptr) {
        return expressionError(168, "Unrecognized expression '" + std::string(name) + "'");
    }
    if (const auto* list = std::get_if<const ListOperator*>(entry)) {
        return parseListCall(**list, argument);
    }
    if (const auto* named = std::get_if<const NamedOperator*>(entry)) {
        return parseNamedCall(**named, argument);
    }
    return std::get<const SpecialOperator*>(*entry)->parse(argument, *this);
}

Result<NodePtr> ExpressionParser::parseListCall(const ListOperator& listOperator,
                                                bson::ValueView argument)
{
    Result<std::vector<NodePtr>> nodes = parseList(argument);
    TRY(nodes);
    if (!arityFits(listOperator, nodes->size())) {
        const int usual = listOperator.least == listOperator.most ? 16020 : 28667;
        const int code = listOperator.countCode == 0 ? usual : listOperator.countCode;
        return expressionError(code, arityText(listOperator, nodes->size()));
    }
    if (listOperator.check != nullptr) {
        TRY(listOperator.check(*nodes));
    }
    return callNode(listOperator.name, std::move(*nodes), listOperator.function,
                    m_context.collation);
}

Result<NodePtr> ExpressionParser::parseNamedCall(const NamedOperator& namedOperator,
                                                 bson::ValueView argument)
{
    const std::span<const Parameter> parameters = namedOperator.parameters;
    const std::string name(namedOperator.name);
    // in the order of the table; null for an argument that is not given
    std::vector<NodePtr> nodes(parameters.size());
    const bool isObject = argument.type() == bson::Type::Document;
    // {$year: date} instead of {$year: {date: …}}
    if (namedOperator.shorthand && (!isObject || isExpressionObject(argument))) {
        Result<std::vector<NodePtr>> alone = parseList(argument);
        TRY(alone);
        if (alone->size() != 1) {
            return expressionError(namedOperator.notObjectCode,
                                   name
                                       + " accepts exactly one argument if given an array, but "
                                         "was given "
                                       + std::to_string(alone->size()));
        }
        nodes.front() = std::move(alone->front());
        return callNode(namedOperator.name, std::move(nodes), namedOperator.function,
                        m_context.collation);
    }
    if (!isObject) {
        return expressionError(namedOperator.notObjectCode,
                               name + " only supports an object as its argument");
    }
    for (const bson::Element& element : argument.asDocument()) {
        const auto at = std::find_if(parameters.begin(), parameters.end(),
                                     [&](const Parameter& p) { return p.name == element.key; });
        if (at == parameters.end()) {
            return unknownArgument(namedOperator, element.key);
        }
        Result<NodePtr> node
            = at->parse == nullptr ? parse(element.value) : at->parse(element.value, *this);
        TRY(node);
        nodes[static_cast<std::size_t>(at - parameters.begin())] = std::move(*node);
    }
    // checked after all arguments, so that an unknown one is reported first
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (nodes[i] == nullptr && parameters[i].missingCode != 0) {
            return expressionError(parameters[i].missingCode,
                                   "Missing '" + std::string(parameters[i].name) + "' parameter to "
                                       + name);
        }
    }
    return callNode(namedOperator.name, std::move(nodes), namedOperator.function,
                    m_context.collation);
}

} // namespace sandglass::engine::query
