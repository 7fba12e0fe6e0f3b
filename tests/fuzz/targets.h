// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/types.h"

namespace sandglass::fuzz {

/// What passes the validator can be walked, written as JSON, and read back as the same bytes.
void validateBytes(bson::Bytes input);
/// JSON is refused, or gives a document that survives its canonical text.
void readJson(bson::Bytes input);
/// Encoded index keys sort as the values do. Input: {"a": value, "b": value} as JSON.
void orderKeys(bson::Bytes input);
/// A compressed column is refused, or its values are valid and as many as it says at most.
void unpackColumn(bson::Bytes input);

/// A message of a client is refused, or its documents are valid.
void parseMessage(bson::Bytes input);
/// A reply is refused before the driver sees it, or its document is valid. Input: a reply to a
/// request whose number is 7.
void checkReply(bson::Bytes input);
/// A compressed message is refused, or has the size that it states.
void decompressMessage(bson::Bytes input);

/// A filter matches a document exactly if a slow reference says so; both are made from the input.
void matchAsReference(bson::Bytes input);
/// A filter is refused, or `$and` and `$nor` around it mean what they say. Input: a filter and a
/// document as JSON, a line each; so for the next three.
void parseFilter(bson::Bytes input);
/// An update is refused, or gives a valid document that has the same _id.
void applyUpdate(bson::Bytes input);
/// An expression is refused, or gives a value that fits into a document.
void evaluateExpression(bson::Bytes input);
/// A pipeline is refused, or gives valid documents.
void parsePipeline(bson::Bytes input);

/// The spec of an index is refused, or its definition has a name and a key.
void parseIndexSpec(bson::Bytes input);
/// A connection string is refused, or survives being written; its masked form has no secret.
void readConnectionString(bson::Bytes input);

/// A cell of a CSV file is read as it was written, and is no formula. Input: its text.
void writeCsv(bson::Bytes input);
/// The manifest of an archive is refused, or survives being written.
void readManifest(bson::Bytes input);
/// Values of the data folder about collections are refused, or survive being written.
void readStored(bson::Bytes input);
/// A login is refused whatever a client sends that does not know the password. Input: the client's
/// first and last message, a line each.
void tryLogin(bson::Bytes input);

} // namespace sandglass::fuzz
