// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/indexes/change_index_dialog.h"

#include "app/presenters/words/words.h"
#include "ui/indexes/command_box.h"
#include "ui/indexes/confirm_row.h"
#include "ui/indexes/effect_view.h"
#include "ui/words/error_mapping.h"
#include "widgets/inputs/duration_edit.h"
#include "widgets/inputs/verdict_label.h"
#include "widgets/style/metrics.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/form_row.h"
#include "widgets/views/visible_text.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

namespace sandglass::ui {

using presenters::ChangeIndexPresenter;
using presenters::ChangeKind;

namespace {

QString kindText(ChangeKind kind, bool ownRule)
{
    switch (kind) {
    case ChangeKind::Convert:
        return ownRule ? ChangeIndexDialog::tr("Let the collection's documents expire")
                       : ChangeIndexDialog::tr("Convert into a TTL index");
    case ChangeKind::Seconds:
        return ChangeIndexDialog::tr("Change when documents expire");
    case ChangeKind::StopExpiring:
        return ChangeIndexDialog::tr("Stop expiring");
    case ChangeKind::Hide:
        return ChangeIndexDialog::tr("Hide from queries");
    case ChangeKind::Unhide:
        return ChangeIndexDialog::tr("Make visible to queries again");
    case ChangeKind::Drop:
        return ChangeIndexDialog::tr("Drop the index");
    }
    return {};
}

bool takesDuration(ChangeKind kind)
{
    return kind == ChangeKind::Convert || kind == ChangeKind::Seconds;
}

// QLabel would guess whether a text is HTML, and names come from the server.
QLabel* plainLabel(QWidget* parent, const QString& objectName)
{
    auto* label = new QLabel(parent);
    label->setObjectName(objectName);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

ChangeIndexDialog::ChangeIndexDialog(ChangeIndexPresenter& presenter,
                                     std::optional<ChangeKind> wanted, QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_wanted(wanted)
    , m_current(plainLabel(this, QStringLiteral("currentRuleLabel")))
    , m_alternative(plainLabel(this, QStringLiteral("alternativeLabel")))
    , m_warning(plainLabel(this, QStringLiteral("changeWarningLabel")))
    , m_kind(new QComboBox(this))
    , m_afterPeriod(new QRadioButton(tr("&after a period from the date in the field"), this))
    , m_duration(new widgets::DurationEdit(this))
    , m_verdict(new widgets::VerdictLabel(this))
    , m_atDate(new QRadioButton(tr("at the date stored &in the field"), this))
    , m_beside(new QPushButton(tr("Create the TTL inde&x beside it…"), this))
    , m_effect(new EffectView(this))
    , m_command(new CommandBox(this))
    , m_confirm(new ConfirmRow(this))
    , m_banner(new widgets::ErrorBanner(this))
{
    setObjectName(QStringLiteral("changeIndexDialog"));
    const presenters::ChangeIndexState& state = presenter.state();
    setWindowTitle(
        state.ownRule
            ? tr("Change the Own Rule of %1")
                  .arg(widgets::visibleText(presenters::text(state.index.ns.text())))
            : tr("Change Index %1").arg(widgets::visibleText(presenters::text(state.index.name))));
    // the window releases the presenter when the dialog is destroyed
    setAttribute(Qt::WA_DeleteOnClose);
    buildLayout();
    connectSignals();
    showState();
}

void ChangeIndexDialog::proposeSeconds(qint64 seconds)
{
    m_proposed = seconds;
    // the index may already have been read and shown
    if (m_filled) {
        m_atDate->setChecked(seconds == 0);
        m_afterPeriod->setChecked(seconds != 0);
        if (seconds != 0) {
            m_duration->setSeconds(seconds);
        }
    }
}

void ChangeIndexDialog::setTimeZone(const QTimeZone& zone)
{
    m_effect->setTimeZone(zone);
}

QWidget* ChangeIndexDialog::buildForm()
{
    m_kind->setObjectName(QStringLiteral("changeKindComboBox"));
    m_kind->setAccessibleName(tr("What to do"));
    m_afterPeriod->setObjectName(QStringLiteral("changeAfterPeriodRadioButton"));
    m_afterPeriod->setAccessibleName(tr("Expire after a period from the date in the field"));
    m_afterPeriod->setChecked(true);
    m_atDate->setObjectName(QStringLiteral("changeAtDateRadioButton"));
    m_atDate->setAccessibleName(tr("Expire at the date stored in the field"));
    m_duration->setObjectName(QStringLiteral("changeDurationEdit"));
    m_duration->setLabel(tr("Period"));
    m_verdict->setObjectName(QStringLiteral("changeVerdictLabel"));
    m_verdict->setField(m_duration);

    auto* box = new QWidget(this);
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    widgets::addFormRow(*form, tr("Now:"), m_current);
    widgets::addFormRow(*form, tr("&Do:"), m_kind);
    widgets::addFormRow(*form, tr("Expire:"), m_afterPeriod);
    form->addRow(QString(), m_duration);
    form->addRow(QString(), m_verdict);
    form->addRow(QString(), m_atDate);
    form->addRow(m_warning);
    form->addRow(m_alternative);
    m_beside->setObjectName(QStringLiteral("createBesideButton"));
    m_beside->setAutoDefault(false);
    m_beside->hide();
    form->addRow(m_beside);
    return box;
}

void ChangeIndexDialog::buildLayout()
{
    m_banner->setObjectName(QStringLiteral("changeErrorBanner"));
    auto* left = new QVBoxLayout;
    left->addWidget(buildForm());
    left->addStretch(1);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(widgets::emPixels(this, 1.5));
    columns->addLayout(left, 2);
    columns->addWidget(m_effect, 3);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_banner);
    column->addLayout(columns, 1);
    column->addWidget(m_command);
    column->addWidget(m_confirm);
    resize(widgets::sizeOnScreen(this, 78, 44));
}

void ChangeIndexDialog::connectSignals()
{
    connect(m_kind, &QComboBox::activated, this, &ChangeIndexDialog::submitDraft);
    connect(m_afterPeriod, &QRadioButton::toggled, this, &ChangeIndexDialog::submitDraft);
    connect(m_duration, &widgets::DurationEdit::secondsChanged, this,
            &ChangeIndexDialog::submitDraft);
    connect(m_duration, &widgets::DurationEdit::problemChanged, this,
            &ChangeIndexDialog::submitDraft);
    connect(m_effect, &EffectView::cancelRequested, &m_presenter,
            &ChangeIndexPresenter::cancelCount);
    connect(m_effect, &EffectView::countRequested, &m_presenter, &ChangeIndexPresenter::count);
    connect(m_effect, &EffectView::purgeRequested, this, [this](bool archiveFirst) {
        if (const auto target = presenters::purgeTarget(m_presenter.state())) {
            Q_EMIT purgeRequested(*target, archiveFirst);
        }
    });
    connect(m_beside, &QPushButton::clicked, this, [this] {
        if (const auto& draft = m_presenter.state().alternativeDraft) {
            Q_EMIT alternativeRequested(*draft);
            reject();
        }
    });
    connect(m_confirm, &ConfirmRow::nameTyped, &m_presenter, &ChangeIndexPresenter::setTypedName);
    connect(m_command, &CommandBox::languageChosen, &m_presenter,
            &ChangeIndexPresenter::setCommandLanguage);
    connect(m_confirm, &ConfirmRow::confirmed, &m_presenter, &ChangeIndexPresenter::apply);
    connect(m_confirm, &ConfirmRow::cancelled, this, &QDialog::reject);
    connect(this, &QDialog::rejected, this, [this] {
        if (!m_presenter.state().sent) {
            Q_EMIT leftUnsent();
        }
    });
    connect(m_confirm, &ConfirmRow::restoreWanted, &m_presenter,
            &ChangeIndexPresenter::setRestoreWanted);
    connect(m_confirm, &ConfirmRow::rehearseRequested, &m_presenter,
            &ChangeIndexPresenter::rehearse);
    connect(&m_presenter, &ChangeIndexPresenter::stateChanged, this, &ChangeIndexDialog::showState);
}

// What the server cannot do is listed behind what it can do.
ChangeKind ChangeIndexDialog::chosenKind() const
{
    const presenters::ChangeIndexState& state = m_presenter.state();
    const int kind = m_kind->currentData().toInt();
    const auto beyond = static_cast<std::size_t>(m_kind->currentIndex()) - m_possible;
    return kind < 0 && beyond < state.impossible.size() ? state.impossible[beyond].kind
                                                        : static_cast<ChangeKind>(kind);
}

void ChangeIndexDialog::submitDraft()
{
    // the form emits signals while it is being filled
    if (!m_filled || m_kind->currentIndex() < 0) {
        return;
    }
    presenters::ChangeDraft draft;
    draft.kind = chosenKind();
    draft.atStoredDate = m_atDate->isChecked();
    draft.seconds = m_duration->seconds();
    m_presenter.edit(draft);
}

void ChangeIndexDialog::showKinds()
{
    const presenters::ChangeIndexState& state = m_presenter.state();
    if (m_filled || state.phase == presenters::EditPhase::Loading || state.kinds.empty()) {
        return;
    }
    m_possible = state.kinds.size();
    for (const ChangeKind kind : state.kinds) {
        m_kind->addItem(kindText(kind, state.ownRule), static_cast<int>(kind));
    }
    for (const presenters::ImpossibleChange& impossible : state.impossible) {
        //: something to do with an index, and why not: "Convert into a TTL index (needs
        //: MongoDB 5.1)"
        m_kind->addItem(
            tr("%1 (%2)").arg(kindText(impossible.kind, state.ownRule), impossible.reason), -1);
        auto* items = qobject_cast<QStandardItemModel*>(m_kind->model());
        if (items) {
            // listed with its reason, but not to be chosen
            items->item(m_kind->count() - 1)->setEnabled(false);
        }
    }
    const ChangeKind kind = m_wanted.value_or(state.draft.kind);
    const int wanted = m_kind->findData(static_cast<int>(kind));
    const auto impossible
        = std::ranges::find(state.impossible, kind, &presenters::ImpossibleChange::kind);
    // nothing else is preselected instead of what was asked for
    m_kind->setCurrentIndex(wanted >= 0 ? wanted
                                : impossible != state.impossible.end()
                                ? static_cast<int>(state.kinds.size())
                                    + static_cast<int>(impossible - state.impossible.begin())
                                : 0);
    const qint64 seconds
        = m_proposed.value_or(state.spec.expireAfterSeconds.value_or(ttl::kFirstProposalSeconds));
    // 0 seconds mean: at the date stored in the field. Source: ui/DESIGN.md, Creating a TTL index.
    m_atDate->setChecked(seconds == 0);
    m_duration->setSeconds(seconds == 0 ? ttl::kFirstProposalSeconds : seconds);
    m_filled = true;
    submitDraft();
    focusFirst();
}

void ChangeIndexDialog::focusFirst()
{
    // until the index was read both were disabled; with another kind there is no period to type
    if (takesDuration(chosenKind()) && m_afterPeriod->isChecked()) {
        m_duration->setEnabled(true);
        m_duration->setFocus();
    } else {
        m_kind->setEnabled(true);
        m_kind->setFocus();
    }
}

void ChangeIndexDialog::showState()
{
    const presenters::ChangeIndexState& state = m_presenter.state();
    if (state.phase == presenters::EditPhase::Done) {
        // a state may follow while the dialog closes; verified() is emitted once
        if (result() != QDialog::Accepted) {
            Q_EMIT verified(state.result);
            accept();
        }
        return;
    }
    showKinds();
    // until the index has been read there is nothing to edit
    const bool duration = m_filled && takesDuration(state.draft.kind);
    m_kind->setEnabled(m_filled);
    m_current->setText(widgets::visibleText(state.currentWords));
    for (QWidget* control :
         {static_cast<QWidget*>(m_afterPeriod), static_cast<QWidget*>(m_atDate)}) {
        control->setEnabled(duration);
    }
    m_duration->setEnabled(duration && m_afterPeriod->isChecked());
    // only the first problem fits beside the field
    const bool complains = duration && !state.verdicts.empty();
    m_verdict->setVerdict(complains && !state.verdicts.front().blocks ? widgets::Tone::Warning
                                                                      : widgets::Tone::Error,
                          complains ? state.verdicts.front().text : QString());
    m_warning->setText(state.warning);
    m_warning->setVisible(!state.warning.isEmpty());
    m_alternative->setText(state.alternative);
    m_alternative->setVisible(!state.alternative.isEmpty());
    m_beside->setVisible(state.alternativeDraft.has_value());
    m_effect->setEffect(state.effect);
    m_effect->setPreview(state.preview);
    m_command->setCommand(state.commandText, state.commandLanguage);
    m_confirm->setConfirm(state.confirm);
    showFailure(*m_banner, state.failure);
}

} // namespace sandglass::ui

#include "moc_change_index_dialog.cpp"
