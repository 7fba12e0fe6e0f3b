// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/query/expression_node.h"
#include "app/engine/query/pattern.h"
#include "app/engine/query/projection_node.h"
#include "app/engine/query/sort_projection.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <utility>

namespace sandglass::engine::query {

namespace {

using bson::Type;
using bson::ValueView;

// One application of a plan to one document.
class ProjectionRun
{
public:
    ProjectionRun(const ProjectionPlan& plan, bson::DocumentView root,
                  std::optional<std::size_t> arrayIndex)
        : m_plan(plan)
        , m_root(root)
        , m_arrayIndex(arrayIndex)
    {
    }

    Result<bson::Document> run()
    {
        TRY(fields(m_plan.root, m_root));
        return m_out.take();
    }

private:
    // First the document's own fields in their order, then the computed ones.
    Result<void> fields(const ProjectionNode& node, bson::DocumentView document)
    {
        for (const bson::Element& element : document) {
            const ProjectionNode* child = node.find(element.key);
            if (child == nullptr) {
                if (!m_plan.inclusion) {
                    m_out.append(element.key, element.value);
                }
            } else {
                TRY(existing(*child, element));
            }
        }
        for (const ProjectionNode& child : node.children) {
            TRY(appended(child, document));
        }
        return {};
    }

    Result<void> existing(const ProjectionNode& child, const bson::Element& element)
    {
        // "a.b.$" takes the outermost array on its path, which may lie above the leaf
        const bool isArray = element.value.type() == Type::Array;
        if (isArray && child.positionalBelow && !m_positionDone) {
            return matchedElement(child, element);
        }
        switch (child.kind) {
        case ProjectionKind::Include:
        case ProjectionKind::Positional:
            m_out.append(element.key, element.value);
            break;
        case ProjectionKind::Slice:
            slice(child.slice, element);
            break;
        case ProjectionKind::Inner:
            return inside(child, element);
        case ProjectionKind::Exclude:
        case ProjectionKind::Computed:
        case ProjectionKind::ElemMatch:
            break;
        }
        return {};
    }

    Result<void> inside(const ProjectionNode& node, const bson::Element& element)
    {
        Result<void> done;
        if (element.value.type() == Type::Document) {
            m_out.beginDocument(element.key);
            done = fields(node, element.value.asDocument());
            m_out.end();
        } else if (element.value.type() == Type::Array) {
            m_out.beginArray(element.key);
            done = elements(node, element.value.asDocument());
            m_out.end();
        } else if (!m_plan.inclusion) {
            m_out.append(element.key, element.value);
        }
        return done;
    }

    // A path through an array applies to every element; the array keeps its nesting.
    Result<void> elements(const ProjectionNode& node, bson::DocumentView array)
    {
        for (const bson::Element& element : array) {
            TRY(oneElement(node, element.value));
        }
        return {};
    }

    Result<void> oneElement(const ProjectionNode& node, ValueView value)
    {
        Result<void> done;
        if (value.type() == Type::Array) {
            m_out.pushArray();
            done = elements(node, value.asDocument());
            m_out.end();
        } else if (value.type() == Type::Document || (m_plan.inclusion && node.computesBelow)) {
            m_out.pushDocument(); // a computed field turns a scalar into a document
            done = fields(node, value.asDocument());
            m_out.end();
        } else if (!m_plan.inclusion) {
            m_out.push(value);
        }
        return done;
    }

    // What a field adds behind the existing ones.
    Result<void> appended(const ProjectionNode& child, bson::DocumentView document)
    {
        if (child.kind == ProjectionKind::Computed) {
            auto value = child.expression->evaluate(m_root);
            TRY(value);
            m_out.append(child.name, *value);
        } else if (child.kind == ProjectionKind::ElemMatch) {
            return elemMatch(child, document[child.name]);
        } else if (child.kind == ProjectionKind::Inner && child.computesBelow) {
            const Type type = document[child.name].type();
            if (type == Type::Document || type == Type::Array) {
                return {};
            }
            m_out.beginDocument(child.name);
            auto done = fields(child, bson::DocumentView());
            m_out.end();
            return done;
        }
        return {};
    }

