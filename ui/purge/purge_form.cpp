// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/purge/purge_form.h"

#include "widgets/style/metrics.h"
#include "widgets/views/form_row.h"
#include "widgets/views/tab_order.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTimeEdit>
#include <QVBoxLayout>

namespace sandglass::ui {

using presenters::ArchiveChoice;
using presenters::PurgeForm;

namespace {

QWidget* inRow(QWidget* parent, std::initializer_list<QWidget*> widgets)
{
    auto* box = new QWidget(parent);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : widgets) {
        row->addWidget(widget);
    }
    row->addStretch(1);
    return box;
}

QSpinBox* spinBox(QWidget* parent, const QString& objectName, const QString& name, int largest)
{
    auto* box = new QSpinBox(parent);
    box->setObjectName(objectName);
    box->setAccessibleName(name);
    box->setRange(1, largest);
    box->setGroupSeparatorShown(true);
    return box;
}

} // namespace

PurgeFormView::PurgeFormView(const PurgeForm& form, QWidget* parent)
    : QWidget(parent)
    , m_archive(new QComboBox(this))
    , m_folder(new QLineEdit(this))
    , m_browse(new QPushButton(tr("Ch&oose…"), this))
    , m_archiveOnly(new QCheckBox(tr("On&ly archive; delete nothing"), this))
    , m_limitHours(new QCheckBox(tr("Delete only &from"), this))
    , m_from(new QTimeEdit(this))
    , m_to(new QTimeEdit(this))
    , m_zone(new QLabel(this))
    , m_limitLatency(new QCheckBox(tr("Pause when a batch takes &more than"), this))
    , m_limitLag(new QCheckBox(tr("Pause when a secondary is &behind by more than"), this))
{
    setObjectName(QStringLiteral("purgeFormView"));
    buildArchive();
    buildPace();
    buildLimits();
    buildLayout();
    // before the signals are connected: initial values are not edits
    fill(form);
    connectSignals();
    updateEnabled();
}

void PurgeFormView::buildArchive()
{
    m_archive->setObjectName(QStringLiteral("archiveComboBox"));
    m_archive->setAccessibleName(tr("Archive first"));
    m_archive->addItem(tr("no archive"), static_cast<int>(ArchiveChoice::None));
    m_archive->addItem(tr("BSON, as mongodump writes it"), static_cast<int>(ArchiveChoice::Bson));
    m_archive->addItem(tr("JSON lines, canonical extended JSON"),
                       static_cast<int>(ArchiveChoice::JsonLines));
    m_folder->setObjectName(QStringLiteral("archiveFolderEdit"));
    m_folder->setAccessibleName(tr("Folder of the archive"));
    m_folder->setMinimumWidth(widgets::emPixels(this, 14));
    m_browse->setObjectName(QStringLiteral("browseArchiveButton"));
    m_browse->setAccessibleName(tr("Choose the folder of the archive"));
    m_browse->setAutoDefault(false);
    m_archiveOnly->setObjectName(QStringLiteral("archiveOnlyCheckBox"));
}

