// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

class QWidget;

namespace sandglass::ui {

class HelpWindow;

/// Opens the help window at the place for what the user is looking at. It also answers F1 in
/// dialogs, which block the menus of the main window, and opens the place that any widget names in
/// a QWhatsThisClickedEvent ("page#anchor"). The main window makes one. GUI thread.
class HelpDesk : public QObject
{
    Q_OBJECT

public:
    /// F1 in `mainWindow` is left to its menu, and in the help window it does nothing; it is
    /// answered here in every other window. `mainWindow` must outlive the desk.
    explicit HelpDesk(QWidget& mainWindow, QObject* parent = nullptr);
    ~HelpDesk() override;

    /// Opens the first page.
    void openContents();
    /// Opens the place of the widget with the focus. If it has none, opens that of `screen`, the
    /// page shown by the main window; may be null. See helpPlaceOf().
    void openFor(const QWidget* screen);
    /// Closes the help window when the program ends. It has no parent that would close it.
    void close();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Shows a place and brings the window to the front.
    void open(const QString& place);

    QWidget& m_mainWindow;
    std::unique_ptr<HelpWindow> m_window; // made on first use
};

} // namespace sandglass::ui
