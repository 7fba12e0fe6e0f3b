// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/batch_change_words.h"

#include "app/presenters/indexes/batch_change_presenter.h"
#include "app/presenters/indexes/batch_timeline.h"
#include "app/presenters/words/words.h"

#include <QStringList>

#include <algorithm>
#include <iterator>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

constexpr int kNamedRules = 10; // in a list

QString ruleName(const ttl::IndexRef& rule)
{
    //: an index and its collection
    return BatchChangePresenter::tr("%1 of %2").arg(text(rule.name), text(rule.ns.text()));
}

// A list of rules; of many, only the first ones and the number of the others.
QString listOf(QStringList names)
{
    const auto count = static_cast<int>(names.size());
    if (count > kNamedRules) {
        names.resize(kNamedRules);
        names << BatchChangePresenter::tr("%Ln more", nullptr, count - kNamedRules);
    }
    return names.join(u", "_s);
}

} // namespace

QString batchWarning(const ChangeDraft& draft, const std::vector<BatchTarget>& targets)
{
    if (draft.kind == ChangeKind::Hide) {
        return BatchChangePresenter::tr("Hidden TTL indexes continue to delete. Hiding only "
                                        "prevents queries from using them.");
    }
    if (draft.kind == ChangeKind::StopExpiring) {
        return BatchChangePresenter::tr("The period becomes the largest possible, about 68 years: "
                                        "only documents with an older date still expire by these "
                                        "rules.");
    }
    const auto leavesDate = [](const BatchTarget& target) {
        return target.stage != BatchStage::Unusable && target.stage != BatchStage::Reading
            && target.spec.expireAfterSeconds == 0;
    };
    const auto leaving = std::ranges::count_if(targets, leavesDate);
    return draft.atStoredDate || leaving == 0
        ? QString()
        : BatchChangePresenter::tr("The documents of %Ln rule(s) now expire at the date stored in "
                                   "them. After the change the period is added to that date.",
                                   nullptr, static_cast<int>(leaving));
}

QString batchEffectWords(const EffectState& sum, int rules)
{
    if (sum.phase != Phase::Ready) {
        return BatchChangePresenter::tr("It is not known how many documents this would delete.");
    }
    const QString subject = BatchChangePresenter::tr("%Ln rule(s)", nullptr, rules);
    if (sum.affected == 0 && sum.exact) {
        //: %1 is "3 rules"
        return BatchChangePresenter::tr("Changing %1 would delete nothing at once.").arg(subject);
    }
    //: %1 is "3 rules", %2 and %3 are numbers of documents
    const QString sentence = sum.exact
        ? BatchChangePresenter::tr("Changing %1 would delete at once: %2 of %3 documents")
        //: %1 is "3 rules", %2 and %3 are numbers of documents
        : BatchChangePresenter::tr("Changing %1 would delete at once: about %2 of %3 documents");
    return sentence.arg(subject, countText(sum.affected), countText(sum.documents));
}

QString batchProgressWords(const BatchProgress& progress)
{
    //: %1 is a number: "3 of 12 rules changed"
    QString words = BatchChangePresenter::tr("%1 of %Ln rule(s) changed", nullptr, progress.rules)
                        .arg(countText(progress.changed));
    if (progress.ending) {
        words += u' ' + BatchChangePresenter::tr("(ends after the rule in progress)");
    }
    return words;
}

QString batchCancelledWords(const BatchProgress& progress)
{
    //: %1 is a number: "Cancelled: 3 of 12 rules were changed, …"
    return BatchChangePresenter::tr("Cancelled: %1 of %Ln rule(s) were changed, each of which can "
                                    "be undone in the journal. The others are as before.",
                                    nullptr, progress.rules)
        .arg(countText(progress.changed));
}

QString batchMissingWords(const std::vector<ttl::IndexRef>& missing, bool othersShown)
{
    if (missing.empty()) {
        return {};
    }
    QStringList names;
    std::ranges::transform(missing, std::back_inserter(names), ruleName);
    const QString list = listOf(std::move(names));
    if (!othersShown) {
        //: %1 is a list of indexes and their collections
        return BatchChangePresenter::tr("There is no timeline of these rules, because their "
                                        "documents could not be counted: %1.")
            .arg(list);
    }
    //: %1 is a list of indexes and their collections
    return BatchChangePresenter::tr("Not in the timeline, because their documents could not be "
                                    "counted: %1. With them, its numbers would be the same or "
                                    "higher.")
        .arg(list);
}

QString batchTimelineNote(const BatchTimeline& timeline)
{
    const PreviewState& preview = timeline.preview();
    QStringList parts;
    if (preview.phase == Phase::Loading) {
        //: %1 is a number: "Adding up the timeline: 2 of 5 rules so far."
        parts << BatchChangePresenter::tr("Adding up the timeline: %1 of %Ln rule(s) so far.",
                                          nullptr, timeline.rules())
                     .arg(countText(timeline.answered()));
    }
    if (!preview.missing.isEmpty() && preview.phase != Phase::Stale) {
        parts << preview.missing;
    }
    return parts.join(u' ');
}

ChangeResult batchResult(const std::vector<BatchTarget>& targets)
{
    QStringList names;
    for (const BatchTarget& target : targets) {
        if (target.stage == BatchStage::Changed) {
            names << ruleName(target.index);
        }
    }
    ChangeResult result;
    //: %1 is a list of indexes and their collections
    result.sentence = BatchChangePresenter::tr(
                          "Changed, read back and verified: %1. Each can be undone in the journal.")
                          .arg(listOf(std::move(names)));
    result.isOneEntry = false;
    return result;
}

} // namespace sandglass::presenters
