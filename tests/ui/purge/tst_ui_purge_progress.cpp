// SPDX-License-Identifier: GPL-3.0-or-later
// The name that has to be typed before a purge is resumed.
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "ui/purge/purge_progress.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>

namespace tst_ui_purge_progress {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;

class TestPurgeProgress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNameToTypeIsShownAsItIs();
    void aNameThatCannotBeTypedIsTypedAsItIsShown();

private:
    /// A purge of this collection that waits for being resumed.
    static presenters::PurgeState paused(const QString& name)
    {
        presenters::PurgeState state;
        state.screen = presenters::PurgeScreen::Progress;
        state.canResume = true;
        state.resumeName = name;
        return state;
    }
};

// Beside a field, a single & in a label would vanish and underline the letter after it.
void TestPurgeProgress::theNameToTypeIsShownAsItIs()
{
    ui::PurgeProgressView view;
    view.setState(paused(u"R&D"_s));
    const QString text = need<QLabel>(&view, u"resumeNameLabel"_s)->text();
    QVERIFY2(text.endsWith(u"R&&D"_s), qPrintable(text));
}

// A line edit cannot hold a line break, and no keyboard has a bidirectional mark.
void TestPurgeProgress::aNameThatCannotBeTypedIsTypedAsItIsShown()
{
    ui::PurgeProgressView view;
    const QString name = u"or\u202Eders\n"_s;
    view.setState(paused(name));
    const QSignalSpy typed(&view, &ui::PurgeProgressView::resumeNameTyped);
    auto* line = need<QLineEdit>(&view, u"resumeNameEdit"_s);
    line->setText(u"orders"_s);
    QCOMPARE(typed.last().first().toString(), u"orders"_s);
    line->setText(u"or\u2039U+202E\u203Aders\u21B5"_s);
    QCOMPARE(typed.last().first().toString(), name);
}

SANDGLASS_GUI_TEST(TestPurgeProgress)
} // namespace tst_ui_purge_progress

#include "tst_ui_purge_progress.moc"