void PurgeFormView::buildPace()
{
    m_batch = spinBox(this, QStringLiteral("batchSpinBox"), tr("Documents in a batch"), 10'000);
    m_pause
        = spinBox(this, QStringLiteral("pauseSpinBox"), tr("Pause between two batches"), 3'600'000);
    // a purge without pauses is allowed; the other numbers start at 1
    m_pause->setMinimum(0);
    m_pause->setSingleStep(100);
    m_pause->setSuffix(tr(" ms"));
}

void PurgeFormView::buildLimits()
{
    m_limitHours->setObjectName(QStringLiteral("limitHoursCheckBox"));
    m_from->setObjectName(QStringLiteral("fromTimeEdit"));
    m_from->setAccessibleName(tr("Delete only from this time of day"));
    m_to->setObjectName(QStringLiteral("toTimeEdit"));
    m_to->setAccessibleName(tr("Delete only up to this time of day"));
    m_zone->setObjectName(QStringLiteral("hoursZoneLabel"));
    m_zone->setTextFormat(Qt::PlainText);
    m_zone->setProperty("muted", true);
    m_limitLatency->setObjectName(QStringLiteral("limitLatencyCheckBox"));
    m_latency
        = spinBox(this, QStringLiteral("latencySpinBox"), tr("Longest time of a batch"), 600'000);
    m_latency->setSingleStep(100);
    m_latency->setSuffix(tr(" ms"));
    m_limitLag->setObjectName(QStringLiteral("limitLagCheckBox"));
    m_lag = spinBox(this, QStringLiteral("lagSpinBox"), tr("Largest replication lag"), 86'400);
    m_lag->setSuffix(tr(" s"));
}

void PurgeFormView::buildLayout()
{
    auto* caption = new QLabel(tr("&Archive first:"), this);
    caption->setTextFormat(Qt::PlainText);
    caption->setBuddy(m_archive);
    auto* archive = new QHBoxLayout;
    archive->addWidget(caption);
    archive->addWidget(m_archive);
    archive->addWidget(m_folder, 1);
    archive->addWidget(m_browse);
    auto* until = new QLabel(tr("to"), this);
    until->setTextFormat(Qt::PlainText);
    auto* pace = new QFormLayout;
    widgets::addFormRow(*pace, tr("Documents in a ba&tch:"), m_batch);
    widgets::addFormRow(*pace, tr("&Pause between batches:"), m_pause);
    auto* limits = new QVBoxLayout;
    limits->addWidget(inRow(this, {m_limitHours, m_from, until, m_to, m_zone}));
    limits->addWidget(inRow(this, {m_limitLatency, m_latency}));
    limits->addWidget(inRow(this, {m_limitLag, m_lag}));
    // side by side, so that the timeline below has the height
    auto* sides = new QHBoxLayout;
    sides->addLayout(pace);
    // a spacing of the row would be that of the lines within both sides, too
    sides->addSpacing(widgets::emPixels(this, 1));
    sides->addLayout(limits, 1);
    // spare height belongs to the timeline
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(archive);
    column->addWidget(m_archiveOnly);
    column->addLayout(sides);
    // the fields were made in another order than they are read in
    widgets::orderTabStops({this});
}

void PurgeFormView::fill(const PurgeForm& form)
{
    m_archive->setCurrentIndex(m_archive->findData(static_cast<int>(form.archive)));
    m_folder->setText(form.folder);
    m_archiveOnly->setChecked(form.archiveOnly);
    m_batch->setValue(form.batch);
    m_pause->setValue(form.pauseMillis);
    m_limitHours->setChecked(form.limitHours);
    m_from->setTime(form.from);
    m_to->setTime(form.to);
    m_limitLatency->setChecked(form.limitLatency);
    m_latency->setValue(form.latencyMillis);
    m_limitLag->setChecked(form.limitLag);
    m_lag->setValue(form.lagSeconds);
}

void PurgeFormView::connectSignals()
{
    connect(m_archive, &QComboBox::currentIndexChanged, this, &PurgeFormView::reportEdit);
    connect(m_folder, &QLineEdit::textChanged, this, &PurgeFormView::reportEdit);
    connect(m_browse, &QPushButton::clicked, this, &PurgeFormView::browse);
    for (const QCheckBox* box : {m_archiveOnly, m_limitHours, m_limitLatency, m_limitLag}) {
        connect(box, &QCheckBox::toggled, this, &PurgeFormView::reportEdit);
    }
    for (const QSpinBox* box : {m_batch, m_pause, m_latency, m_lag}) {
        connect(box, &QSpinBox::valueChanged, this, &PurgeFormView::reportEdit);
    }
    for (const QTimeEdit* edit : {m_from, m_to}) {
        connect(edit, &QTimeEdit::timeChanged, this, &PurgeFormView::reportEdit);
    }
}

void PurgeFormView::focusFirst()
{
    m_archive->setFocus();
}

void PurgeFormView::chooseArchive()
{
    m_archive->setCurrentIndex(m_archive->findData(static_cast<int>(ArchiveChoice::Bson)));
}

PurgeForm PurgeFormView::form() const
{
    PurgeForm form;
    form.archive = static_cast<ArchiveChoice>(m_archive->currentData().toInt());
    form.folder = m_folder->text().trimmed();
    // without an archive, "archive only" would do nothing at all
    form.archiveOnly = m_archiveOnly->isChecked() && form.archive != ArchiveChoice::None;
    form.batch = m_batch->value();
    form.pauseMillis = m_pause->value();
    form.limitHours = m_limitHours->isChecked();
    form.from = m_from->time();
    form.to = m_to->time();
    form.limitLatency = m_limitLatency->isChecked();
    form.latencyMillis = m_latency->value();
    form.limitLag = m_limitLag->isChecked() && m_lagAvailable;
    form.lagSeconds = m_lag->value();
    return form;
}

void PurgeFormView::reportEdit()
{
    updateEnabled();
    Q_EMIT edited(form());
}

void PurgeFormView::setState(const presenters::PurgeState& state)
{
    m_lagAvailable = state.lagAvailable;
    m_zone->setText(state.zoneText);
    updateEnabled();
}

void PurgeFormView::updateEnabled()
{
    const PurgeForm now = form();
    const bool archives = now.archive != ArchiveChoice::None;
    for (QWidget* widget : {static_cast<QWidget*>(m_folder), static_cast<QWidget*>(m_browse),
                            static_cast<QWidget*>(m_archiveOnly)}) {
        widget->setEnabled(archives);
    }
    // pace and limits concern deletions only
    const bool deletes = !now.archiveOnly;
    for (QWidget* widget :
         {static_cast<QWidget*>(m_batch), static_cast<QWidget*>(m_pause),
          static_cast<QWidget*>(m_limitHours), static_cast<QWidget*>(m_limitLatency)}) {
        widget->setEnabled(deletes);
    }
    m_from->setEnabled(deletes && now.limitHours);
    m_to->setEnabled(deletes && now.limitHours);
    m_latency->setEnabled(deletes && now.limitLatency);
    m_limitLag->setEnabled(deletes && m_lagAvailable);
    m_limitLag->setToolTip(m_lagAvailable ? QString() : tr("The server is not a replica set."));
    m_lag->setEnabled(deletes && now.limitLag);
}

void PurgeFormView::browse()
{
    auto* dialog = new QFileDialog(this, tr("Folder of the Archive"), m_folder->text());
    dialog->setObjectName(QStringLiteral("archiveFolderDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, m_folder, &QLineEdit::setText);
    dialog->open();
}

} // namespace sandglass::ui

#include "moc_purge_form.cpp"
