// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/column.h"
#include "app/bson/compare.h"
#include "app/bson/json.h"
#include "app/bson/validate.h"
#include "app/engine/catalog/index_key.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/targets.h"

#include <algorithm>
#include <string>

namespace sandglass::fuzz {

namespace {

// Touches every value, so that a sanitizer sees a read outside of the bytes.
std::size_t walk(bson::DocumentView document)
{
    std::size_t sum = 0;
    for (const bson::Element& element : document) {
        sum += element.key.size() + element.value.raw().size() + bson::hash(element.value);
        sum += element.value.asString().size() + element.value.asBinary().bytes.size();
        sum += element.value.asRegex().pattern.size();
        sum += walk(element.value.asDocument());
    }
    return sum;
}

} // namespace

void validateBytes(bson::Bytes input)
{
    const auto length = bson::validatePrefix(input);
    const bool whole = bson::validate(input).has_value();
    require(!whole || (length && *length == input.size()), "a whole document is its own prefix");
    if (!length) {
        return;
    }
    require(*length <= input.size(), "a document ends where the bytes end");
    const bson::DocumentView document(input.first(*length));
    require(walk(document) >= document.count(), "a document can be walked");
    const std::string text = bson::toJson(document, bson::JsonForm::Canonical);
    require(!text.empty(), "a valid document can be written");
    bson::toJson(document, bson::JsonForm::Relaxed);
    bson::toShellText(document);
}

void readJson(bson::Bytes input)
{
    const auto read = bson::fromJson(textOf(input));
    if (!read) {
        return;
    }
    require(bson::validate(read->bytes()).has_value(), "JSON gives valid documents");
    const std::string text = bson::toJson(*read, bson::JsonForm::Canonical);
    const auto again = bson::fromJson(text);
    require(again.has_value(), "canonical text can be read");
    require(std::ranges::equal(again->bytes(), read->bytes()), "canonical text keeps every byte");
}

void unpackColumn(bson::Bytes input)
{
    constexpr bson::ColumnLimits kLimits{5000, 1 << 20};
    const auto column = bson::unpackColumn(input, kLimits);
    if (!column) {
        return;
    }
    require(column->rows <= kLimits.rows, "a column keeps to its limit");
    require(column->values.view().count() <= column->rows, "no more values than rows");
    require(bson::validate(column->values.bytes()).has_value(), "a column has valid values");
}

void orderKeys(bson::Bytes input)
{
    const auto read = bson::fromJson(textOf(input));
    if (!read) {
        return;
    }
    std::string left;
    std::string right;
    engine::catalog::appendKey(left, (*read)["a"], nullptr);
    engine::catalog::appendKey(right, (*read)["b"], nullptr);
    const auto values = bson::compare((*read)["a"], (*read)["b"]);
    require((values < 0) == (left < right) && (values == 0) == (left == right),
            "keys sort as their values");
    require(left == right || (!left.starts_with(right) && !right.starts_with(left)),
            "no key begins with another");
}

} // namespace sandglass::fuzz
