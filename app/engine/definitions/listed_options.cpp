// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/definitions/listed_options.h"

#include "app/bson/builder.h"

namespace sandglass::engine::definitions {

bson::Document withOption(bson::DocumentView listed, std::string_view field, bson::ValueView value)
{
    bson::Builder changed;
    for (const bson::Element& element : listed) {
        changed.append(element.key, element.key == field ? value : element.value);
    }
    if (!listed.contains(field)) {
        changed.append(field, value);
    }
    return changed.take();
}

} // namespace sandglass::engine::definitions
