// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"
#include "app/ttl/rule.h"

#include <QString>
#include <QTimeZone>

#include <optional>
#include <vector>

namespace sandglass::presenters {

/// What a text in the editor means.
struct EditVerdict
{
    std::optional<bson::Document> document; ///< to be sent; unset: there is a problem
    QString problem; ///< why the text cannot be saved
    QString effect; ///< when the document expires then; empty without a rule
    bool due = false; ///< it is deleted with the next pass
};

/// What an edit depends on.
struct EditFacts
{
    std::vector<ttl::Rule> rules; ///< of the collection
    base::Time now; ///< server time
    QTimeZone zone; ///< of the texts
};

// GUI thread, for the translated texts.

/// A document as the editor shows it: relaxed extended JSON with dates in ISO form.
QString editorText(const bson::Document& document);
/// Reads what was typed; canonical extended JSON is read as well. `loaded`: the document to
/// replace, whose types of numbers are kept; unset: a new one.
EditVerdict judgeEdit(const QString& typed, const std::optional<bson::Document>& loaded,
                      const EditFacts& facts);

} // namespace sandglass::presenters
