// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <optional>

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
    bool deletes = true; ///< confirming deletes or ends something: outlined in red
};

/// A further answer to a question.
struct Alternative
{
    QString text; ///< of its button, with an access key
    QString objectName; ///< of the button
    std::function<void()> chosen;
};

/// Asks in a box over `parent`, which does not block. `confirmed` is called when the user confirms;
/// Enter and Escape cancel. The button of the `alternative` is at the left of Cancel, or the only
/// one if the question has no text for `confirm`.
void ask(QWidget* parent, const Question& question, std::function<void()> confirmed,
         const std::optional<Alternative>& alternative = {});

} // namespace sandglass::widgets
