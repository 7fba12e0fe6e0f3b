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

/// The form of a new TTL index: shows a draft with the verdicts beside its fields, and tells each
/// edit.
class TtlIndexForm : public QWidget
{
    Q_OBJECT

public:
    explicit TtlIndexForm(std::vector<presenters::CreatePreset> presets, QWidget* parent = nullptr);
    ~TtlIndexForm() override;

    /// Shows what is known of the draft: candidates, verdicts, what the server cannot do. The
    /// fields keep what was typed.
    void setState(const presenters::CreateIndexState& state);
    /// What stands in the form now; the namespace is left empty.
    ttl::TtlIndexDraft draft() const;
    /// Puts a draft into the fields; edited() tells it once.
    void fill(const ttl::TtlIndexDraft& draft);

Q_SIGNALS:
    void edited(const sandglass::ttl::TtlIndexDraft& draft);

private:
    void setNames();
    void connectSignals();
    void fillPresets();
    void fillPreset(int index);
    void tell();
    void showVerdicts(const std::vector<presenters::FieldVerdict>& verdicts);
    static void showReason(widgets::VerdictLabel& label, const QString& reason);
    widgets::VerdictLabel* labelOf(ttl::DraftField field) const;

    std::unique_ptr<Ui::TtlIndexForm> m_ui;
    const std::vector<presenters::CreatePreset> m_presets;
    bool m_filling = false;
};

} // namespace sandglass::ui
