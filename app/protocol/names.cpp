// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/names.h"

#include "app/bson/compare.h"
#include "app/bson/json.h"

#include <algorithm>

namespace sandglass::protocol {

std::vector<KeyField> keyFields(bson::DocumentView keyPattern)
{
    std::vector<KeyField> fields;
    for (const bson::Element& element : keyPattern) {
        KeyField field{std::string(element.key), true, {}};
        // text, hashed and geo fields have a name in place of a direction
        if (element.value.type() == bson::Type::String) {
            field.plugin = element.value.asString();
        } else {
            // NaN counts as ascending
            field.ascending = !(element.value.toDouble() < 0);
        }
        fields.push_back(std::move(field));
    }
    return fields;
}

std::string generatedIndexName(bson::DocumentView keyPattern)
{
    std::string name;
    for (const bson::Element& element : keyPattern) {
        if (!name.empty()) {
            name += '_';
        }
        name += element.key;
        name += '_';
        // 1 and 1.0 give "1"; other numbers appear as the shell prints them
        if (element.value.type() == bson::Type::String) {
            name += element.value.asString();
        } else if (const auto whole = element.value.toExactInt64()) {
            name += std::to_string(*whole);
        } else {
            name += bson::toShellText(element.value);
        }
    }
    return name;
}

bool sameKeyPattern(bson::DocumentView left, bson::DocumentView right)
{
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const bson::Element& a, const bson::Element& b) {
                          return a.key == b.key && bson::equal(a.value, b.value);
                      });
}

} // namespace sandglass::protocol
