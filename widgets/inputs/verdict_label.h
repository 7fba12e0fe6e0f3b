// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/style/colors.h"

#include <QPointer>
#include <QWidget>

class QLabel;

namespace sandglass::widgets {

/// An icon and a sentence about the value of a field, beside the field. Takes no room without a
/// text. New warnings and errors are announced to screen readers and become the accessible
/// description of the field.
class VerdictLabel : public QWidget
{
    Q_OBJECT

public:
    explicit VerdictLabel(QWidget* parent = nullptr);

    /// The control that the text is about; gets it as accessible description.
    void setField(QWidget* field);

    /// Shows plain text; hides the label if it is empty.
    void setVerdict(Tone tone, const QString& text);

    /// The current tone.
    Tone tone() const { return m_tone; }
    /// The current text; empty if hidden.
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    /// Applies the theme's colours to icon and text.
    void showColors();

    QLabel* m_icon;
    QLabel* m_text;
    QPointer<QWidget> m_field;
    Tone m_tone = Tone::Normal;
};

} // namespace sandglass::widgets
