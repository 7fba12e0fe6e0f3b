// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/indexes/batch_change_dialog.h"

#include "app/presenters/indexes/batch_change_presenter.h"
#include "app/ttl/forecast.h"
#include "ui/indexes/confirm_row.h"
#include "ui/words/error_mapping.h"
#include "widgets/inputs/duration_edit.h"
#include "widgets/style/metrics.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/form_row.h"
#include "widgets/views/table_view.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass::ui {

using presenters::BatchChangePresenter;
using presenters::EditPhase;

BatchChangeDialog::BatchChangeDialog(BatchChangePresenter& presenter, QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_banner(new widgets::ErrorBanner(this))
    , m_duration(new widgets::DurationEdit(this))
    , m_table(new widgets::TableView(this))
    , m_sentence(new QLabel(this))
    , m_busy(new QProgressBar(this))
    , m_cancelCount(new QPushButton(tr("Cance&l counting"), this))
    , m_confirm(new ConfirmRow(this))
{
    setObjectName(QStringLiteral("batchChangeDialog"));
    setWindowTitle(tr("Change Expiry of %n Rule(s)", nullptr, m_presenter.targets().rowCount()));
    // the window releases the presenter when the dialog is destroyed
    setAttribute(Qt::WA_DeleteOnClose);
    buildLayout();
    connectSignals();
    m_duration->setSeconds(ttl::kFirstProposalSeconds);
    submitPeriod();
    showState();
}

void BatchChangeDialog::buildLayout()
{
    m_banner->setObjectName(QStringLiteral("batchErrorBanner"));
    m_duration->setObjectName(QStringLiteral("batchDurationEdit"));
    m_duration->setLabel(tr("New period of all rules"));
    m_table->setObjectName(QStringLiteral("batchTargetsTableView"));
    m_table->setAccessibleName(tr("Rules to change and what each would delete"));
    m_table->setModel(&m_presenter.targets());
    // the order in which the indexes are changed
    m_table->setSortingEnabled(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    auto* form = new QFormLayout;
    widgets::addFormRow(*form, tr("Expire &after:"), m_duration);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_banner);
    column->addLayout(form);
    column->addWidget(m_table, 1);
    column->addWidget(buildCountRow());
    column->addWidget(m_confirm);
    resize(widgets::emPixels(this, 60), widgets::emPixels(this, 30));
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
    m_busy->setAccessibleName(tr("Rules counted"));
    m_busy->setMaximumWidth(widgets::emPixels(this, 12));
    m_cancelCount->setObjectName(QStringLiteral("cancelBatchCountButton"));
    m_cancelCount->setAutoDefault(false);
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_sentence, 1);
    row->addWidget(m_busy);
    row->addWidget(m_cancelCount);
    return bar;
}

void BatchChangeDialog::connectSignals()
{
    connect(m_duration, &widgets::DurationEdit::secondsChanged, this,
            &BatchChangeDialog::submitPeriod);
    connect(m_duration, &widgets::DurationEdit::problemChanged, this,
            &BatchChangeDialog::submitPeriod);
    connect(m_cancelCount, &QPushButton::clicked, &m_presenter, &BatchChangePresenter::cancelCount);
    connect(m_confirm, &ConfirmRow::nameTyped, &m_presenter, &BatchChangePresenter::setTypedName);
    connect(m_confirm, &ConfirmRow::confirmed, &m_presenter, &BatchChangePresenter::apply);
    connect(m_confirm, &ConfirmRow::cancelled, this, &QDialog::reject);
    connect(m_confirm, &ConfirmRow::restoreWanted, &m_presenter,
            &BatchChangePresenter::setRestoreWanted);
    connect(m_banner, &widgets::ErrorBanner::actionTriggered, &m_presenter,
            &BatchChangePresenter::count);
    connect(&m_presenter, &BatchChangePresenter::stateChanged, this, &BatchChangeDialog::showState);
}

void BatchChangeDialog::submitPeriod()
{
    m_presenter.setSeconds(m_duration->seconds());
}

void BatchChangeDialog::showState()
{
    const presenters::BatchChangeState& state = m_presenter.state();
    if (state.phase == EditPhase::Done) {
        accept();
        return;
    }
    const bool counting = state.phase == EditPhase::Counting;
    int counted = 0;
    for (const presenters::BatchTarget& target : m_presenter.targets().targets()) {
        // every other stage: a target that could not be counted has had its turn too
        counted += target.stage == presenters::BatchStage::Waiting ? 0 : 1;
    }
    m_busy->setRange(0, m_presenter.targets().rowCount());
    m_busy->setValue(counted);
    m_busy->setVisible(counting);
    m_cancelCount->setVisible(counting);
    m_duration->setEnabled(state.phase != EditPhase::Sending);
    m_sentence->setText(state.sentence);
    m_confirm->setConfirm(state.confirm);
    showFailure(*m_banner, state.failure);
}

} // namespace sandglass::ui

#include "moc_batch_change_dialog.cpp"
