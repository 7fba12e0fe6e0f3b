// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>

class QPushButton;

namespace sandglass::ui {

/// Says why the data folder cannot be used, before there is a window. Offers another folder and,
/// once another Sandglass that uses it has answered, its window. Deletes itself when closed.
class DataFolderBox : public QDialog
{
    Q_OBJECT

public:
    /// What is the matter with the folder.
    enum class Trouble {
        InUse, ///< another Sandglass uses it
        NotWritable, ///< it cannot be made, or nothing can be written in it
        Shared, ///< other users may read or write in it
    };

    /// `folder`: the data folder. Does not open the box.
    DataFolderBox(const QString& folder, Trouble trouble, QWidget* parent = nullptr);

    /// Whether the other program answers, and so its window is offered; not at first.
    void setOtherAnswers(bool answers);

Q_SIGNALS:
    /// The user wants to see the window of the other program.
    void otherRequested();
    /// The user has chosen another data folder.
    void folderChosen(const QString& folder);

private:
    /// Opens the dialog for another folder; the box stays open.
    void chooseFolder();

    QString m_folder;
    QPushButton* m_show = nullptr; // never null after the constructor
    QPushButton* m_choose = nullptr; // as m_show
};

} // namespace sandglass::ui
