// SPDX-License-Identifier: GPL-3.0-or-later
// Performs each action that each control of every screen offers to assistive tools, and looks
// whether it does what its name says.
#include "tests/support/test_program.h"
#include "tests/ui/screens/looks.h"
#include "tests/ui/screens/screens.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QButtonGroup>
#include <QCheckBox>
#include <QClipboard>
#include <QGroupBox>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace tst_ui_every_action {

using namespace sandglass;
using namespace Qt::StringLiterals;
using Actions = QAccessibleActionInterface;

class TestEveryAction : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::setCursorFlashTime(0); }
    void eachActionDoesWhatItsNameSays_data();
    void eachActionDoesWhatItsNameSays();
    void anActionWithoutEffectIsFound();

private:
    QSet<QString> m_done; // by Offer::key(): what many screens share is done once
};

namespace {

/// What a screen reader is offered.
struct Offer
{
    QString place; ///< of the widget, or the name of the menu's entry
    QString name; ///< as it is spoken
    QString action;
    QAccessible::Role role;

    QString key() const { return place + u" \""_s + name + u"\": "_s + action; }
};

/// Why an action that is offered has no effect that can be seen; by a part of Offer::key().
const std::vector<std::pair<QString, QString>>& exceptions()
{
    static const std::vector<std::pair<QString, QString>> kExceptions{
        {u":resetZoomButton "_s, u"the whole range is shown already"_s},
        {u":themeLightAction "_s, u"the theme is light already"_s},
        {u":themeSystemAction "_s, u"the theme is that of the desktop already"_s},
        {u":inventoryAction"_s, u"the inventory is in front already"_s},
        {u":monitorStatusButton "_s, u"the inventory is in front already"_s},
        {u":newConnectionButton "_s, u"the form is that of a new connection already"_s},
        {u":uriComboBox "_s, u"no address was used before"_s},
        {u":doctorTableView "_s, u"one line is always selected: the card beside it shows it"_s},
        {u":help-find-"_s, u"the page does not have the text, and says so already"_s},
        {u":restoreErrorBanner/"_s, u"it is read again, and fails again at once"_s},
        // QAccessibleMenuItem::doAction() and QAccessibleGroupBox::doAction() of qtbase 6.4.2
        {u"\"Theme\": ShowMenu"_s, u"within a menu that is closed; its entries can be pressed"_s},
        {u":alertsGroupBox "_s, u"of a group, Qt knows only Toggle; Tab reaches it"_s},
    };
    return kExceptions;
}

bool isException(const Offer& offer)
{
    return std::ranges::any_of(exceptions(), [&offer](const auto& exception) {
        return offer.key().contains(exception.first);
    });
}

QString placeOf(const QAccessibleInterface& node)
{
    if (const auto* action = qobject_cast<const QAction*>(node.object())) {
        return u"entry of a menu:"_s + action->objectName();
    }
    const QAccessibleInterface* each = &node;
    while (each && !qobject_cast<const QWidget*>(each->object())) {
        each = each->parent();
    }
    return each ? tests::placeOf(static_cast<const QWidget*>(each->object())) : QString();
}

QStringList actionsOf(QAccessibleInterface& node)
{
    return node.actionInterface() ? node.actionInterface()->actionNames() : QStringList();
}

/// Parts of Qt whose actions are those of the control around them.
bool isPassedBy(const QAccessibleInterface& node)
{
    const auto* widget = qobject_cast<const QWidget*>(node.object());
    return widget && (!widget->isVisible() || tests::isInternal(widget))
        && !qobject_cast<const QMenu*>(widget);
}

/// Calls `visit` for each node that is used, depth first; ends when it returns true.
bool walk(QAccessibleInterface* node, const std::function<bool(QAccessibleInterface&)>& visit)
{
    if (!node || !node->isValid() || isPassedBy(*node)) {
        return false;
    }
    if (visit(*node)) {
        return true;
    }
    // one cell stands for all of its table, one bar for all of its chart
    const bool alike = node->tableInterface() || node->role() == QAccessible::Chart;
    const int most = alike ? 1 : node->childCount();
    for (int i = 0; i < std::min(most, node->childCount()); ++i) {
        if (walk(node->child(i), visit)) {
            return true;
        }
    }
    if (node->tableInterface() && node->tableInterface()->rowCount() > 0) {
        return walk(node->tableInterface()->cellAt(0, 0), visit);
    }
    return false;
}

std::vector<Offer> offersOf(QWidget* screen)
{
    std::vector<Offer> offers;
    walk(QAccessible::queryAccessibleInterface(screen->window()), [&](QAccessibleInterface& node) {
        for (const QString& action : actionsOf(node)) {
            offers.push_back({placeOf(node), node.text(QAccessible::Name), action, node.role()});
        }
        return false;
    });
    return offers;
}

QAccessibleInterface* find(QWidget* screen, const Offer& offer)
{
    QAccessibleInterface* found = nullptr;
    walk(QAccessible::queryAccessibleInterface(screen->window()), [&](QAccessibleInterface& node) {
        const bool same = node.role() == offer.role && placeOf(node) == offer.place
            && node.text(QAccessible::Name) == offer.name;
        found = same ? &node : nullptr;
        return same;
    });
    return found;
}

/// Everything that an action can have an effect on.
class Surroundings
{
public:
    Surroundings(const tests::ShownScreen& shown, const QWidget* control)
        : m_shown(shown)
        , m_window(shown.widget()->window())
        , m_control(control)
        , m_before(look())
    {
        // what still goes on from before is no effect; a spinner goes on for ever
        int calm = 0;
        [[maybe_unused]] const bool isCalm = QTest::qWaitFor(
            [&] {
                Look now = look();
                calm = now == m_before ? calm + 1 : 0;
                m_before = std::move(now);
                return calm >= 3;
            },
            500);
    }

