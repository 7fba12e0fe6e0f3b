// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// The tabs of a connection: General, Authentication, TLS, Advanced, Profile. What is typed goes to
/// the presenter at once; what the presenter says is shown without moving a cursor.
class ConnectionForm : public QTabWidget
{
    Q_OBJECT

public:
    /// The presenter outlives the form.
    explicit ConnectionForm(presenters::ConnectFormPresenter& presenter, QWidget* parent = nullptr);

private:
    void addGeneral();
    void addAuthentication();
    void addTls();
    void addAdvanced();
    void addProfile();
    void fillTraits();
    void connectTraits();
    void showState();
    void showTraits();
    void chooseMechanism(int index);
    void showMechanism();

    presenters::ConnectFormPresenter& m_presenter;
    OptionBinder* m_options;
    OtherOptions* m_others;
    QLineEdit* m_name;
    QComboBox* m_color;
    QComboBox* m_tag;
    QComboBox* m_scheme;
    QLineEdit* m_hosts;
    QLineEdit* m_database;
    QComboBox* m_mechanism;
    QLineEdit* m_user;
    QLineEdit* m_password;
    QCheckBox* m_askPassword;
    QLabel* m_keychain;
    QComboBox* m_tls;
    QComboBox* m_profile;
    QCheckBox* m_readOnly;
};

} // namespace sandglass::ui
