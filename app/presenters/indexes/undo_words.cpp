// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/undo_words.h"

#include "app/bson/json.h"
#include "app/presenters/documents/document_words.h"
#include "app/presenters/effect/edit_state.h"
#include "app/presenters/indexes/undo_presenter.h"
#include "app/presenters/journal/journal_words.h"
#include "app/presenters/words/words.h"
#include "app/services/documents/date_undo.h"
#include "app/services/indexes/undo_service.h"
#include "app/ttl/own_rule.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

using services::UndoObstacle;
using services::UndoWay;

// The beginning of a sentence.
QString subjectOf(const ttl::IndexRef& index)
{
    const QString collection = text(index.ns.text());
    return ttl::isOwnRule(index)
        ? UndoPresenter::tr("The collection-level rule of %1").arg(collection)
        //: an index and its collection
        : UndoPresenter::tr("The index %1 of %2").arg(text(index.name), collection);
}

// Two versions of an index in words that tell them apart; where words do not, as JSON.
struct Versions
{
    QString one;
    QString other;
};

Versions versionsOf(const bson::Document& one, const bson::Document& other)
{
    Versions versions{definitionWords(one), definitionWords(other)};
    if (versions.one == versions.other) {
        versions = {text(bson::toJson(services::creatableDefinition(one))),
                    text(bson::toJson(services::creatableDefinition(other)))};
    }
    return versions;
}

// Whether the last change that this program has made to the index is what it is now.
bool isFromHere(const services::UndoPlan& plan, const services::JournalEntry& entry,
                const std::vector<services::JournalEntry>& entries)
{
    const auto last
        = std::find_if(entries.rbegin(), entries.rend(), [&](const services::JournalEntry& each) {
              return each.id > entry.id && each.server == entry.server && each.ns == entry.ns
                  && each.index == entry.index && each.after
                  && each.status == services::JournalStatus::Succeeded;
          });
    return last != entries.rend() && services::sameDefinition(*last->after, plan.present->listed);
}

} // namespace

QString undoSentence(const services::UndoPlan& plan)
{
    const QString index = text(plan.index.name);
    const QString collection = text(plan.index.ns.text());
    switch (plan.way) {
    case UndoWay::Drop:
        return UndoPresenter::tr("Drops the index %1 of %2.").arg(index, collection);
    case UndoWay::Create:
        return UndoPresenter::tr("Creates the index %1 of %2 again, with every option it had: %3.")
            .arg(index, collection, definitionWords(plan.definition));
    case UndoWay::Rebuild:
        return UndoPresenter::tr(
                   "Two steps: drops the index %1 of %2, then creates it again as it was: %3.")
            .arg(index, collection, definitionWords(plan.definition));
    case UndoWay::Change:
        break;
    }
    if (plan.change.switchedOff) {
        return UndoPresenter::tr("Switches the collection-level rule of %1 off again.")
            .arg(collection);
    }
    if (ttl::isOwnRule(plan.index)) {
        return UndoPresenter::tr(
                   "Resets the collection-level rule of %1: documents expire %2 again.")
            .arg(collection, ruleWords(plan.change.expireAfterSeconds.value_or(0)));
    }
    if (const auto seconds = plan.change.expireAfterSeconds) {
        return UndoPresenter::tr("Resets the index %1 of %2: documents expire %3 again.")
            .arg(index, collection, ruleWords(*seconds));
    }
    return plan.change.hidden.value_or(false)
        ? UndoPresenter::tr("Hides the index %1 of %2 again.").arg(index, collection)
        : UndoPresenter::tr("Makes the index %1 of %2 visible to queries again.")
              .arg(index, collection);
}

FailureText undoObstacleWords(UndoObstacle obstacle, const ttl::IndexRef& index, bool droppedHere)
{
    FailureText failure;
    // in all of them %1 is "The index createdAt_1 of app.sessions"
    switch (obstacle) {
    case UndoObstacle::NoOpposite:
        failure.sentence = UndoPresenter::tr("This entry cannot be undone.");
        failure.advice = UndoPresenter::tr("Change the index itself, on the page of %1.")
                             .arg(text(index.ns.text()));
        break;
    case UndoObstacle::IndexGone:
        failure.sentence
            = (droppedHere
                   ? UndoPresenter::tr("%1 no longer exists: it was dropped in this window.")
                   : UndoPresenter::tr("%1 no longer exists: another client has dropped it, or has "
                                       "dropped or renamed the collection."))
                  .arg(subjectOf(index));
        failure.advice = droppedHere
            ? UndoPresenter::tr("Undo the drop of the index first.")
            : UndoPresenter::tr("There is nothing left to undo. Create the index again if it is "
                                "wanted.");
        break;
    case UndoObstacle::NameTaken:
        failure.sentence
            = UndoPresenter::tr("%1 is another one now, made after this entry, so the dropped one "
                                "cannot be created again under its name.")
                  .arg(subjectOf(index));
        failure.advice = UndoPresenter::tr("Look at it in the tab Indexes. If it is not needed, "
                                           "drop it, then undo again.");
        break;
    case UndoObstacle::AlreadyAsBefore:
        failure.sentence
            = UndoPresenter::tr("There is nothing to undo. %1 is as it was before this entry.")
                  .arg(subjectOf(index));
        failure.advice = UndoPresenter::tr("It was set back since, in this window or by another "
                                           "client.");
        break;
    }
    return failure;
}

