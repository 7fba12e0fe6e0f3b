// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/indexes/batch_change_dialog.h"

#include "app/presenters/indexes/batch_change_presenter.h"
#include "app/ttl/forecast.h"
#include "ui/indexes/confirm_row.h"
#include "ui/indexes/effect_view.h"
#include "ui/words/error_mapping.h"
#include "widgets/inputs/duration_edit.h"
#include "widgets/style/metrics.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/form_row.h"
#include "widgets/views/table_view.h"
#include "widgets/views/visible_text.h"
#include "widgets/views/wrapped_label.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

namespace sandglass::ui {

using presenters::BatchChangePresenter;
using presenters::ChangeKind;
using presenters::EditPhase;

namespace {

// The rows of the list of changes.
constexpr int kAfterPeriod = 0;
constexpr int kAtDate = 1;

} // namespace

BatchChangeDialog::BatchChangeDialog(BatchChangePresenter& presenter, QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_banner(new widgets::ErrorBanner(this))
    , m_kind(new QComboBox(this))
    , m_duration(new widgets::DurationEdit(this))
    , m_warning(new QLabel(this))
    , m_table(new widgets::TableView(this))
    , m_sentence(new QLabel(this))
    , m_busy(new QProgressBar(this))
    , m_cancelCount(new QPushButton(tr("Cance&l counting"), this))
    , m_cancelRest(new QPushButton(tr("Cance&l the rest"), this))
    , m_effect(new EffectView(this))
    , m_timelineNote(new widgets::WrappedLabel(this))
    , m_confirm(new ConfirmRow(this))
{
    setObjectName(QStringLiteral("batchChangeDialog"));
    setWindowTitle(tr("Change Expiry of %Ln Rule(s)", nullptr, m_presenter.targets().rowCount()));
    // the window releases the presenter when the dialog is destroyed
    setAttribute(Qt::WA_DeleteOnClose);
    buildLayout();
    connectSignals();
    m_duration->setSeconds(ttl::kFirstProposalSeconds);
    submit();
    showState();
    m_duration->setFocus();
}

void BatchChangeDialog::setTimeZone(const QTimeZone& zone)
{
    m_effect->setTimeZone(zone);
}

void BatchChangeDialog::fillKinds()
{
    m_kind->setObjectName(QStringLiteral("batchKindComboBox"));
    m_kind->setAccessibleName(tr("What to do with the rules"));
    // in the order of kChanges
    m_kind->addItem(tr("Expire after a period from the date in the field"));
    m_kind->addItem(tr("Expire at the date stored in the field"));
    m_kind->addItem(tr("Stop expiring"));
    const presenters::BatchChangeState& state = m_presenter.state();
    m_kind->addItem(state.hidingAvailable ? tr("Hide from queries")
                                          //: why not: "needs MongoDB 4.4"
                                          : tr("Hide from queries (%1)").arg(state.hidingReason));
    auto* items = qobject_cast<QStandardItemModel*>(m_kind->model());
    if (!state.hidingAvailable && items) {
        // listed with its reason, but not to be chosen
        items->item(m_kind->count() - 1)->setEnabled(false);
    }
}

void BatchChangeDialog::buildLayout()
{
    m_banner->setObjectName(QStringLiteral("batchErrorBanner"));
    fillKinds();
    m_warning->setObjectName(QStringLiteral("batchWarningLabel"));
    m_warning->setTextFormat(Qt::PlainText);
    m_warning->setWordWrap(true);
    m_duration->setObjectName(QStringLiteral("batchDurationEdit"));
    m_duration->setLabel(tr("New period of all rules"));
    m_table->setObjectName(QStringLiteral("batchTargetsTableView"));
    m_table->setAccessibleName(tr("Rules to change and what each would delete"));
    m_table->setModel(&m_presenter.targets());
    // the order in which the indexes are changed
    m_table->setSortingEnabled(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    auto* form = new QFormLayout;
    widgets::addFormRow(*form, tr("&Do:"), m_kind);
    widgets::addFormRow(*form, tr("&Period:"), m_duration);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_banner);
    column->addLayout(form);
    column->addWidget(m_warning);
    // the table scrolls, and the chart has the larger part
    column->addWidget(m_table, 2);
    column->addWidget(buildCountRow());
    column->addWidget(m_effect, 3);
    column->addWidget(m_timelineNote);
    column->addWidget(m_confirm);
    m_timelineNote->setObjectName(QStringLiteral("batchTimelineNoteLabel"));
    m_timelineNote->setProperty("muted", true);
    m_effect->setProperty("helpPlace", QStringLiteral("inventory#several"));
    m_effect->setOffersPurge(false);
    // the sentence of all rules stands above it, with the progress of their count
    m_effect->setEffect({});
    resize(widgets::sizeOnScreen(this, 72, 52));
    m_table->fitColumns(15);
}

QWidget* BatchChangeDialog::buildCountRow()
{
    m_sentence->setObjectName(QStringLiteral("batchSentenceLabel"));
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    QFont heading = font();
    heading.setBold(true);
    m_sentence->setFont(heading);
    m_busy->setObjectName(QStringLiteral("batchProgressBar"));
    m_busy->setMaximumWidth(widgets::emPixels(this, 12));
    m_cancelCount->setObjectName(QStringLiteral("cancelBatchCountButton"));
    m_cancelRest->setObjectName(QStringLiteral("cancelBatchRestButton"));
    m_cancelRest->setToolTip(
        tr("Ends after the rule in progress; what was changed stays and can be undone"));
    for (QPushButton* cancel : {m_cancelCount, m_cancelRest}) {
        cancel->setAutoDefault(false);
        cancel->hide();
    }
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_sentence, 1);
    row->addWidget(m_busy);
    row->addWidget(m_cancelCount);
    row->addWidget(m_cancelRest);
    return bar;
}

void BatchChangeDialog::connectSignals()
{
    connect(m_kind, &QComboBox::activated, this, &BatchChangeDialog::submit);
    connect(m_duration, &widgets::DurationEdit::secondsChanged, this, &BatchChangeDialog::submit);
    connect(m_duration, &widgets::DurationEdit::problemChanged, this, &BatchChangeDialog::submit);
    connect(m_cancelCount, &QPushButton::clicked, &m_presenter, &BatchChangePresenter::cancelCount);
    connect(m_cancelRest, &QPushButton::clicked, &m_presenter, &BatchChangePresenter::cancelRest);
    connect(m_confirm, &ConfirmRow::nameTyped, &m_presenter, &BatchChangePresenter::setTypedName);
    connect(m_confirm, &ConfirmRow::confirmed, &m_presenter, &BatchChangePresenter::apply);
    connect(m_confirm, &ConfirmRow::cancelled, this, &QDialog::reject);
    connect(m_confirm, &ConfirmRow::restoreWanted, &m_presenter,
            &BatchChangePresenter::setRestoreWanted);
    connect(m_banner, &widgets::ErrorBanner::actionTriggered, &m_presenter,
            &BatchChangePresenter::count);
    connect(&m_presenter, &BatchChangePresenter::stateChanged, this, &BatchChangeDialog::showState);
}

void BatchChangeDialog::submit()
{
    static constexpr ChangeKind kChanges[]
        = {ChangeKind::Seconds, ChangeKind::Seconds, ChangeKind::StopExpiring, ChangeKind::Hide};
    presenters::ChangeDraft draft;
    draft.kind = kChanges[std::max(0, m_kind->currentIndex())];
    draft.atStoredDate = m_kind->currentIndex() == kAtDate;
    draft.seconds = m_duration->seconds();
    m_presenter.edit(draft);
}

void BatchChangeDialog::showProgress()
{
    const presenters::BatchChangeState& state = m_presenter.state();
    const bool counting = state.phase == EditPhase::Counting;
    if (state.progress) {
        m_busy->setAccessibleName(tr("Rules changed"));
        m_busy->setRange(0, state.progress->rules);
        m_busy->setValue(state.progress->changed);
    } else {
        int counted = 0;
        for (const presenters::BatchTarget& target : m_presenter.targets().targets()) {
            // every other stage: a target that could not be counted has had its turn too
            counted += target.stage == presenters::BatchStage::Waiting ? 0 : 1;
        }
        m_busy->setAccessibleName(tr("Rules counted"));
        m_busy->setRange(0, m_presenter.targets().rowCount());
        m_busy->setValue(counted);
    }
    m_busy->setVisible(counting || state.progress);
    m_cancelCount->setVisible(counting || (state.timelineCounting && !state.progress));
    m_cancelRest->setVisible(state.progress && !state.progress->ending);
}

void BatchChangeDialog::showTimeline()
{
    const presenters::BatchChangeState& state = m_presenter.state();
    m_effect->setPreview(state.preview);
    // hidden it leaves its height to the table
    m_effect->setVisible(!state.preview.edges.empty());
    // it has names from the server
    m_timelineNote->setText(widgets::visibleText(state.timelineNote));
    m_timelineNote->setVisible(!state.timelineNote.isEmpty());
}

void BatchChangeDialog::showState()
{
    const presenters::BatchChangeState& state = m_presenter.state();
    if (state.phase == EditPhase::Done) {
        // a state may follow while the dialog closes
        if (result() != QDialog::Accepted) {
            Q_EMIT verified(state.result);
            accept();
        }
        return;
    }
    if (state.phase != EditPhase::Loading && !m_columnsFitted) {
        m_columnsFitted = true;
        m_table->fitColumns();
    }
    showProgress();
    showTimeline();
    const bool free = state.phase != EditPhase::Sending;
    m_kind->setEnabled(free);
    m_duration->setEnabled(free && m_kind->currentIndex() == kAfterPeriod);
    m_warning->setText(state.warning);
    m_warning->setVisible(!state.warning.isEmpty());
    m_sentence->setText(state.sentence);
    m_confirm->setConfirm(state.confirm);
    showFailure(*m_banner, state.failure);
}

} // namespace sandglass::ui

#include "moc_batch_change_dialog.cpp"
