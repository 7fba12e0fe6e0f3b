// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/robustness/monkey.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QTableView>
#include <QTest>
#include <QThread>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace sandglass::tests {

namespace {

constexpr std::size_t kEventsKept = 12;

// Words that fields of this window take, and some that they must refuse.
constexpr std::array kTexts{"shop.sessions", "sessions", "3600",   "2 h",  "-1",    "lastSeen",
                            "{\"a\": 1}",    "{\"a\":",  "\u202e", "=1+1", "10000", ""};

constexpr std::array kKeys{Qt::Key_Return, Qt::Key_Escape, Qt::Key_Tab,   Qt::Key_Backtab,
                           Qt::Key_Space,  Qt::Key_Up,     Qt::Key_Down,  Qt::Key_Left,
                           Qt::Key_Right,  Qt::Key_Home,   Qt::Key_End,   Qt::Key_PageDown,
                           Qt::Key_Delete, Qt::Key_F1,     Qt::Key_F5,    Qt::Key_Menu,
                           Qt::Key_A,      Qt::Key_F,      Qt::Key_Z,     Qt::Key_1,
                           Qt::Key_2,      Qt::Key_Plus,   Qt::Key_Minus, Qt::Key_Backspace};

// Of the menus: they open the dialogs that ask before something is deleted.
constexpr std::array kOpeners{"newIndexAction", "changeExpiryAction", "removeAction",
                              "purgeIndexAction"};

// Of the pages and dialogs: they do the same with the row that is chosen.
constexpr std::array kOpenerButtons{
    "createIndexButton", "changeExpiryButton", "convertIndexButton",   "dropIndexButton",
    "purgeIndexButton",  "hideIndexButton",    "changeSelectedButton", "deleteDocumentsButton",
    "expireAtButton",    "touchNowButton",     "editDocumentButton",   "undoDatesButton",
    "undoButton",        "pauseExpiryButton",  "resumeExpiryButton"};

// Of these dialogs: what confirms, what must be done before, and where a name must be typed.
constexpr std::array kConfirmButtons{"confirmButton", "confirmDocumentsButton",
                                     "confirmExpireAtButton", "confirmPauseButton",
                                     "saveDocumentButton"};
constexpr const char* kCountButton = "countPurgeButton";
constexpr std::array kNameFields{"typedNameEdit", "typedCollectionEdit"};

// Fields without an index, and periods that let documents go at once.
constexpr std::array kFields{"writtenAt", "user", "placedAt.day"};
constexpr std::array kPeriods{"60", "1200s", "2 h", "1 d"};

// A count begins a moment after the last key, and the server answers soon.
constexpr int kPatience = 1'000;

bool isUsable(const QWidget* widget, const QWidget& dialog)
{
    return widget != nullptr && widget->isVisible() && widget->isEnabled()
        && widget->window() == dialog.window();
}

bool isOneOf(const QObject& object, std::span<const char* const> names)
{
    return std::ranges::any_of(
        names, [&object](const char* name) { return object.objectName() == QLatin1String(name); });
}

// The button that confirms, whether or not it can be pressed now; null in any other dialog.
QAbstractButton* confirmButtonOf(const QWidget& dialog)
{
    for (const char* name : kConfirmButtons) {
        auto* button = dialog.findChild<QAbstractButton*>(QLatin1String(name));
        if (button != nullptr && button->isVisible() && button->window() == dialog.window()) {
            return button;
        }
    }
    return nullptr;
}

// Types what the fields for a name ask for: their placeholder is "Type: sessions".
void typeWantedName(const QWidget& dialog)
{
    for (const char* name : kNameFields) {
        auto* field = dialog.findChild<QLineEdit*>(QLatin1String(name));
        if (isUsable(field, dialog)) {
            field->setText(field->placeholderText().section(QStringLiteral(": "), 1));
        }
    }
}

QString nameOf(const QWidget& widget)
{
    const QString name = widget.objectName();
    return QString::fromLatin1(widget.metaObject()->className())
        + (name.isEmpty() ? QString() : u' ' + name);
}

/// The widget that gets all input now: a menu, the dialog in front, or the window.
QWidget& rootOf(QWidget& window)
{
    if (QWidget* popup = QApplication::activePopupWidget()) {
        return *popup;
    }
    if (QWidget* dialog = QApplication::activeModalWidget()) {
        return *dialog;
    }
    return window;
}

} // namespace

void Monkey::note(const QString& what)
{
    m_events.push_back(what);
    if (m_events.size() > kEventsKept) {
        m_events.pop_front();
    }
}

