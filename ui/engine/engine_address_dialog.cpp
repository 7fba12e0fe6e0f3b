// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/engine_address_dialog.h"

#include "app/presenters/engine/engine_presenter.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace sandglass::ui {

namespace {

// beside that of MongoDB, which may run on this computer too
constexpr int kSuggestedPort = 27'117;
// the ports below need the rights of the administrator
constexpr int kLowestPort = 1'024;
constexpr int kHighestPort = 65'535;

QLabel* paragraph(const QString& text, const char* name, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

EngineAddressDialog::EngineAddressDialog(presenters::EnginePresenter& presenter, QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_address(new QLineEdit(this))
    , m_copy(new QPushButton(tr("C&opy"), this))
    , m_fixed(new QCheckBox(tr("Use this &port of 127.0.0.1:"), this))
    , m_port(new QSpinBox(this))
    , m_apply(new QPushButton(tr("&Apply"), this))
    , m_login(new QCheckBox(tr("Programs must &log in there as:"), this))
    , m_user(new QLineEdit(this))
    , m_password(new QLineEdit(this))
    , m_show(new QPushButton(tr("&Show password"), this))
    , m_renew(new QPushButton(tr("&New password"), this))
    , m_copyAll(new QPushButton(tr("Copy address &with password"), this))
    , m_state(paragraph({}, "engineAddressStateLabel", this))
    , m_passwordState(paragraph({}, "enginePasswordStateLabel", this))
    , m_note(paragraph({}, "fixedPortNoteLabel", this))
{
    setObjectName(QStringLiteral("engineAddressDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Address of the Local Engine"));
    const presenters::EngineState& state = presenter.state();
    m_fixed->setChecked(state.port > 0);
    m_port->setRange(kLowestPort, kHighestPort);
    m_port->setValue(state.port > 0 ? state.port : kSuggestedPort);
    m_login->setChecked(!state.user.isEmpty());
    m_user->setText(state.user.isEmpty() ? QStringLiteral("sandglass") : state.user);
    nameControls();
    buildLayout();
    connectControls();
    showState();
}

void EngineAddressDialog::nameControls()
{
    m_address->setObjectName(QStringLiteral("engineAddressEdit"));
    m_address->setAccessibleName(tr("Connection string of the local engine"));
    m_address->setReadOnly(true);
    m_address->setMinimumWidth(widgets::emPixels(this, 40));
    m_copy->setObjectName(QStringLiteral("copyEngineAddressButton"));
    m_fixed->setObjectName(QStringLiteral("fixedPortCheckBox"));
    m_port->setObjectName(QStringLiteral("fixedPortSpinBox"));
    m_port->setAccessibleName(tr("Port of the local engine"));
    m_login->setObjectName(QStringLiteral("engineLoginCheckBox"));
    m_user->setObjectName(QStringLiteral("engineUserEdit"));
    m_user->setAccessibleName(tr("User of the local engine"));
    m_password->setObjectName(QStringLiteral("enginePasswordEdit"));
    m_password->setAccessibleName(tr("Password of the user"));
    m_password->setPlaceholderText(tr("Password of the user"));
    m_password->setReadOnly(true);
    m_show->setObjectName(QStringLiteral("showEnginePasswordButton"));
    m_renew->setObjectName(QStringLiteral("newEnginePasswordButton"));
    m_copyAll->setObjectName(QStringLiteral("copyWithPasswordButton"));
    m_apply->setObjectName(QStringLiteral("applyPortButton"));
    // Enter in a field would press the first of them
    for (QPushButton* button : {m_copy, m_show, m_renew, m_copyAll, m_apply}) {
        button->setAutoDefault(false);
    }
}

void EngineAddressDialog::connectControls()
{
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_address->text()); });
    connect(m_copyAll, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_presenter.addressWithPassword()); });
    connect(m_fixed, &QCheckBox::toggled, this, &EngineAddressDialog::showChoice);
    connect(m_port, &QSpinBox::valueChanged, this, &EngineAddressDialog::showChoice);
    connect(m_login, &QCheckBox::toggled, this, &EngineAddressDialog::showChoice);
    connect(m_user, &QLineEdit::textChanged, this, &EngineAddressDialog::showChoice);
    connect(m_show, &QPushButton::clicked, &m_presenter,
            &presenters::EnginePresenter::showPassword);
    connect(m_renew, &QPushButton::clicked, &m_presenter,
            &presenters::EnginePresenter::makePassword);
    connect(m_apply, &QPushButton::clicked, this,
            [this] { m_presenter.usePort(chosenPort(), chosenUser()); });
    connect(this, &QDialog::finished, &m_presenter, &presenters::EnginePresenter::hidePassword);
    connect(&m_presenter, &presenters::EnginePresenter::stateChanged, this,
            &EngineAddressDialog::showState);
}

