// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/trash/trash_entry.h"

#include "app/bson/builder.h"

#include <algorithm>

namespace sandglass::engine::trash {

const protocol::Namespace& trashNamespace()
{
    static const protocol::Namespace kTrash{"local", "sandglass.trash"};
    return kTrash;
}

bson::Document trashEntry(const Deletion& deletion, bson::DocumentView document)
{
    return bson::makeDocument("_id", bson::ObjectId::generate(), "ns", deletion.ns, "ui",
                              bson::Binary{bson::kUuidSubtype, deletion.collection}, "index",
                              deletion.index, "pass", bson::Date::from(deletion.pass), "deletedAt",
                              bson::Date::from(deletion.at), "document", document);
}

std::optional<TrashEntry> readTrashEntry(bson::DocumentView entry)
{
    const bson::ValueView uuid = entry["ui"];
    const bson::ValueView document = entry["document"];
    if (entry["ns"].type() != bson::Type::String || uuid.type() != bson::Type::Binary
        || document.type() != bson::Type::Document) {
        return std::nullopt;
    }
    TrashEntry read{std::string(entry["ns"].asString()), {}, document.asDocument()};
    const bson::Binary binary = uuid.asBinary();
    if (binary.subtype != bson::kUuidSubtype || binary.bytes.size() != read.collection.size()) {
        return std::nullopt;
    }
    std::ranges::copy(binary.bytes, read.collection.begin());
    return read;
}

} // namespace sandglass::engine::trash
