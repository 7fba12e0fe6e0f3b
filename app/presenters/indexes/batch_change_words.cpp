// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/batch_change_words.h"

#include "app/presenters/indexes/batch_change_presenter.h"
#include "app/presenters/words/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

constexpr int kNamedRules = 10; // in the message after the change

} // namespace

QString batchWarning(const ChangeDraft& draft, const std::vector<BatchTarget>& targets)
{
    if (draft.kind == ChangeKind::Hide) {
        return BatchChangePresenter::tr("Hidden TTL indexes continue to delete. Hiding only "
                                        "prevents queries from using them.");
    }
    if (draft.kind == ChangeKind::StopExpiring) {
        return BatchChangePresenter::tr("The period becomes the largest possible, about 68 years: "
                                        "in practice nothing expires by these rules.");
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

ChangeResult batchResult(const std::vector<BatchTarget>& targets)
{
    QStringList names;
    for (const BatchTarget& target : targets) {
        if (target.stage == BatchStage::Changed) {
            //: an index and its collection
            names << BatchChangePresenter::tr("%1 of %2")
                         .arg(text(target.index.name), text(target.index.ns.text()));
        }
    }
    const auto count = static_cast<int>(names.size());
    if (count > kNamedRules) {
        names.resize(kNamedRules);
        names << BatchChangePresenter::tr("%Ln more", nullptr, count - kNamedRules);
    }
    ChangeResult result;
    //: %1 is a list of indexes and their collections
    result.sentence = BatchChangePresenter::tr(
                          "Changed, read back and verified: %1. Each can be undone in the journal.")
                          .arg(names.join(u", "_s));
    result.isOneEntry = false;
    return result;
}

} // namespace sandglass::presenters
