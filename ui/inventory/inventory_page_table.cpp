// SPDX-License-Identifier: GPL-3.0-or-later
// What the inventory says about its table: how many rules, which fit, why there are none.
#include "app/presenters/inventory/inventory_presenter.h"
#include "ui/inventory/inventory_page.h"
#include "widgets/views/busy_overlay.h"
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
    if (whole) {
        parts << tr("%Ln collection(s)", nullptr, state.collections);
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
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
