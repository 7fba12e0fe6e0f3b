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

/// The value of a variable during evaluation. `outer`: the binding of the enclosing scope.
struct Binding
{
    bson::ValueView value;
    const Binding* outer = nullptr;
};

/// The document and the variables that an expression is evaluated with.
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

    /// The value. It may borrow from the scope and from this node. Errors: the operator's.
    virtual Result<Operand> evaluate(const Scope& scope) const = 0;
    /// The value if it is always the same; nullptr otherwise.
    virtual const bson::Value* constant() const { return nullptr; }
    /// The dotted path if the node is a plain field path of the current document; empty otherwise.
    virtual std::string_view fieldPath() const { return {}; }
};

using NodePtr = std::shared_ptr<const ExpressionNode>;

/// The evaluated arguments of one call. An argument that was not given reads as Missing.
class Arguments
{
public:
    Arguments(std::string_view name, std::span<const Operand> values,
              const bson::Collation* collation)
        : m_name(name)
        , m_values(values)
        , m_collation(collation)
    {
    }
    /// The operator's name, with its dollar.
    std::string_view name() const { return m_name; }
    /// How the operator compares strings; null: by their bytes.
    const bson::Collation* collation() const { return m_collation; }
    /// Number of arguments, those not given included.
    std::size_t size() const { return m_values.size(); }
    /// The argument at `index`; Missing when it was not given.
    bson::ValueView operator[](std::size_t index) const
    {
        return index < m_values.size() ? m_values[index].view() : bson::ValueView();
    }
    /// Whether any argument is null, undefined or Missing.
    bool anyNullish() const
    {
        return std::ranges::any_of(m_values,
                                   [](const Operand& value) { return value.view().isNullish(); });
    }
    /// Whether the argument at `index` was given; null counts as given.
    bool given(std::size_t index) const
    {
        return index < m_values.size() && !m_values[index].isAbsent();
    }

private:
    std::string_view m_name;
    std::span<const Operand> m_values;
    const bson::Collation* m_collation;
};

/// The implementation of an operator. Pure, except for $rand. The result may borrow from the
/// arguments.
using Function = Result<Operand> (*)(const Arguments& arguments);

/// An operator that takes a list: {$op: [a, b]} or {$op: a}.
struct ListOperator
{
    std::string_view name;
    int least; ///< fewest arguments
    int most; ///< kAnyNumber for no limit
    Function function;
    int countCode = 0; ///< error for a wrong number of arguments; 0: MongoDB's usual one
    /// Checks the constant ones among the arguments before evaluation; may be null.
    Result<void> (*check)(std::span<const NodePtr> arguments) = nullptr;
};

inline constexpr int kAnyNumber = -1;

class ExpressionParser;

/// A named argument of an operator. `missingCode`: MongoDB's error when it is missing; 0: optional.
struct Parameter
{
    std::string_view name;
    int missingCode = 0;
    /// Parses an argument that cannot be any expression. nullptr: it can be any.
    Result<NodePtr> (*parse)(bson::ValueView argument, ExpressionParser& parser) = nullptr;
};

/// MongoDB's error for an argument that an operator does not have. Most operators use the same
/// words; those for dates, and those that return the first or the greatest n, use their own.
struct UnknownArgument
{
    /// How it is worded.
    enum class Words {
        Found, ///< "$zip found an unknown argument: …"
        Unrecognized, ///< "Unrecognized argument to $dateAdd: …"
        OfN, ///< "Unknown argument for 'n' operator: …"
    };

    /// Not explicit: tables of operators list bare codes.
    constexpr UnknownArgument(int number, Words text = Words::Found)
        : code(number)
        , words(text)
    {
    }

    int code;
    Words words;
};

/// For operators on dates.
constexpr UnknownArgument unrecognized(int code)
{
    return {code, UnknownArgument::Words::Unrecognized};
}

/// An operator that takes a document of named arguments. The function gets them in the order of
/// `parameters`.
struct NamedOperator
{
    std::string_view name;
    std::span<const Parameter> parameters;
    int notObjectCode; ///< error for an argument that is not a document
    UnknownArgument unknown;
    Function function;
    bool shorthand = false; ///< {$op: expression} gives only the first argument
};

/// An operator with a syntax or an order of evaluation of its own.
struct SpecialOperator
{
    std::string_view name;
    Result<NodePtr> (*parse)(bson::ValueView argument, ExpressionParser& parser);
};

/// Parses BSON into expression nodes. `context` must outlive it.
class ExpressionParser
{
public:
    /// What an expression may refer to.
    enum class Reads {
        Document, ///< fields of a document, and variables
        Variables, ///< variables only
    };

    explicit ExpressionParser(const EvaluationContext& context, Reads reads = Reads::Document)
        : m_context(context)
        , m_reads(reads)
    {
    }

    /// Parses any expression. Errors: as Expression::parse().
    Result<NodePtr> parse(bson::ValueView expression);
    /// Parses each element of an array, or a single value as a list of one. Errors: as parse().
    Result<std::vector<NodePtr>> parseList(bson::ValueView argument);

    /// Declares a variable for what is parsed until the matching leave(). It hides earlier ones of
    /// its name.
    void enter(std::string name) { m_names.push_back(std::move(name)); }
    /// Removes the last `count` variables.
    void leave(std::size_t count) { m_names.resize(m_names.size() - count); }

