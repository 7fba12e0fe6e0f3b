// SPDX-License-Identifier: GPL-3.0-or-later
// What all dialogs have in common when they open: where the focus is, that nothing is called wrong
// before it was edited, and which button stands out.
#include "tests/support/test_program.h"
#include "tests/ui/screens/looks.h"
#include "tests/ui/screens/screens.h"
#include "widgets/inputs/verdict_label.h"
#include "widgets/views/error_banner.h"

#include <QDialog>
#include <QPushButton>
#include <QTest>

#include <algorithm>
#include <vector>

namespace tst_ui_dialogs {

using namespace sandglass;
using namespace Qt::StringLiterals;

namespace {

/// What a dialog is like when it opens.
struct Opened
{
    const char* screen; ///< of tests::allScreens()
    const char* focus; ///< object name of what has the focus
    const char* primary; ///< the button that stands out; empty: none
    bool deletes = false; ///< it is outlined in red, and Enter does not press it
};

constexpr Opened kDialogs[] = {
    {"create, just opened", "fieldEdit", "confirmButton"},
    {"change", "valueEdit", "confirmButton"},
    {"drop", "changeKindComboBox", "confirmButton", true},
    {"change several", "valueEdit", "confirmButton", true},
    {"undo", "cancelButton", "confirmButton", true},
    {"staged purge", "archiveComboBox", "confirmButton", true},
    {"connect", "uriComboBox", "connectButton"},
    {"preferences", "languageComboBox", ""},
    {"shortcuts", "moreShortcutsButton", ""},
    {"about", "closeAboutButton", ""},
    {"doctor of the server", "doctorTargetComboBox", "doctorRemedyButton"},
    {"capabilities", "capabilityAskAgainButton", ""},
    {"named databases", "namedDatabasesEdit", "namedDatabasesSaveButton"},
    {"document editor", "documentJsonEdit", "saveDocumentButton"},
    {"expire at", "expireAtEdit", "confirmExpireAtButton"},
    {"delete documents", "cancelDocumentsButton", "confirmDocumentsButton", true},
    {"restore points", "restorePointsTableView", ""},
    {"restore question", "cancelRestoreButton", "confirmRestoreButton", true},
    {"expired documents", "trashTableView", ""},
    {"expired documents, question", "cancelPutBackButton", "confirmPutBackButton"},
    {"members of a set", "membersTableView", ""},
    {"pause expiry", "cancelPauseButton", "confirmPauseButton"},
    {"folder in use", "showOtherButton", "showOtherButton"},
    {"what is new", "newsTextBrowser", ""},
    {"engine address", "engineAddressEdit", ""},
    {"unlock", "unlockNameEdit", "unlockButton"},
};

/// Dialogs in a later state: after an edit, a failure, or in another tab.
constexpr const char* kLater[] = {
    "create",
    "create, counting",
    "create, in two steps",
    "create, not counted",
    "create, not possible",
    "change, restore point first",
    "change, no restore point",
    "change several, not counted",
    "undo of dates",
    "staged purge under way",
    "staged purge, archive first",
    "staged purge, failed",
    "staged purge, finished",
    "document editor, conflict",
    "connect, authentication",
    "connect, TLS",
    "connect, SSH",
    "connect, advanced",
    "connect, tested",
    "connect, test failed",
    "expired documents, refused",
    "restore points, none",
    "restore points, failed",
    "members of shards",
};

const tests::Screen& screenNamed(const char* name)
{
    const auto found = std::ranges::find_if(tests::allScreens(), [name](const tests::Screen& each) {
        return qstrcmp(each.name, name) == 0;
    });
    if (found == tests::allScreens().end()) {
        qFatal("there is no screen %s", name);
    }
    return *found;
}

/// The control with the focus, and not a part that Qt made within it.
QString focusIn(const QWidget& dialog)
{
    const QWidget* focus = dialog.focusWidget();
    while (focus && focus->parentWidget() && focus != &dialog && tests::isInternal(focus)) {
        focus = focus->parentWidget();
    }
    return focus ? focus->objectName() : u"(nothing)"_s;
}

/// What says that something is wrong.
QStringList errorsIn(QWidget& dialog)
{
    QStringList errors;
    for (const QWidget* each : tests::visibleWidgets(&dialog)) {
        const auto* verdict = qobject_cast<const widgets::VerdictLabel*>(each);
        if (verdict && verdict->tone() == widgets::Tone::Error) {
            errors << verdict->text();
        }
        if (qobject_cast<const widgets::ErrorBanner*>(each)) {
            errors << each->objectName();
        }
    }
    return errors;
}

/// Buttons that stand out so, by their names.
QStringList standingOut(QWidget& dialog, const QString& emphasis)
{
    QStringList names;
    for (const QWidget* each : tests::visibleWidgets(&dialog)) {
        if (each->property("emphasis").toString() == emphasis) {
            names << each->objectName();
        }
    }
    return names;
}

} // namespace

class TestDialogs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDialogOpensReadyForItsJob_data();
    void aDialogOpensReadyForItsJob();
    void everyDialogIsInTheTable();
};

void TestDialogs::aDialogOpensReadyForItsJob_data()
{
    QTest::addColumn<int>("row");
    for (int row = 0; row < static_cast<int>(std::size(kDialogs)); ++row) {
        QTest::newRow(kDialogs[row].screen) << row;
    }
}

void TestDialogs::aDialogOpensReadyForItsJob()
{
    QFETCH(int, row);
    const Opened& expected = kDialogs[row];
    const tests::ShownScreen shown(screenNamed(expected.screen));
    QVERIFY2(shown.widget() && shown.widget()->isWindow(), "the dialog did not come");
    QWidget& dialog = *shown.widget();
    QCOMPARE(focusIn(dialog), QString::fromLatin1(expected.focus));
    QVERIFY2(errorsIn(dialog).isEmpty(), qPrintable(errorsIn(dialog).join(u'\n')));
    const QStringList one
        = *expected.primary ? QStringList(QString::fromLatin1(expected.primary)) : QStringList();
    QCOMPARE(standingOut(dialog, u"danger"_s), expected.deletes ? one : QStringList());
    QCOMPARE(standingOut(dialog, u"accent"_s), expected.deletes ? QStringList() : one);
    if (expected.deletes) {
        QVERIFY(!dialog.findChild<QPushButton*>(one.first())->isDefault());
    }
}

void TestDialogs::everyDialogIsInTheTable()
{
    QStringList known;
    for (const Opened& each : kDialogs) {
        known << QString::fromLatin1(each.screen);
    }
    for (const char* each : kLater) {
        known << QString::fromLatin1(each);
    }
    for (const tests::Screen& each : tests::allScreens()) {
        if (known.contains(QString::fromLatin1(each.name))) {
            continue;
        }
        const tests::ShownScreen shown(each);
        QVERIFY2(!qobject_cast<QDialog*>(shown.widget()), each.name);
    }
}

SANDGLASS_GUI_TEST(TestDialogs)
} // namespace tst_ui_dialogs

#include "tst_ui_dialogs.moc"
