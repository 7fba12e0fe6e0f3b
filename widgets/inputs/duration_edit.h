// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/inputs/duration_reading.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;

namespace sandglass::widgets {

/// An editor for a number and a unit, with the duration in seconds beside it. Also accepts text
/// such as "90d" or "1h30m". Children: "valueEdit", "unitComboBox", "secondsLabel".
class DurationEdit : public QWidget
{
    Q_OBJECT

public:
    explicit DurationEdit(QWidget* parent = nullptr);
    /// A child that has the focus loses it when it is destroyed, after this class has ended, and
    /// must not be heard then.
    ~DurationEdit() override;

    /// The duration; nullopt while the text is not valid.
    std::optional<qint64> seconds() const;

    /// What is wrong with the text; None if seconds() has a value.
    DurationProblem problem() const { return m_reading.problem; }

    /// The problem as a sentence for the user; empty if there is none.
    QString problemText() const;

    /// Shows `seconds` in its natural unit. Emits the same signals as typing.
    void setSeconds(qint64 seconds);

    /// The accepted range in seconds, both ends included.
    DurationRange range() const { return m_range; }
    /// Sets the accepted range and checks the text again.
    void setRange(DurationRange range);

    /// The accessible name of the editor; the names of its children derive from it.
    void setLabel(const QString& label);

Q_SIGNALS:
    /// The text has become a valid duration that differs from the last one.
    void secondsChanged(qint64 seconds);

    /// The text became valid or invalid, or its problem changed.
    void problemChanged(sandglass::widgets::DurationProblem problem);

private:
    /// Creates the children.
    void buildLayout();
    /// The selected unit.
    DurationUnit unit() const;
    /// Parses the text and emits what changed.
    void read();
    /// Replaces a text with units of its own, such as "90d", by a number and a unit.
    void settle();
    /// Keeps the number and gives it the new unit.
    void changeUnit();
    /// Updates the label with the seconds.
    void showSeconds();

    QLineEdit* m_value;
    QComboBox* m_unit;
    QLabel* m_seconds;
    DurationRange m_range;
    DurationReading m_reading;
    std::optional<qint64> m_lastEmitted; // the value of the last secondsChanged()
};

} // namespace sandglass::widgets
