// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/expression_node.h"

#include "app/bson/builder.h"
#include "app/bson/validate.h"
#include "app/engine/query/loop_guard.h"
#include "app/engine/query/row_metadata.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>

namespace sandglass::engine::query {

namespace {

// A value that is known after parsing.
class ConstantNode final : public ExpressionNode
{
public:
    explicit ConstantNode(bson::Value value)
        : m_value(std::move(value))
    {
    }
    Result<Operand> evaluate(const Scope& /*scope*/) const override
    {
        // the node outlives every evaluation, so the value needs no copy
        return Operand::borrow(m_value.view());
    }
    const bson::Value* constant() const override { return &m_value; }

private:
    bson::Value m_value;
};

// A call of a function with evaluated arguments.
class CallNode final : public ExpressionNode
{
public:
    CallNode(std::string_view name, std::vector<NodePtr> arguments, Function function,
             bson::CollationPtr collation)
        : m_name(name)
        , m_arguments(std::move(arguments))
        , m_function(function)
        , m_collation(std::move(collation))
    {
    }

    Result<Operand> evaluate(const Scope& scope) const override
    {
        // nearly all calls have few arguments, which then need no allocation
        if (m_arguments.size() <= kInPlace) {
            std::array<Operand, kInPlace> operands;
            return call(scope, std::span(operands).first(m_arguments.size()));
        }
        std::vector<Operand> operands(m_arguments.size());
        return call(scope, operands);
    }

private:
    static constexpr std::size_t kInPlace = 5;

    Result<Operand> call(const Scope& scope, std::span<Operand> operands) const
    {
        bool owning = false;
        std::size_t bytes = 0; // that the function may go through
        for (std::size_t i = 0; i < m_arguments.size(); ++i) {
            // not given selects the default; given but missing counts as null (Arguments::given)
            if (m_arguments[i] == nullptr) {
                operands[i] = Operand::absent();
                continue;
            }
            Result<Operand> value = m_arguments[i]->evaluate(scope);
            TRY(value);
            operands[i] = std::move(*value);
            bytes += operands[i].view().raw().size();
            owning = owning || operands[i].ownsBytes();
        }
        TRY(LoopGuard::work(1 + bytes / LoopGuard::kBytesPerUnit));
        Result<Operand> result = m_function(Arguments(m_name, operands, m_collation.get()));
        if (result) {
            TRY(LoopGuard::work(result->view().raw().size() / LoopGuard::kBytesPerUnit));
            TRY(checkTextLength(result->view()));
            TRY(checkComputedSize(result->view().raw().size()));
        }
        // the result may borrow from an operand that is destroyed here; then it is copied
        if (result && owning && result->isBorrowed()) {
            return std::move(*result).detached();
        }
        return result;
    }

    std::string_view m_name;
    std::vector<NodePtr> m_arguments;
    Function m_function;
    bson::CollationPtr m_collation;
};

// Appends what the documents of an array have at the path; other elements are skipped.
void collectFromArray(bson::DocumentView elements, std::span<const std::string> path,
                      bson::Builder& found)
{
    for (const bson::Element& element : elements) {
        if (element.value.type() != bson::Type::Document) {
            continue;
        }
        // nested arrays stay nested in the result
        const Operand nested = valueAtPath(element.value, path);
        if (!nested.view().isMissing()) {
            found.push(nested.view());
        }
    }
}

std::string joined(const std::vector<std::string>& path)
{
    std::string text;
    for (const std::string& part : path) {
        if (!text.empty()) {
            text += '.';
        }
        text += part;
    }
    return text;
}

bson::ValueView asValue(bson::DocumentView document)
{
    return {bson::Type::Document, document.bytes()};
}

// A path from the document, from $$ROOT, or from a variable.
class PathNode final : public ExpressionNode
{
public:
    enum class Start { Root, Current, Variable };

    PathNode(std::vector<std::string> path, Start start, int hops)
        : m_path(std::move(path))
        // only paths in the current document can be served by an index
        , m_text(start == Start::Current ? joined(m_path) : std::string())
        , m_start(start)
        , m_hops(hops)
    {
    }

    Result<Operand> evaluate(const Scope& scope) const override
    {
        return valueAtPath(start(scope), m_path);
    }
    std::string_view fieldPath() const override { return m_text; }

private:
    bson::ValueView start(const Scope& scope) const
    {
        if (m_start == Start::Current) {
            return asValue(scope.current);
        }
        if (m_start == Start::Root) {
            return asValue(scope.root);
        }
        const Binding* binding = scope.bindings;
        // the number of steps outwards was fixed when the expression was parsed
        for (int i = 0; i < m_hops && binding != nullptr; ++i) {
            binding = binding->outer;
        }
        return binding != nullptr ? binding->value : bson::ValueView();
    }

