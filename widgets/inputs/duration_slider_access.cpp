// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inputs/duration_slider_access.h"

#include "widgets/inputs/duration_slider.h"

namespace sandglass::widgets {

namespace {

QAccessibleInterface* makeAccess(const QString&, QObject* object)
{
    auto* slider = qobject_cast<DurationSlider*>(object);
    return slider ? new DurationSliderAccess(slider) : nullptr;
}

} // namespace

DurationSliderAccess::DurationSliderAccess(DurationSlider* slider)
    : QAccessibleWidget(slider, QAccessible::Slider)
{
}

DurationSlider* DurationSliderAccess::slider() const
{
    return qobject_cast<DurationSlider*>(object());
}

QString DurationSliderAccess::text(QAccessible::Text text) const
{
    return text == QAccessible::Value && slider() ? slider()->valueText()
                                                  : QAccessibleWidget::text(text);
}

void* DurationSliderAccess::interface_cast(QAccessible::InterfaceType type)
{
    if (type == QAccessible::ValueInterface) {
        return static_cast<QAccessibleValueInterface*>(this);
    }
    return QAccessibleWidget::interface_cast(type);
}

QStringList DurationSliderAccess::actionNames() const
{
    QStringList names = QAccessibleWidget::actionNames();
    if (slider() && slider()->isEnabled()) {
        names << increaseAction() << decreaseAction();
    }
    return names;
}

void DurationSliderAccess::doAction(const QString& name)
{
    const bool more = name == increaseAction();
    if (!more && name != decreaseAction()) {
        QAccessibleWidget::doAction(name);
    } else if (slider() && slider()->isEnabled()) {
        slider()->stepTo(more ? 1 : -1);
    }
}

QVariant DurationSliderAccess::currentValue() const
{
    return slider()->seconds();
}

void DurationSliderAccess::setCurrentValue(const QVariant& value)
{
    slider()->setSeconds(value.toLongLong());
}

QVariant DurationSliderAccess::minimumValue() const
{
    return slider()->least();
}

QVariant DurationSliderAccess::maximumValue() const
{
    return slider()->most();
}

QVariant DurationSliderAccess::minimumStepSize() const
{
    return 1;
}

void installDurationSliderAccess()
{
    QAccessible::installFactory(makeAccess); // Qt ignores a factory that is already installed
}

} // namespace sandglass::widgets
