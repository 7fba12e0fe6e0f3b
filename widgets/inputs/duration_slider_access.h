// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QAccessibleWidget>

namespace sandglass::widgets {

class DurationSlider;

/// The slider for assistive programs: its value is the duration, spoken in words; a bare position
/// would say nothing.
class DurationSliderAccess : public QAccessibleWidget, public QAccessibleValueInterface
{
public:
    explicit DurationSliderAccess(DurationSlider* slider);

    QString text(QAccessible::Text text) const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    /// Seconds, all four.
    QVariant currentValue() const override;
    void setCurrentValue(const QVariant& value) override;
    QVariant minimumValue() const override;
    QVariant maximumValue() const override;
    QVariant minimumStepSize() const override;

private:
    DurationSlider* slider() const;
};

/// Tells Qt to make a DurationSliderAccess for every DurationSlider. Once is enough; again does no
/// harm.
void installDurationSliderAccess();

} // namespace sandglass::widgets