    /// How the expression compares strings; may be null.
    const bson::CollationPtr& collation() const { return m_context.collation; }
    /// Whether the documents carry more than their fields.
    RowMetadata metadata() const { return m_context.metadata; }

    /// A node for a path from the current document. Errors (server): Location4890500 where an
    /// expression may read variables only.
    Result<NodePtr> documentPath(std::vector<std::string> path) const;

private:
    /// A string: a field path, a variable, or plain text.
    Result<NodePtr> parseText(std::string_view text);
    /// A reference "$$name.path".
    Result<NodePtr> parseVariable(std::string_view reference);
    /// A system variable such as ROOT, NOW or REMOVE. Errors (server): a location code for an
    /// unknown one.
    Result<NodePtr> systemVariable(std::string_view name, std::vector<std::string> path);
    /// An operator call or an object literal.
    Result<NodePtr> parseDocument(bson::DocumentView document);
    /// An object of expressions.
    Result<NodePtr> parseObjectLiteral(bson::DocumentView document);
    /// An array of expressions.
    Result<NodePtr> parseArrayLiteral(bson::DocumentView elements);
    /// A call of any kind of operator. Errors (server): InvalidPipelineOperator for an unknown
    /// name.
    Result<NodePtr> parseOperator(std::string_view name, bson::ValueView argument);
    /// A call with a list; checks the number of arguments.
    Result<NodePtr> parseListCall(const ListOperator& listOperator, bson::ValueView argument);
    /// A call with named arguments; checks their names.
    Result<NodePtr> parseNamedCall(const NamedOperator& namedOperator, bson::ValueView argument);

    const EvaluationContext& m_context;
    Reads m_reads;
    std::vector<std::string> m_names; ///< the declared variables, innermost last
};

/// A node with a constant value.
NodePtr constantNode(bson::Value value);
/// A node that calls `function`; a constant when all arguments are constants. Null nodes stand for
/// arguments that were not given. `collation`: how the function compares strings; may be null.
/// Errors: the operator's, when a constant call fails, whether its value is needed or not. Source:
/// MongoDB server source, Expression::optimize.
Result<NodePtr> callNode(std::string_view name, std::vector<NodePtr> arguments, Function function,
                         bson::CollationPtr collation = nullptr);
/// A node for a path from the current document (`hops` < 0), or from the variable that many
/// bindings out.
NodePtr pathNode(std::vector<std::string> path, int hops);
/// A node for a path from $$ROOT.
NodePtr rootNode(std::vector<std::string> path);
/// A node for the whole document without what find has added to it, see row_metadata.h.
NodePtr bareDocumentNode();

/// The value at a path, entering arrays as aggregation does: an array on the way gives an array of
/// the values that its documents have there.
Operand valueAtPath(bson::ValueView value, std::span<const std::string> path);

/// Whether the value is a call {$op: …}: a document whose first field has an operator's name.
bool isExpressionObject(bson::ValueView value);

/// Splits "a.b.c" and checks each part. Errors (server): location codes for empty parts, a leading
/// dollar, a NUL, and too many parts.
Result<std::vector<std::string>> splitFieldPath(std::string_view path);
/// Checks the value of a projected field: an operator's call must have a known name. Errors
/// (server): Location31325. Source: MongoDB server source, projection_parser.
Result<void> checkProjectedCall(bson::ValueView value);
/// Checks the name of a user's variable; `reading`: of any variable. Errors (server):
/// FailedToParse.
Result<void> checkVariableName(std::string_view name, bool reading = false);

/// Largest value that an expression may compute, in bytes. Values can double with every step of a
/// $reduce, so that without a limit one request could take all memory. Source: MongoDB server
/// source, BufferMaxSize.
inline constexpr std::size_t kMaxComputedBytes = std::size_t{64} * 1024 * 1024;

/// Checks the length of a string, constant or computed; other values pass. Errors (server):
/// Location16493 from 16 MiB on. Source: MongoDB server source, RCString.
Result<void> checkTextLength(bson::ValueView value);
/// Checks the size of a value that is being computed. Errors (server): a location code above
/// kMaxComputedBytes.
Result<void> checkComputedSize(std::size_t bytes);

/// Checks the nesting of a value that was computed: what walks it later uses a piece of the stack
/// for each level. Takes no time for a value that is too small to be deep. Errors (server):
/// Overflow above bson::kMaxDepth levels.
Result<void> checkComputedDepth(bson::ValueView value);

/// What `then` returns for the only argument of an operator on numbers; null for null. Errors
/// (server): Location28765 for what is no number; those of `then`.
template <typename Then>
Result<Operand> ofNumber(const Arguments& arguments, Then then);

/// An error with MongoDB's code.
Error expressionError(int code, std::string message);
/// The refusal of what MongoDB runs as JavaScript, such as $function.
Error noJavaScript(std::string_view name);
/// The type of an argument as messages name it: "int", "missing".
std::string typeText(bson::ValueView value);

template <typename Then>
Result<Operand> ofNumber(const Arguments& arguments, Then then)
{
    const bson::ValueView number = arguments[0];
    if (number.isNullish()) {
        return Operand::null();
    }
    if (!number.isNumber()) {
        return expressionError(28765,
                               std::string(arguments.name()) + " only supports numeric types, not "
                                   + typeText(number));
    }
    return then(number);
}

} // namespace sandglass::engine::query
