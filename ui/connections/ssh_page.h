// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;
class QSpinBox;

namespace sandglass::presenters {
struct ConnectionTraits;
}

namespace sandglass::ui {

/// The tab for the SSH server that a connection goes through.
class SshPage : public QWidget
{
    Q_OBJECT

public:
    explicit SshPage(QWidget* parent = nullptr);

    /// Shows the SSH settings of the form, without moving the cursor of a field.
    void show(const presenters::ConnectionTraits& traits);
    using QWidget::show; // the overload above would hide it
    /// Writes what the fields hold into the traits.
    void fill(presenters::ConnectionTraits& traits) const;

Q_SIGNALS:
    /// The user has changed a field.
    void edited();

private:
    QLineEdit* m_server;
    QSpinBox* m_port;
    QLineEdit* m_keyFile;
    QLineEdit* m_jumpHosts;
};

} // namespace sandglass::ui
