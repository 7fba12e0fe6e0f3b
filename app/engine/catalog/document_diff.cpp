// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/document_diff.h"

#include "app/bson/builder.h"

#include <algorithm>
#include <string>
#include <vector>

namespace sandglass::engine::catalog {

namespace {

bool sameBytes(bson::ValueView left, bson::ValueView right)
{
    return left.type() == right.type() && std::ranges::equal(left.raw(), right.raw());
}

bson::Document arrayDiff(bson::DocumentView before, bson::DocumentView after);

/// The difference of two values that are both documents or both arrays; empty for others.
bson::Document nestedDiff(bson::ValueView before, bson::ValueView after)
{
    if (before.type() != after.type()) {
        return {};
    }
    if (before.type() == bson::Type::Document) {
        return documentDiff(before.asDocument(), after.asDocument());
    }
    if (before.type() == bson::Type::Array) {
        return arrayDiff(before.asDocument(), after.asDocument());
    }
    return {};
}

bson::Document arrayDiff(bson::DocumentView before, bson::DocumentView after)
{
    const std::vector<bson::ValueView> old = before.values();
    const std::vector<bson::ValueView> now = after.values();
    bson::Builder diff;
    // "a": an array; "l": its new length; "u3": element 3 replaced; "s3": element 3 changed inside
    diff.append("a", true);
    if (now.size() < old.size()) {
        diff.append("l", static_cast<std::int32_t>(now.size()));
    }
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (i < old.size() && sameBytes(old[i], now[i])) {
            continue;
        }
        const bson::Document nested
            = i < old.size() ? nestedDiff(old[i], now[i]) : bson::Document();
        if (nested.empty()) {
            diff.append("u" + std::to_string(i), now[i]);
        } else {
            diff.append("s" + std::to_string(i), nested);
        }
    }
    return diff.take();
}

/// The parts of a document's difference: "d" removed, "u" updated, "i" inserted, "s…" nested.
struct Parts
{
    bson::Builder removed;
    bson::Builder changed;
    bson::Builder added;
    bson::Builder nested;
};

void compareField(const bson::Element& now, bson::ValueView old, Parts& parts)
{
    if (old.isMissing()) {
        parts.added.append(now.key, now.value);
        return;
    }
    if (sameBytes(old, now.value)) {
        return;
    }
    const bson::Document nested = nestedDiff(old, now.value);
    // An empty difference of unequal bytes means that only the order of fields changed: the diff
    // format cannot express this, so the whole value is written.
    if (nested.empty()) {
        parts.changed.append(now.key, now.value);
    } else {
        parts.nested.append("s" + std::string(now.key), nested);
    }
}

} // namespace

bson::Document documentDiff(bson::DocumentView before, bson::DocumentView after)
{
    Parts parts;
    for (const bson::Element& old : before) {
        if (!after.contains(old.key)) {
            parts.removed.append(old.key, false);
        }
    }
    for (const bson::Element& now : after) {
        compareField(now, before[now.key], parts);
    }
    bson::Builder diff;
    for (auto& [name, part] : {std::pair("d", &parts.removed), std::pair("u", &parts.changed),
                               std::pair("i", &parts.added)}) {
        if (const bson::Document fields = part->take(); !fields.empty()) {
            diff.append(name, fields);
        }
    }
    diff.appendAll(parts.nested.take());
    return diff.take();
}

} // namespace sandglass::engine::catalog
