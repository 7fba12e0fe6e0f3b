// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/change_index_words.h"

#include "app/presenters/indexes/change_index_presenter.h"
#include "app/presenters/journal/change_result.h"
#include "app/presenters/journal/journal_words.h"
#include "app/presenters/words/words.h"

#include <cmath>

namespace sandglass::presenters {

namespace {

// "Read back and verified" is true for each success: the service fails with Conflict otherwise.
QString outcomeText(const ChangeIndexState& state)
{
    if (state.draft.kind == ChangeKind::Drop) {
        return ChangeIndexPresenter::tr("The index was dropped.");
    }
    if (state.ownRule && state.draft.kind == ChangeKind::StopExpiring) {
        return ChangeIndexPresenter::tr(
            "The collection's own rule is switched off; read back and verified.");
    }
    if (state.draft.kind == ChangeKind::Convert) {
        return ChangeIndexPresenter::tr("Converted, read back and verified; now expires %1.")
            .arg(ruleWords(state.draft.wantedSeconds().value_or(0)));
    }
    if (const std::optional<std::int64_t> seconds = state.draft.wantedSeconds()) {
        return ChangeIndexPresenter::tr("Now expires %1 (before: %2); read back and verified.")
            .arg(ruleWords(*seconds), state.currentWords);
    }
    return state.draft.kind == ChangeKind::Hide
        ? ChangeIndexPresenter::tr("The index is now hidden; read back and verified.")
        : ChangeIndexPresenter::tr("The index is now visible; read back and verified.");
}

} // namespace

QString currentRuleWords(const ChangeIndexState& state)
{
    const ttl::IndexSpec& spec = state.spec;
    const QString field = text(spec.singleField());
    if (spec.expiryValueInvalid) {
        return ChangeIndexPresenter::tr("unusable TTL value on %1: expires nothing").arg(field);
    }
    if (spec.expireAfterSeconds) {
        return ChangeIndexPresenter::tr("%1, %2").arg(field, ruleWords(*spec.expireAfterSeconds));
    }
    return state.ownRule ? ChangeIndexPresenter::tr("switched off")
                         : ChangeIndexPresenter::tr("ordinary index on %1")
                               .arg(field.isEmpty() ? keyText(spec.key) : field);
}

QString changeWarning(const ChangeIndexState& state)
{
    const ChangeKind kind = state.draft.kind;
    if (kind == ChangeKind::Hide && state.spec.isTtl()) {
        return ChangeIndexPresenter::tr(
            "A hidden TTL index continues to delete. Hiding only prevents queries from using it.");
    }
    if (kind == ChangeKind::Drop && state.spec.isTtl()) {
        return ChangeIndexPresenter::tr(
            "Without this index, its rule no longer expires documents, and queries cannot use it.");
    }
    if (kind == ChangeKind::StopExpiring && state.ownRule) {
        return ChangeIndexPresenter::tr("The collection's own rule is switched off. TTL indexes of "
                                        "the collection continue to delete.");
    }
    if (kind == ChangeKind::StopExpiring) {
        return ChangeIndexPresenter::tr("The period becomes the largest possible, about 68 years: "
                                        "only documents with an older date still expire.");
    }
    return state.spec.hidden && state.draft.setsPeriod()
        ? ChangeIndexPresenter::tr("This index is hidden; it deletes nevertheless.")
        : QString();
}

namespace {

// The button of a change that deletes documents, with their number.
QString deletingButtonText(const ChangeIndexState& state)
{
    const int count = pluralCount(state.effect.affected);
    const bool exact = state.effect.exact;
    if (state.draft.kind == ChangeKind::Seconds) {
        return exact
            ? ChangeIndexPresenter::tr("Change and delete %Ln document(s)", nullptr, count)
            : ChangeIndexPresenter::tr("Change and delete about %Ln document(s)", nullptr, count);
    }
    if (state.ownRule) {
        return exact
            ? ChangeIndexPresenter::tr("Switch on and delete %Ln document(s)", nullptr, count)
            : ChangeIndexPresenter::tr("Switch on and delete about %Ln document(s)", nullptr,
                                       count);
    }
    return exact
        ? ChangeIndexPresenter::tr("Convert and delete %Ln document(s)", nullptr, count)
        : ChangeIndexPresenter::tr("Convert and delete about %Ln document(s)", nullptr, count);
}

} // namespace

QString changeButtonText(const ChangeIndexState& state)
{
    const EffectState& effect = state.effect;
    const bool deletes
        = state.draft.setsPeriod() && effect.phase == Phase::Ready && effect.affected > 0;
    const bool expires
        = state.draft.kind == ChangeKind::Convert || state.draft.kind == ChangeKind::Seconds;
    if (deletes && expires) {
        return deletingButtonText(state);
    }
    switch (state.draft.kind) {
    case ChangeKind::Convert:
        return state.ownRule ? ChangeIndexPresenter::tr("Switch on")
                             : ChangeIndexPresenter::tr("Convert");
    case ChangeKind::Seconds:
        return ChangeIndexPresenter::tr("Change");
    case ChangeKind::StopExpiring:
        return ChangeIndexPresenter::tr("Stop expiring");
    case ChangeKind::Hide:
        return ChangeIndexPresenter::tr("Hide");
    case ChangeKind::Unhide:
        return ChangeIndexPresenter::tr("Unhide");
    case ChangeKind::Drop:
        break;
    }
    return ChangeIndexPresenter::tr("Drop index");
}

ChangeResult changeResult(const ChangeIndexState& state)
{
    ChangeResult result;
    const QString collection = text(state.index.ns.text());
    if (state.ownRule) {
        //: a collection and the result of a change of its own rule
        result.sentence = ChangeIndexPresenter::tr("%1: %2").arg(collection, outcomeText(state));
    } else {
        //: an index, its collection and the result of the change
        result.sentence = ChangeIndexPresenter::tr("%1 of %2: %3")
                              .arg(text(state.index.name), collection, outcomeText(state));
    }
    if (state.draft.setsPeriod()) {
        result.deletions = deletionsOf(state.effect);
    }
    return result;
}

QString deletionsOf(const EffectState& effect)
{
    if (effect.phase != Phase::Ready) {
        return deletionWords(std::nullopt);
    }
    if (effect.exact) {
        return deletionWords(effect.affected);
    }
    return effect.affected > 0
        ? ChangeIndexPresenter::tr("About %Ln document(s) will go with the next pass", nullptr,
                                   pluralCount(effect.affected))
        : ChangeIndexPresenter::tr("At most %Ln document(s) will go with the next pass", nullptr,
                                   pluralCount(std::llround(effect.error)));
}

QString uncountedText(const std::optional<Today>& today, bool unchanged)
{
    if (!unchanged) {
        return ChangeIndexPresenter::tr("The effect is counted once the form is complete.");
    }
    if (!today) {
        return ChangeIndexPresenter::tr("It could not be counted how documents expire now.");
    }
    return (today->exact
                ? ChangeIndexPresenter::tr("As it is now: %1 of %2 documents are overdue.")
                : ChangeIndexPresenter::tr("As it is now: about %1 of %2 documents are overdue."))
        .arg(countText(today->overdue), countText(today->documents));
}

QString endedText(const Today& today, bool otherRule)
{
    const int count = pluralCount(today.dated);
    if (otherRule) {
        return today.exact
            ? ChangeIndexPresenter::tr("%Ln document(s) will then no longer expire by this rule.",
                                       nullptr, count)
            : ChangeIndexPresenter::tr(
                "About %Ln document(s) will then no longer expire by this rule.", nullptr, count);
    }
    return today.exact
        ? ChangeIndexPresenter::tr("%Ln document(s) will then never expire.", nullptr, count)
        : ChangeIndexPresenter::tr("About %Ln document(s) will then never expire.", nullptr, count);
}

} // namespace sandglass::presenters
