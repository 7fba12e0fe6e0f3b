// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPlainTextEdit;
class QPushButton;

namespace sandglass::ui {

/// The exact command as text for mongosh, with a button that copies it.
class CommandBox : public QWidget
{
    Q_OBJECT

public:
    explicit CommandBox(QWidget* parent = nullptr);

    /// Empty: nothing can be sent yet.
    void setCommand(const QString& text);

private:
    QPlainTextEdit* m_text;
    QPushButton* m_copy;
};

} // namespace sandglass::ui
