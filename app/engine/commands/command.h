// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/base/result.h"
#include "app/bson/builder.h"
#include "app/bson/value.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::engine::commands {

class Context;
struct OperationFigures;

/// How a command waits without holding a thread: it sets `wait` and returns, and is run again from
/// its beginning with the same request. What it appended to the reply is dropped.
struct Awaiting
{
    base::Millis waited{0}; ///< real time since the first run
    bool again = false; ///< this is not the first run
    bool mayWait = true; ///< false: answer now
    std::optional<base::Millis> wait
        = {}; ///< set by the command: run it again after this real time
    bool wakeOnChange = false; ///< set by the command: or as soon as something was committed
};

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

    Awaiting* awaiting = nullptr; ///< null: the command has to answer at once

    /// The value of the command's own field: the collection's name for most.
    bson::ValueView argument() const { return body[name]; }
    /// The documents of a list argument, whether sent as array or as sequence. Errors: 14 when it
    /// is neither.
    Result<std::vector<bson::DocumentView>> documents(std::string_view field) const;
};

/// Where a command may run.
enum class Where { AnyDatabase, AdminOnly };

/// One row of the command table. `run` appends the reply's fields without `ok`, which the caller
/// adds; an error becomes an error reply, in which of those fields only `violations` stays.
/// Commands that write check `writes`. An instant one reads no data, takes no lock that anybody
/// holds while working, and is done in microseconds: it may run on the thread that serves all
/// sockets, and currentOp does not list it.
struct Command
{
    std::string_view
        name; ///< MongoDB's spelling; matched without regard to case for the legacy aliases only
    Result<void> (*run)(const Request& request, Context& context, bson::Builder& reply);
    Where where = Where::AnyDatabase;
    bool writes = false; ///< refused while writes are
    bool instant = false; ///< never blocks
};

/// The command of that name; nullptr when there is none.
const Command* findCommand(std::string_view name);

/// The whole table, sorted by name.
std::span<const Command> commandTable();

} // namespace sandglass::engine::commands
