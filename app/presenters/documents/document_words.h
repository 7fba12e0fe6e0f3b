// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"
#include "app/ttl/document_commands.h"

#include <QDateTime>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace sandglass::presenters {

/// What was done to documents. Rescheduled: they got another date. Restored: they got back the date
/// that the last change replaced.
enum class DocumentChange { Touched, Rescheduled, Inserted, Replaced, Removed, Restored };

/// A question to confirm before documents are changed. Source: ui/DESIGN.md, Safety.
struct DocumentQuestion
{
    bool asks = false; ///< false: nothing is deleted now, so no confirmation is needed
    QString title;
    QString sentence;
    QString targets; ///< which documents: the first ones by their _id, one in a line, and how many
                     ///< more there are
    QString buttonText; ///< verb and number
    QString nameToType; ///< the collection's name on a production connection; otherwise empty
};

/// What a question depends on.
struct QuestionFacts
{
    base::Time now; ///< server time
    std::optional<std::int64_t> expireAfterSeconds; ///< of the chosen rule; unset: there is none
    QString nameToType; ///< as in DocumentQuestion
};

// GUI thread, for the translated texts.

/// The question before the documents with these `ids` are deleted.
DocumentQuestion removalQuestion(const QuestionFacts& facts, const std::vector<bson::Value>& ids);
/// The question before they get the current time as their date.
DocumentQuestion touchQuestion(const QuestionFacts& facts, const std::vector<bson::Value>& ids);
/// The question before they get a date by which they expire at `moment`.
DocumentQuestion expireQuestion(const QuestionFacts& facts, const std::vector<bson::Value>& ids,
                                const QDateTime& moment);
/// The question before documents get back earlier values, some of which may be due by now.
DocumentQuestion undoQuestion(const QuestionFacts& facts,
                              const std::vector<ttl::ValueChange>& back);

/// What a change has done: "3 documents touched."
QString changeMessage(DocumentChange change, int count);
/// That `count` documents were left as they are, since another client has changed them.
QString leftAloneMessage(int count);

} // namespace sandglass::presenters
