// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/documents/date_change.h"

#include <optional>
#include <string_view>
#include <utility>

namespace sandglass::presenters {

namespace {

// The value at a dotted path, Missing if there is none; nullopt if the path leads through an array.
std::optional<bson::ValueView> plainValueAt(const bson::Document& document, std::string_view path)
{
    bson::DocumentView level = document.view();
    for (;;) {
        const std::size_t dot = path.find('.');
        const bson::ValueView value = level[path.substr(0, dot)];
        if (dot == std::string_view::npos || value.isMissing()) {
            return value;
        }
        if (value.type() == bson::Type::Array) {
            return {};
        }
        level = value.asDocument();
        path.remove_prefix(dot + 1);
    }
}

} // namespace

std::vector<ttl::ValueChange>
dateChanges(const std::string& field, const std::vector<bson::Document>& documents, bson::Date date)
{
    std::vector<ttl::ValueChange> changes;
    for (const bson::Document& document : documents) {
        ttl::ValueChange change{bson::Value(document["_id"]), {}, bson::Value::of(date)};
        if (const std::optional<bson::ValueView> value = plainValueAt(document, field)) {
            change.from = bson::Value(*value);
        }
        changes.push_back(std::move(change));
    }
    return changes;
}

} // namespace sandglass::presenters