    /// Whether something is different now than at first.
    bool haveChanged() const { return look() != m_before; }

private:
    struct Look
    {
        QImage picture; ///< of the window, without the control: a pressed button looks pressed
        QList<QPointer<QWidget>> windows;
        QString clipboard;
        int calls = 0; ///< of the server, without those of the timer

        bool operator==(const Look&) const = default;
    };

    Look look() const
    {
        Look now;
        for (QWidget* window : QApplication::topLevelWidgets()) {
            if (window->isVisible()) {
                now.windows << window;
            }
        }
        std::ranges::sort(now.windows, {},
                          [](const QPointer<QWidget>& each) { return each.data(); });
        now.clipboard = QApplication::clipboard()->text();
        const auto& server = *m_shown.fixture().server;
        now.calls = server.allCalls() - server.calls("histogram") - server.calls("ttlMetrics");
        if (m_window && m_window->isVisible()) {
            now.picture = m_window->grab().toImage();
            if (m_control) {
                QPainter(&now.picture)
                    .fillRect(QRect(m_control->mapTo(m_window, QPoint()), m_control->size()),
                              Qt::black);
            }
        }
        return now;
    }

    const tests::ShownScreen& m_shown;
    const QPointer<QWidget> m_window;
    const QPointer<const QWidget> m_control;
    Look m_before;
};

/// A value in the form of a dialog: it is checked, and nothing else need change.
bool isFormField(const QObject* object)
{
    const auto* widget = qobject_cast<const QWidget*>(object);
    const bool box = qobject_cast<const QCheckBox*>(object)
        || qobject_cast<const QRadioButton*>(object) || qobject_cast<const QGroupBox*>(object);
    return box && widget->window()->inherits("QDialog");
}

/// Checked, and only another one of its group can end that.
bool staysChecked(const QAccessibleInterface& node)
{
    const auto* button = qobject_cast<const QAbstractButton*>(node.object());
    const bool exclusive
        = button && (button->autoExclusive() || (button->group() && button->group()->exclusive()));
    return exclusive && button->isChecked();
}

/// One action of one node: does it, and waits for the effect that its name promises.
class Deed
{
public:
    Deed(const tests::ShownScreen& shown, QAccessibleInterface& node, const QString& action)
        : m_action(action)
        , m_id(QAccessible::uniqueId(&node))
        , m_widget(qobject_cast<QWidget*>(node.object()))
        , m_isRow(!node.object())
        , m_formField(isFormField(node.object()))
        , m_staysChecked(staysChecked(node))
        , m_before(node.state())
        , m_value(valueOf(node))
        , m_around(shown, m_widget)
    {
    }

