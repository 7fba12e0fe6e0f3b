// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/query/filter.h"
#include "app/engine/query/operand.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::query {

/// A variable's value while its expression runs; `outer` is the next one out.
struct Binding
{
    bson::ValueView value;
    const Binding* outer = nullptr;
};

/// What an expression is evaluated against.
struct Scope
{
    bson::DocumentView root;
    bson::DocumentView current; ///< where "$a" starts; differs from root only in $redact
    const Binding* bindings = nullptr;
};

/// One node of a parsed expression. Immutable; any thread.
class ExpressionNode
{
public:
    ExpressionNode() = default;
    ExpressionNode(const ExpressionNode&) = delete;
    ExpressionNode& operator=(const ExpressionNode&) = delete;
    virtual ~ExpressionNode() = default;

    /// The value; it may borrow from the scope and from this node.
    virtual Result<Operand> evaluate(const Scope& scope) const = 0;
    /// The value when it never changes; nullptr otherwise.
    virtual const bson::Value* constant() const { return nullptr; }
    /// The dotted path when the node is a plain field path of the current document; empty
    /// otherwise.
    virtual std::string_view fieldPath() const { return {}; }
};

using NodePtr = std::shared_ptr<const ExpressionNode>;

/// The arguments of one call. An argument that was not given reads as Missing.
class Arguments
{
public:
    Arguments(std::string_view name, std::span<const Operand> values)
        : m_name(name)
        , m_values(values)
    {
    }
    /// The operator's name with its dollar.
    std::string_view name() const { return m_name; }
    std::size_t size() const { return m_values.size(); }
    bson::ValueView operator[](std::size_t index) const
    {
        return index < m_values.size() ? m_values[index].view() : bson::ValueView();
    }
    /// True when null, undefined or Missing is among them.
    bool anyNullish() const
    {
        return std::ranges::any_of(m_values,
                                   [](const Operand& value) { return value.view().isNullish(); });
    }
    bool given(std::size_t index) const
    {
        return index < m_values.size() && !m_values[index].isAbsent();
    }

private:
    std::string_view m_name;
    std::span<const Operand> m_values;
};

/// An operator's work: pure, except for $rand. The result may borrow from the arguments.
using Function = Result<Operand> (*)(const Arguments& arguments);

/// An operator that takes a list: {$op: [a, b]} or {$op: a}.
struct ListOperator
{
    std::string_view name;
    int least;
    int most; ///< kAnyNumber for no limit
    Function function;
};

inline constexpr int kAnyNumber = -1;

/// One named argument of an operator; `missingCode` 0 makes it optional.
struct Parameter
{
    std::string_view name;
    int missingCode = 0;
};

/// An operator that takes a document of named arguments; the function sees them in the order of
/// `parameters`.
struct NamedOperator
{
    std::string_view name;
    std::span<const Parameter> parameters;
    int notObjectCode;
    int unknownCode;
    Function function;
    bool shorthand = false; ///< {$op: expression} gives the first argument alone
};

class ExpressionParser;

/// An operator with a grammar or an order of evaluation of its own.
struct SpecialOperator
{
    std::string_view name;
    Result<NodePtr> (*parse)(bson::ValueView argument, ExpressionParser& parser);
};

/// Turns BSON into nodes. `context` must outlive it.
class ExpressionParser
{
public:
    explicit ExpressionParser(const EvaluationContext& context)
        : m_context(context)
    {
    }

    Result<NodePtr> parse(bson::ValueView expression);
    /// Each element of an array, or the value itself alone.
    Result<std::vector<NodePtr>> parseList(bson::ValueView argument);

    /// Makes a variable known to what is parsed until leave(); later ones hide earlier ones.
    void enter(std::string name) { m_names.push_back(std::move(name)); }
    void leave(std::size_t count) { m_names.resize(m_names.size() - count); }

private:
    Result<NodePtr> parseText(std::string_view text);
    Result<NodePtr> parseVariable(std::string_view reference);
    Result<NodePtr> systemVariable(std::string_view name, std::vector<std::string> path);
    Result<NodePtr> parseDocument(bson::DocumentView document);
    Result<NodePtr> parseObjectLiteral(bson::DocumentView document);
    Result<NodePtr> parseArrayLiteral(bson::DocumentView elements);
    Result<NodePtr> parseOperator(std::string_view name, bson::ValueView argument);
    Result<NodePtr> parseListCall(const ListOperator& listOperator, bson::ValueView argument);
    Result<NodePtr> parseNamedCall(const NamedOperator& namedOperator, bson::ValueView argument);

    const EvaluationContext& m_context;
    std::vector<std::string> m_names;
};

/// A node that always gives `value`.
NodePtr constantNode(bson::Value value);
/// A node that calls `function`; folded into a constant when all arguments are. Null arguments
/// count as not given.
NodePtr callNode(std::string_view name, std::vector<NodePtr> arguments, Function function);
/// A node for a path from the current document (variable hops < 0), or from the binding that many
/// steps out.
NodePtr pathNode(std::vector<std::string> path, int hops);
/// A node for a path from $$ROOT.
NodePtr rootNode(std::vector<std::string> path);

/// The value that a path reaches from `value`, entering arrays as aggregation does: arrays on the
/// way give an array of what their documents have there.
Operand valueAtPath(bson::ValueView value, std::span<const std::string> path);

/// True for {$op: …}: a document whose first field is named as an operator.
bool isExpressionObject(bson::ValueView value);

/// Splits "a.b.c" and checks every part. Errors: 15998, 16410, 16411, 40352, 40353.
Result<std::vector<std::string>> splitFieldPath(std::string_view path);
/// Errors: 16866 to 16868 for names a user may not give to a variable.
Result<void> checkVariableName(std::string_view name);

/// An error with one of MongoDB's codes.
Error expressionError(int code, std::string message);
/// The operator's argument types in words for messages: "int", "missing".
std::string typeText(bson::ValueView value);

} // namespace sandglass::engine::query
