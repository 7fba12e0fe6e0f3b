// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"
#include "app/protocol/namespace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace sandglass::engine::trash {

/// The collection that holds what TTL indexes have deleted: "local.sandglass.trash". It is an
/// ordinary collection: clients may search it, delete from it and drop it.
const protocol::Namespace& trashNamespace();

/// A deletion by a TTL index.
struct Deletion
{
    std::string ns; ///< of the collection at the time
    std::array<std::uint8_t, 16> collection{}; ///< its UUID
    std::string index; ///< the name of the TTL index
    base::Time pass; ///< the start of the TTL pass
    base::Time at; ///< when the document was deleted
};

/// The document in the trash: {_id, ns, ui, index, pass, deletedAt, document}. `_id` is a fresh
/// ObjectId, `ui` the collection's UUID, `pass` and `deletedAt` are dates, `document` is the
/// deleted document as it was.
bson::Document trashEntry(const Deletion& deletion, bson::DocumentView document);

/// A document in the trash as put back needs it.
struct TrashEntry
{
    std::string ns;
    std::array<std::uint8_t, 16> collection{};
    bson::DocumentView document; ///< refers to the entry
};

/// Reads an entry; nullopt for a document that has another form, because clients may write to the
/// collection. The result refers to `entry`.
std::optional<TrashEntry> readTrashEntry(bson::DocumentView entry);

} // namespace sandglass::engine::trash
