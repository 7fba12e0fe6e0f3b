// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/style/colors.h"

#include <QPointer>
#include <QWidget>

class QLabel;

namespace sandglass::widgets {

/// What was found about a field, beside the field: an icon and a sentence. Takes no room while
/// there is nothing to say. A new warning or error is announced to screen readers, and becomes the
/// description of the field it belongs to.
class VerdictLabel : public QWidget
{
    Q_OBJECT

public:
    explicit VerdictLabel(QWidget* parent = nullptr);

    /// The control that is judged; its accessible description follows the verdict.
    void setField(QWidget* field);

    /// Shows a verdict; an empty text hides it. `text` is taken as plain text.
    void setVerdict(Tone tone, const QString& text);

    Tone tone() const { return m_tone; }
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void showColors();

    QLabel* m_icon;
    QLabel* m_text;
    QPointer<QWidget> m_field;
    Tone m_tone = Tone::Normal;
};

} // namespace sandglass::widgets
