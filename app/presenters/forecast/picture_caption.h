// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/protocol/namespace.h"

#include <QString>
#include <QTimeZone>

#include <optional>
#include <vector>

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

/// What a picture shows.
struct PictureSubject
{
    std::optional<protocol::Namespace> collection; ///< unset: the whole server
    bool isPreview = false; ///< the timeline before and after a change
    std::vector<base::Time> edges; ///< of the bars, ascending; empty: without an answer
    QTimeZone zone;
    base::Time countedAt; ///< server time
    std::optional<int> rules = std::nullopt; ///< of a preview without a collection: those added up
    bool perRule = false; ///< a document with dates for several rules is counted once for each
};

/// The caption of a timeline. Without an answer the details are the name of the server alone. GUI
/// thread.
PictureCaption captionOf(const services::ServiceSet& services, const PictureSubject& subject);

} // namespace sandglass::presenters
