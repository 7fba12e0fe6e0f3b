// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/trash/trash_filter.h"

#include "app/bson/builder.h"

namespace sandglass::services {

namespace {

bool joins(std::string_view key)
{
    return key == "$and" || key == "$or" || key == "$nor";
}

// The same conditions, on the deleted document inside an entry.
Result<bson::Document> onDocument(bson::DocumentView conditions)
{
    bson::Builder moved;
    for (const bson::Element& condition : conditions) {
        if (!condition.key.starts_with('$')) {
            moved.append("document." + std::string(condition.key), condition.value);
            continue;
        }
        if (!joins(condition.key) || condition.value.type() != bson::Type::Array) {
            return base::failure(Errc::InvalidInput,
                                 std::string(condition.key)
                                     + " cannot be used here. Use conditions on fields, joined by "
                                       "$and, $or or $nor.");
        }
        moved.beginArray(condition.key);
        for (const bson::Element& part : condition.value.asDocument()) {
            const auto inner = onDocument(part.value.asDocument());
            TRY(inner);
            moved.push(*inner);
        }
        moved.end();
    }
    return moved.take();
}

} // namespace

Result<bson::Document> trashFilter(const TrashChoice& choice)
{
    bson::Builder filter;
    if (!choice.ns.empty()) {
        filter.append("ns", choice.ns);
    }
    if (choice.pass) {
        filter.append("pass", bson::Date::from(*choice.pass));
    }
    if (choice.from || choice.to) {
        filter.beginDocument("deletedAt");
        if (choice.from) {
            filter.append("$gte", bson::Date::from(*choice.from));
        }
        if (choice.to) {
            filter.append("$lt", bson::Date::from(*choice.to));
        }
        filter.end();
    }
    if (!choice.entries.empty()) {
        filter.beginDocument("_id").beginArray("$in");
        for (const bson::Value& entry : choice.entries) {
            filter.push(entry);
        }
        filter.end().end();
    }
    if (choice.filter && !choice.filter->empty()) {
        const auto conditions = onDocument(*choice.filter);
        TRY(conditions);
        filter.appendAll(*conditions);
    }
    return filter.take();
}

} // namespace sandglass::services