QLayout* EngineAddressDialog::userRows()
{
    auto* userRow = new QHBoxLayout;
    userRow->addWidget(m_login);
    userRow->addWidget(m_user, 1);
    auto* passwordRow = new QHBoxLayout;
    passwordRow->addWidget(m_password, 1);
    passwordRow->addWidget(m_show);
    passwordRow->addWidget(m_renew);
    auto* copyRow = new QHBoxLayout;
    copyRow->addWidget(m_passwordState, 1);
    copyRow->addWidget(m_copyAll);
    auto* rows = new QVBoxLayout;
    rows->addLayout(userRow);
    rows->addLayout(passwordRow);
    rows->addLayout(copyRow);
    return rows;
}

void EngineAddressDialog::buildLayout()
{
    auto* addressRow = new QHBoxLayout;
    addressRow->addWidget(m_address, 1);
    addressRow->addWidget(m_copy);
    auto* portRow = new QHBoxLayout;
    portRow->addWidget(m_fixed);
    portRow->addWidget(m_port);
    portRow->addStretch(1);
    portRow->addWidget(m_apply);
    auto* buttons = new widgets::DialogButtons(this);
    buttons->addClose(QStringLiteral("closeAddressButton"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* column = new QVBoxLayout(this);
    column->addWidget(paragraph(tr("mongosh and applications on this computer connect with:"),
                                "engineAddressLabel", this));
    column->addLayout(addressRow);
    column->addWidget(m_state);
    column->addSpacing(widgets::emPixels(this, 1));
    column->addLayout(portRow);
    column->addLayout(userRows());
    column->addWidget(m_note);
    column->addStretch(1);
    column->addWidget(buttons);
}

int EngineAddressDialog::chosenPort() const
{
    return m_fixed->isChecked() ? m_port->value() : 0;
}

QString EngineAddressDialog::chosenUser() const
{
    return m_fixed->isChecked() && m_login->isChecked() ? m_user->text().trimmed() : QString();
}

void EngineAddressDialog::showChoice()
{
    const presenters::EngineState& state = m_presenter.state();
    m_port->setEnabled(m_fixed->isChecked());
    m_login->setEnabled(m_fixed->isChecked());
    m_user->setEnabled(m_fixed->isChecked() && m_login->isChecked());
    const bool named = !m_user->isEnabled() || !chosenUser().isEmpty();
    m_apply->setEnabled(named && (chosenPort() != state.port || chosenUser() != state.user));
    m_note->setText(
        m_login->isChecked()
            ? tr("Programs need the password, also those of other people who are logged in on this "
                 "computer. The user may do everything. Other computers cannot connect. The engine "
                 "restarts when this changes.")
            : tr("The engine has no users. With a port, everybody who is logged in on this "
                 "computer can read, change and delete its data; without one, only you can. "
                 "Other computers cannot connect. The engine restarts when this changes."));
    showPassword();
}

void EngineAddressDialog::showPassword()
{
    const presenters::EngineState& state = m_presenter.state();
    const bool applied = !state.user.isEmpty() && chosenUser() == state.user;
    m_password->setEnabled(applied);
    m_password->setText(state.password);
    m_show->setEnabled(applied && state.password.isEmpty() && !state.passwordBusy);
    m_renew->setEnabled(applied && state.canMakePassword);
    m_copyAll->setEnabled(applied && !m_presenter.addressWithPassword().isEmpty());
    m_passwordState->setText(state.passwordNotice);
}

void EngineAddressDialog::showState()
{
    const presenters::EngineState& state = m_presenter.state();
    m_address->setText(state.address);
    m_address->setCursorPosition(0);
    m_copy->setEnabled(!state.address.isEmpty());
    QString text;
    if (state.portTaken) {
        text = tr("Port %1 is in use by another program. Choose another one.").arg(state.port);
    } else if (state.loginImpossible) {
        text = tr("There is no place for a private socket, so programs cannot be asked for a "
                  "password, and port %1 stays closed.")
                   .arg(state.port);
    } else if (state.address.isEmpty()) {
        text = tr("The local engine: %1.").arg(state.phaseText);
    }
    m_state->setText(text);
    m_state->setVisible(!text.isEmpty());
    showChoice();
}

} // namespace sandglass::ui

#include "moc_engine_address_dialog.cpp"
