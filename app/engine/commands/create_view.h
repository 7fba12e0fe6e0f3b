// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/engine/request/arguments.h"
#include "app/protocol/namespace.h"

namespace sandglass::engine::catalog {
class Collection;
}

namespace sandglass::engine::commands {

class Context;

/// Whether a create command asks for a view.
bool asksForView(const request::Arguments& create);

/// create {viewOn, pipeline}: an entry of the catalog without documents. The same view again is no
/// error. Errors: 72 for options that views do not have, 14, 2 and 73 for the names, 167 for
/// $out and $merge, the stages' codes, 5 for a cycle of views, 165 for too many on one another, 48.
Result<void> createView(const request::Request& request, const request::Arguments& create,
                        Context& context);

/// collMod {viewOn, pipeline} of a view; the option that is not given stays. Errors: as
/// createView().
Result<void> modifyView(const request::Arguments& collMod, const catalog::Collection& view,
                        Context& context);

} // namespace sandglass::engine::commands
