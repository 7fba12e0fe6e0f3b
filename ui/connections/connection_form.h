// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QTabWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;

namespace sandglass::presenters {
class ConnectFormPresenter;
}

namespace sandglass::ui {

class OptionBinder;
class OtherOptions;
class SshPage;

/// The tabs of a connection: General, Authentication, TLS, SSH, Advanced, Profile. Each edit goes
/// to the presenter at once. A new state of the presenter is shown without moving the cursor of a
/// field.
class ConnectionForm : public QTabWidget
{
    Q_OBJECT

public:
    /// The presenter must outlive the form.
    explicit ConnectionForm(presenters::ConnectFormPresenter& presenter, QWidget* parent = nullptr);

private:
    /// Adds the tab for name, colour, tag and hosts.
    void addGeneral();
    /// Adds the tab for the method of authentication, user and password.
    void addAuthentication();
    /// Adds the tab for TLS and certificates.
    void addTls();
    /// Adds the tab for topology, timeouts and all other options.
    void addAdvanced();
    /// Adds the tab for the kind of server.
    void addProfile();
    /// Fills the lists of colours and tags.
    void fillTraits();
    /// Sends all that the connection string does not hold to the presenter as one value.
    void connectTraits();
    /// Shows the presenter's state in all tabs.
    void showState();
    /// Shows what the connection string does not hold: name, colour, tag, profile, check boxes.
    void showTraits();
    /// Shows the group and the others to choose from.
    void showGroup(const QString& group);
    /// The user chose the authentication method of row `index`.
    void chooseMechanism(int index);
    /// Selects the method that the connection string implies.
    void showMechanism();

    presenters::ConnectFormPresenter& m_presenter;
    OptionBinder* m_options; // rows for options with a control of their own
    OtherOptions* m_others; // all remaining options
    QLineEdit* m_name;
    QComboBox* m_color;
    QComboBox* m_tag;
    QComboBox* m_scheme;
    QLineEdit* m_hosts;
    QLineEdit* m_database;
    QLineEdit* m_databases; // named by hand
    QComboBox* m_mechanism;
    QLineEdit* m_user;
    QLineEdit* m_password;
    QCheckBox* m_askPassword;
    QLabel* m_keychain;
    QComboBox* m_tls;
    QComboBox* m_profile;
    QCheckBox* m_readOnly;
    QComboBox* m_group;
    QStringList m_groups; // those in the list of m_group
    SshPage* m_ssh;
};

} // namespace sandglass::ui