    // Shows the first matching element only; without a match the field is left out.
    Result<void> elemMatch(const ProjectionNode& node, ValueView value)
    {
        const SearchFailure searches;
        std::optional<std::size_t> index;
        const auto matched = SearchFailure::checked(node.elemMatch->test(value, &index));
        TRY(matched);
        if (*matched && index) {
            m_out.beginArray(node.name);
            m_out.push(elementAt(value.asDocument(), *index));
            m_out.end();
        }
        return {};
    }

    // The projection "a.$": the array shrinks to the element that the filter matched. A filter that
    // matched without an array, or another array than this one, is an error.
    Result<void> matchedElement(const ProjectionNode& node, const bson::Element& element)
    {
        if (!m_arrayIndex) {
            return protocol::commandError(
                51246,
                "Executor error during find command :: caused by :: positional operator "
                "'.$' couldn't find a matching element in the array");
        }
        const ValueView chosen = elementAt(element.value.asDocument(), *m_arrayIndex);
        if (chosen.isMissing()) {
            return protocol::commandError(
                51247,
                "Executor error during find command :: caused by :: positional operator "
                "'.$' element mismatch");
        }
        m_positionDone = true; // arrays further in are shown whole
        Result<void> done;
        m_out.beginArray(element.key);
        if (node.kind == ProjectionKind::Inner) {
            done = oneElement(node, chosen);
        } else {
            m_out.push(chosen);
        }
        m_out.end();
        return done;
    }

    void slice(const SliceRange& range, const bson::Element& element)
    {
        // $slice leaves any other value as it is
        if (element.value.type() != Type::Array) {
            m_out.append(element.key, element.value);
            return;
        }
        const bson::DocumentView array = element.value.asDocument();
        const auto size = static_cast<std::int64_t>(array.count());
        // a negative skip or limit counts from the end, but not past the first element
        std::int64_t start = range.skip.value_or(range.limit < 0 ? range.limit : 0);
        start = start < 0 ? std::max<std::int64_t>(0, size + start) : std::min(start, size);
        const std::int64_t count
            = range.limit < 0 ? size - start : std::min(range.limit, size - start);
        m_out.beginArray(element.key);
        std::int64_t index = 0;
        for (const bson::Element& item : array) {
            if (index >= start && index - start < count) {
                m_out.push(item.value);
            }
            ++index;
        }
        m_out.end();
    }

    static ValueView elementAt(bson::DocumentView array, std::size_t index)
    {
        for (const bson::Element& element : array) {
            if (index == 0) {
                return element.value;
            }
            --index;
        }
        return {};
    }

    const ProjectionPlan& m_plan;
    bson::DocumentView m_root;
    std::optional<std::size_t> m_arrayIndex;
    bool m_positionDone = false;
    bson::Builder m_out;
};

} // namespace

Result<bson::Document> applyProjection(const ProjectionPlan& plan, bson::DocumentView document,
                                       std::optional<std::size_t> arrayIndex)
{
    return ProjectionRun(plan, document, arrayIndex).run();
}

Projection::Projection() = default;

Result<Projection> Projection::parse(bson::DocumentView specification,
                                     const EvaluationContext& context)
{
    Projection made;
    if (specification.empty()) {
        return made;
    }
    auto plan = parseProjection(specification, context);
    TRY(plan);
    made.m_plan = std::make_shared<const ProjectionPlan>(std::move(*plan));
    return made;
}

bool Projection::passesThrough() const
{
    return m_plan == nullptr;
}

bool Projection::needsArrayIndex() const
{
    return m_plan != nullptr && m_plan->positional;
}

Result<bson::Document> Projection::apply(bson::DocumentView document,
                                         std::optional<std::size_t> arrayIndex) const
{
    if (passesThrough()) {
        return bson::Document(document);
    }
    auto projected = applyProjection(*m_plan, document, arrayIndex);
    TRY(projected);
    TRY(checkComputedDepth({bson::Type::Document, projected->bytes()}));
    return projected;
}

} // namespace sandglass::engine::query
