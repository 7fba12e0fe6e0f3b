// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/connection_text.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <string>
#include <utility>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;

namespace sandglass::presenters {
class ConnectFormPresenter;
}

namespace sandglass::ui {

/// The names of one form row.
struct OptionRow
{
    QString label; ///< shown to the user, with its access key
    const char* option; ///< name of the option in the connection string
    const char* objectName; ///< of the control
};

/// Creates form rows, each for one option of the connection string, and keeps row and option in
/// step.
class OptionBinder : public QObject
{
    Q_OBJECT

public:
    using Choices = std::vector<std::pair<QString, QString>>; ///< shown text, value

    /// The presenter must outlive the binder.
    explicit OptionBinder(presenters::ConnectFormPresenter& presenter, QObject* parent = nullptr);

    /// Adds a line edit and returns it; the form owns it.
    QLineEdit* addText(QFormLayout& form, const OptionRow& row);
    /// Adds a line edit for a path, with a button that opens the file dialog.
    void addFile(QFormLayout& form, const OptionRow& row);
    /// Adds a check box: the option is "true" when checked and absent when not.
    QCheckBox* addSwitch(QFormLayout& form, const OptionRow& row);
    /// Adds a list. Its first choice has an empty value, which removes the option.
    QComboBox* addChoice(QFormLayout& form, const OptionRow& row, const Choices& choices);

    /// Shows the values that `parts` has for the options of all rows.
    void show(const protocol::ConnectionParts& parts);
    /// Whether a row edits this option. Option names are compared without case, as drivers do.
    bool knows(const std::string& option) const;

private:
    /// Shows an option's value in its control; empty: the option is absent.
    using Shower = std::function<void(const QString& value)>;

    /// A line edit in step with the row's option, not yet in a form.
    QLineEdit* makeLine(const OptionRow& row);
    /// Registers the function that shows the value of a row.
    void add(const OptionRow& row, Shower shower);
    /// Opens the file dialog. The chosen path goes into `line` as if it had been typed.
    void chooseFile(QLineEdit* line, const QString& title);

    presenters::ConnectFormPresenter& m_presenter;
    std::vector<std::pair<std::string, Shower>> m_rows; // by option name, in order of addition
};

} // namespace sandglass::ui