QWidget* Monkey::anyWidget(QWidget& root)
{
    std::vector<QWidget*> usable;
    const bool onlyControls = below(3) == 0;
    for (QWidget* child : root.findChildren<QWidget*>()) {
        const bool control = qobject_cast<QAbstractButton*>(child) != nullptr
            || qobject_cast<QLineEdit*>(child) != nullptr;
        // a dialog that is no child window belongs to `root`, and may wait behind it
        if (child->isVisible() && child->isEnabled() && child->window() == root.window()
            && !child->visibleRegion().isEmpty() && (control || !onlyControls)) {
            usable.push_back(child);
        }
    }
    return usable.empty()
        ? nullptr
        : usable[static_cast<std::size_t>(below(static_cast<int>(usable.size())))];
}

void Monkey::click(QWidget& target)
{
    const QPoint place(below(std::max(target.width(), 1)), below(std::max(target.height(), 1)));
    note(QStringLiteral("click %1 at %2,%3").arg(nameOf(target)).arg(place.x()).arg(place.y()));
    const QPointer<QWidget> alive(&target);
    const Qt::MouseButton button = below(12) == 0 ? Qt::RightButton : Qt::LeftButton;
    const Qt::KeyboardModifiers modifiers = below(20) == 0 ? Qt::ControlModifier : Qt::NoModifier;
    QTest::mouseMove(&target, place);
    if (alive) {
        QTest::mousePress(&target, button, modifiers, place);
    }
    // a menu runs a loop of its own while the button is pressed, and its page may close meanwhile
    if (alive) {
        QTest::mouseRelease(&target, button, modifiers, place);
    }
    if (alive && below(10) == 0) {
        QTest::mouseDClick(&target, Qt::LeftButton, Qt::NoModifier, place);
    }
}

void Monkey::press(QWidget& root)
{
    QWidget* focus = QApplication::focusWidget();
    QWidget& target = focus != nullptr && focus->window() == root.window() ? *focus : root;
    const Qt::Key key = kKeys[static_cast<std::size_t>(below(kKeys.size()))];
    const int choice = below(6);
    const Qt::KeyboardModifiers modifiers = choice == 0 ? Qt::ControlModifier
        : choice == 1                                   ? Qt::ShiftModifier
        : choice == 2                                   ? Qt::AltModifier
                                                        : Qt::NoModifier;
    note(QStringLiteral("key %1 with %2 in %3")
             .arg(key)
             .arg(static_cast<int>(modifiers))
             .arg(nameOf(target)));
    QTest::keyClick(&target, key, modifiers);
}

void Monkey::write(QWidget& root)
{
    QWidget* focus = QApplication::focusWidget();
    if (focus == nullptr || focus->window() != root.window()) {
        return;
    }
    const char* const text = kTexts[static_cast<std::size_t>(below(kTexts.size()))];
    note(QStringLiteral("write %1 into %2").arg(QString::fromUtf8(text), nameOf(*focus)));
    const QPointer<QWidget> alive(focus);
    for (const QChar letter : QString::fromUtf8(text)) {
        if (alive) {
            QTest::sendKeyEvent(QTest::Click, alive.data(), Qt::Key_unknown, QString(letter),
                                Qt::NoModifier);
        }
    }
}

void Monkey::turnWheel(QWidget& target)
{
    note(QStringLiteral("wheel on ") + nameOf(target));
    const QPointF place = QRectF(target.rect()).center();
    QWheelEvent event(place, target.mapToGlobal(place), {}, QPoint(0, below(2) == 0 ? 120 : -120),
                      Qt::NoButton, below(4) == 0 ? Qt::ControlModifier : Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&target, &event);
}

void Monkey::trigger(QWidget& window)
{
    std::vector<QAction*> usable;
    const bool onlyOpeners = below(2) == 0;
    for (QAction* action : window.findChildren<QAction*>()) {
        if (action->isEnabled() && action->isVisible() && !action->isSeparator()
            && action->menu() == nullptr && (isOneOf(*action, kOpeners) || !onlyOpeners)) {
            usable.push_back(action);
        }
    }
    if (!usable.empty()) {
        QAction* const chosen
            = usable[static_cast<std::size_t>(below(static_cast<int>(usable.size())))];
        note(QStringLiteral("choose ") + chosen->objectName() + u' ' + chosen->text());
        chosen->trigger();
    }
}

