// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QPushButton;
class QVBoxLayout;

namespace sandglass::presenters {
struct DocumentQuestion;
}

namespace sandglass::ui {

/// Asks for confirmation before a change that deletes documents, or before any change on a
/// production connection. The button names the verb and the number; Cancel is the default.
/// accepted() means confirmed.
class DocumentConfirmation : public QDialog
{
    Q_OBJECT

public:
    /// `objectName`: of the dialog, one for each kind of question; the help page depends on it.
    DocumentConfirmation(const presenters::DocumentQuestion& question, const QString& objectName,
                         QWidget* parent = nullptr);

private:
    /// Adds the list of the documents below the sentence.
    void addTargets(QVBoxLayout& column, const QString& targets);
    /// Adds the field for the collection's name. The button is enabled only while the name is
    /// right.
    void addNameEdit(const QString& nameToType);

    QPushButton* m_confirm;
};

} // namespace sandglass::ui
