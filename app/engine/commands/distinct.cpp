// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/compare.h"
#include "app/bson/validate.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/plan/match_cursor.h"
#include "app/engine/plan/planner.h"
#include "app/engine/reads/distinct_request.h"
#include "app/engine/reads/view_read.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace sandglass::engine::commands {

using operations::Interrupt;
using plan::MatchCursor;
using plan::planFor;
using plan::ResolvedView;
using plan::resolveView;
using reads::DistinctRequest;
using reads::matchStages;
using reads::openView;
using reads::parseDistinct;
using reads::ViewScope;
using reads::viewsOf;
using request::Request;

namespace {

constexpr int kTooBig = 17217;
// what a value takes in its array besides itself: type, index as text, NUL
constexpr std::size_t kBytesAroundValue = 8;

/// Equal numbers of different types are one value, so both functors go by the value and not by the
/// bytes.
struct ValueHash
{
    const bson::Collation* collation; ///< of strings; may be null
    std::size_t operator()(const bson::Value& value) const
    {
        return bson::hash(value.view(), collation);
    }
};

/// See ValueHash.
struct ValueEqual
{
    const bson::Collation* collation; ///< of strings; may be null
    bool operator()(const bson::Value& left, const bson::Value& right) const
    {
        return bson::equal(left.view(), right.view(), collation);
    }
};

/// The values at a path, each one once. Arrays in the path and at its end are unwound. Documents
/// without the field add nothing.
class DistinctValues
{
public:
    /// `collation`: of strings; may be null. It must outlive this object.
    DistinctValues(std::string key, const bson::Collation* collation)
        : m_key(std::move(key))
        , m_collation(collation)
        , m_seen(0, ValueHash{collation}, ValueEqual{collation})
    {
    }

    Result<void> add(bson::DocumentView document)
    {
        for (const bson::ValueView value : bson::valuesAtPath(document, m_key, false)) {
            if (m_seen.insert(bson::Value(value)).second) {
                m_bytes += value.raw().size() + kBytesAroundValue;
            }
        }
        if (m_bytes > bson::kMaxDocumentBytes) {
            return protocol::commandError(kTooBig, "distinct too big, 16mb cap");
        }
        return {};
    }

    /// Appends the values in their order, as MongoDB does.
    void appendTo(bson::Builder& reply) const
    {
        std::vector<bson::ValueView> sorted;
        sorted.reserve(m_seen.size());
        for (const bson::Value& value : m_seen) {
            sorted.push_back(value);
        }
        std::ranges::sort(sorted, [this](bson::ValueView left, bson::ValueView right) {
            return bson::compare(left, right, m_collation) == std::strong_ordering::less;
        });
        reply.beginArray("values");
        for (const bson::ValueView value : sorted) {
            reply.push(value);
        }
        reply.end();
    }

private:
    std::string m_key; // dotted path
    const bson::Collation* m_collation; // null: by bytes
    std::size_t m_bytes = 0; // of the values in the reply
    std::unordered_set<bson::Value, ValueHash, ValueEqual> m_seen;
};

Result<void> addCollection(const DistinctRequest& distinct, const Context& context,
                           std::shared_ptr<Interrupt> interrupt, DistinctValues& values)
{
    const auto collection = context.catalog.find(distinct.ns);
    auto plan = planFor(collection, distinct.shape);
    TRY(plan);
    MatchCursor walk(collection, std::move(*plan), distinct.shape.filter, std::move(interrupt));
    while (true) {
        auto moved = walk.next();
        TRY(moved);
        if (!*moved) {
            return {};
        }
        TRY(values.add(walk.document()));
    }
}

Result<void> addView(const DistinctRequest& distinct, const ResolvedView& view,
                     const ViewScope& scope, DistinctValues& values)
{
    const std::vector<bson::Document> match = matchStages(distinct.shape.filterDocument);
    auto read = openView(view, {viewsOf(match), distinct.shape.hint, distinct.evaluation}, scope);
    TRY(read);
    while (true) {
        auto document = read->source->next();
        TRY(document);
        if (!document->has_value()) {
            return {};
        }
        TRY(values.add(**document));
    }
}

} // namespace

Result<void> runDistinct(const Request& request, Context& context, bson::Builder& reply)
{
    auto distinct = parseDistinct(request, context);
    TRY(distinct);
    auto interrupt = Interrupt::makeShared(request, context.clock);
    TRY(interrupt);
    const auto view = resolveView(context.catalog, distinct->ns);
    TRY(view);
    DistinctValues values(std::string(distinct->key), distinct->evaluation.collation.get());
    auto added = *view ? addView(*distinct, **view, {context, *interrupt}, values)
                       : addCollection(*distinct, context, *interrupt, values);
    TRY(added);
    values.appendTo(reply);
    return {};
}

} // namespace sandglass::engine::commands
