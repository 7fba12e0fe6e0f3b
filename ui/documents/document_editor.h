// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace sandglass::presenters {
class DocumentsPresenter;
}

namespace sandglass::widgets {
class ErrorBanner;
class VerdictLabel;
} // namespace sandglass::widgets

namespace sandglass::ui {

/// A dialog with one document as extended JSON, to insert a new document or to replace an existing
/// one. It closes when the server has accepted the document. A refusal is shown in a banner and
/// keeps the text.
class DocumentEditor : public QDialog
{
    Q_OBJECT

public:
    /// `row`: the row of the presenter's model to replace; -1 inserts a new document. The presenter
    /// must outlive the dialog.
    DocumentEditor(presenters::DocumentsPresenter& presenter, int row, QWidget* parent);

private:
    /// Names and arranges the children.
    void buildLayout();
    /// Checks the JSON, and enables Save if it and the typed name are valid.
    void validate();
    /// Sends the document. The presenter answers with changed() or with a failure in its state.
    void save();
    /// Shows a failure of the change that was sent, and validates again.
    void showState();

    presenters::DocumentsPresenter& m_presenter;
    const int m_row; // -1: insert
    QPlainTextEdit* m_text;
    widgets::VerdictLabel* m_verdict;
    QLineEdit* m_name;
    widgets::ErrorBanner* m_banner;
    QPushButton* m_save = nullptr;
    bool m_saving = false; // sent, and not answered yet
};

} // namespace sandglass::ui
