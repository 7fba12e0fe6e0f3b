// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/restore/restore_offer_box.h"

#include "ui/restore/rehearse_button.h"
#include "widgets/inputs/verdict_label.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QSignalBlocker>

namespace sandglass::ui {

RestoreOfferBox::RestoreOfferBox(QWidget* parent)
    : QWidget(parent)
    , m_first(new QCheckBox(tr("&Make a restore point first"), this))
    , m_problem(new widgets::VerdictLabel(this))
    , m_rehearse(new RehearseButton(this))
{
    setObjectName(QStringLiteral("restoreOfferBox"));
    m_first->setObjectName(QStringLiteral("restorePointCheckBox"));
    m_first->setToolTip(tr("A copy of all current data, made at once. It takes hardly any space. "
                           "Server > Restore points and rehearsals restores it."));
    m_problem->setObjectName(QStringLiteral("restoreProblemLabel"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_first);
    row->addWidget(m_problem, 1, Qt::AlignVCenter);
    row->addStretch(0);
    row->addWidget(m_rehearse);
    connect(m_first, &QCheckBox::toggled, this, &RestoreOfferBox::wantedChanged);
    connect(m_rehearse, &RehearseButton::rehearseRequested, this,
            &RestoreOfferBox::rehearseRequested);
    setOffer({});
}

void RestoreOfferBox::setOffer(const presenters::RestoreOfferState& offer)
{
    // toggled() is also emitted for changes by code
    const QSignalBlocker quiet(m_first);
    m_first->setVisible(offer.offered);
    m_first->setChecked(offer.wanted);
    m_first->setEnabled(!offer.making);
    m_problem->setVerdict(widgets::Tone::Error, offer.problem);
    m_rehearse->setVisible(offer.rehearsalOffered);
    m_rehearse->setPreparing(offer.preparing);
    setVisible(offer.offered || offer.rehearsalOffered || !offer.problem.isEmpty());
}

} // namespace sandglass::ui

#include "moc_restore_offer_box.cpp"
