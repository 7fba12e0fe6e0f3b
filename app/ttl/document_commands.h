// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"
#include "app/protocol/namespace.h"

#include <optional>
#include <string>
#include <vector>

namespace sandglass::ttl {

// Commands that change documents only if these have not changed since they were read, so that no
// change of another client is lost. The server compares and changes in one step. Pure; any thread.

/// A new value for a field of one document.
struct ValueChange
{
    bson::Value id; ///< _id of the document
    std::optional<bson::Value>
        from; ///< what the field must hold, Missing: nothing; unset: anything
    bson::Value to; ///< Missing: the field is removed
};

/// How strings compare by default in a collection. With a collation, "a" may equal "A": the
/// commands below then ask for the plain comparison, which not every server knows.
enum class Comparison { Plain, Collated };

/// Filter for the document with the _id of `loaded`, if it has not changed since it was loaded.
/// Servers compare numbers by value, so the filter also demands the types of the first hundred,
/// except those in arrays and below names with a dot or $: there, 5 that has become 5.0 is not
/// noticed. Source: MongoDB manual, $expr, $literal and $type.
bson::Document unchangedFilter(bson::DocumentView loaded);

/// Replaces a document if it has not changed since it was loaded; otherwise the reply's n is 0.
/// Errors: InvalidInput for another _id, one that does not identify a single document, and field
/// names that begin with $.
Result<bson::Document> replaceCommand(const protocol::Namespace& ns, bson::DocumentView loaded,
                                      const bson::Document& replacement,
                                      Comparison comparison = Comparison::Plain);

/// Changes a field of several documents, each only if the field is as expected; the reply's n
/// counts those that were. A refusal for one document does not stop the others. Errors:
/// InvalidInput as for replaceCommand(), and for a field that no index may have.
Result<bson::Document> valuesCommand(const protocol::Namespace& ns, const std::string& field,
                                     const std::vector<ValueChange>& changes);

/// Deletes documents, each only if it has not changed since it was loaded; the reply's n counts
/// those. Several commands, since one has at most 16 MiB. Errors: InvalidInput as for
/// replaceCommand().
Result<std::vector<bson::Document>> removalCommands(const protocol::Namespace& ns,
                                                    const std::vector<bson::Document>& loaded,
                                                    Comparison comparison = Comparison::Plain);

} // namespace sandglass::ttl