FailureText undoFailureWords(const base::Error& error, const ttl::IndexRef& index)
{
    FailureText failure = describe(error);
    const QString collection = text(index.ns.text());
    switch (error.reason) {
    case base::LocalReason::IndexChanged:
        //: %1 is "The index createdAt_1 of app.sessions"
        failure.sentence = UndoPresenter::tr("%1 was changed by another client while this dialog "
                                             "was open. Nothing was sent.")
                               .arg(subjectOf(index));
        failure.advice = UndoPresenter::tr("Compare both versions below. Undo overwrites theirs, "
                                           "Cancel keeps it.");
        break;
    case base::LocalReason::CollectionGone:
        failure.sentence = UndoPresenter::tr("Another client has dropped or renamed the collection "
                                             "%1. Nothing was sent.")
                               .arg(collection);
        failure.advice = UndoPresenter::tr("If it was renamed, change its index by hand, under its "
                                           "new name.");
        break;
    case base::LocalReason::CollectionReplaced:
        failure.sentence = UndoPresenter::tr("The collection %1 is not the one that was changed: "
                                             "another client has dropped or renamed that one, and "
                                             "this one has its name. Nothing was sent.")
                               .arg(collection);
        failure.advice
            = UndoPresenter::tr("Look at its indexes as they are now. If they are wrong, "
                                "change them by hand.");
        break;
    default:
        break; // it has words of its own, and something may have been sent
    }
    return failure;
}

QString laterChangeWords(const services::UndoPlan& plan, const services::JournalEntry& entry,
                         const std::vector<services::JournalEntry>& entries)
{
    if (!plan.present || !entry.after) {
        return {};
    }
    const Versions versions = versionsOf(*entry.after, plan.present->listed);
    //: %1 is "The index createdAt_1 of app.sessions"
    const QString who = (isFromHere(plan, entry, entries)
                             ? UndoPresenter::tr("%1 was changed again in this window after this "
                                                 "entry.")
                             : UndoPresenter::tr("%1 was changed by another client after this "
                                                 "entry."))
                            .arg(subjectOf(plan.index));
    //: %1 and %2 are two versions of an index, such as "after 1 h"
    return who + u' '
        + UndoPresenter::tr("After the entry it was: %1. It is now: %2. The undo overwrites that.")
              .arg(versions.one, versions.other);
}

QString dateUndoSentence(const services::DateUndo& undo)
{
    //: %1 is a collection, %2 a field
    return UndoPresenter::tr("Gives %Ln document(s) of %1 the earlier value of %2 again.", nullptr,
                             static_cast<int>(undo.back.size()))
        .arg(text(undo.ns.text()), text(undo.field));
}

QStringList dateUndoNotes(const EffectState& due)
{
    QStringList notes;
    if (due.affected > 0) {
        notes << (due.exact
                      ? UndoPresenter::tr("%Ln document(s) are due then, for the next pass to "
                                          "delete.",
                                          nullptr, pluralCount(due.affected))
                      : UndoPresenter::tr("Up to %Ln document(s) are due then, for the next pass "
                                          "to delete: the rule has a partial filter.",
                                          nullptr, pluralCount(due.affected)));
    }
    notes << UndoPresenter::tr("A document that another client has changed or deleted since stays "
                               "as it is.");
    return notes;
}

FailureText dateConflictWords(const services::DateUndo& undo)
{
    FailureText failure;
    //: %1 is a field
    failure.sentence
        = (undo.back.size() == 1
               ? UndoPresenter::tr("Nothing was changed. Another client has since deleted the "
                                   "document or changed its %1.")
               : UndoPresenter::tr("Nothing was changed. Another client has since deleted %Ln "
                                   "document(s) or changed their %1.",
                                   nullptr, static_cast<int>(undo.back.size())))
              .arg(text(undo.field));
    failure.advice = UndoPresenter::tr("Look at the documents of %1: their dates are those of the "
                                       "other client. Set them by hand if they are wrong.")
                         .arg(text(undo.ns.text()));
    return failure;
}

FailureText datesUnknownWords(bool undone)
{
    FailureText failure;
    if (undone) {
        failure.sentence = UndoPresenter::tr("There is nothing to undo: the documents have their "
                                             "earlier dates again.");
        return failure;
    }
    failure.sentence = UndoPresenter::tr("The earlier dates of these documents are not known any "
                                         "more.");
    failure.advice = UndoPresenter::tr("Only those of the latest changes are kept, until the "
                                       "window is closed. Set the dates by hand, in the tab "
                                       "Documents.");
    return failure;
}

QString datesRestoredWords(const services::DateUndo& undo, std::int64_t restored)
{
    const auto asked = static_cast<std::int64_t>(undo.back.size());
    QString words = changeMessage(DocumentChange::Restored, pluralCount(restored));
    if (restored < asked) {
        words += u' ' + leftAloneMessage(pluralCount(asked - restored));
    }
    return words;
}

} // namespace sandglass::presenters
