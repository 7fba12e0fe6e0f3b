// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"

namespace sandglass::engine::commands {

/// The parts of serverStatus that come from rooms above the commands: network, TTL monitor, replica
/// set. Any thread.
class StatusSource
{
public:
    virtual ~StatusSource() = default;

    /// Appends whole sections as top-level fields: connections, network, batchedDeletes, …
    virtual void appendSections(bson::Builder& status) const = 0;
    /// Appends the fields of metrics.ttl.
    virtual void appendTtlMetrics(bson::Builder& metrics) const = 0;
    /// Appends fields of the section `sandglass`, which MongoDB does not have: readOnly.
    virtual void appendOwnFields(bson::Builder& /*section*/) const { }
};

} // namespace sandglass::engine::commands
