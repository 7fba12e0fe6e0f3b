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

/// The options of a connection string that have no row of their own: a table whose values can be
/// changed, and a line to add one. An emptied value takes the option away.
class OtherOptions : public QWidget
{
    Q_OBJECT

public:
    /// `known`: the rows that the form has. Both outlive this.
    OtherOptions(presenters::ConnectFormPresenter& presenter, const OptionBinder& known,
                 QWidget* parent = nullptr);

    void show(const protocol::ConnectionParts& parts);
    using QWidget::show;

private:
    void buildLayout();
    void add();
    bool isOther(const std::string& option) const;

    presenters::ConnectFormPresenter& m_presenter;
    const OptionBinder& m_known;
    QTableWidget* m_table;
    QLineEdit* m_name;
    QLineEdit* m_value;
    QPushButton* m_add;
};

} // namespace sandglass::ui
