// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/indexes/ttl_index_form.h"

#include "app/presenters/words/words.h"
#include "widgets/inputs/duration_edit.h"
#include "widgets/inputs/field_path_edit.h"
#include "widgets/inputs/verdict_label.h"
#include "widgets/views/visible_text.h"

#include <QFontDatabase>
#include <QFormLayout>
#include <QStandardItemModel>

#include "ui_ttl_index_form.h"
#include <algorithm>
#include <utility>

namespace sandglass::ui {

using presenters::text;
using presenters::utf8;

namespace {

/// The value of expireAfterSeconds in Cosmos DB with which only documents with a `ttl` field of
/// their own expire.
constexpr std::int64_t kOwnTtl = -1;

} // namespace

TtlIndexForm::TtlIndexForm(std::vector<presenters::CreatePreset> presets, QWidget* parent)
    : QWidget(parent)
    , m_ui(std::make_unique<Ui::TtlIndexForm>())
    , m_presets(std::move(presets))
{
    m_ui->setupUi(this);
    setNames();
    m_ui->presetComboBox->addItem(tr("None: fill in the form"));
    fillPresets();
    m_ui->presetExplanationLabel->hide();
    m_ui->presetCodeLabel->hide();
    m_ui->presetCodeLabel->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    // until setState() says that the server is a Cosmos DB
    m_ui->ownTtlRadioButton->hide();
    // proposed; the form is complete as soon as a field is named
    m_ui->durationEdit->setSeconds(3600);
    connectSignals();
}

TtlIndexForm::~TtlIndexForm() = default;

void TtlIndexForm::fillPresets()
{
    for (const presenters::CreatePreset& preset : m_presets) {
        const bool available = preset.unavailable.isEmpty();
        //: a preset and why it cannot be used: "Time series (needs MongoDB 6.3)"
        m_ui->presetComboBox->addItem(
            available ? preset.title : tr("%1 (%2)").arg(preset.title, preset.unavailable));
        auto* items = qobject_cast<QStandardItemModel*>(m_ui->presetComboBox->model());
        if (!available && items) {
            // listed with its reason, but not to be chosen
            items->item(m_ui->presetComboBox->count() - 1)->setEnabled(false);
        }
    }
}

void TtlIndexForm::setNames()
{
    setObjectName(QStringLiteral("ttlIndexForm"));
    m_ui->durationEdit->setLabel(tr("Period"));
    m_ui->fieldVerdict->setField(m_ui->fieldEdit);
    m_ui->durationVerdict->setField(m_ui->durationEdit);
    m_ui->nameVerdict->setField(m_ui->nameEdit);
    m_ui->filterVerdict->setField(m_ui->filterEdit);
    m_ui->hiddenVerdict->setField(m_ui->hiddenCheckBox);
    m_ui->buildFirstVerdict->setField(m_ui->buildFirstCheckBox);
    m_ui->modeVerdict->setField(m_ui->atDateRadioButton);
}

void TtlIndexForm::connectSignals()
{
    connect(m_ui->presetComboBox, &QComboBox::activated, this, &TtlIndexForm::fillPreset);
    connect(m_ui->fieldEdit, &QLineEdit::textChanged, this, &TtlIndexForm::reportEdit);
    connect(m_ui->fieldEdit, &QLineEdit::textEdited, this, [this] { m_fieldTouched = true; });
    connect(m_ui->nameEdit, &QLineEdit::textChanged, this, &TtlIndexForm::reportEdit);
    connect(m_ui->filterEdit, &QLineEdit::textChanged, this, &TtlIndexForm::reportEdit);
    connect(m_ui->durationEdit, &widgets::DurationEdit::secondsChanged, this,
            &TtlIndexForm::reportEdit);
    connect(m_ui->durationEdit, &widgets::DurationEdit::problemChanged, this,
            &TtlIndexForm::reportEdit);
    connect(m_ui->afterPeriodRadioButton, &QRadioButton::toggled, this, &TtlIndexForm::reportEdit);
    connect(m_ui->ownTtlRadioButton, &QRadioButton::toggled, this, &TtlIndexForm::reportEdit);
    connect(m_ui->directionComboBox, &QComboBox::activated, this, &TtlIndexForm::reportEdit);
    connect(m_ui->hiddenCheckBox, &QCheckBox::toggled, this, &TtlIndexForm::reportEdit);
    connect(m_ui->buildFirstCheckBox, &QCheckBox::toggled, this, &TtlIndexForm::reportEdit);
}

void TtlIndexForm::fillPreset(int index)
{
    m_ui->presetExplanationLabel->setVisible(index > 0);
    m_ui->presetCodeLabel->setVisible(index > 0);
    if (index <= 0) {
        return;
    }
    const presenters::CreatePreset& preset = m_presets[static_cast<std::size_t>(index - 1)];
    m_ui->presetExplanationLabel->setText(preset.explanation);
    m_ui->presetCodeLabel->setText(preset.codeLine);
    ttl::TtlIndexDraft draft = preset.draft;
    // a preset says how documents expire, not how the index is created
    draft.buildFirst = m_ui->buildFirstCheckBox->isChecked();
    fill(draft);
}

void TtlIndexForm::fill(const ttl::TtlIndexDraft& draft)
{
    m_filling = true; // edited() follows once, when all fields are filled
    m_fieldTouched = true;
    const std::int64_t seconds = draft.seconds.value_or(0);
    m_ui->fieldEdit->setText(text(draft.field));
    m_ui->atDateRadioButton->setChecked(draft.atStoredDate);
    m_ui->ownTtlRadioButton->setChecked(!draft.atStoredDate && seconds < 0);
    m_ui->afterPeriodRadioButton->setChecked(!draft.atStoredDate && seconds >= 0);
    if (!draft.atStoredDate && seconds > 0) {
        m_ui->durationEdit->setSeconds(seconds);
    }
    m_ui->directionComboBox->setCurrentIndex(draft.descending ? 1 : 0);
    m_ui->nameEdit->setText(text(draft.name));
    m_ui->filterEdit->setText(text(draft.partialFilterJson));
    m_ui->hiddenCheckBox->setChecked(draft.hidden);
    m_ui->buildFirstCheckBox->setChecked(draft.buildFirst);
    m_filling = false;
    reportEdit();
}

void TtlIndexForm::chooseField(const QString& path)
{
    m_fieldTouched = true;
    m_ui->fieldEdit->setText(path);
}

void TtlIndexForm::focusField()
{
    m_ui->fieldEdit->setFocus();
}

void TtlIndexForm::addBelowField(QWidget* control)
{
    int row = 0;
    QFormLayout::ItemRole role = QFormLayout::FieldRole;
    m_ui->formLayout->getWidgetPosition(m_ui->fieldVerdict, &row, &role);
    m_ui->formLayout->insertRow(row + 1, QString(), control);
    setTabOrder(m_ui->fieldEdit, control);
}

void TtlIndexForm::reportEdit()
{
    m_ui->durationEdit->setEnabled(m_ui->afterPeriodRadioButton->isChecked());
    if (!m_filling) {
        Q_EMIT edited(draft());
    }
}

ttl::TtlIndexDraft TtlIndexForm::draft() const
{
    ttl::TtlIndexDraft draft;
    draft.field = utf8(m_ui->fieldEdit->text().trimmed());
    draft.atStoredDate = m_ui->atDateRadioButton->isChecked();
    if (m_ui->ownTtlRadioButton->isChecked()) {
        draft.seconds = kOwnTtl;
    } else {
        draft.seconds = m_ui->durationEdit->seconds();
    }
    draft.descending = m_ui->directionComboBox->currentIndex() == 1;
    draft.name = utf8(m_ui->nameEdit->text());
    draft.partialFilterJson = utf8(m_ui->filterEdit->text());
    draft.hidden = m_ui->hiddenCheckBox->isChecked();
    draft.buildFirst = m_ui->buildFirstCheckBox->isChecked();
    return draft;
}

void TtlIndexForm::setState(const presenters::CreateIndexState& state)
{
    QVector<widgets::FieldCandidate> candidates;
    for (const presenters::CandidateRow& row : state.candidates) {
        candidates.append({row.path, row.typesText});
    }
    m_ui->fieldEdit->setCandidates(candidates);
    m_ui->hiddenCheckBox->setEnabled(state.hiddenAvailable);
    m_ui->hiddenCheckBox->setToolTip(widgets::toolTipText(state.hiddenReason));
    m_ui->buildFirstCheckBox->setEnabled(state.buildFirstAvailable);
    m_ui->buildFirstVerdict->setVerdict(widgets::Tone::Normal, state.buildFirstNote);
    m_ui->filterEdit->setEnabled(state.filterAvailable);
    m_ui->atDateRadioButton->setEnabled(state.storedDateAvailable);
    // Cosmos DB only
    m_ui->ownTtlRadioButton->setVisible(state.ownTtlAvailable);
    showVerdicts(state);
    // an unsupported option says so, unless there is a worse problem to report
    showReason(*m_ui->hiddenVerdict, state.hiddenReason);
    showReason(*m_ui->filterVerdict, state.filterReason);
    // empty where stored dates are supported
    m_ui->modeVerdict->setVerdict(widgets::Tone::Normal, state.storedDateReason);
    const bool free = state.phase != presenters::EditPhase::Sending
        && state.phase != presenters::EditPhase::Done;
    // while the command is under way, an edit could no longer change it
    setEnabled(free);
}

void TtlIndexForm::showReason(widgets::VerdictLabel& label, const QString& reason)
{
    if (label.text().isEmpty()) {
        label.setVerdict(widgets::Tone::Normal, reason);
    }
}

widgets::VerdictLabel* TtlIndexForm::labelOf(ttl::DraftField field) const
{
    switch (field) {
    case ttl::DraftField::Field:
    case ttl::DraftField::Collection:
        return m_ui->fieldVerdict;
    case ttl::DraftField::Duration:
        return m_ui->durationVerdict;
    case ttl::DraftField::Name:
        return m_ui->nameVerdict;
    case ttl::DraftField::PartialFilter:
        return m_ui->filterVerdict;
    case ttl::DraftField::Hidden:
        return m_ui->hiddenVerdict;
    }
    return m_ui->fieldVerdict;
}

void TtlIndexForm::showFieldNote(const presenters::CreateIndexState& state)
{
    const QString path = m_ui->fieldEdit->text().trimmed();
    const auto chosen = std::ranges::find(state.candidates, path, &presenters::CandidateRow::path);
    // where no date in a document counts, none is missing
    if (chosen != state.candidates.end() && state.storedDateAvailable
        && !chosen->warning.isEmpty()) {
        m_ui->fieldVerdict->setVerdict(widgets::Tone::Warning, chosen->warning);
    } else {
        m_ui->fieldVerdict->setVerdict(widgets::Tone::Ok, m_ui->fieldEdit->currentNote());
    }
}

void TtlIndexForm::showVerdicts(const presenters::CreateIndexState& state)
{
    const std::vector<presenters::FieldVerdict>& verdicts = state.verdicts;
    for (const ttl::DraftField field :
         {ttl::DraftField::Field, ttl::DraftField::Duration, ttl::DraftField::Name,
          ttl::DraftField::PartialFilter, ttl::DraftField::Hidden}) {
        widgets::VerdictLabel* label = labelOf(field);
        const auto found
            = std::find_if(verdicts.begin(), verdicts.end(), [this, label](const auto& verdict) {
                  return labelOf(verdict.field) == label;
              });
        if (found == verdicts.end() && field == ttl::DraftField::Field) {
            // a valid field shows its note, such as the types found in a sample
            showFieldNote(state);
        } else if (found == verdicts.end()) {
            label->setVerdict(widgets::Tone::Ok, QString());
        } else if (found->rule == ttl::DraftRule::FieldEmpty && !m_fieldTouched) {
            label->setVerdict(widgets::Tone::Normal,
                              tr("Type the field that holds the date, or choose it at the right."));
        } else {
            label->setVerdict(found->blocks ? widgets::Tone::Error : widgets::Tone::Warning,
                              found->text);
        }
    }
    // text that is no duration never reaches the draft, so the form reports it itself
    if (m_ui->afterPeriodRadioButton->isChecked() && !m_ui->durationEdit->problemText().isEmpty()) {
        m_ui->durationVerdict->setVerdict(widgets::Tone::Error, m_ui->durationEdit->problemText());
    }
}

} // namespace sandglass::ui

#include "moc_ttl_index_form.cpp"
