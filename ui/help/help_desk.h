// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

class QWidget;

namespace sandglass::ui {

class HelpWindow;

/// Opens the help window at the page that belongs to what is in front, and answers F1 in dialogs,
/// which the menus of the window behind them cannot reach. Made once by the main window. GUI
/// thread.
class HelpDesk : public QObject
{
    Q_OBJECT

public:
    /// F1 in the main window is its own; in every other window but the help it is answered here.
    explicit HelpDesk(QWidget& mainWindow, QObject* parent = nullptr);
    ~HelpDesk() override;

    /// The first page.
    void openContents();
    /// The page of the widget that has the focus, of the dialog in front, or of `screen`, the page
    /// that the main window shows.
    void openFor(const QWidget* screen);
    /// Closes the help window, for the end of the program.
    void close();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void open(const QString& page);

    QWidget& m_mainWindow;
    std::unique_ptr<HelpWindow> m_window;
};

} // namespace sandglass::ui
