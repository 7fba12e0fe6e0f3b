// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/commands/write_command.h"

#include "app/engine/commands/collection_uuid.h"
#include "app/engine/commands/context.h"
#include "app/engine/request/request.h"

#include <utility>

namespace sandglass::engine::commands {

Result<WriteCommand> parseWriteCommand(const request::Request& request, const Context& context,
                                       std::string_view list)
{
    auto scope = writes::writeScope(request, context);
    TRY(scope);
    TRY(checkCollectionUuid(request, scope->ns, context.catalog));
    auto statements = writes::writeBatch(request, list);
    TRY(statements);
    const bson::ValueView ordered = request.body["ordered"];
    return WriteCommand{std::move(*scope), ordered.isNullish() || ordered.toBool(),
                        std::move(*statements)};
}

} // namespace sandglass::engine::commands
