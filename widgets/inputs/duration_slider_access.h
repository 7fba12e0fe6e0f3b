// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QAccessibleWidget>

namespace sandglass::widgets {

class DurationSlider;

/// The slider for assistive technology: its value is the duration in words, because a position
/// would mean nothing.
class DurationSliderAccess : public QAccessibleWidget, public QAccessibleValueInterface
{
public:
    explicit DurationSliderAccess(DurationSlider* slider);

    QString text(QAccessible::Text text) const override;
    void* interface_cast(QAccessible::InterfaceType type) override;
    /// Increase and Decrease, which would otherwise move it by a second.
    QStringList actionNames() const override;
    void doAction(const QString& name) override;

    /// All four values are in seconds.
    QVariant currentValue() const override;
    void setCurrentValue(const QVariant& value) override;
    QVariant minimumValue() const override;
    QVariant maximumValue() const override;
    QVariant minimumStepSize() const override;

private:
    /// The slider that this object describes.
    DurationSlider* slider() const;
};

/// Makes Qt create a DurationSliderAccess for every DurationSlider. Calling it again has no effect.
void installDurationSliderAccess();

} // namespace sandglass::widgets
