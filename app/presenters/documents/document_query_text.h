// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <QString>

#include <optional>
#include <string>

namespace sandglass::presenters {

/// What was typed as a filter or as an order. GUI thread, for the translated texts.
struct QueryText
{
    std::optional<bson::Document> document; ///< unset: the text is empty, or there is a problem
    QString problem; ///< why it cannot be used; empty: it can
    QString hint; ///< what is probably meant otherwise; may be empty
};

/// Reads a filter in MongoDB's query language, as JSON with or without quotes around names, plain
/// or extended. `dateField`: the rule's field, where values that are no dates are hinted at.
QueryText readFilter(const QString& typed, const std::string& dateField);
/// Reads an order: names with 1 or −1.
QueryText readSort(const QString& typed);

} // namespace sandglass::presenters
