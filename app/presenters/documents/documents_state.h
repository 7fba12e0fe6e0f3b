// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"
#include "app/bson/value.h"
#include "app/presenters/documents/bar_documents.h"
#include "app/presenters/forecast/forecast_state.h"
#include "app/presenters/words/failure_text.h"
#include "app/protocol/namespace.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>

namespace sandglass::presenters {

/// Which of the collection's documents are listed. Without a bar: all.
struct DocumentsShown
{
    std::optional<BarDocuments::Kind> bar; ///< unset: all documents
    std::optional<ttl::NeverReason> never; ///< of Never; unset: for any reason
    std::optional<base::Time> from; ///< as BarDocuments
    std::optional<base::Time> to; ///< as BarDocuments
    std::optional<std::int64_t> triedSeconds = {}; ///< as BarDocuments
};

/// How many documents are on all pages together.
struct TotalState
{
    Phase phase = Phase::Idle; ///< Loading: being counted
    std::int64_t documents = 0; ///< once Ready
    bool more = false; ///< there are more: the server stopped counting
    QString text; ///< "of 1,978", "of more than 1,000,000", "of …", "(not counted)"
    QString reason; ///< why the total is not known; may be empty
};

/// Another client has changed a document since it was read into the editor.
struct EditConflict
{
    bson::Document theirs; ///< as it is on the server
    QString json; ///< the same for the editor
};

/// What the tab shows besides its table.
struct DocumentsState
{
    Phase phase = Phase::Idle; ///< of the page; Stale: another one is being read, reading has
                               ///< failed, or the connection is lost
    bool reading = false; ///< a page is being read, which cancelReading() ends
    QString asOfText; ///< "as of 12:04:31": when the page on screen was read; empty unless it is
                      ///< old: not within the first second of reading the next one
    int rule = -1; ///< position of the chosen rule, by which documents are sorted; −1: none
    protocol::Namespace ns;
    QStringList ruleNames; ///< rules of the collection; may be empty
    QString field; ///< of the chosen rule
    DocumentsShown shown;
    QString rangeText; ///< "expiring 12:00:00 – 12:05:00", "never: string"; with the period of a
                       ///< what-if, if the range is by that; empty for all documents
    QStringList kindNames; ///< what can be chosen to be listed; one without a rule
    QString filterText; ///< the filter in use, as typed
    QString filterProblem; ///< why the last filter was not used; empty: it was
    QString sortText; ///< the order in use, as typed; empty: soonest expiry first
    QString sortProblem; ///< why the last order was not used; empty: it was
    int kind = 0; ///< position in `kindNames`; −1: a range of the timeline, or a bar of a what-if
    int page = 0; ///< 0-based
    int undoable = 0; ///< number of documents whose date undoDates() can restore
    bool hasPrevious = false; ///< there is a page before
    bool hasNext = false; ///< there is a page after
    bool hasLast = false; ///< lastPage() works: the total is known, and the last page is another
    bool busy = false; ///< a change is in progress
    QString pageText; ///< "51 – 100"
    TotalState total;
    QString cannotChangeReason; ///< why changes are refused; empty: they are not
    QString cannotDateReason; ///< why touchNow() and expireAt() are; empty: as all changes
    QString message; ///< result of the last change: "3 documents touched."
    QString undoText; ///< what undoDates() reverts: "Undo (touch of 3 documents)"; may be empty
    std::optional<FailureText> failure; ///< of reading the page, or of the last change in the table
    std::optional<FailureText> editFailure; ///< of the last insert() or replace()
    std::optional<EditConflict> conflict; ///< of the last replace()
};

} // namespace sandglass::presenters
