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

/// What a staged purge is to do: archive first or not, and how gently to delete.
class PurgeFormView : public QWidget
{
    Q_OBJECT

public:
    /// `form`: what it begins with.
    explicit PurgeFormView(const presenters::PurgeForm& form, QWidget* parent = nullptr);

    /// What the server allows and the zone of the hours; the fields keep what was typed.
    void setState(const presenters::PurgeState& state);
    presenters::PurgeForm form() const;
    /// Begins with an archive as BSON.
    void chooseArchive();

Q_SIGNALS:
    void edited(const sandglass::presenters::PurgeForm& form);

private:
    void buildArchive();
    void buildPace();
    void buildLimits();
    void buildLayout();
    void fill(const presenters::PurgeForm& form);
    void connectSignals();
    void tell();
    void updateEnabled();
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
    bool m_lagAvailable = false;
};

} // namespace sandglass::ui
