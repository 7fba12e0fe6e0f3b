// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/documents/date_change.h"

#include <optional>
#include <string_view>

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

DateChange dateChange(DocumentChange kind, const std::string& field,
                      const std::vector<bson::Document>& documents, bson::Date date)
{
    DateChange change{kind, field, {}, {}};
    const bson::Value wanted = bson::Value::of(date);
    bool reversible = true;
    for (const bson::Document& document : documents) {
        const bson::Value id(document["_id"]);
        const std::optional<bson::ValueView> value = plainValueAt(document, field);
        if (!value) {
            reversible = false;
            change.there.push_back({id, {}, wanted});
            continue;
        }
        const bson::Value earlier(*value);
        change.there.push_back({id, earlier, wanted});
        change.back.push_back({id, wanted, earlier});
    }
    if (!reversible) {
        change.back.clear();
    }
    return change;
}

} // namespace sandglass::presenters
