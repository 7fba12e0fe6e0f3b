// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QFormLayout;
class QString;
class QWidget;

namespace sandglass::widgets {

/// Adds a row to a form. The label is always plain text; its access key (the letter after '&')
/// leads to `field`.
void addFormRow(QFormLayout& form, const QString& label, QWidget* field);

} // namespace sandglass::widgets
