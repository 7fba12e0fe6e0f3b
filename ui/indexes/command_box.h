// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/command_text.h"

#include <QWidget>

class QComboBox;
class QPlainTextEdit;
class QPushButton;

namespace sandglass::ui {

/// The exact command as text in a language of choice, with a button that copies it.
class CommandBox : public QWidget
{
    Q_OBJECT

public:
    explicit CommandBox(QWidget* parent = nullptr);

    /// Empty: nothing can be sent yet.
    void setCommand(const QString& text, ttl::CommandLanguage language);

Q_SIGNALS:
    /// The user wants to see it in another language.
    void languageChosen(sandglass::ttl::CommandLanguage language);

private:
    void fillLanguages();

    QComboBox* m_language;
    QPlainTextEdit* m_text;
    QPushButton* m_copy;
};

} // namespace sandglass::ui
