// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

class QMenu;

namespace sandglass::widgets {

/// A small button that opens a menu below itself. Assistive tools are offered "press", which opens
/// it too: for a menu of QToolButton itself, Qt offers an action that does nothing. Tab reaches it.
class MenuButton : public QToolButton
{
    Q_OBJECT

public:
    /// The menu is empty at first.
    explicit MenuButton(QWidget* parent = nullptr);

    /// The menu that it opens.
    QMenu& choices() { return *m_choices; }

protected:
    void initStyleOption(QStyleOptionToolButton* option) const override;

private:
    QMenu* m_choices;
};

} // namespace sandglass::widgets
