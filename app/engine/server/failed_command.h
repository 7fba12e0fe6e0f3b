// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/engine/request/request.h"

#include <optional>

namespace sandglass::engine::commands {
class Context;
struct Command;
} // namespace sandglass::engine::commands

namespace sandglass::engine::server {

/// What a fail point does to one command; see operations::FailPoints.
class FailedCommand
{
public:
    /// What the fail point has for the command; empty when it is not struck.
    static FailedCommand meet(const commands::Command& command, const request::Request& request,
                              commands::Context& context);

    /// Whether the command must not run: it waits, its connection ends, or it has failed, which
    /// `reply` then says.
    bool prevents(const request::Request& request, bson::Builder& reply) const;
    /// Appends what a command that has run replies all the same: a write concern error.
    void appendTo(const request::Request& request, bson::Builder& reply) const;

private:
    bson::Document m_data; // empty: not struck
};

} // namespace sandglass::engine::server
