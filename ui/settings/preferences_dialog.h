// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;

namespace sandglass::presenters {
class AlertPresenter;
class PreferencesPresenter;
class StatusPresenter;
} // namespace sandglass::presenters

namespace sandglass::ui {

/// What the user may choose; each change acts at once.
class PreferencesDialog : public QDialog
{
    Q_OBJECT

public:
    /// The presenters outlive the dialog; `zones` knows the zones to choose from.
    PreferencesDialog(presenters::PreferencesPresenter& presenter,
                      presenters::StatusPresenter& zones, QWidget* parent = nullptr);

    /// Puts the alerts below the rest; once. The presenter outlives the dialog.
    void addAlerts(presenters::AlertPresenter& alerts);

private:
    void buildLayout();
    void fillLanguages();
    void fillZones(const presenters::StatusPresenter& zones);
    void connectSignals();
    void showState();

    presenters::PreferencesPresenter& m_presenter;
    QComboBox* m_language;
    QLabel* m_languageNote;
    QComboBox* m_theme;
    QSpinBox* m_interval;
    QSpinBox* m_sampleAbove;
    QComboBox* m_zone;
    QCheckBox* m_startEngine;
    QLabel* m_folder;
};

} // namespace sandglass::ui
