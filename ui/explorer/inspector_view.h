// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QFormLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace sandglass::presenters {
class InspectorPresenter;
}

namespace sandglass::ui {

/// The inspector dock's content: the selected index, collection or document in words, with its
/// expiry explained.
class InspectorView : public QWidget
{
    Q_OBJECT

public:
    /// The presenter must outlive the view.
    explicit InspectorView(presenters::InspectorPresenter& presenter, QWidget* parent = nullptr);

    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// Nothing is selected, and the user wants to choose in the navigator.
    void navigatorRequested();

private:
    /// A label for plain text that can be selected; owned by the view.
    QLabel* addText(const QString& objectName);
    /// Shows the presenter's state.
    void showState();
    /// Shows one row for each fact: its label and its value.
    void showFacts();

    presenters::InspectorPresenter& m_presenter;
    QLabel* m_title;
    QLabel* m_subtitle;
    QLabel* m_explanation;
    QPushButton* m_next; // while nothing is selected
    QWidget* m_facts = nullptr;
    QPlainTextEdit* m_source; // the definition as JSON
};

} // namespace sandglass::ui
