// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/inputs/duration_reading.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;

namespace sandglass::widgets {

/// A number and a unit, with the same in seconds beside them. Also takes "90d" or "1h30m" as typed
/// text. The children are "valueEdit", "unitComboBox" and "secondsLabel".
class DurationEdit : public QWidget
{
    Q_OBJECT

public:
    explicit DurationEdit(QWidget* parent = nullptr);

    /// The duration, or nothing while the text is no valid one.
    std::optional<qint64> seconds() const;

    /// What is wrong now; None if seconds() has a value.
    DurationProblem problem() const { return m_reading.problem; }

    /// What is wrong now as a sentence for the user; empty if nothing is.
    QString problemText() const;

    /// Shows `seconds` in its natural unit. Emits like typing does.
    void setSeconds(qint64 seconds);

    DurationRange range() const { return m_range; }
    void setRange(DurationRange range);

    /// The accessible name of the field; the children's names are made from it.
    void setLabel(const QString& label);

Q_SIGNALS:
    /// A valid duration other than the last one.
    void secondsChanged(qint64 seconds);

    /// The text became valid or invalid, or its problem changed.
    void problemChanged(sandglass::widgets::DurationProblem problem);

private:
    void buildLayout();
    DurationUnit unit() const;
    void read();
    void settle();
    void changeUnit();
    void showSeconds();

    QLineEdit* m_value;
    QComboBox* m_unit;
    QLabel* m_seconds;
    DurationRange m_range;
    DurationReading m_reading;
    std::optional<qint64> m_told; // the value of the last secondsChanged()
};

} // namespace sandglass::widgets
