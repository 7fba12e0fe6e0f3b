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
} // namespace sandglass::presenters

namespace sandglass::widgets {
class ErrorBanner;
}

namespace sandglass::ui {

class CommandBox;
class ConfirmRow;
class EffectView;
class TtlIndexForm;

/// Creates a TTL index: the form at the left, what it would delete at the right, the exact command
/// below, and a button that carries the number. It closes when the index is made; a refusal is
/// shown in it and loses nothing.
class CreateIndexDialog : public QDialog
{
    Q_OBJECT

public:
    /// `title`: of the collection. The presenter outlives the dialog.
    CreateIndexDialog(presenters::CreateIndexPresenter& presenter, const QString& title,
                      QWidget* parent = nullptr);

    /// Fills the form in; the namespace of `draft` is ignored.
    void fill(const ttl::TtlIndexDraft& draft);
    /// The wall clock of the timeline in it.
    void setTimeZone(const QTimeZone& zone);

Q_SIGNALS:
    /// The affected documents are to be purged in stages, or archived, first.
    void purgeRequested(const sandglass::ttl::Rule& target, bool archiveFirst);
    /// The user wants the index that is there already changed or converted instead.
    void existingIndexChosen(const QString& indexName);

private:
    void buildLayout();
    void connectSignals();
    void showState();

    presenters::CreateIndexPresenter& m_presenter;
    TtlIndexForm* m_form;
    EffectView* m_effect;
    CommandBox* m_command;
    ConfirmRow* m_confirm;
    widgets::ErrorBanner* m_banner;
    QPushButton* m_existing;
    QString m_existingName;
};

} // namespace sandglass::ui
