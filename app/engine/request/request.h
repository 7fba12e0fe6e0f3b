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

/// The bytes that identify the session of a command (lsid.id); empty: it names none.
std::string sessionOf(bson::DocumentView command);

/// One request as a command sees it. Its views are valid as long as the command runs.
struct Request
{
    std::string name; ///< the first field's name: the command, in the client's spelling
    std::string database; ///< from $db, or from the legacy message's namespace
    bson::DocumentView body; ///< the command document, without the document sequences
    std::map<std::string, std::vector<bson::DocumentView>, std::less<>>
        sequences; ///< document sequences of OP_MSG (sections of kind 1) by identifier
    std::uint64_t connectionId = 0;
    std::string remote; ///< the client's address, for whatsmyuri and currentOp
    std::string user; ///< who is logged in on the connection; empty: nobody
    std::string userDatabase; ///< where that user was created
    bool legacy = false; ///< sent as OP_QUERY
    std::shared_ptr<const std::atomic<int>> killed; ///< 0, or the server code of the error with
                                                    ///< which the operation must stop; may be null
    std::shared_ptr<OperationFigures> figures; ///< what the operation has done; may be null

    Turn* turn = nullptr; ///< null: the command cannot wait and must reply at once

    /// The value of the command's own field: for most commands the collection's name.
    bson::ValueView argument() const { return body[name]; }
    /// The session that the client names; see sessionOf().
    std::string session() const { return sessionOf(body); }
    /// Who is logged in: "anna@shop"; empty: nobody.
    std::string userText() const
    {
        return user.empty() ? std::string() : user + "@" + userDatabase;
    }
    /// The documents of a list argument, sent either as an array or as a document sequence. Errors
    /// (server): MissingField, TypeMismatch.
    Result<std::vector<bson::DocumentView>> documents(std::string_view field) const;
};

} // namespace sandglass::engine::request
