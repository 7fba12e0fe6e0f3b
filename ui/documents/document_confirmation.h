// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QPushButton;

namespace sandglass::presenters {
struct DocumentQuestion;
}

namespace sandglass::ui {

/// Asks before documents are changed in a way that deletes them, or on a production connection. The
/// button carries the verb and the number; Cancel is the default. accepted() is the answer yes.
class DocumentConfirmation : public QDialog
{
    Q_OBJECT

public:
    DocumentConfirmation(const presenters::DocumentQuestion& question, const QString& objectName,
                         QWidget* parent = nullptr);

private:
    void addNameEdit(const QString& nameToType);

    QPushButton* m_confirm;
    QPushButton* m_cancel;
};

} // namespace sandglass::ui
