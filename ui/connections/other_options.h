// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/connection_text.h"

#include <QWidget>

class QLineEdit;
class QPushButton;
class QTableWidget;

namespace sandglass::presenters {
class ConnectFormPresenter;
}

namespace sandglass::ui {

class OptionBinder;

/// The options of a connection string that have no row of their own: a table with editable values,
/// and a line that adds an option. Clearing a value removes the option. The value of a secret
/// option is shown as bullets.
class OtherOptions : public QWidget
{
    Q_OBJECT

public:
    /// `known`: the rows of the form. It and the presenter must outlive this.
    OtherOptions(presenters::ConnectFormPresenter& presenter, const OptionBinder& known,
                 QWidget* parent = nullptr);

    /// Shows those of the options that have no row of their own.
    void show(const protocol::ConnectionParts& parts);
    using QWidget::show; // the overload above would hide it

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Names and arranges the children.
    void buildLayout();
    /// Whether the line below the table holds an option that can be added.
    bool canAdd() const;
    /// Adds the option that was typed below the table.
    void add();
    /// Takes over what was typed as the value of the option in a row.
    void change(int row);
    /// Whether the option belongs here. authMechanism does not: the tab Authentication has a list
    /// for it that OptionBinder does not know.
    bool isOther(const std::string& option) const;

    presenters::ConnectFormPresenter& m_presenter;
    const OptionBinder& m_known;
    QTableWidget* m_table;
    QLineEdit* m_name;
    QLineEdit* m_value;
    QPushButton* m_add;
};

} // namespace sandglass::ui
