// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/ssh_page.h"

#include "app/presenters/connections/connect_form_presenter.h"
#include "widgets/views/form_row.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>

namespace sandglass::ui {

namespace {

constexpr int kHighestPort = 65'535;

void nameField(QWidget* field, const char* objectName, const QString& accessibleName)
{
    field->setObjectName(QLatin1String(objectName));
    field->setAccessibleName(accessibleName);
}

void showIn(QLineEdit* line, const QString& text)
{
    if (line->text() != text) {
        line->setText(text);
    }
}

} // namespace

SshPage::SshPage(QWidget* parent)
    : QWidget(parent)
    , m_server(new QLineEdit(this))
    , m_port(new QSpinBox(this))
    , m_keyFile(new QLineEdit(this))
    , m_jumpHosts(new QLineEdit(this))
{
    setObjectName(QStringLiteral("sshPage"));
    nameField(m_server, "sshServerEdit", tr("SSH server"));
    m_server->setPlaceholderText(tr("user@host; empty for no tunnel"));
    nameField(m_port, "sshPortSpinBox", tr("SSH port"));
    m_port->setRange(0, kHighestPort);
    m_port->setSpecialValueText(tr("as ssh has it"));
    nameField(m_keyFile, "sshKeyFileEdit", tr("SSH key file"));
    m_keyFile->setPlaceholderText(tr("keys of the SSH agent"));
    nameField(m_jumpHosts, "sshJumpHostsEdit", tr("Jump hosts"));
    m_jumpHosts->setPlaceholderText(tr("user@host:port, separated by commas"));
    auto* form = new QFormLayout(this);
    widgets::addFormRow(*form, tr("SS&H server:"), m_server);
    widgets::addFormRow(*form, tr("&Port:"), m_port);
    widgets::addFormRow(*form, tr("&Key file:"), m_keyFile);
    widgets::addFormRow(*form, tr("&Jump hosts:"), m_jumpHosts);
    auto* note = new QLabel(
        tr("The connection goes through the program ssh to the first host of the address, as the "
           "SSH server sees it. The server's host key must be known: connect once in a terminal. "
           "The certificate of the database cannot be checked against its host name."),
        this);
    note->setObjectName(QStringLiteral("sshNoteLabel"));
    note->setTextFormat(Qt::PlainText);
    note->setWordWrap(true);
    note->setProperty("muted", true);
    form->addRow(note);
    for (const QLineEdit* line : {m_server, m_keyFile, m_jumpHosts}) {
        connect(line, &QLineEdit::textEdited, this, &SshPage::edited);
    }
    connect(m_port, &QSpinBox::valueChanged, this, &SshPage::edited);
}

void SshPage::show(const presenters::ConnectionTraits& traits)
{
    showIn(m_server, traits.sshServer);
    showIn(m_keyFile, traits.sshKeyFile);
    showIn(m_jumpHosts, traits.sshJumpHosts);
    const QSignalBlocker quiet(m_port);
    m_port->setValue(traits.sshPort);
}

void SshPage::fill(presenters::ConnectionTraits& traits) const
{
    traits.sshServer = m_server->text();
    traits.sshPort = m_port->value();
    traits.sshKeyFile = m_keyFile->text();
    traits.sshJumpHosts = m_jumpHosts->text();
}

} // namespace sandglass::ui

#include "moc_ssh_page.cpp"
