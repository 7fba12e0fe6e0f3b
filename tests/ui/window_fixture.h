// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/shell/servers.h"
#include "app/presenters/shell/workspace.h"
#include "resources/resources.h"
#include "tests/support/service_fixture.h"
#include "ui/shell/main_window.h"

#include <QAction>
#include <QTest>

#include <memory>

namespace sandglass::tests {

/// How much larger the windows of a test are than the smallest screen that people use: as large as
/// its font is larger than the usual one.
inline int windowScale = 1;

/// The smallest screen that people use, in pixels that do not depend on the device. A test that
/// looks at windows on a larger one sets it first.
inline QSize screenOfTest{1280, 800};

/// The size of a window that fills that screen, times windowScale.
inline QSize smallestWindow()
{
    return screenOfTest * windowScale;
}

/// The real window over real presenters and services on a fake server. No engine is started.
struct WindowFixture : ServiceFixture
{
    presenters::Servers servers{set};
    presenters::Workspace& workspace = servers.current();
    std::unique_ptr<ui::MainWindow> window;

    WindowFixture() { makeWindow(); }

    /// Makes the window anew, as the next start of the program does.
    void makeWindow()
    {
        resources::initResources();
        window.reset();
        window = std::make_unique<ui::MainWindow>(servers);
    }

    /// Shows the window, connects, and waits until the page in front has its data.
    bool open(bool local = true)
    {
        window->show();
        // the offscreen platform has a screen of 800 x 800; the smallest that people use is larger
        window->resize(smallestWindow());
        return QTest::qWaitForWindowActive(window.get()) && connect(local)
            && QTest::qWaitFor([this] { return window->pageReady(); });
    }

    /// Opens "inventory" or "db.collection" and waits for its data.
    bool openPage(const QString& page)
    {
        return window->openPage(page) && QTest::qWaitFor([this] { return window->pageReady(); });
    }

    /// Chooses a menu entry. False when it is disabled.
    bool trigger(const QString& actionName)
    {
        auto* action = window->findChild<QAction*>(actionName);
        if (!action || !action->isEnabled()) {
            return false;
        }
        action->trigger();
        return true;
    }

    /// Presses keys in the window.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(window.get(), key, modifiers);
    }
};

} // namespace sandglass::tests
