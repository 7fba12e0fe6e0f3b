// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QListWidget;
class QListWidgetItem;
class QPushButton;
class QToolButton;

namespace sandglass::presenters {
class ConnectFormPresenter;
struct SavedConnectionRow;
} // namespace sandglass::presenters

namespace sandglass::ui {

/// The saved connections, each with colour, name and tag, under the headings of their
/// groups, and buttons that add, copy, delete, move, import and export them.
class SavedConnectionsView : public QWidget
{
    Q_OBJECT

public:
    /// The presenter must outlive the view.
    explicit SavedConnectionsView(presenters::ConnectFormPresenter& presenter,
                                  QWidget* parent = nullptr);

Q_SIGNALS:
    /// A connection was double-clicked, or Enter was pressed on it. It is already in the form.
    void connectRequested();

private:
    /// Names and arranges the children.
    void buildLayout();
    /// A button of the rows below the list; owned by the view.
    QToolButton* addButton(const char* objectName, const QString& text);
    /// Shows the saved connections and selects the one in the form.
    void showState();
    /// Shows a saved connection in a row of the list.
    void showRow(QListWidgetItem& item, const presenters::SavedConnectionRow& row) const;
    /// Adds a heading to the list; it cannot be selected.
    void showHeading(QListWidgetItem& item, const QString& group) const;
    /// Whether a line of the list is a saved connection.
    bool isRow(int line) const;
    /// Opens the file dialog for an import.
    void chooseImport();
    /// Opens the file dialog for an export; its filter chooses the format.
    void chooseExport();
    /// Asks before the chosen connection and its saved password are deleted.
    void askRemoval();

    presenters::ConnectFormPresenter& m_presenter;
    QListWidget* m_list;
    QToolButton* m_new;
    QToolButton* m_duplicate;
    QToolButton* m_remove;
    QToolButton* m_up;
    QToolButton* m_down;
    QToolButton* m_import;
    QToolButton* m_export;
    QLabel* m_note; // the result of an import or export
};

} // namespace sandglass::ui
