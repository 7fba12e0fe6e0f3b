// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QListWidget;
class QListWidgetItem;
class QPushButton;
class QToolButton;

namespace sandglass::presenters {
class ConnectFormPresenter;
struct SavedConnectionRow;
} // namespace sandglass::presenters

namespace sandglass::ui {

/// The saved connections with colour, name and tag, and what can be done with them.
class SavedConnectionsView : public QWidget
{
    Q_OBJECT

public:
    /// The presenter outlives the view.
    explicit SavedConnectionsView(presenters::ConnectFormPresenter& presenter,
                                  QWidget* parent = nullptr);

Q_SIGNALS:
    /// One was double-clicked, or Enter pressed on it.
    void connectRequested();

private:
    void buildLayout();
    QToolButton* addButton(const char* objectName, const QString& text);
    void showState();
    void showRow(QListWidgetItem& item, const presenters::SavedConnectionRow& row) const;
    void askRemoval();

    presenters::ConnectFormPresenter& m_presenter;
    QListWidget* m_list;
    QToolButton* m_new;
    QToolButton* m_duplicate;
    QToolButton* m_remove;
    QToolButton* m_up;
    QToolButton* m_down;
};

} // namespace sandglass::ui
