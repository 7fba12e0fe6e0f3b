// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/members/members_dialog.h"

#include "app/presenters/members/members_presenter.h"
#include "ui/members/pause_dialog.h"
#include "ui/words/error_mapping.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/open_over.h"
#include "widgets/views/table_view.h"
#include "widgets/views/visible_text.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass::ui {

using presenters::MemberModel;
using presenters::MembersPresenter;

namespace {

void showLine(QLabel* label, const QString& text)
{
    label->setText(widgets::visibleText(text));
    label->setVisible(!text.isEmpty());
}

} // namespace

MembersDialog::MembersDialog(MembersPresenter& presenter, QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_title(new QLabel(this))
    , m_notes(new QLabel(this))
    , m_banner(new widgets::ErrorBanner(this))
    , m_table(new widgets::TableView(this))
    , m_overdue(new QLabel(this))
    , m_message(new QLabel(this))
    , m_cannot(new QLabel(this))
    , m_pause(new QPushButton(tr("&Pause expiry…"), this))
    , m_resume(new QPushButton(tr("&Resume expiry"), this))
    , m_count(new QPushButton(this))
    , m_again(new QPushButton(tr("Ask &again"), this))
{
    setObjectName(QStringLiteral("membersDialog"));
    setWindowTitle(tr("Members"));
    setAttribute(Qt::WA_DeleteOnClose);
    nameParts();
    buildLayout();
    connectSignals();
    showState();
}

void MembersDialog::openOver(MembersPresenter& presenter, QWidget* parent)
{
    widgets::openOver<MembersDialog>(parent, presenter);
}

void MembersDialog::nameParts()
{
    m_title->setObjectName(QStringLiteral("membersTitleLabel"));
    m_notes->setObjectName(QStringLiteral("membersNotesLabel"));
    m_overdue->setObjectName(QStringLiteral("shardOverdueLabel"));
    m_message->setObjectName(QStringLiteral("membersMessageLabel"));
    m_cannot->setObjectName(QStringLiteral("cannotPauseLabel"));
    for (QLabel* label : {m_title, m_notes, m_overdue, m_message, m_cannot}) {
        label->setTextFormat(Qt::PlainText); // host names come from the server
        label->setWordWrap(true);
    }
    m_banner->setObjectName(QStringLiteral("membersErrorBanner"));
    m_table->setObjectName(QStringLiteral("membersTableView"));
    m_table->setAccessibleName(tr("Members"));
    m_pause->setObjectName(QStringLiteral("pauseExpiryButton"));
    m_pause->setAccessibleName(tr("Pause expiry on the selected member"));
    m_resume->setObjectName(QStringLiteral("resumeExpiryButton"));
    m_resume->setAccessibleName(tr("Resume expiry on the selected member"));
    m_count->setObjectName(QStringLiteral("countShardsButton"));
    m_again->setObjectName(QStringLiteral("askMembersButton"));
    m_again->setAccessibleName(tr("Ask the members again"));
}

void MembersDialog::buildLayout()
{
    m_table->setModel(&m_presenter.members());
    m_table->setSortingEnabled(false); // in the order of shards
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    // the last column has numbers, which would end far from their title
    m_table->horizontalHeader()->setStretchLastSection(false);
    auto* buttons = new widgets::DialogButtons(this);
    for (QPushButton* button : {m_pause, m_resume, m_count, m_again}) {
        buttons->addAside(*button);
    }
    buttons->addClose(QStringLiteral("closeMembersButton"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_title);
    column->addWidget(m_notes);
    column->addWidget(m_banner);
    column->addWidget(m_table, 1);
    column->addWidget(m_overdue);
    column->addWidget(m_message);
    column->addWidget(m_cannot);
    column->addWidget(buttons);
    resize(widgets::sizeOnScreen(this, 84, 30));
}

void MembersDialog::connectSignals()
{
    connect(&m_presenter, &MembersPresenter::stateChanged, this, &MembersDialog::showState);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &MembersDialog::updateButtons);
    connect(m_pause, &QPushButton::clicked, this, [this] {
        if (const presenters::MemberRow* row = selected()) {
            (new PauseDialog(m_presenter, row->host, this))->open();
        }
    });
    connect(m_resume, &QPushButton::clicked, this, [this] {
        if (const presenters::MemberRow* row = selected()) {
            m_presenter.resume(row->host);
        }
    });
    connect(m_count, &QPushButton::clicked, &m_presenter, [&presenter = m_presenter] {
        presenter.state().counting ? presenter.stopCounting() : presenter.countOverdue();
    });
    connect(m_again, &QPushButton::clicked, &m_presenter, &MembersPresenter::refresh);
}

const presenters::MemberRow* MembersDialog::selected() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? nullptr : &m_presenter.members().row(rows.first().row());
}

void MembersDialog::showState()
{
    const presenters::MembersState& state = m_presenter.state();
    showLine(m_title, state.title);
    showLine(m_notes, state.notes);
    showLine(m_overdue, state.overdueText);
    showLine(m_message, state.message);
    showFailure(*m_banner, state.failure);
    for (const int ofShards : {MemberModel::Shard, MemberModel::Overdue}) {
        m_table->setColumnHidden(ofShards, !state.sharded);
    }
    m_count->setText(state.counting ? tr("&Stop counting") : tr("Count &overdue per shard"));
    m_count->setAccessibleName(state.counting ? tr("Stop counting")
                                              : tr("Count overdue documents per shard"));
    m_count->setVisible(state.sharded);
    m_count->setEnabled(state.connected);
    m_again->setEnabled(state.connected && !state.reading);
    // one server needs no choice
    if (m_presenter.members().rowCount() == 1 && !selected()) {
        m_table->selectRow(0);
    }
    updateButtons();
}

void MembersDialog::updateButtons()
{
    const presenters::MemberRow* row = selected();
    const presenters::MembersState& state = m_presenter.state();
    const bool connected = state.connected;
    m_pause->setEnabled(connected && row && row->canPause);
    const QString why = state.cannotPauseReason.isEmpty()
        ? QString()
        //: %1 is why: "this server refused it: setParameter: 59 CommandNotFound"
        : tr("Expiry cannot be paused: %1.").arg(state.cannotPauseReason);
    m_pause->setToolTip(widgets::visibleText(why));
    m_pause->setAccessibleDescription(why);
    // a disabled button gets no tool tip everywhere
    showLine(m_cannot, why);
    m_resume->setEnabled(connected && row && row->paused);
}

void MembersDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    m_presenter.setVisible(true);
}

void MembersDialog::hideEvent(QHideEvent* event)
{
    QDialog::hideEvent(event);
    m_presenter.setVisible(false);
}

} // namespace sandglass::ui

#include "moc_members_dialog.cpp"
