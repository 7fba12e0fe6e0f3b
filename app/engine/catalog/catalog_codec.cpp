// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/catalog/catalog_codec.h"

#include "app/bson/builder.h"
#include "app/engine/storage/key_codec.h"

#include <algorithm>

namespace sandglass::engine::catalog {

namespace {

// First byte of a key of the family Meta; written to disk. Dead lists and directories have tags of
// their own, in dead_lists.cpp and directory_store.cpp.
constexpr char kCollectionTag = 'c';
constexpr char kFiguresTag = 'n';
constexpr char kRecordLimitTag = 'r';
constexpr char kNextIdsTag = 'i';

std::string taggedKey(char tag, std::uint32_t id)
{
    std::string key(1, tag);
    storage::appendU32(key, id);
    return key;
}

base::Error damaged(const std::string& what)
{
    return base::failure(Errc::Storage, "the catalog is damaged: " + what);
}

std::string toBytes(const bson::Document& document)
{
    const bson::Bytes bytes = document.bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void appendIndex(bson::Builder& builder, const StoredIndex& index)
{
    const IndexDefinition& definition = index.definition;
    builder.pushDocument()
        .append("id", static_cast<std::int64_t>(index.id))
        .append("phase", static_cast<std::int32_t>(index.phase))
        .append("multikey", index.multikey)
        .append("v", static_cast<std::int32_t>(definition.version))
        .append("key", definition.key)
        .append("name", definition.name)
        .append("unique", definition.unique)
        .append("sparse", definition.sparse)
        .append("hidden", definition.hidden);
    if (definition.prepareUnique) {
        builder.append("prepareUnique", true);
    }
    if (definition.keyed) {
        builder.append("keyed", true);
    }
    if (definition.partialFilter) {
        builder.append("partial", *definition.partialFilter);
    }
    if (definition.collation) {
        builder.append("collation", *definition.collation);
    }
    builder.append("other", definition.otherOptions)
        .append("expire", definition.expireAfterSeconds) // a missing value appends nothing
        .end();
}

std::optional<bson::Document> optionalDocument(bson::ValueView value)
{
    if (value.isMissing()) {
        return {};
    }
    return bson::Document(value.asDocument());
}

Result<StoredIndex> decodeIndex(bson::DocumentView entry)
{
    StoredIndex index;
    index.id = static_cast<std::uint32_t>(entry["id"].toInt64());
    index.phase = static_cast<IndexPhase>(entry["phase"].asInt32());
    index.multikey = entry["multikey"].asBool();
    IndexDefinition& definition = index.definition;
    definition.version = entry["v"].asInt32();
    definition.key = bson::Document(entry["key"].asDocument());
    definition.name = entry["name"].asString();
    definition.unique = entry["unique"].asBool();
    definition.sparse = entry["sparse"].asBool();
    definition.hidden = entry["hidden"].asBool();
    // toBool(): earlier formats lack the field
    definition.prepareUnique = entry["prepareUnique"].toBool();
    definition.keyed = entry["keyed"].toBool();
    definition.partialFilter = optionalDocument(entry["partial"]);
    definition.collation = optionalDocument(entry["collation"]);
    definition.otherOptions = bson::Document(entry["other"].asDocument());
    definition.expireAfterSeconds = bson::Value(entry["expire"]);
    // a phase that this program does not know could be one of a later version
    const bool known = index.phase == IndexPhase::Ready || index.phase == IndexPhase::Building
        || index.phase == IndexPhase::Converting;
    if (index.id == 0 || definition.name.empty() || definition.key.empty() || !known) {
        return damaged("an index entry is not complete");
    }
    return index;
}

} // namespace

std::string collectionKey(std::uint32_t collectionId)
{
    return taggedKey(kCollectionTag, collectionId);
}

std::string figuresKey(std::uint32_t collectionId)
{
    return taggedKey(kFiguresTag, collectionId);
}

std::string recordLimitKey(std::uint32_t collectionId)
{
    return taggedKey(kRecordLimitTag, collectionId);
}

std::string nextIdsKey()
{
    return {kNextIdsTag};
}

std::pair<std::string, std::string> collectionKeys()
{
    const std::string tag(1, kCollectionTag);
    return {tag, storage::successor(tag)};
}

std::uint32_t collectionIdOf(storage::Slice key)
{
    return key.size() == 5 ? storage::readU32(key.substr(1)) : 0;
}

std::string encodeCollection(const StoredCollection& collection)
{
    bson::Builder builder;
    builder.append("db", collection.ns.database)
        .append("collection", collection.ns.collection)
        .append("uuid", bson::Binary{bson::kUuidSubtype, collection.uuid})
        .append("options", collection.options.listed)
        .beginArray("indexes");
    for (const StoredIndex& index : collection.indexes) {
        appendIndex(builder, index);
    }
    return toBytes(builder.end().take());
}

Result<StoredCollection> decodeCollection(std::uint32_t id, storage::Slice value)
{
    const auto entry = bson::Document::fromBytes(
        {reinterpret_cast<const std::uint8_t*>(value.data()), value.size()});
    if (!entry) {
        return damaged(entry.error().message);
    }
    StoredCollection collection;
    collection.id = id;
    collection.ns.database = (*entry)["db"].asString();
    collection.ns.collection = (*entry)["collection"].asString();
    const bson::Bytes uuid = (*entry)["uuid"].asBinary().bytes;
    if (id == 0 || collection.ns.database.empty() || uuid.size() != collection.uuid.size()) {
        return damaged("a collection entry is not complete");
    }
    std::copy(uuid.begin(), uuid.end(), collection.uuid.begin());
    collection.options.listed = bson::Document((*entry)["options"].asDocument());
    for (const bson::Element& element : (*entry)["indexes"].asDocument()) {
        auto index = decodeIndex(element.value.asDocument());
        if (!index) {
            return std::move(index.error()).during(collection.ns.text());
        }
        collection.indexes.push_back(*std::move(index));
    }
    return collection;
}

std::string encodeFigures(const CollectionFigures& figures)
{
    std::string value;
    storage::appendI64(value, figures.documents);
    storage::appendI64(value, figures.bytes);
    return value;
}

Result<CollectionFigures> decodeFigures(storage::Slice value)
{
    if (value.size() != 16) {
        return damaged("a collection's figures have a wrong length");
    }
    return CollectionFigures{storage::readI64(value), storage::readI64(value.substr(8))};
}

std::string encodeNextIds(const NextIds& ids)
{
    std::string value;
    storage::appendU32(value, ids.collection);
    storage::appendU32(value, ids.index);
    return value;
}

Result<NextIds> decodeNextIds(storage::Slice value)
{
    if (value.size() != 8) {
        return damaged("the next free numbers have a wrong length");
    }
    return NextIds{storage::readU32(value), storage::readU32(value.substr(4))};
}

} // namespace sandglass::engine::catalog
