// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inputs/duration_edit.h"

#include "widgets/style/metrics.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

namespace sandglass::widgets {

DurationEdit::DurationEdit(QWidget* parent)
    : QWidget(parent)
    , m_value(new QLineEdit(this))
    , m_unit(new QComboBox(this))
    , m_seconds(new QLabel(this))
    , m_reading{DurationProblem::Empty, 0}
{
    buildLayout();
    setLabel(tr("Duration"));
    setFocusProxy(m_value);
    connect(m_value, &QLineEdit::textChanged, this, &DurationEdit::read);
    connect(m_value, &QLineEdit::editingFinished, this, &DurationEdit::settle);
    connect(m_unit, &QComboBox::activated, this, &DurationEdit::changeUnit);
    showSeconds();
}

DurationEdit::~DurationEdit()
{
    m_value->disconnect(this);
}

void DurationEdit::buildLayout()
{
    m_value->setObjectName(QStringLiteral("valueEdit"));
    m_value->setAlignment(Qt::AlignRight);
    // longer than any sensible duration
    m_value->setMaxLength(40);
    m_value->setPlaceholderText(tr("90d"));
    m_value->setMinimumWidth(emPixels(this, 5));
    m_value->setMaximumWidth(emPixels(this, 9));
    m_unit->setObjectName(QStringLiteral("unitComboBox"));
    m_unit->addItems({tr("seconds"), tr("minutes"), tr("hours"), tr("days"), tr("weeks")});
    m_unit->setCurrentIndex(static_cast<int>(DurationUnit::Days));
    m_seconds->setObjectName(QStringLiteral("secondsLabel"));
    m_seconds->setTextFormat(Qt::PlainText);
    m_seconds->setForegroundRole(QPalette::PlaceholderText);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(emPixels(this, 0.5));
    row->addWidget(m_value);
    row->addWidget(m_unit);
    row->addWidget(m_seconds, 1);
}

void DurationEdit::setLabel(const QString& label)
{
    setAccessibleName(label);
    m_value->setAccessibleName(label);
    m_unit->setAccessibleName(tr("%1: unit").arg(label));
}

DurationUnit DurationEdit::unit() const
{
    return static_cast<DurationUnit>(m_unit->currentIndex());
}

std::optional<qint64> DurationEdit::seconds() const
{
    if (m_reading.problem != DurationProblem::None) {
        return std::nullopt;
    }
    return m_reading.seconds;
}

void DurationEdit::setSeconds(qint64 seconds)
{
    const DurationUnit natural = naturalUnit(seconds);
    // read() emits once, with number and unit in place
    const QSignalBlocker quiet(m_value);
    m_unit->setCurrentIndex(static_cast<int>(natural));
    m_value->setText(QString::number(seconds / secondsPer(natural)));
    read();
}

void DurationEdit::setRange(DurationRange range)
{
    m_range = range;
    read();
}

void DurationEdit::read()
{
    const DurationProblem before = m_reading.problem;
    m_reading = readDuration(m_value->text(), unit(), m_range);
    showSeconds();
    if (m_reading.problem != before) {
        Q_EMIT problemChanged(m_reading.problem);
    }
    const auto now = seconds();
    if (now && now != m_lastEmitted) {
        m_lastEmitted = now;
        Q_EMIT secondsChanged(*now);
    }
}

void DurationEdit::settle()
{
    // a plain number counts in the selected unit, so it stays as it is
    bool bare = false;
    m_value->text().trimmed().toLongLong(&bare);
    if (!bare && seconds()) {
        setSeconds(*seconds());
    }
}

void DurationEdit::changeUnit()
{
    // The number stays, its unit changes. A text with its own units is first replaced by a number.
    settle();
    read();
}

void DurationEdit::showSeconds()
{
    const auto now = seconds();
    const QString count = now ? QLocale().toString(*now) : QString();
    m_seconds->setText(now ? tr("= %1 s").arg(count) : QString());
    m_seconds->setAccessibleName(now ? tr("%1 seconds").arg(count) : problemText());
}

QString DurationEdit::problemText() const
{
    const QLocale locale;
    switch (m_reading.problem) {
    case DurationProblem::None:
        break;
    case DurationProblem::Empty:
        return tr("Enter a duration, for instance 90d.");
    case DurationProblem::NotADuration:
        return tr("This is not a duration. Write a number, or for instance 90d or 1h30m.");
    case DurationProblem::NotWholeSeconds:
        return tr("Enter whole seconds, for instance 90.");
    case DurationProblem::TooSmall:
        return tr("Enter at least %1 seconds.").arg(locale.toString(m_range.least));
    case DurationProblem::TooLarge:
        return tr("Enter at most %1 seconds.").arg(locale.toString(m_range.most));
    }
    return {};
}

} // namespace sandglass::widgets

#include "moc_duration_edit.cpp"