    std::vector<std::string> m_path;
    std::string m_text;
    Start m_start;
    int m_hops;
};

// The document as it is stored, where find has added fields to it for $meta.
class BareDocumentNode final : public ExpressionNode
{
public:
    Result<Operand> evaluate(const Scope& scope) const override
    {
        TRY(LoopGuard::work(1 + scope.root.size() / LoopGuard::kBytesPerUnit));
        return Operand::document(withoutMetadata(scope.root));
    }
};

Result<void> checkPathPart(std::string_view part)
{
    if (part.empty()) {
        return expressionError(15998, "FieldPath field names may not be empty strings.");
    }
    if (part.front() == '$') {
        return expressionError(16410,
                               "FieldPath field names may not start with '$'. Consider using "
                               "$getField or $setField.");
    }
    if (part.find('\0') != std::string_view::npos) {
        return expressionError(16411, "FieldPath field names may not contain '\\0'.");
    }
    return {};
}

/// Whether a document has more than `levels` levels; goes no deeper than that.
bool nestsDeeper(bson::DocumentView document, int levels)
{
    if (levels == 0) {
        return true;
    }
    return std::ranges::any_of(document, [levels](const bson::Element& element) {
        const bson::Type type = element.value.type();
        return (type == bson::Type::Document || type == bson::Type::Array)
            && nestsDeeper(element.value.asDocument(), levels - 1);
    });
}

} // namespace

Result<void> checkTextLength(bson::ValueView value)
{
    constexpr std::size_t kLimit = std::size_t{16} * 1024 * 1024;
    const bool holdsText = value.type() == bson::Type::String || value.type() == bson::Type::Binary;
    // five bytes of a payload are its length and an end or a subtype
    if (!holdsText || value.raw().size() < kLimit + 5) {
        return {};
    }
    return expressionError(16493, "Tried to create string longer than 16MB");
}

Result<void> checkComputedSize(std::size_t bytes)
{
    if (bytes <= kMaxComputedBytes) {
        return {};
    }
    return expressionError(13548,
                           "A computed value attempted to grow to " + std::to_string(bytes)
                               + " bytes, past the 64MB limit.");
}

Result<void> checkComputedDepth(bson::ValueView value)
{
    // a level takes at least that: length, type, an empty name, end
    constexpr std::size_t kLevelBytes = 7;
    const bool nests = value.type() == bson::Type::Document || value.type() == bson::Type::Array;
    if (!nests || value.raw().size() < kLevelBytes * bson::kMaxDepth
        || !nestsDeeper(value.asDocument(), bson::kMaxDepth)) {
        return {};
    }
    return protocol::commandError(protocol::ServerCode::Overflow,
                                  "A computed value is nested deeper than "
                                      + std::to_string(bson::kMaxDepth) + " levels.");
}

NodePtr constantNode(bson::Value value)
{
    return std::make_shared<ConstantNode>(std::move(value));
}

Result<NodePtr> callNode(std::string_view name, std::vector<NodePtr> arguments, Function function,
                         bson::CollationPtr collation)
{
    // a missing argument is constant as well
    const bool constant = std::all_of(arguments.begin(), arguments.end(), [](const NodePtr& node) {
        return node == nullptr || node->constant() != nullptr;
    });
    auto call
        = std::make_shared<CallNode>(name, std::move(arguments), function, std::move(collation));
    // $rand has no arguments and still differs from call to call
    if (!constant || name == "$rand") {
        return NodePtr(std::move(call));
    }
    Result<Operand> value = call->evaluate({});
    TRY(value);
    return constantNode(std::move(*value).toValue());
}

NodePtr pathNode(std::vector<std::string> path, int hops)
{
    const auto start = hops < 0 ? PathNode::Start::Current : PathNode::Start::Variable;
    return std::make_shared<PathNode>(std::move(path), start, hops);
}

NodePtr rootNode(std::vector<std::string> path)
{
    return std::make_shared<PathNode>(std::move(path), PathNode::Start::Root, 0);
}

NodePtr bareDocumentNode()
{
    return std::make_shared<BareDocumentNode>();
}

// An array on the way maps the rest of the path over its documents. Numeric path parts are field
// names in expressions, never array positions; that differs from queries.
Operand valueAtPath(bson::ValueView value, std::span<const std::string> path)
{
    while (!path.empty()) {
        if (value.type() == bson::Type::Array) {
            bson::Builder found;
            collectFromArray(value.asDocument(), path, found);
            return Operand::array(found.take());
        }
        if (value.type() != bson::Type::Document) {
            return {};
        }
        value = value.asDocument()[path.front()];
        path = path.subspan(1);
    }
    return Operand::borrow(value);
}

bool isExpressionObject(bson::ValueView value)
{
    const bson::DocumentView document = value.asDocument();
    return value.type() == bson::Type::Document && !document.empty()
        && document.begin()->key.starts_with('$');
}

Result<std::vector<std::string>> splitFieldPath(std::string_view path)
{
    constexpr std::size_t kMostPathParts = 200;
    if (path.empty()) {
        return expressionError(40352, "FieldPath cannot be constructed with empty string");
    }
    if (path.back() == '.') {
        return expressionError(40353, "FieldPath must not end with a '.'.");
    }
    std::vector<std::string> parts;
    while (true) {
        const std::size_t dot = path.find('.');
        const std::string_view part = path.substr(0, dot);
        TRY(checkPathPart(part));
        if (parts.size() == kMostPathParts) {
            return protocol::commandError(protocol::ServerCode::Overflow, "FieldPath is too long");
        }
        parts.emplace_back(part);
        if (dot == std::string_view::npos) {
            return parts;
        }
        path.remove_prefix(dot + 1);
    }
}

Error expressionError(int code, std::string message)
{
    return protocol::commandError(code, std::move(message));
}

Error noJavaScript(std::string_view name)
{
    return protocol::commandError(protocol::ServerCode::CommandNotSupported,
                                  std::string(name)
                                      + " is not supported: this server runs no JavaScript");
}

std::string typeText(bson::ValueView value)
{
    return std::string(bson::typeAlias(value.type()));
}

} // namespace sandglass::engine::query
