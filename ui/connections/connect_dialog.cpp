// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/connect_dialog.h"

#include "app/presenters/connection_presenter.h"
#include "widgets/inputs/verdict_label.h"
#include "widgets/style/metrics.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/form_row.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass::ui {

using presenters::ConnectionPhase;

ConnectDialog::ConnectDialog(presenters::ConnectionPresenter& presenter, QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_uri(new QComboBox(this))
    , m_verdict(new widgets::VerdictLabel(this))
    , m_banner(new widgets::ErrorBanner(this))
{
    setObjectName(QStringLiteral("connectDialog"));
    setWindowTitle(tr("Connect"));
    setAttribute(Qt::WA_DeleteOnClose);
    buildLayout();
    connect(m_uri, &QComboBox::editTextChanged, this, &ConnectDialog::judge);
    connect(&m_presenter, &presenters::ConnectionPresenter::stateChanged, this,
            &ConnectDialog::showState);
    judge();
}

void ConnectDialog::buildLayout()
{
    m_uri->setObjectName(QStringLiteral("uriComboBox"));
    m_uri->setAccessibleName(tr("Connection string"));
    m_uri->setEditable(true);
    m_uri->setInsertPolicy(QComboBox::NoInsert);
    m_uri->addItems(m_presenter.state().recent);
    m_uri->setEditText(m_presenter.state().recent.isEmpty()
                           ? QStringLiteral("mongodb://localhost:27017")
                           : m_presenter.state().recent.first());
    m_uri->setMinimumWidth(widgets::emPixels(this, 32));
    m_verdict->setObjectName(QStringLiteral("uriVerdictLabel"));
    m_verdict->setField(m_uri);
    m_banner->setObjectName(QStringLiteral("connectErrorBanner"));
    auto* explanation = new QLabel(
        tr("The connection starts locked: nothing is changed on the server until you unlock it."));
    explanation->setObjectName(QStringLiteral("connectExplanationLabel"));
    explanation->setTextFormat(Qt::PlainText);
    explanation->setWordWrap(true);

    auto* buttons = new QDialogButtonBox(this);
    m_connect = buttons->addButton(tr("&Connect"), QDialogButtonBox::AcceptRole);
    m_connect->setObjectName(QStringLiteral("connectButton"));
    QPushButton* local
        = buttons->addButton(tr("Use the &local engine"), QDialogButtonBox::ActionRole);
    local->setObjectName(QStringLiteral("connectLocalButton"));
    buttons->addButton(QDialogButtonBox::Cancel)
        ->setObjectName(QStringLiteral("cancelConnectButton"));
    connect(buttons, &QDialogButtonBox::accepted, this, [this] { connectNow(false); });
    connect(local, &QPushButton::clicked, this, [this] { connectNow(true); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* form = new QFormLayout;
    widgets::addFormRow(*form, tr("Connection &string:"), m_uri);
    form->addRow(QString(), m_verdict);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_banner);
    column->addLayout(form);
    column->addWidget(explanation);
    column->addWidget(buttons);
}

void ConnectDialog::judge()
{
    const QString problem = m_presenter.problemWith(m_uri->currentText());
    m_verdict->setVerdict(widgets::Tone::Error, problem);
    m_connect->setEnabled(problem.isEmpty() && !m_waiting);
}

void ConnectDialog::connectNow(bool local)
{
    m_waiting = true;
    m_banner->clear();
    judge();
    if (local)
        m_presenter.connectLocal();
    else
        m_presenter.connectTo(m_uri->currentText().trimmed());
}

void ConnectDialog::showState()
{
    if (!m_waiting)
        return;
    const presenters::ConnectionState& state = m_presenter.state();
    if (state.phase == ConnectionPhase::Connected) {
        accept();
    } else if (state.phase == ConnectionPhase::Failed) {
        m_waiting = false;
        judge();
        if (state.failure)
            m_banner->showError({state.failure->sentence,
                                 {},
                                 state.failure->advice,
                                 state.failure->details,
                                 {},
                                 widgets::Tone::Error});
    }
}

} // namespace sandglass::ui