void Monkey::ask(QWidget& root)
{
    chooseRow(root);
    std::vector<QAbstractButton*> usable;
    for (QAbstractButton* button : root.findChildren<QAbstractButton*>()) {
        if (isOneOf(*button, kOpenerButtons) && isUsable(button, root)) {
            usable.push_back(button);
        }
    }
    if (!usable.empty()) {
        QAbstractButton& chosen
            = *usable[static_cast<std::size_t>(below(static_cast<int>(usable.size())))];
        note(QStringLiteral("ask with ") + nameOf(chosen));
        chosen.click();
    }
}

void Monkey::chooseRow(QWidget& root)
{
    std::vector<QTableView*> tables;
    for (QTableView* table : root.findChildren<QTableView*>()) {
        if (isUsable(table, root) && table->model() != nullptr && table->model()->rowCount() > 0) {
            tables.push_back(table);
        }
    }
    if (tables.empty()) {
        return;
    }
    QTableView& table = *tables[static_cast<std::size_t>(below(static_cast<int>(tables.size())))];
    const int row = below(table.model()->rowCount());
    note(QStringLiteral("row %1 of %2").arg(row).arg(nameOf(table)));
    table.selectRow(row);
}

void Monkey::fillIn(const QWidget& dialog)
{
    const auto fill = [&](const char* name, std::span<const char* const> values) {
        auto* field = dialog.findChild<QLineEdit*>(QLatin1String(name));
        if (isUsable(field, dialog)) {
            field->setText(QString::fromLatin1(
                values[static_cast<std::size_t>(below(static_cast<int>(values.size())))]));
        }
    };
    fill("fieldEdit", kFields);
    fill("valueEdit", kPeriods);
}

bool Monkey::confirm(QWidget& dialog)
{
    const QPointer<QAbstractButton> button(confirmButtonOf(dialog));
    if (button == nullptr || m_asking == &dialog) {
        return false; // nothing asks, or it was decided before
    }
    m_asking = &dialog;
    if (below(3) == 0) {
        return false;
    }
    note(QStringLiteral("confirm ") + nameOf(dialog));
    fillIn(dialog);
    const QPointer<QWidget> alive(&dialog);
    const bool ready = QTest::qWaitFor(
        [&] {
            if (alive && button && !button->isEnabled()) {
                typeWantedName(*alive);
            }
            return !alive || !button || button->isEnabled();
        },
        kPatience);
    QPointer<QAbstractButton> pressed(button);
    if (!ready && alive) {
        pressed = alive->findChild<QAbstractButton*>(QLatin1String(kCountButton));
    }
    if (alive && pressed && isUsable(pressed, *alive)) {
        m_confirmed += pressed == button ? 1 : 0;
        note(QStringLiteral("press ") + nameOf(*pressed));
        pressed->click();
    }
    return true;
}

void Monkey::resize(QWidget& root)
{
    const QSize size(200 + below(1800), 150 + below(1200));
    note(QStringLiteral("resize %1 to %2x%3")
             .arg(nameOf(root))
             .arg(size.width())
             .arg(size.height()));
    root.resize(size);
}

void Monkey::act(QWidget& window)
{
    QWidget& root = rootOf(window);
    const int choice = below(100);
    QWidget* target = anyWidget(root);
    if (&root != &window && confirm(root)) {
        // answered
    } else if (choice < 8 && &root == &window) {
        trigger(window);
    } else if (choice < 16) {
        ask(root);
    } else if (choice < 55 && target != nullptr) {
        click(*target);
    } else if (choice < 75) {
        press(root);
    } else if (choice < 87) {
        write(root);
    } else if (choice < 95 && target != nullptr) {
        turnWheel(*target);
    } else {
        resize(root);
    }
    QTest::qWait(0);
    closeFileDialogs();
}

void closeFileDialogs()
{
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        auto* dialog = qobject_cast<QFileDialog*>(widget);
        if (dialog != nullptr && dialog->isVisible()) {
            dialog->reject();
        }
    }
}

NestedLoops::NestedLoops()
{
    auto* timer = new QTimer(&m_context);
    QObject::connect(
        timer, &QTimer::timeout, &m_context, [this, level = QThread::currentThread()->loopLevel()] {
            if (QThread::currentThread()->loopLevel() <= level) {
                return;
            }
            if (QWidget* popup = QApplication::activePopupWidget()) {
                popup->close();
                return;
            }
            QWidget* dialog = QApplication::activeModalWidget();
            m_found += dialog != nullptr ? nameOf(*dialog) : QStringLiteral("no dialog");
            if (dialog != nullptr) {
                dialog->close(); // whatever it is, it must not hold up the test
            }
        });
    timer->start(50);
}

} // namespace sandglass::tests
