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

/// A dialog with one document as extended JSON, for inserting a new one or replacing a row's. It
/// closes when the server has taken the document; a refusal is shown in it and loses nothing.
class DocumentEditor : public QDialog
{
    Q_OBJECT

public:
    /// `row`: of the presenter's model to replace; −1 inserts. The presenter outlives the dialog.
    DocumentEditor(presenters::DocumentsPresenter& presenter, int row, QWidget* parent);

private:
    void buildLayout();
    void judge();
    void save();
    void showState();

    presenters::DocumentsPresenter& m_presenter;
    const int m_row;
    QPlainTextEdit* m_text;
    widgets::VerdictLabel* m_verdict;
    QLineEdit* m_name;
    widgets::ErrorBanner* m_banner;
    QPushButton* m_save = nullptr;
    bool m_saving = false;
};

} // namespace sandglass::ui
