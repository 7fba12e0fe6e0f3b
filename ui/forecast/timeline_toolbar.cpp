// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forecast/timeline_toolbar.h"

#include "app/presenters/words/words.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/elided_label.h"
#include "widgets/views/menu_button.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace sandglass::ui {

using presenters::Horizon;

TimelineToolbar::TimelineToolbar(QWidget* parent)
    : QWidget(parent)
    , m_presets(new QButtonGroup(this))
    , m_freshness(new widgets::ElidedLabel(this))
    , m_export(new widgets::MenuButton(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(widgets::emPixels(this, 0.25));
    addPresets();
    row->addSpacing(fontMetrics().height());
    addSwitches();
    m_freshness->setObjectName(QStringLiteral("freshnessLabel"));
    m_freshness->setProperty("muted", true);
    // the first to go where the row has no room
    m_freshness->setMinimumWidth(1);
    addLater();
    row->addStretch(1);
    row->addWidget(m_freshness);
    addExport();
}

void TimelineToolbar::addPresets()
{
    struct Preset
    {
        Horizon horizon;
        const char* name;
        QString text;
        QString toolTip;
    };
    const Preset presets[] = {
        {Horizon::Minutes5, "horizon5MinutesButton", tr("&5 min"), tr("The next 5 minutes")},
        {Horizon::Hour1, "horizon1HourButton", tr("&1 h"), tr("The next hour")},
        {Horizon::Day1, "horizon24HoursButton", tr("&24 h"), tr("The next 24 hours")},
        {Horizon::Days7, "horizon7DaysButton", tr("&7 d"), tr("The next 7 days")},
        {Horizon::Days30, "horizon30DaysButton", tr("&30 d"), tr("The next 30 days")},
        {Horizon::Days90, "horizon90DaysButton", tr("&90 d"), tr("The next 90 days")},
        {Horizon::Year1, "horizon1YearButton", tr("1 &y"), tr("The next year")},
        {Horizon::All, "horizonAllButton", tr("&All"), tr("Everything that will ever expire")},
    };
    for (const Preset& preset : presets) {
        auto* button = new QToolButton(this);
        button->setObjectName(QLatin1String(preset.name));
        button->setText(preset.text);
        button->setToolTip(preset.toolTip);
        // "The next hour" rather than "1 h"
        button->setAccessibleName(preset.toolTip);
        button->setCheckable(true);
        button->setProperty("segment", true);
        // by default Tab skips tool buttons
        button->setFocusPolicy(Qt::StrongFocus);
        m_presets->addButton(button, static_cast<int>(preset.horizon));
        layout()->addWidget(button);
    }
    // assistive tools toggle a button without a click; a click on the checked one undoes a zoom
    connect(m_presets, &QButtonGroup::idPressed, this, [this] { m_chosen.reset(); });
    connect(m_presets, &QButtonGroup::idToggled, this, [this](int id, bool on) {
        if (on && !m_showing) {
            m_chosen = id;
            Q_EMIT horizonChosen(static_cast<Horizon>(id));
        }
    });
    connect(m_presets, &QButtonGroup::idClicked, this, [this](int id) {
        if (std::exchange(m_chosen, std::nullopt) != id) {
            Q_EMIT horizonChosen(static_cast<Horizon>(id));
        }
    });
}

QToolButton* TimelineToolbar::addSwitch(const QString& objectName, const QString& text,
                                        const QString& toolTip, bool on)
{
    auto* button = new QToolButton(this);
    button->setObjectName(objectName);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setCheckable(true);
    button->setChecked(on);
    button->setProperty("segment", true);
    button->setFocusPolicy(Qt::StrongFocus);
    layout()->addWidget(button);
    return button;
}

void TimelineToolbar::addSwitches()
{
    connect(addSwitch(QStringLiteral("logScaleButton"), tr("&Log"), tr("Logarithmic scale"), false),
            &QToolButton::toggled, this, &TimelineToolbar::logScaleToggled);
    connect(addSwitch(QStringLiteral("cumulativeButton"), tr("Su&m"), tr("Running sum as a line"),
                      true),
            &QToolButton::toggled, this, &TimelineToolbar::cumulativeToggled);
    m_bytes = addSwitch(QStringLiteral("bytesButton"), tr("&Bytes"),
                        tr("Scale in bytes, estimated from the mean document size"), false);
    // until setOffersBytes() says that sizes are known
    m_bytes->hide();
    connect(m_bytes, &QToolButton::toggled, this, &TimelineToolbar::bytesToggled);
    connect(
        addSwitch(QStringLiteral("showAsTableButton"), tr("&Table"), tr("Show as table"), false),
        &QToolButton::toggled, this, &TimelineToolbar::tableToggled);
    auto* reset = new QToolButton(this);
    reset->setObjectName(QStringLiteral("resetZoomButton"));
    reset->setIcon(widgets::icon(QStringLiteral("zoom-reset")));
    reset->setToolTip(tr("Show the whole range again (Home)"));
    reset->setAccessibleName(tr("Show the whole range again"));
    reset->setFocusPolicy(Qt::StrongFocus);
    connect(reset, &QToolButton::clicked, this, &TimelineToolbar::resetRequested);
    layout()->addWidget(reset);
}

void TimelineToolbar::addExport()
{
    m_export->setObjectName(QStringLiteral("exportButton"));
    m_export->setIcon(widgets::icon(QStringLiteral("export")));
    m_export->setToolTip(tr("Copy or export the chart"));
    m_export->setAccessibleName(tr("Copy or export the chart"));
    m_export->choices().setObjectName(QStringLiteral("exportMenu"));
    layout()->addWidget(m_export);
}

QMenu& TimelineToolbar::exportMenu()
{
    return m_export->choices();
}

void TimelineToolbar::addLater()
{
    m_later = new QToolButton(this);
    m_later->setObjectName(QStringLiteral("laterButton"));
    m_later->setAutoRaise(true);
    m_later->setProperty("flat", true);
    m_later->setFocusPolicy(Qt::StrongFocus);
    // a hidden button needs a name too
    m_later->setAccessibleName(m_presets->button(static_cast<int>(Horizon::All))->toolTip());
    m_later->hide();
    connect(m_later, &QToolButton::clicked, this, [this] { Q_EMIT horizonChosen(m_longer); });
    layout()->addWidget(m_later);
}

void TimelineToolbar::setLater(qint64 later, presenters::Accuracy accuracy,
                               std::optional<Horizon> longer)
{
    m_offersLater = later > 0 && longer.has_value();
    if (!m_offersLater) {
        fitLater();
        return;
    }
    m_longer = *longer;
    const QAbstractButton* preset = m_presets->button(static_cast<int>(*longer));
    //: a button: so many documents fall due after the shown range; %2 is a longer range, "24 h"
    m_later->setText(tr("Later: %1 – show %2")
                         .arg(presenters::countText(later, accuracy), preset->text().remove(u'&')));
    m_later->setAccessibleName(m_later->text().remove(u'&'));
    m_later->setToolTip(preset->toolTip());
    fitLater();
}

// The offer goes where the row has no room for it, before the freshness is shortened: the presets
// beside it do the same.
void TimelineToolbar::fitLater()
{
    const int own = m_later->sizeHint().width() + layout()->spacing();
    const int others = layout()->minimumSize().width() - (m_later->isHidden() ? 0 : own)
        + std::max(0, m_freshness->sizeHint().width() - m_freshness->minimumWidth());
    m_later->setVisible(m_offersLater && others + own <= width());
}

void TimelineToolbar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitLater();
}

void TimelineToolbar::setHorizon(Horizon horizon)
{
    QAbstractButton* button = m_presets->button(static_cast<int>(horizon));
    // an exclusive group keeps one button checked, but a zoomed range has no preset
    m_showing = true;
    m_presets->setExclusive(button != nullptr);
    for (QAbstractButton* each : m_presets->buttons()) {
        each->setChecked(each == button);
    }
    m_showing = false;
}

void TimelineToolbar::setOffersBytes(bool offers)
{
    m_bytes->setVisible(offers);
}

void TimelineToolbar::setFreshness(const QString& text)
{
    m_freshness->setText(text);
    fitLater();
}

} // namespace sandglass::ui

#include "moc_timeline_toolbar.cpp"
