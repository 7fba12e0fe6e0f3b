// SPDX-License-Identifier: GPL-3.0-or-later
// ChangeIndexPresenter's words.
#include "app/presenters/indexes/change_index_presenter.h"
#include "app/presenters/words/words.h"

namespace sandglass::presenters {

void ChangeIndexPresenter::describeNow()
{
    const ttl::IndexSpec& spec = m_state.spec;
    const QString field = text(spec.singleField());
    if (spec.expiryValueInvalid) {
        m_state.currentWords = tr("unusable TTL value on %1: expires nothing").arg(field);
    } else if (spec.expireAfterSeconds) {
        m_state.currentWords = tr("%1, %2").arg(field, ruleWords(*spec.expireAfterSeconds));
    } else if (m_state.ownRule) {
        m_state.currentWords = tr("switched off");
    } else {
        m_state.currentWords
            = tr("ordinary index on %1").arg(field.isEmpty() ? keyText(spec.key) : field);
    }
}

QString ChangeIndexPresenter::warningText() const
{
    const ChangeKind kind = m_state.draft.kind;
    if (kind == ChangeKind::Hide && m_state.spec.isTtl()) {
        return tr("A hidden TTL index goes on deleting. Hiding only keeps queries from using it.");
    }
    if (kind == ChangeKind::Drop && m_state.spec.isTtl()) {
        return tr("Without this index nothing expires by it any more, and queries cannot use it.");
    }
    if (kind == ChangeKind::StopExpiring) {
        return m_state.ownRule ? tr("The collection's own rule is switched off. TTL indexes of the "
                                    "collection go on deleting.")
                               : tr("The period becomes the largest possible, about 68 years: in "
                                    "practice nothing expires.");
    }
    return m_state.spec.hidden && needsCount()
        ? tr("This index is hidden; it deletes all the same.")
        : QString();
}

QString ChangeIndexPresenter::buttonText() const
{
    const EffectState& effect = m_state.effect;
    const bool deletes = needsCount() && effect.phase == Phase::Ready && effect.affected > 0;
    switch (m_state.draft.kind) {
    case ChangeKind::Convert:
        if (m_state.ownRule) {
            return deletes
                ? tr("Switch on and delete %Ln document(s)", nullptr, pluralCount(effect.affected))
                : tr("Switch on");
        }
        return deletes
            ? tr("Convert and delete %Ln document(s)", nullptr, pluralCount(effect.affected))
            : tr("Convert");
    case ChangeKind::Seconds:
        return deletes
            ? tr("Change and delete %Ln document(s)", nullptr, pluralCount(effect.affected))
            : tr("Change");
    case ChangeKind::StopExpiring:
        return tr("Stop expiring");
    case ChangeKind::Hide:
        return tr("Hide");
    case ChangeKind::Unhide:
        return tr("Unhide");
    case ChangeKind::Drop:
        break;
    }
    return tr("Drop index");
}

QString ChangeIndexPresenter::resultText() const
{
    const QString collection = text(m_state.index.ns.text());
    if (m_state.ownRule) {
        //: a collection and what has become of its own rule
        return tr("%1: %2").arg(collection, outcomeText());
    }
    //: an index, its collection and what has become of it
    return tr("%1 of %2: %3").arg(text(m_state.index.name), collection, outcomeText());
}

QString ChangeIndexPresenter::outcomeText() const
{
    if (m_state.draft.kind == ChangeKind::Drop) {
        return tr("The index was dropped.");
    }
    if (m_state.ownRule && m_state.draft.kind == ChangeKind::StopExpiring) {
        return tr("The collection's own rule is switched off; read back and verified.");
    }
    if (const std::optional<std::int64_t> seconds = wantedSeconds()) {
        return tr("Expires %1 now (before: %2); read back and verified.")
            .arg(ruleWords(*seconds), m_state.currentWords);
    }
    return m_state.draft.kind == ChangeKind::Hide
        ? tr("The index is hidden now; read back and verified.")
        : tr("The index is visible now; read back and verified.");
}

} // namespace sandglass::presenters
