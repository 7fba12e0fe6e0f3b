// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace sandglass::presenters {
class AlertPresenter;
class PreferencesPresenter;
class StatusPresenter;
} // namespace sandglass::presenters

namespace sandglass::ui {

/// The preferences. Each change takes effect at once.
class PreferencesDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenters must outlive the dialog. `zones` supplies the time zones to choose from.
    PreferencesDialog(presenters::PreferencesPresenter& presenter,
                      presenters::StatusPresenter& zones, QWidget* parent = nullptr);

    /// Adds the alerts below the other preferences. Once; the presenter must outlive the dialog.
    void addAlerts(presenters::AlertPresenter& alerts);

private:
    /// Names the controls, sets their ranges and arranges them.
    void buildLayout();
    /// Fills the list of languages.
    void fillLanguages();
    /// Fills the list of time zones.
    void fillZones(const presenters::StatusPresenter& zones);
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Shows the presenter's state.
    void showState();

    presenters::PreferencesPresenter& m_presenter;
    QComboBox* m_language;
    QLabel* m_languageNote;
    QComboBox* m_theme;
    QComboBox* m_zone;
    QSpinBox* m_interval;
    QSpinBox* m_sampleAbove;
    QCheckBox* m_startEngine;
    QLabel* m_folder;
    QPushButton* m_close = nullptr; // never null after the constructor
};

} // namespace sandglass::ui
