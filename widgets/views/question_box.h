// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace sandglass::widgets {

/// A question before something that cannot be taken back, or that ends something.
struct Question
{
    QString title;
    QString text; ///< plain
    QString confirm; ///< of the button that does it, with an access key
    QString objectName; ///< of the box
    QString confirmName; ///< object name of the button that does it
    QString cancelName; ///< object name of the other one
};

/// Asks in a box over `parent`, which does not block. `confirmed` is called when the user confirms;
/// Enter and Escape cancel.
void ask(QWidget* parent, const Question& question, std::function<void()> confirmed);

} // namespace sandglass::widgets
