// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/forecast/forecast_state.h"
#include "app/protocol/namespace.h"

#include <QString>

#include <optional>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// What an exported picture or table of a timeline says about itself.
struct PictureCaption
{
    QString title; ///< "Expirations of shop.sessions"
    QString details; ///< server, range, time zone, and when it was counted
    QString fileName; ///< proposed, without a suffix: "expirations-db1-shop.sessions-20261126-1612"
};

/// The caption of a timeline. `collection`: unset for the whole server. Without an answer the
/// details are the name of the server alone. GUI thread.
PictureCaption captionOf(const services::ServiceSet& services,
                         const std::optional<protocol::Namespace>& collection,
                         const ForecastState& state);

} // namespace sandglass::presenters
