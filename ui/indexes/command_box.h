// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/command_text.h"

#include <QWidget>

class QComboBox;
class QPlainTextEdit;
class QPushButton;

namespace sandglass::ui {

/// The exact command that will be sent, as text in a language of choice, with a Copy button.
class CommandBox : public QWidget
{
    Q_OBJECT

public:
    explicit CommandBox(QWidget* parent = nullptr);

    /// Shows the command in a language. An empty `text` means that nothing can be sent yet.
    void setCommand(const QString& text, ttl::CommandLanguage language);

Q_SIGNALS:
    /// The user wants to see the command in another language.
    void languageChosen(sandglass::ttl::CommandLanguage language);

private:
    /// Fills the list of languages.
    void fillLanguages();

    QPlainTextEdit* m_text;
    QComboBox* m_language;
    QPushButton* m_copy;
};

} // namespace sandglass::ui
