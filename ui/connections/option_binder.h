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

/// What a row of the form is called: by people, by programs, and in the connection string.
struct OptionRow
{
    QString label; ///< with its access key
    const char* option; ///< name of the option in the connection string
    const char* objectName;
};

/// Makes form rows that stand for one option of the connection string each, and keeps both in step.
class OptionBinder : public QObject
{
    Q_OBJECT

public:
    using Choices = std::vector<std::pair<QString, QString>>; ///< shown text, value

    /// The presenter outlives the binder.
    explicit OptionBinder(presenters::ConnectFormPresenter& presenter, QObject* parent = nullptr);

    QLineEdit* addText(QFormLayout& form, const OptionRow& row);
    /// A path, with a button that opens the file dialog.
    void addFile(QFormLayout& form, const OptionRow& row);
    /// "true" when on, absent when off.
    QCheckBox* addSwitch(QFormLayout& form, const OptionRow& row);
    /// The first choice has the empty value: the option is absent.
    QComboBox* addChoice(QFormLayout& form, const OptionRow& row, const Choices& choices);

    /// Shows what the parts say in all rows.
    void show(const protocol::ConnectionParts& parts);
    /// Whether a row stands for this option.
    bool knows(const std::string& option) const;

private:
    using Shower = std::function<void(const QString& value)>;

    QLineEdit* makeLine(const OptionRow& row);
    void add(const OptionRow& row, Shower shower);
    void chooseFile(QLineEdit* line, const QString& title);

    presenters::ConnectFormPresenter& m_presenter;
    std::vector<std::pair<std::string, Shower>> m_rows;
};

} // namespace sandglass::ui
