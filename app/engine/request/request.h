// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::request {

struct OperationFigures;
struct Turn;

/// One request as a command sees it. Views live as long as the call.
struct Request
{
    std::string name; ///< the command's field name as sent, any of its spellings
    std::string database; ///< from $db, or from the legacy namespace
    bson::DocumentView body; ///< the command document, without the sequences
    std::map<std::string, std::vector<bson::DocumentView>, std::less<>>
        sequences; ///< kind-1 sections by identifier
    std::uint64_t connectionId = 0;
    std::string remote; ///< the client's address, for whatsmyuri and currentOp
    bool legacy = false; ///< came as OP_QUERY
    std::shared_ptr<const std::atomic<bool>>
        killed; ///< becomes true when the operation shall stop; may be null
    std::shared_ptr<OperationFigures> figures; ///< what the operation has done; may be null

    Turn* turn = nullptr; ///< null: the command has to answer at once

    /// The value of the command's own field: the collection's name for most.
    bson::ValueView argument() const { return body[name]; }
    /// The documents of a list argument, whether sent as array or as sequence. Errors: TypeMismatch
    /// when it is neither, MissingField when it is absent.
    Result<std::vector<bson::DocumentView>> documents(std::string_view field) const;
};

} // namespace sandglass::engine::request
