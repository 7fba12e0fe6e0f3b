// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/purge/purge_state.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTimeEdit;

namespace sandglass::ui {

/// The settings of a staged purge: whether to archive first, and how gently to delete.
class PurgeFormView : public QWidget
{
    Q_OBJECT

public:
    /// `form`: the initial values.
    explicit PurgeFormView(const presenters::PurgeForm& form, QWidget* parent = nullptr);

    /// Shows what the server allows, and the time zone of the hours. The fields keep what was
    /// typed.
    void setState(const presenters::PurgeState& state);
    /// The settings as they are now.
    presenters::PurgeForm form() const;
    /// Gives the focus to the first field.
    void focusFirst();
    /// Preselects an archive in BSON.
    void chooseArchive();

Q_SIGNALS:
    /// A setting has changed.
    void edited(const sandglass::presenters::PurgeForm& form);

private:
    /// Creates the controls of the archive.
    void buildArchive();
    /// Creates the controls of batch size and pause.
    void buildPace();
    /// Creates the controls of hours, latency and lag.
    void buildLimits();
    /// Arranges the controls.
    void buildLayout();
    /// Shows settings in the controls.
    void fill(const presenters::PurgeForm& form);
    /// Connects every control with reportEdit().
    void connectSignals();
    /// Emits edited(), and enables what now applies.
    void reportEdit();
    /// Enables the fields that apply to the current choice.
    void updateEnabled();
    /// Opens the dialog for the folder of the archive.
    void browse();

    QComboBox* m_archive;
    QLineEdit* m_folder;
    QPushButton* m_browse;
    QCheckBox* m_archiveOnly;
    QSpinBox* m_batch;
    QSpinBox* m_pause;
    QCheckBox* m_limitHours;
    QTimeEdit* m_from;
    QTimeEdit* m_to;
    QLabel* m_zone;
    QCheckBox* m_limitLatency;
    QSpinBox* m_latency;
    QCheckBox* m_limitLag;
    QSpinBox* m_lag;
    bool m_lagAvailable = false; // the server is a replica set
};

} // namespace sandglass::ui