    /// What it did not do, in words; empty if it did what its name says.
    QString missing()
    {
        if (!node()) {
            return {}; // it has gone by itself meanwhile, as the row of a list that was read again
        }
        node()->actionInterface()->doAction(m_action);
        if (m_action == Actions::setFocusAction()) {
            return comes(&Deed::isFocused) ? QString() : u"does not have the focus"_s;
        }
        if (m_action == Actions::increaseAction() || m_action == Actions::decreaseAction()) {
            return comes(&Deed::hasOtherValue) ? QString() : u"has the same value"_s;
        }
        if (!toggles()) {
            return comes(&Deed::hasEffect) ? QString() : u"nothing has changed"_s;
        }
        if (m_isRow) {
            return comes(&Deed::isSelectedAnew) ? QString() : u"is selected as before"_s;
        }
        if (!m_staysChecked && !comes(&Deed::isCheckedAnew)) {
            return u"is checked as before"_s;
        }
        return m_staysChecked || m_formField || comes(&Deed::hasEffect)
            ? QString()
            : u"nothing else has changed"_s;
    }

    /// Toggles back what was toggled.
    void revert()
    {
        if (toggles() && node() && !m_staysChecked) {
            node()->actionInterface()->doAction(m_action);
            QCoreApplication::processEvents();
        }
    }

private:
    static double valueOf(QAccessibleInterface& node)
    {
        return node.valueInterface() ? node.valueInterface()->currentValue().toDouble() : 0;
    }

    /// Null when the action has ended what it belongs to.
    QAccessibleInterface* node() const
    {
        QAccessibleInterface* left = QAccessible::accessibleInterface(m_id);
        return left && left->isValid() ? left : nullptr;
    }

    // newer versions of Qt offer Press for what can be checked, too
    bool toggles() const
    {
        return m_action == Actions::toggleAction()
            || (m_formField && m_action == Actions::pressAction());
    }

    bool comes(bool (Deed::*effect)() const) const
    {
        return QTest::qWaitFor([this, effect] { return (this->*effect)(); }, 1'500);
    }

    bool isFocused() const
    {
        const QWidget* focus = QApplication::focusWidget();
        return m_widget && focus && (focus == m_widget || m_widget->isAncestorOf(focus));
    }
    bool hasOtherValue() const { return node() && valueOf(*node()) != m_value; }
    bool isSelectedAnew() const { return !node() || node()->state().selected != m_before.selected; }
    bool isCheckedAnew() const { return !node() || node()->state().checked != m_before.checked; }
    bool hasEffect() const { return m_around.haveChanged(); }

    const QString m_action;
    const QAccessible::Id m_id;
    const QPointer<QWidget> m_widget; // null for rows and entries of menus
    const bool m_isRow;
    const bool m_formField;
    const bool m_staysChecked;
    const QAccessible::State m_before;
    const double m_value;
    const Surroundings m_around;
};

/// Whether an action has nothing to do: the control is disabled, a value is at its end, a row is a
/// sentence that cannot be selected, or it is the one row of a list that has to be selected.
bool hasNothingToDo(QAccessibleInterface& node, const QString& action)
{
    const QAccessible::State state = node.state();
    // entries of menus offer Press then too
    if (state.disabled) {
        return true;
    }
    if (!node.object() && action == Actions::toggleAction()) {
        return !state.selectable
            || (state.selected && !state.multiSelectable && !state.extSelectable);
    }
    QAccessibleValueInterface* value = node.valueInterface();
    if (!value) {
        return false;
    }
    const double now = value->currentValue().toDouble();
    return (action == Actions::increaseAction() && now >= value->maximumValue().toDouble())
        || (action == Actions::decreaseAction() && now <= value->minimumValue().toDouble());
}

/// A screen on which one action after the other is done. It is brought up anew when an action has
/// ended it, and before an action is said to do nothing.
class Stage
{
public:
    explicit Stage(const tests::Screen& screen)
        : m_screen(screen)
    {
        raise();
    }

