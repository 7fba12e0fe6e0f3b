// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/cosmos/stamp.h"

#include "app/bson/builder.h"

#include <utility>

namespace sandglass::engine::cosmos {

namespace {

constexpr std::string_view kSeconds = "seconds";
constexpr std::string_view kByCollection = kByCollectionPath.substr(kReservedField.size() + 1);
constexpr std::string_view kByDocument = kByDocumentPath.substr(kReservedField.size() + 1);

std::optional<bson::Date> dateIn(bson::DocumentView stamp, std::string_view field)
{
    const bson::ValueView value = stamp[field];
    return value.type() == bson::Type::Date ? std::optional(value.asDate()) : std::nullopt;
}

/// The bytes of an element: type, key with its NUL, payload.
bson::Bytes bytesOf(const bson::Element& element)
{
    const std::size_t head = 1 + element.key.size() + 1;
    const bson::Bytes payload = element.value.raw();
    return {payload.data() - head, payload.size() + head};
}

// Sets the length at the start of a BSON document: little endian.
void setLength(std::vector<std::uint8_t>& bytes)
{
    const auto length = static_cast<std::uint32_t>(bytes.size());
    for (unsigned at = 0; at < sizeof length; ++at) {
        bytes[at] = static_cast<std::uint8_t>(length >> (8 * at));
    }
}

} // namespace

bson::Document stamped(bson::DocumentView document, base::Time writtenAt)
{
    const ttl::CosmosStamp stamp = ttl::cosmosStamp(document, writtenAt);
    bson::Builder stored;
    if (document.contains(kReservedField)) {
        stored.appendAll(unstamped(document));
    } else {
        stored.appendAll(document);
    }
    stored.beginDocument(kReservedField).append(kSeconds, stamp.seconds);
    if (stamp.byCollection) {
        stored.append(kByCollection, *stamp.byCollection);
    }
    if (stamp.byDocument) {
        stored.append(kByDocument, *stamp.byDocument);
    }
    return stored.end().take();
}

std::optional<ttl::CosmosStamp> stampOf(bson::DocumentView stored)
{
    const bson::ValueView stamp = stored[kReservedField];
    if (stamp.type() != bson::Type::Document) {
        return std::nullopt;
    }
    const bson::DocumentView fields = stamp.asDocument();
    return ttl::CosmosStamp{fields[kSeconds].toInt64(), dateIn(fields, kByCollection),
                            dateIn(fields, kByDocument)};
}

// Copies the bytes around the reserved field instead of building a new document: every document
// that a client reads comes through here.
void unstampInto(bson::DocumentView stored, std::vector<std::uint8_t>& bytes)
{
    const bson::Bytes all = stored.bytes();
    bytes.clear();
    bytes.reserve(all.size());
    const std::uint8_t* copied = all.data();
    // usually one element, the last; a client may have sent more than one
    for (const bson::Element& element : stored) {
        if (element.key != kReservedField) {
            continue;
        }
        const bson::Bytes reserved = bytesOf(element);
        bytes.insert(bytes.end(), copied, reserved.data());
        copied = reserved.data() + reserved.size();
    }
    bytes.insert(bytes.end(), copied, all.data() + all.size());
    setLength(bytes);
}

bson::Document unstamped(bson::DocumentView stored)
{
    std::vector<std::uint8_t> bytes;
    unstampInto(stored, bytes);
    return bson::Document::fromTrusted(std::move(bytes));
}

} // namespace sandglass::engine::cosmos
