// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <QDialog>

#include <optional>

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

class ConflictView;

/// A dialog with one document as extended JSON, to insert a new document or to replace an existing
/// one. While typing it says when the document expires then. It closes when the server has accepted
/// the document. A refusal is shown in a banner and keeps the text. If another client has changed
/// the document meanwhile, both versions are shown and the user chooses.
class DocumentEditor : public QDialog
{
    Q_OBJECT

public:
    /// `loaded`: the document to replace; unset: a new one is inserted. The presenter must outlive
    /// the dialog.
    DocumentEditor(presenters::DocumentsPresenter& presenter, std::optional<bson::Document> loaded,
                   QWidget* parent);

private:
    /// Names and arranges the children.
    void buildLayout();
    /// Checks the JSON, and enables Save if it and the typed name are valid.
    void validate();
    /// Sends the document. The presenter answers with changed() or with a failure in its state.
    void save();
    /// Shows a failure of the change that was sent, and validates again.
    void showState();
    /// Edits the document as another client has left it.
    void takeTheirs();
    /// Sends the document, although another client has changed it.
    void keepMine();
    /// The name that has to be typed has been.
    bool mayWrite() const;

    presenters::DocumentsPresenter& m_presenter;
    std::optional<bson::Document> m_loaded; // unset: insert
    // in the order of the page, which is that of Tab
    widgets::ErrorBanner* m_banner;
    QPlainTextEdit* m_text;
    ConflictView* m_conflict;
    widgets::VerdictLabel* m_verdict;
    QLineEdit* m_name;
    QPushButton* m_save = nullptr;
    bool m_saving = false; // sent, and not answered yet
};

} // namespace sandglass::ui
