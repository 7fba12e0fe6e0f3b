// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

class QAbstractItemView;

namespace sandglass::widgets {

/// A button below a list, table or tree without rows, with what to do next. Hidden while the view
/// has rows or there is nothing to do. Beside the view and not in it, because screen readers find
/// only cells in a view.
class NextStep : public QPushButton
{
    Q_OBJECT

public:
    /// For `view`, which must have its model already and outlive the button. Hidden at first.
    NextStep(const QString& objectName, QAbstractItemView& view, QWidget* parent = nullptr);

    /// The action with its access key; empty: none.
    void setStep(const QString& text);

private:
    /// Shows or hides the button.
    void follow();

    QAbstractItemView& m_view;
};

} // namespace sandglass::widgets
