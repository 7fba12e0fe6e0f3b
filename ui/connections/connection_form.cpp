// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/connection_form.h"

#include "app/presenters/connections/connect_form_presenter.h"
#include "ui/connections/option_binder.h"
#include "ui/connections/other_options.h"
#include "ui/connections/ssh_page.h"
#include "widgets/style/metrics.h"
#include "widgets/views/form_row.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPixmap>
#include <QVBoxLayout>

#include <string>

namespace sandglass::ui {

namespace {

// The first rows of the list of methods. They set no authMechanism; the rows after them do.
constexpr int kNoLogin = 0;
constexpr int kAnyMechanism = 1;

QFormLayout* addPage(QTabWidget& tabs, const QString& title)
{
    auto* page = new QWidget;
    auto* form = new QFormLayout(page);
    tabs.addTab(page, title);
    return form;
}

void name(QWidget* widget, const char* objectName, const QString& accessibleName)
{
    widget->setObjectName(QLatin1String(objectName));
    widget->setAccessibleName(accessibleName);
}

// setText() moves the cursor to the end, which would disturb typing in the middle.
void showText(QLineEdit* line, const QString& text)
{
    if (line->text() != text) {
        line->setText(text);
    }
}

// A value that the list does not offer is added, so that it is not lost.
void showChoice(QComboBox* list, const QString& value)
{
    if (list->findData(value) < 0) {
        list->addItem(value, value);
    }
    list->setCurrentIndex(list->findData(value));
}

QString utf8(const std::string& text)
{
    return QString::fromStdString(text);
}

QLabel* addNote(QFormLayout& form, const char* objectName, const QString& text)
{
    auto* note = new QLabel(text);
    note->setObjectName(QLatin1String(objectName));
    note->setTextFormat(Qt::PlainText);
    note->setWordWrap(true);
    note->setProperty("muted", true);
    form.addRow(note);
    return note;
}

} // namespace

ConnectionForm::ConnectionForm(presenters::ConnectFormPresenter& presenter, QWidget* parent)
    : QTabWidget(parent)
    , m_presenter(presenter)
    , m_options(new OptionBinder(presenter, this))
    , m_others(new OtherOptions(presenter, *m_options))
    , m_name(new QLineEdit)
    , m_color(new QComboBox)
    , m_tag(new QComboBox)
    , m_scheme(new QComboBox)
    , m_hosts(new QLineEdit)
    , m_database(new QLineEdit)
    , m_databases(new QLineEdit)
    , m_mechanism(new QComboBox)
    , m_user(new QLineEdit)
    , m_password(new QLineEdit)
    , m_askPassword(new QCheckBox(tr("Ask &for the password each time; do not save it")))
    , m_tls(new QComboBox)
    , m_profile(new QComboBox)
    , m_readOnly(new QCheckBox(tr("&Read only: this connection cannot be unlocked")))
    , m_group(new QComboBox)
    , m_ssh(new SshPage)
{
    name(this, "connectionTabWidget", tr("Connection settings"));
    addGeneral();
    addAuthentication();
    addTls();
    addTab(m_ssh, tr("SSH"));
    addAdvanced();
    addProfile();
    connectTraits();
    connect(&m_presenter, &presenters::ConnectFormPresenter::stateChanged, this,
            &ConnectionForm::showState);
    showState();
}

void ConnectionForm::addGeneral()
{
    QFormLayout* form = addPage(*this, tr("General"));
    name(m_name, "connectionNameEdit", tr("Name"));
    m_name->setPlaceholderText(tr("Same as the hosts"));
    name(m_color, "connectionColorComboBox", tr("Colour"));
    name(m_tag, "connectionTagComboBox", tr("Tag"));
    fillTraits();
    name(m_scheme, "schemeComboBox", tr("Kind of address"));
    m_scheme->addItems({tr("Hosts and ports"), tr("DNS seed list (mongodb+srv)")});
    name(m_hosts, "hostsEdit", tr("Hosts"));
    name(m_database, "databaseEdit", tr("Database"));
    widgets::addFormRow(*form, tr("N&ame:"), m_name);
    name(m_group, "connectionGroupComboBox", tr("Group"));
    m_group->setEditable(true);
    m_group->lineEdit()->setAccessibleName(m_group->accessibleName());
    m_group->setInsertPolicy(QComboBox::NoInsert);
    m_group->lineEdit()->setPlaceholderText(tr("No group"));
    widgets::addFormRow(*form, tr("G&roup:"), m_group);
    widgets::addFormRow(*form, tr("C&olour:"), m_color);
    widgets::addFormRow(*form, tr("Ta&g:"), m_tag);
    widgets::addFormRow(*form, tr("&Kind of address:"), m_scheme);
    widgets::addFormRow(*form, tr("&Hosts:"), m_hosts);
    widgets::addFormRow(*form, tr("&Database:"), m_database);
    addNote(*form, "hostsNoteLabel",
            tr("Separate several hosts with commas. On a production connection, every change "
               "requires you to type the collection's name."));
    connect(m_scheme, &QComboBox::activated, this,
            [this](int index) { m_presenter.setSeeded(index == 1); });
    connect(m_hosts, &QLineEdit::textEdited, &m_presenter,
            &presenters::ConnectFormPresenter::setHosts);
    connect(m_database, &QLineEdit::textEdited, &m_presenter,
            &presenters::ConnectFormPresenter::setDatabase);
}

void ConnectionForm::fillTraits()
{
    // Colours that colour-blind users can submit apart. The tag carries the meaning in words.
    const std::vector<std::pair<QString, QString>> colors{
        {tr("None"), {}},
        {tr("Red"), QStringLiteral("#d55e00")},
        {tr("Orange"), QStringLiteral("#e69f00")},
        {tr("Green"), QStringLiteral("#009e73")},
        {tr("Blue"), QStringLiteral("#0072b2")},
        {tr("Light blue"), QStringLiteral("#56b4e9")},
        {tr("Pink"), QStringLiteral("#cc79a7")}};
    for (const auto& [text, value] : colors) {
        QPixmap swatch(widgets::iconSize(this));
        swatch.fill(value.isEmpty() ? QColor(Qt::transparent) : QColor(value));
        m_color->addItem(QIcon(swatch), text, value);
    }
    m_tag->addItem(tr("None"), QString());
    m_tag->addItem(tr("Production"), QStringLiteral("production"));
    m_tag->addItem(tr("Staging"), QStringLiteral("staging"));
    m_tag->addItem(tr("Test"), QStringLiteral("test"));
    m_tag->addItem(tr("Development"), QStringLiteral("development"));
}

void ConnectionForm::addAuthentication()
{
    QFormLayout* form = addPage(*this, tr("Authentication"));
    name(m_mechanism, "mechanismComboBox", tr("Method"));
    m_mechanism->addItem(tr("None"), QString());
    m_mechanism->addItem(tr("User and password (mechanism chosen by the server)"), QString());
    for (const char* mechanism :
         {"SCRAM-SHA-256", "SCRAM-SHA-1", "MONGODB-X509", "PLAIN", "GSSAPI", "MONGODB-AWS"}) {
        m_mechanism->addItem(QLatin1String(mechanism), QLatin1String(mechanism));
    }
    name(m_user, "userEdit", tr("User"));
    name(m_password, "passwordEdit", tr("Password"));
    m_password->setEchoMode(QLineEdit::Password);
    widgets::addFormRow(*form, tr("&Method:"), m_mechanism);
    widgets::addFormRow(*form, tr("&User:"), m_user);
    widgets::addFormRow(*form, tr("&Password:"), m_password);
    m_options->addText(*form, {tr("Authentication data&base:"), "authSource", "authSourceEdit"});
    m_askPassword->setObjectName(QStringLiteral("askPasswordCheckBox"));
    form->addRow(QString(), m_askPassword);
    m_keychain = addNote(*form, "keychainNoteLabel", {});
    connect(m_mechanism, &QComboBox::activated, this, &ConnectionForm::chooseMechanism);
    connect(m_user, &QLineEdit::textEdited, &m_presenter,
            &presenters::ConnectFormPresenter::setUser);
    connect(m_password, &QLineEdit::textEdited, &m_presenter,
            &presenters::ConnectFormPresenter::setPassword);
}

void ConnectionForm::chooseMechanism(int index)
{
    const QString mechanism = m_mechanism->itemData(index).toString();
    // the password first: a password without a user is reported as an error
    if (index == kNoLogin) {
        m_presenter.setPassword({});
        m_presenter.setUser({});
    }
    m_presenter.setOption(QStringLiteral("authMechanism"), mechanism);
    if (index == kAnyMechanism) {
        m_user->setFocus();
    }
}

void ConnectionForm::showMechanism()
{
    const protocol::ConnectionParts& parts = m_presenter.state().parts;
    const QString mechanism = utf8(parts.option("authMechanism"));
    if (!mechanism.isEmpty()) {
        showChoice(m_mechanism, mechanism);
        // while the focused user field is still empty, a login was just chosen; keep it selected
    } else if (!m_user->hasFocus() || !parts.user.empty()) {
        m_mechanism->setCurrentIndex(parts.user.empty() ? kNoLogin : kAnyMechanism);
    }
    // with X.509 the certificate of the tab TLS is the credential
    const bool byCertificate = mechanism == QLatin1String("MONGODB-X509");
    m_password->setEnabled(!byCertificate);
}

void ConnectionForm::addTls()
{
    QFormLayout* form = addPage(*this, tr("TLS"));
    // without the option mongodb+srv:// turns TLS on and mongodb:// leaves it off
    m_tls = m_options->addChoice(*form, {tr("&TLS:"), "tls", "tlsComboBox"},
                                 {{tr("Default for the kind of address"), {}},
                                  {tr("On"), QStringLiteral("true")},
                                  {tr("Off"), QStringLiteral("false")}});
    m_options->addFile(*form, {tr("C&A file:"), "tlsCAFile", "caFileEdit"});
    m_options->addFile(
        *form, {tr("Client certificate and &key:"), "tlsCertificateKeyFile", "clientKeyFileEdit"});
    m_options
        ->addText(*form,
                  {tr("Passwo&rd of the key:"), "tlsCertificateKeyFilePassword", "keyPasswordEdit"})
        ->setEchoMode(QLineEdit::Password);
    m_options->addSwitch(*form,
                         {tr("Accept a certificate for another &host name"),
                          "tlsAllowInvalidHostnames", "invalidHostnamesCheckBox"});
    m_options->addSwitch(*form,
                         {tr("Accept &invalid certificates (anyone could listen)"),
                          "tlsAllowInvalidCertificates", "invalidCertificatesCheckBox"});
}

void ConnectionForm::addAdvanced()
{
    QFormLayout* form = addPage(*this, tr("Advanced"));
    m_options->addText(*form, {tr("Rep&lica set:"), "replicaSet", "replicaSetEdit"});
    m_options->addChoice(*form,
                         {tr("Read &preference:"), "readPreference", "readPreferenceComboBox"},
                         {{tr("Primary"), {}},
                          {tr("Primary preferred"), QStringLiteral("primaryPreferred")},
                          {tr("Secondary"), QStringLiteral("secondary")},
                          {tr("Secondary preferred"), QStringLiteral("secondaryPreferred")},
                          {tr("Nearest"), QStringLiteral("nearest")}});
    m_options->addSwitch(*form,
                         {tr("&Direct connection to this one host"), "directConnection",
                          "directConnectionCheckBox"});
    m_options->addText(*form,
                       {tr("Connect &timeout (ms):"), "connectTimeoutMS", "connectTimeoutEdit"});
    m_options->addText(*form,
                       {tr("Server selection ti&meout (ms):"), "serverSelectionTimeoutMS",
                        "selectionTimeoutEdit"});
    m_options->addText(*form, {tr("Comp&ressors:"), "compressors", "compressorsEdit"});
    widgets::addFormRow(*form, tr("Other &options:"), m_others);
}

void ConnectionForm::addProfile()
{
    QFormLayout* form = addPage(*this, tr("Profile"));
    name(m_profile, "profileComboBox", tr("Profile"));
    // in the order of ConnectionTraits::profile
    m_profile->addItems({tr("Automatic"), QStringLiteral("MongoDB"),
                         QStringLiteral("Azure Cosmos DB (RU)"), QStringLiteral("DocumentDB"),
                         QStringLiteral("FerretDB")});
    widgets::addFormRow(*form, tr("Pro&file:"), m_profile);
    m_readOnly->setObjectName(QStringLiteral("readOnlyCheckBox"));
    form->addRow(QString(), m_readOnly);
    name(m_databases, "namedDatabasesLineEdit", tr("Databases to show if they may not be listed"));
    m_databases->setPlaceholderText(tr("Names, separated by commas"));
    m_databases->setToolTip(
        tr("Where the user may not list the databases of the server, Sandglass shows those that "
           "are named here. The names are kept for this connection."));
    widgets::addFormRow(*form, tr("Data&bases to show:"), m_databases);
    connect(m_databases, &QLineEdit::textEdited, &m_presenter,
            &presenters::ConnectFormPresenter::setDatabases);
    addNote(*form, "profileNoteLabel",
            tr("The profile decides which TTL rules and limits apply. Automatic goes by what the "
               "server reports about itself."));
}

void ConnectionForm::connectTraits()
{
    const auto submit = [this] {
        presenters::ConnectionTraits traits{m_name->text(),
                                            m_color->currentData().toString(),
                                            m_tag->currentData().toString(),
                                            m_profile->currentIndex(),
                                            m_readOnly->isChecked(),
                                            m_askPassword->isChecked()};
        traits.group = m_group->currentText();
        m_ssh->fill(traits);
        m_presenter.setTraits(traits);
    };
    connect(m_group->lineEdit(), &QLineEdit::textEdited, this, submit);
    connect(m_ssh, &SshPage::edited, this, submit);
    // textEdited(), activated() and clicked() report only what the user does, not what is shown
    connect(m_name, &QLineEdit::textEdited, this, submit);
    for (const QComboBox* list : {m_color, m_tag, m_profile, m_group}) {
        connect(list, &QComboBox::activated, this, submit);
    }
    for (const QCheckBox* box : {m_readOnly, m_askPassword}) {
        connect(box, &QCheckBox::clicked, this, submit);
    }
}

void ConnectionForm::showTraits()
{
    const presenters::ConnectionTraits& traits = m_presenter.state().traits;
    showText(m_name, traits.name);
    showGroup(traits.group);
    m_ssh->show(traits);
    showChoice(m_color, traits.color);
    showChoice(m_tag, traits.tag);
    m_profile->setCurrentIndex(traits.profile);
    m_readOnly->setChecked(traits.readOnly);
    m_askPassword->setChecked(traits.askPassword);
}

void ConnectionForm::showGroup(const QString& group)
{
    // a new list would close the one that is open
    const QStringList& groups = m_presenter.state().groups;
    if (m_group->count() != groups.size() || m_groups != groups) {
        m_groups = groups;
        m_group->clear();
        m_group->addItems(groups);
    }
    if (m_group->currentText() != group) {
        m_group->setEditText(group);
    }
}

void ConnectionForm::showState()
{
    const presenters::ConnectFormState& state = m_presenter.state();
    showTraits();
    // "seeded": the hosts come from DNS, mongodb+srv://
    m_scheme->setCurrentIndex(state.parts.seeded ? 1 : 0);
    showText(m_hosts, state.hostsText);
    showText(m_database, utf8(state.parts.database));
    showText(m_databases, state.databases);
    showText(m_user, utf8(state.parts.user));
    showText(m_password, utf8(state.parts.password.value_or(std::string())));
    showMechanism();
    m_keychain->setText(state.reading ? tr("Waiting for the keychain…") : state.keychainNote);
    m_keychain->setVisible(!m_keychain->text().isEmpty());
    m_options->show(state.parts);
    m_others->show(state.parts);
}

} // namespace sandglass::ui

#include "moc_connection_form.cpp"
