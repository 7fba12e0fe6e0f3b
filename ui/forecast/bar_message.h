// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/floating_message.h"

#include <QTimer>

namespace sandglass::ui {

/// The message over a chart that says why a bar leads nowhere. It goes by itself, unless the user
/// is at it.
class BarMessage : public widgets::FloatingMessage
{
    Q_OBJECT

public:
    explicit BarMessage(QWidget* parent = nullptr);

    /// Shows a sentence and announces it, also if it is the same again.
    void say(const QString& text);
    /// Hides the message.
    void clear();

private:
    QTimer m_end;
};

} // namespace sandglass::ui
