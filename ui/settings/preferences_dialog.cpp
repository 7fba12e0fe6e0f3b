// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/preferences_dialog.h"

#include "app/presenters/settings/preferences_presenter.h"
#include "app/presenters/shell/status_presenter.h"
#include "ui/settings/alert_group.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/form_row.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace sandglass::ui {

PreferencesDialog::PreferencesDialog(presenters::PreferencesPresenter& presenter,
                                     presenters::StatusPresenter& zones, QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_language(new QComboBox(this))
    , m_languageNote(new QLabel(this))
    , m_theme(new QComboBox(this))
    , m_zone(new QComboBox(this))
    , m_interval(new QSpinBox(this))
    , m_sampleAbove(new QSpinBox(this))
    , m_startEngine(new QCheckBox(tr("&Start the local engine with the window"), this))
    , m_folder(new QLabel(this))
{
    setObjectName(QStringLiteral("preferencesDialog"));
    setWindowTitle(tr("Preferences"));
    setAttribute(Qt::WA_DeleteOnClose);
    fillLanguages();
    fillZones(zones);
    buildLayout();
    showState();
    connectSignals();
}

void PreferencesDialog::buildLayout()
{
    m_theme->setObjectName(QStringLiteral("themeComboBox"));
    m_theme->setAccessibleName(tr("Theme"));
    // in the order of presenters::Theme
    m_theme->addItems({tr("Same as the desktop"), tr("Light"), tr("Dark")});
    m_interval->setObjectName(QStringLiteral("remoteIntervalSpinBox"));
    m_interval->setAccessibleName(tr("Refresh interval of remote connections"));
    m_interval->setRange(1, 3600);
    m_interval->setSuffix(tr(" s"));
    m_sampleAbove->setObjectName(QStringLiteral("sampleAboveSpinBox"));
    m_sampleAbove->setAccessibleName(tr("Sample remote collections above"));
    m_sampleAbove->setToolTip(
        tr("Larger collections of remote servers are always estimated from a sample, smaller ones "
           "whenever counting takes long. The local engine always counts."));
    m_sampleAbove->setRange(0, 1'000'000'000);
    m_sampleAbove->setSingleStep(500'000);
    m_sampleAbove->setGroupSeparatorShown(true);
    // otherwise every digit typed would change the limit
    m_sampleAbove->setKeyboardTracking(false);
    // 0 turns sampling off
    m_sampleAbove->setSpecialValueText(tr("never"));
    m_sampleAbove->setSuffix(tr(" documents"));
    m_zone->setObjectName(QStringLiteral("zoneComboBox"));
    m_zone->setAccessibleName(tr("Time zone"));
    m_startEngine->setObjectName(QStringLiteral("startEngineCheckBox"));
    m_startEngine->setAccessibleName(tr("Start the local engine with the window"));
    m_folder->setObjectName(QStringLiteral("dataFolderLabel"));
    m_folder->setTextFormat(Qt::PlainText);
    // to be copied into a file manager or a terminal
    m_folder->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);

    auto* form = new QFormLayout;
    widgets::addFormRow(*form, tr("&Language:"), m_language);
    form->addRow(QString(), m_languageNote);
    widgets::addFormRow(*form, tr("&Theme:"), m_theme);
    widgets::addFormRow(*form, tr("Time &zone:"), m_zone);
    widgets::addFormRow(*form, tr("&Refresh remote servers every:"), m_interval);
    widgets::addFormRow(*form, tr("Sa&mple remote collections above:"), m_sampleAbove);
    form->addRow(QString(), m_startEngine);
    widgets::addFormRow(*form, tr("Settings, journal and data:"), m_folder);
    auto* buttons = new widgets::DialogButtons(this);
    m_close = buttons->addClose(QStringLiteral("closePreferencesButton"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(buttons);
}

void PreferencesDialog::fillLanguages()
{
    m_language->setObjectName(QStringLiteral("languageComboBox"));
    m_language->setAccessibleName(tr("Language"));
    m_language->addItem(tr("Same as the system"), QString());
    // each language in its own words, so that anyone can find theirs
    m_language->addItem(QStringLiteral("English"), QStringLiteral("en"));
    m_language->addItem(QStringLiteral("简体中文"), QStringLiteral("zh_CN"));
    m_languageNote->setObjectName(QStringLiteral("languageNoteLabel"));
    m_languageNote->setTextFormat(Qt::PlainText);
    m_languageNote->setProperty("muted", true);
    m_languageNote->setText(tr("The language changes the next time Sandglass starts."));
}

void PreferencesDialog::addAlerts(presenters::AlertPresenter& alerts)
{
    // above the row of buttons, also for Tab
    auto* group = new AlertGroup(alerts, this);
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, group);
    setTabOrder(group->lastControl(), m_close);
}

void PreferencesDialog::fillZones(const presenters::StatusPresenter& zones)
{
    m_zone->addItem(tr("Same as the system"), QByteArray());
    const QList<QByteArray> ids = zones.zones();
    for (const QByteArray& id : ids) {
        m_zone->addItem(QString::fromUtf8(id), id);
    }
}

void PreferencesDialog::connectSignals()
{
    connect(m_language, &QComboBox::activated, this,
            [this](int index) { m_presenter.setLanguage(m_language->itemData(index).toString()); });
    connect(m_theme, &QComboBox::activated, this,
            [this](int index) { m_presenter.setTheme(static_cast<presenters::Theme>(index)); });
    connect(m_interval, &QSpinBox::valueChanged, this,
            [this](int seconds) { m_presenter.setRemoteInterval(std::chrono::seconds(seconds)); });
    connect(m_sampleAbove, &QSpinBox::valueChanged, &m_presenter,
            &presenters::PreferencesPresenter::setSampleAbove);
    connect(m_zone, &QComboBox::activated, this,
            [this](int index) { m_presenter.setZone(m_zone->itemData(index).toByteArray()); });
    connect(m_startEngine, &QCheckBox::toggled, &m_presenter,
            &presenters::PreferencesPresenter::setStartEngine);
    connect(&m_presenter, &presenters::PreferencesPresenter::stateChanged, this,
            &PreferencesDialog::showState);
}

void PreferencesDialog::showState()
{
    const presenters::PreferencesState& state = m_presenter.state();
    // an unknown value counts as the first entry, "same as the system"
    m_language->setCurrentIndex(qMax(0, m_language->findData(state.language)));
    m_theme->setCurrentIndex(static_cast<int>(state.theme));
    m_interval->setValue(static_cast<int>(state.remoteInterval.count()));
    m_sampleAbove->setValue(static_cast<int>(state.sampleAbove));
    m_zone->setCurrentIndex(qMax(0, m_zone->findData(state.zoneId)));
    m_startEngine->setChecked(state.startEngine);
    m_folder->setText(state.folder);
}

} // namespace sandglass::ui

#include "moc_preferences_dialog.cpp"
