// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/write_command.h"

#include "app/engine/commands/context.h"
#include "app/engine/request/arguments.h"
#include "app/engine/request/request.h"

#include <utility>

namespace sandglass::engine::commands {

Result<WriteCommand> parseWriteCommand(const request::Request& request, const Context& context,
                                       std::initializer_list<std::string_view> known)
{
    // the collection first, then the other fields: the order decides which error a client gets
    const request::Arguments arguments = request::commandArguments(*known.begin(), request);
    auto scope = writes::writeScope(request, context);
    TRY(scope);
    TRY(arguments.onlyKnown(known));
    auto ordered = arguments.flag("ordered", true);
    TRY(ordered);
    auto statements = writes::writeBatch(request, *(known.begin() + 1));
    TRY(statements);
    return WriteCommand{std::move(*scope), *ordered, std::move(*statements)};
}

} // namespace sandglass::engine::commands
