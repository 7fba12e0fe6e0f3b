// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/model/adoption.h"

#include "tests/support/need.h"

#include <vector>

namespace sandglass::tests::model {

namespace {

Shape shapeOf(bson::DocumentView options)
{
    Shape shape;
    if (options["capped"].toBool()) {
        shape.cappedBytes = options["size"].toInt64();
    }
    shape.cappedDocuments = options["max"].toInt64();
    shape.clustered = options.contains("clusteredIndex");
    if (options.contains("expireAfterSeconds")) {
        shape.seconds = options["expireAfterSeconds"].toInt64();
    }
    return shape;
}

} // namespace

Model adoptModel(engine::catalog::Catalog& catalog, base::Time now)
{
    Model model(now);
    for (const auto& collection : catalog.collections({})) {
        const auto indexes = collection->indexes();
        std::vector<engine::catalog::IndexDefinition> definitions;
        for (std::size_t i = 1; i < indexes.size(); ++i) {
            definitions.push_back(indexes[i].definition);
        }
        ModelCollection& adopted = model.adopt(
            collection->ns(),
            ModelCollection(shapeOf(collection->options().listed.view()), definitions));
        const auto cursor = collection->scan(engine::catalog::Direction::Forward);
        while (cursor->next()) {
            adopted.adopt(bson::Document(cursor->document()));
        }
        need(cursor->status());
        // an index stays multikey when its last array has gone
        for (const auto& index : indexes) {
            if (index.multikey) {
                adopted.adoptMultikey(index.definition.name);
            }
        }
    }
    return model;
}

} // namespace sandglass::tests::model