    bool isUp() const { return m_shown->widget(); }
    std::vector<Offer> offers() const { return offersOf(m_shown->widget()); }

    /// What the action did not do; empty if it did what its name says, or is not offered now.
    QString missing(const Offer& offer)
    {
        QString missing = tryOnce(offer);
        if (!missing.isEmpty() && !m_fresh) {
            raise();
            missing = tryOnce(offer);
        }
        return missing;
    }

private:
    void raise()
    {
        m_shown.reset();
        m_shown = std::make_unique<tests::ShownScreen>(m_screen);
        m_fresh = true;
    }

    QString tryOnce(const Offer& offer)
    {
        QAccessibleInterface* node = isVisible() ? find(m_shown->widget(), offer) : nullptr;
        if (!node && !m_fresh) {
            raise();
            node = isVisible() ? find(m_shown->widget(), offer) : nullptr;
        }
        // a name that counts is another one by now
        if (!node || !actionsOf(*node).contains(offer.action)
            || hasNothingToDo(*node, offer.action)) {
            return {};
        }
        Deed deed(*m_shown, *node, offer.action);
        QString missing = deed.missing();
        deed.revert();
        m_fresh = false;
        closeOthers();
        return missing;
    }

    bool isVisible() const { return m_shown->widget() && m_shown->widget()->isVisible(); }

    // what the action has opened
    void closeOthers() const
    {
        const QWidget* window = m_shown->widget() ? m_shown->widget()->window() : nullptr;
        for (QWidget* each : QApplication::topLevelWidgets()) {
            const bool around = each == m_shown->fixture().window.get()
                || (window && (each == window || each->isAncestorOf(window)));
            if (each->isVisible() && !around) {
                each->close();
            }
        }
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    const tests::Screen& m_screen;
    std::unique_ptr<tests::ShownScreen> m_shown;
    bool m_fresh = true; // nothing was done since it came up
};

} // namespace

void TestEveryAction::eachActionDoesWhatItsNameSays_data()
{
    QTest::addColumn<int>("screen");
    for (std::size_t i = 0; i < tests::allScreens().size(); ++i) {
        QTest::newRow(tests::allScreens()[i].name) << static_cast<int>(i);
    }
}

void TestEveryAction::eachActionDoesWhatItsNameSays()
{
    QFETCH(int, screen);
    const tests::Screen& each = tests::allScreens()[static_cast<std::size_t>(screen)];
    Stage stage(each);
    QVERIFY(stage.isUp());
    QStringList complaints;
    for (const Offer& offer : stage.offers()) {
        if (m_done.contains(offer.key()) || isException(offer)) {
            continue;
        }
        m_done.insert(offer.key());
        if (const QString missing = stage.missing(offer); !missing.isEmpty()) {
            complaints << offer.key() + u": "_s + missing;
        }
    }
    QVERIFY2(complaints.isEmpty(), qPrintable(u'\n' + complaints.join(u'\n')));
}

void TestEveryAction::anActionWithoutEffectIsFound()
{
    const tests::ShownScreen shown(tests::allScreens().front());
    QVERIFY(shown.widget());
    auto* button = new QPushButton(u"does nothing"_s, shown.widget());
    button->show();
    QAccessibleInterface* node = QAccessible::queryAccessibleInterface(button);
    QVERIFY(!Deed(shown, *node, Actions::pressAction()).missing().isEmpty());
    auto* answer = new QLabel(u"something"_s, shown.widget());
    answer->setAutoFillBackground(true);
    answer->move(300, 300);
    connect(button, &QPushButton::clicked, answer, &QWidget::show);
    QCOMPARE(Deed(shown, *node, Actions::pressAction()).missing(), QString());
}

SANDGLASS_GUI_TEST(TestEveryAction)
} // namespace tst_ui_every_action

#include "tst_ui_every_action.moc"
