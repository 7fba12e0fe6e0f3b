// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/draft.h"
#include "app/ttl/types.h"

#include <QDialog>

class QPushButton;
class QTimeZone;

namespace sandglass::ttl {
struct Rule;
}

namespace sandglass::presenters {
class CreateIndexPresenter;
struct ChangeResult;
} // namespace sandglass::presenters

namespace sandglass::widgets {
class ErrorBanner;
}

namespace sandglass::ui {

class CommandBox;
class ConfirmRow;
class EffectView;
class FieldList;
class TtlIndexForm;

/// Creates a TTL index. The form is at the left. At the right are the fields of a sample until the
/// form is complete, and then what the index would delete. Below is the exact command, and a button
/// names the number. The dialog closes once the index exists. A
/// refusal is shown in a banner and keeps the form.
class CreateIndexDialog : public QDialog
{
    Q_OBJECT

public:
    /// `title`: the name of the collection as shown. The presenter must outlive the dialog.
    CreateIndexDialog(presenters::CreateIndexPresenter& presenter, const QString& title,
                      QWidget* parent = nullptr);

    /// Fills in the form; the namespace of `draft` is ignored.
    void fill(const ttl::TtlIndexDraft& draft);
    /// The time zone of the timeline in the dialog.
    void setTimeZone(const QTimeZone& zone);

Q_SIGNALS:
    /// The user wants to purge the affected documents in stages first, or to archive them.
    void purgeRequested(const sandglass::ttl::Rule& target, bool archiveFirst);
    /// The index exists and has been read back.
    void verified(const sandglass::presenters::ChangeResult& result);
    /// The user wants to change or convert the existing index instead.
    void existingIndexChosen(const QString& indexName);

private:
    /// Arranges form, effect, command and confirmation.
    void buildLayout();
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Shows the presenter's state; closes the dialog once the index exists.
    void showState();
    /// Offers the index that is in the way for change or conversion.
    void showExisting();

    presenters::CreateIndexPresenter& m_presenter;
    TtlIndexForm* m_form;
    FieldList* m_fields;
    EffectView* m_effect;
    CommandBox* m_command;
    ConfirmRow* m_confirm;
    widgets::ErrorBanner* m_banner;
    QPushButton* m_existing;
    QString m_existingName; // of the index that is in the way; empty: none
};

} // namespace sandglass::ui
