// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/indexes/create_index_presenter.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace sandglass::widgets {
class VerdictLabel;
}

namespace Ui { // NOLINT(readability-identifier-naming): uic's name
class TtlIndexForm;
}

namespace sandglass::ui {

/// The form of a new TTL index. It shows a draft with a verdict beside each field, and reports each
/// edit.
class TtlIndexForm : public QWidget
{
    Q_OBJECT

public:
    explicit TtlIndexForm(std::vector<presenters::CreatePreset> presets, QWidget* parent = nullptr);
    ~TtlIndexForm() override;

    /// Shows candidates, verdicts, and what the server does not support. The fields keep what was
    /// typed.
    void setState(const presenters::CreateIndexState& state);
    /// The draft in the form; its namespace is empty.
    ttl::TtlIndexDraft draft() const;
    /// Fills in a draft, and emits edited() once.
    void fill(const ttl::TtlIndexDraft& draft);
    /// Fills in the field alone, as if it had been typed.
    void chooseField(const QString& path);
    /// Gives the focus to the field.
    void focusField();
    /// Puts a control below the message about the field.
    void addBelowField(QWidget* control);
    /// Whether the field was typed, chosen or filled in.
    bool isFieldTouched() const { return m_fieldTouched; }

Q_SIGNALS:
    /// The user changed the form, or fill() did.
    void edited(const sandglass::ttl::TtlIndexDraft& draft);

private:
    /// Names the form, and connects each verdict with its field.
    void setNames();
    /// Connects every field with reportEdit().
    void connectSignals();
    /// Fills the list of presets; disabled ones say why.
    void fillPresets();
    /// Fills in the preset of row `index` of the list; row 0 is "None".
    void fillPreset(int index);
    /// Emits edited(), unless fill() is at work.
    void reportEdit();
    /// Shows each verdict beside its field, and clears the others.
    void showVerdicts(const presenters::CreateIndexState& state);
    /// Shows what a sample has found in a valid field, and warns if that is no date.
    void showFieldNote(const presenters::CreateIndexState& state);
    /// Says why a field is disabled, unless a verdict is shown there.
    static void showReason(widgets::VerdictLabel& label, const QString& reason);
    /// The label for the verdicts on a field.
    widgets::VerdictLabel* labelOf(ttl::DraftField field) const;

    std::unique_ptr<Ui::TtlIndexForm> m_ui;
    const std::vector<presenters::CreatePreset> m_presets;
    bool m_filling = false; // fill() is at work
    bool m_fieldTouched = false; // an empty field is no mistake before
};

} // namespace sandglass::ui
