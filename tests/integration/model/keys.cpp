// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/keys.h"

#include "app/bson/compare.h"

#include <algorithm>

namespace sandglass::tests::model {

namespace {

/// What a document holds at one path.
struct AtPath
{
    std::vector<bson::ValueView> values; ///< Missing where there is nothing
    bool metArray = false;
};

void addEnd(AtPath& found, bson::ValueView value)
{
    if (value.type() != bson::Type::Array) {
        found.values.push_back(value);
        return;
    }
    found.metArray = true;
    const auto elements = value.asDocument().values();
    if (elements.empty()) {
        found.values.emplace_back(bson::Type::Undefined, bson::Bytes());
    }
    found.values.insert(found.values.end(), elements.begin(), elements.end());
}

void addBelow(AtPath& found, bson::ValueView value, const std::string& name)
{
    if (value.type() == bson::Type::Document) {
        addEnd(found, value.asDocument()[name]);
    } else {
        found.values.emplace_back();
    }
}

AtPath lookAt(bson::DocumentView document, const std::string& path)
{
    AtPath found;
    const std::size_t dot = path.find('.');
    const bson::ValueView first = document[path.substr(0, dot)];
    if (dot == std::string::npos) {
        addEnd(found, first);
        return found;
    }
    const std::string name = path.substr(dot + 1);
    if (first.type() != bson::Type::Array) {
        addBelow(found, first, name);
        return found;
    }
    found.metArray = true;
    const auto elements = first.asDocument().values();
    if (elements.empty()) {
        found.values.emplace_back();
    }
    for (const bson::ValueView element : elements) {
        addBelow(found, element, name);
    }
    return found;
}

// Of several values there is at most one list with more than one: all others stand beside each.
std::vector<Key> combine(const std::vector<AtPath>& fields, bool sparse)
{
    std::size_t rows = 1;
    for (const AtPath& field : fields) {
        rows = std::max(rows, field.values.size());
    }
    std::vector<Key> keys;
    for (std::size_t row = 0; row < rows; ++row) {
        Key key;
        bool any = false;
        for (const AtPath& field : fields) {
            const bson::ValueView value
                = field.values.size() == 1 ? field.values.front() : field.values[row];
            any = any || !value.isMissing();
            key.push_back(value.isMissing() ? bson::Value::null() : bson::Value(value));
        }
        if (any || !sparse) {
            keys.push_back(std::move(key));
        }
    }
    return keys;
}

} // namespace

std::strong_ordering compareKeys(const Key& left, const Key& right)
{
    for (std::size_t i = 0; i < left.size(); ++i) {
        const auto order = bson::compare(left[i].view(), right[i].view());
        if (order != std::strong_ordering::equal) {
            return order;
        }
    }
    return std::strong_ordering::equal;
}

bool Keys::contains(const Key& key) const
{
    return std::any_of(keys.begin(), keys.end(), [&](const SharedKey& own) {
        return compareKeys(*own, key) == std::strong_ordering::equal;
    });
}

Keys keysOf(bson::DocumentView document, const std::vector<std::string>& paths, bool sparse)
{
    std::vector<AtPath> fields;
    int arrays = 0;
    for (const std::string& path : paths) {
        fields.push_back(lookAt(document, path));
        arrays += fields.back().metArray ? 1 : 0;
    }
    Keys found;
    found.metArray = arrays > 0;
    found.parallelArrays = arrays > 1;
    if (found.parallelArrays) {
        return found;
    }
    for (Key& key : combine(fields, sparse)) {
        found.keys.push_back(std::make_shared<const Key>(std::move(key)));
    }
    std::sort(found.keys.begin(), found.keys.end(), [](const SharedKey& a, const SharedKey& b) {
        return compareKeys(*a, *b) == std::strong_ordering::less;
    });
    const auto last = std::unique(found.keys.begin(), found.keys.end(),
                                  [](const SharedKey& a, const SharedKey& b) {
                                      return compareKeys(*a, *b) == std::strong_ordering::equal;
                                  });
    found.keys.erase(last, found.keys.end());
    return found;
}

} // namespace sandglass::tests::model
