// SPDX-License-Identifier: GPL-3.0-or-later
// What the inventory says about its table: how many rules, which fit, why there are none.
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/inventory/inventory_presenter.h"
#include "app/presenters/words/words.h"
#include "ui/inventory/inventory_page.h"
#include "widgets/views/busy_overlay.h"
#include "widgets/views/elided_label.h"
#include "widgets/views/next_step.h"
#include "widgets/views/table_view.h"

#include <QCheckBox>
#include <QLineEdit>

namespace sandglass::ui {

using presenters::Phase;

QString InventoryPage::captionText() const
{
    const presenters::InventoryState& state = m_presenter.state();
    QStringList parts;
    // while the collections are read, or if some may not be read, 0 is not the last word
    const bool whole
        = state.phase != Phase::Loading && state.phase != Phase::Failed && state.unread.isEmpty();
    if (whole) {
        //: %1 is the number of rules that fit the filter: "5 of 215 TTL rules"
        const QString rules = state.shownRules ? tr("%1 of %Ln TTL rule(s)", nullptr, state.rules)
                                                     .arg(presenters::countText(*state.shownRules))
                                               : tr("%Ln TTL rule(s)", nullptr, state.rules);
        parts << rules;
    } else if (state.rules > 0) {
        parts << tr("at least %Ln TTL rule(s)", nullptr, state.rules);
    }
    // where there is no room for all of it, the number of collections is the least
    parts << state.extentText << state.unread;
    if (m_table->isDimmed()) {
        parts << m_countedText;
    }
    if (whole) {
        parts << tr("%Ln collection(s)", nullptr, state.collections);
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

// The rows are as old as their counts, whose time the timeline above says as well.
void InventoryPage::showAge()
{
    const presenters::InventoryState& state = m_presenter.state();
    const presenters::ForecastState& counts = m_presenter.forecast().state();
    const bool counted = !counts.edges.empty();
    const bool ready = state.phase == Phase::Ready;
    const bool countsAreOld = counts.phase == Phase::Stale || (counts.slow && counted);
    // after a loss, the rules of before stay until they have been read and counted again
    const bool awaited = state.phase == Phase::Loading || state.phase == Phase::Failed
        || (ready && counts.phase == Phase::Loading);
    const bool old = state.phase == Phase::Stale || (ready && (state.failure || countsAreOld))
        || (awaited && m_table->isDimmed());
    if (!old) {
        m_countedText.clear();
    }
    // what is counted while the rules cannot be read does not make these newer
    if (counted && (!old || m_countedText.isEmpty())) {
        m_countedText = tr("as of %1").arg(presenters::timeOfDayText(counts.asOf, counts.zone));
    }
    m_table->setDimmed(old, m_countedText);
    m_caption->setText(captionText());
}

bool InventoryPage::isFiltered() const
{
    return !m_filter->text().trimmed().isEmpty() || m_onlyOverdue->isChecked()
        || m_onlyFindings->isChecked();
}

void InventoryPage::clearFilter()
{
    m_filter->clear();
    m_onlyOverdue->setChecked(false);
    m_onlyFindings->setChecked(false);
}

void InventoryPage::showPlaceholder()
{
    const presenters::InventoryState& state = m_presenter.state();
    QString text = m_words.noRules;
    QString step = tr("Choose a collec&tion");
    if (state.phase == Phase::Loading) {
        text = tr("Reading the collections…");
        step.clear();
    } else if (!state.filterProblem.isEmpty()) {
        text = state.filterProblem;
        step = tr("Clear the fi&lter");
    } else if (state.rules > 0) {
        text = m_words.noMatch;
        step = tr("Clear the fi&lter");
    } else if (state.phase == Phase::Failed) {
        // the bar above has the reason and Retry
        text = tr("The TTL rules could not be read.");
        step.clear();
    } else if (!state.unread.isEmpty()) {
        text = tr("No TTL rule was found where this user may read.");
    }
    if (state.phase == Phase::Loading) {
        m_busy->start(text);
        m_busy->setProgress(state.readShare);
    } else {
        m_busy->stop();
    }
    m_table->setPlaceholderText(text);
    m_filter->setAccessibleDescription(state.filterProblem);
    m_next->setStep(step);
}

} // namespace sandglass::ui
