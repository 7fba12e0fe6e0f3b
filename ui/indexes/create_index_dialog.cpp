// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/indexes/create_index_dialog.h"

#include "app/presenters/indexes/create_index_presenter.h"
#include "app/presenters/purge/purge_state.h"
#include "ui/indexes/command_box.h"
#include "ui/indexes/confirm_row.h"
#include "ui/indexes/effect_view.h"
#include "ui/indexes/field_list.h"
#include "ui/indexes/ttl_index_form.h"
#include "ui/words/error_mapping.h"
#include "widgets/style/metrics.h"
#include "widgets/views/error_banner.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass::ui {

using presenters::CreateIndexPresenter;

CreateIndexDialog::CreateIndexDialog(CreateIndexPresenter& presenter, const QString& title,
                                     QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_form(new TtlIndexForm(presenter.presets(), this))
    , m_fields(new FieldList(this))
    , m_effect(new EffectView(this))
    , m_command(new CommandBox(this))
    , m_confirm(new ConfirmRow(this))
    , m_banner(new widgets::ErrorBanner(this))
    , m_existing(new QPushButton(this))
{
    setObjectName(QStringLiteral("createIndexDialog"));
    setWindowTitle(tr("New TTL Index on %1").arg(title));
    // the window releases the presenter when the dialog is destroyed
    setAttribute(Qt::WA_DeleteOnClose);
    buildLayout();
    connectSignals();
    showState();
    // the form proposes a period, so it holds a draft before anything is typed
    m_presenter.edit(m_form->draft());
    m_form->focusField();
}

void CreateIndexDialog::fill(const ttl::TtlIndexDraft& draft)
{
    m_form->fill(draft);
}

void CreateIndexDialog::setTimeZone(const QTimeZone& zone)
{
    m_effect->setTimeZone(zone);
}

void CreateIndexDialog::buildLayout()
{
    m_banner->setObjectName(QStringLiteral("createErrorBanner"));
    m_existing->setObjectName(QStringLiteral("existingIndexButton"));
    m_existing->setAutoDefault(false);
    auto* left = new QVBoxLayout;
    left->addWidget(m_form);
    left->addStretch(1);
    // beside the message that it answers
    m_form->addBelowField(m_existing);
    auto* right = new QVBoxLayout;
    right->addWidget(m_fields, 1);
    right->addWidget(m_effect, 2);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(widgets::emPixels(this, 1.5));
    columns->addLayout(left, 2);
    columns->addLayout(right, 3);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_banner);
    column->addLayout(columns, 1);
    column->addWidget(m_command);
    column->addWidget(m_confirm);
    resize(widgets::sizeOnScreen(this, 78, 46));
}

void CreateIndexDialog::connectSignals()
{
    connect(m_form, &TtlIndexForm::edited, &m_presenter, &CreateIndexPresenter::edit);
    connect(m_fields, &FieldList::chosen, m_form, &TtlIndexForm::chooseField);
    connect(m_effect, &EffectView::cancelRequested, &m_presenter,
            &CreateIndexPresenter::cancelCount);
    connect(m_effect, &EffectView::countRequested, &m_presenter, &CreateIndexPresenter::count);
    connect(m_effect, &EffectView::purgeRequested, this, [this](bool archiveFirst) {
        if (const auto target = presenters::purgeTarget(m_presenter.state())) {
            Q_EMIT purgeRequested(*target, archiveFirst);
        }
    });
    connect(m_confirm, &ConfirmRow::nameTyped, &m_presenter, &CreateIndexPresenter::setTypedName);
    connect(m_command, &CommandBox::languageChosen, &m_presenter,
            &CreateIndexPresenter::setCommandLanguage);
    connect(m_confirm, &ConfirmRow::confirmed, &m_presenter, &CreateIndexPresenter::create);
    connect(m_confirm, &ConfirmRow::cancelled, this, &QDialog::reject);
    connect(m_confirm, &ConfirmRow::restoreWanted, &m_presenter,
            &CreateIndexPresenter::setRestoreWanted);
    connect(m_confirm, &ConfirmRow::rehearseRequested, &m_presenter,
            &CreateIndexPresenter::rehearse);
    connect(m_existing, &QPushButton::clicked, this, [this] {
        Q_EMIT existingIndexChosen(m_existingName);
        reject();
    });
    connect(&m_presenter, &CreateIndexPresenter::stateChanged, this, &CreateIndexDialog::showState);
}

void CreateIndexDialog::showState()
{
    const presenters::CreateIndexState& state = m_presenter.state();
    if (state.phase == presenters::EditPhase::Done) {
        // a state may follow while the dialog closes
        if (result() != QDialog::Accepted) {
            Q_EMIT verified(state.result);
            accept();
        }
        return;
    }
    m_form->setState(state);
    m_fields->setFields(state.candidates, state.candidatesText);
    // what is counted takes their room
    m_fields->setVisible(state.effect.phase == presenters::Phase::Idle);
    if (!state.proposedField.isEmpty() && !m_form->isFieldTouched()) {
        m_form->chooseField(state.proposedField);
    }
    m_effect->setEffect(state.effect);
    m_effect->setPreview(state.preview);
    m_command->setCommand(state.commandText, state.commandLanguage);
    m_confirm->setConfirm(state.confirm);
    showFailure(*m_banner, state.failure);
    showExisting();
}

void CreateIndexDialog::showExisting()
{
    m_existingName.clear();
    for (const presenters::FieldVerdict& verdict : m_presenter.state().verdicts) {
        if (m_existingName.isEmpty()) {
            m_existingName = verdict.indexName;
        }
        if (!verdict.indexName.isEmpty()) {
            m_existing->setText(verdict.rule == ttl::DraftRule::FieldAlreadyTtl
                                    ? tr("Chan&ge that index instead…")
                                    : tr("Con&vert that index instead…"));
        }
    }
    m_existing->setAccessibleName(m_existingName.isEmpty()
                                      ? tr("The existing index")
                                      : QString(m_existing->text()).remove(u'&'));
    m_existing->setVisible(!m_existingName.isEmpty());
}

} // namespace sandglass::ui

#include "moc_create_index_dialog.cpp"
