// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/compare.h"
#include "app/bson/validate.h"
#include "app/engine/catalog/catalog.h"
#include "app/engine/commands/all_commands.h"
#include "app/engine/commands/context.h"
#include "app/engine/commands/distinct_request.h"
#include "app/engine/commands/find_request.h"
#include "app/engine/commands/match_cursor.h"
#include "app/protocol/server_code.h"

#include <unordered_set>
#include <utility>

namespace sandglass::engine::commands {

namespace {

constexpr int kTooBig = 17217;

struct ValueHash
{
    std::size_t operator()(const bson::Value& value) const { return bson::hash(value.view()); }
};

struct ValueEqual
{
    bool operator()(const bson::Value& left, const bson::Value& right) const
    {
        return bson::equal(left.view(), right.view());
    }
};

} // namespace

// Arrays on the way and at the end of the path are unwound; documents without the field add
// nothing.
Result<void> runDistinct(const Request& request, Context& context, bson::Builder& reply)
{
    auto distinct = parseDistinct(request, context);
    if (!distinct)
        return distinct.error();
    auto interrupt = Interrupt::makeShared(request, context.clock);
    if (!interrupt)
        return interrupt.error();
    const auto collection = context.catalog.find(distinct->ns);
    auto plan = planFor(collection, distinct->shape);
    if (!plan)
        return plan.error();
    MatchCursor walk(collection, std::move(*plan), distinct->shape.filter, std::move(*interrupt));
    std::unordered_set<bson::Value, ValueHash, ValueEqual> seen;
    reply.beginArray("values");
    const std::size_t start = reply.size();
    while (true) {
        auto moved = walk.next();
        if (!moved)
            return moved.error();
        if (!*moved)
            break;
        for (const bson::ValueView value :
             bson::valuesAtPath(walk.document(), distinct->key, false)) {
            if (seen.insert(bson::Value(value)).second)
                reply.push(value);
        }
        if (reply.size() - start > bson::kMaxDocumentBytes)
            return protocol::commandError(kTooBig, "distinct too big, 16mb cap");
    }
    reply.end();
    return {};
}

} // namespace sandglass::engine::commands
