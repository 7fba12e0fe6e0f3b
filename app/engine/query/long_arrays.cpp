// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/long_arrays.h"

#include "app/bson/builder.h"

namespace sandglass::engine::query {

Result<std::vector<bson::ValueView>> elementsOf(bson::ValueView array)
{
    std::vector<bson::ValueView> elements;
    for (const bson::Element& element : array.asDocument()) {
        TRY(LoopGuard::work(1));
        elements.push_back(element.value);
    }
    return elements;
}

Result<Operand> arrayOfElements(std::span<const bson::ValueView> elements)
{
    bson::Builder built;
    for (const bson::ValueView element : elements) {
        TRY(countValue(element));
        built.push(element);
    }
    return Operand::array(built.take());
}

} // namespace sandglass::engine::query
