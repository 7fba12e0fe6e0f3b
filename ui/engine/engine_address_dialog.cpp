// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/engine_address_dialog.h"

#include "app/presenters/engine/engine_presenter.h"
#include "widgets/style/metrics.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
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
    , m_copy(new QPushButton(tr("&Copy"), this))
    , m_fixed(new QCheckBox(tr("Use this &port of 127.0.0.1:"), this))
    , m_port(new QSpinBox(this))
    , m_state(paragraph({}, "engineAddressStateLabel", this))
    , m_apply(new QPushButton(tr("&Apply"), this))
{
    setObjectName(QStringLiteral("engineAddressDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Address of the Local Engine"));
    const int port = presenter.state().port;
    m_fixed->setChecked(port > 0);
    m_port->setRange(kLowestPort, kHighestPort);
    m_port->setValue(port > 0 ? port : kSuggestedPort);
    buildLayout();
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_address->text()); });
    connect(m_fixed, &QCheckBox::toggled, this, &EngineAddressDialog::showChoice);
    connect(m_port, &QSpinBox::valueChanged, this, &EngineAddressDialog::showChoice);
    connect(m_apply, &QPushButton::clicked, this, [this] { m_presenter.usePort(chosenPort()); });
    connect(&m_presenter, &presenters::EnginePresenter::stateChanged, this,
            &EngineAddressDialog::showState);
    showState();
}

void EngineAddressDialog::buildLayout()
{
    m_address->setObjectName(QStringLiteral("engineAddressEdit"));
    m_address->setAccessibleName(tr("Connection string of the local engine"));
    m_address->setReadOnly(true);
    m_address->setMinimumWidth(widgets::emPixels(this, 30));
    m_copy->setObjectName(QStringLiteral("copyEngineAddressButton"));
    m_fixed->setObjectName(QStringLiteral("fixedPortCheckBox"));
    m_port->setObjectName(QStringLiteral("fixedPortSpinBox"));
    m_port->setAccessibleName(tr("Port of the local engine"));
    m_apply->setObjectName(QStringLiteral("applyPortButton"));
    auto* addressRow = new QHBoxLayout;
    addressRow->addWidget(m_address, 1);
    addressRow->addWidget(m_copy);
    auto* portRow = new QHBoxLayout;
    portRow->addWidget(m_fixed);
    portRow->addWidget(m_port);
    portRow->addStretch(1);
    portRow->addWidget(m_apply);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setObjectName(QStringLiteral("closeAddressButton"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(paragraph(tr("mongosh and applications on this computer connect with:"),
                                "engineAddressLabel", this));
    column->addLayout(addressRow);
    column->addWidget(m_state);
    column->addSpacing(widgets::emPixels(this, 1));
    column->addLayout(portRow);
    column->addWidget(
        paragraph(tr("The engine has no users. With a port, everybody who is logged in on this "
                     "computer can read, change and delete its data; without one, only you can. "
                     "Other computers cannot connect. The engine restarts when this changes."),
                  "fixedPortNoteLabel", this));
    column->addStretch(1);
    column->addWidget(buttons);
}

int EngineAddressDialog::chosenPort() const
{
    return m_fixed->isChecked() ? m_port->value() : 0;
}

void EngineAddressDialog::showChoice()
{
    m_port->setEnabled(m_fixed->isChecked());
    m_apply->setEnabled(chosenPort() != m_presenter.state().port);
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
    } else if (state.address.isEmpty()) {
        text = tr("The local engine: %1.").arg(state.phaseText);
    }
    m_state->setText(text);
    m_state->setVisible(!text.isEmpty());
    showChoice();
}

} // namespace sandglass::ui

#include "moc_engine_address_dialog.cpp"
