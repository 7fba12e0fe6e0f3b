// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QLineEdit>
#include <QTest>
#include <QWidget>

namespace sandglass::tests {

/// The widget or action of that type and object name below `root`. Ends the test program when there
/// is none: nothing that follows would make sense.
template <typename Wanted>
Wanted* need(const QObject* root, const QString& name)
{
    auto* found = root ? root->findChild<Wanted*>(name) : nullptr;
    if (!found) {
        qFatal("there is no %s named %s", Wanted::staticMetaObject.className(), qPrintable(name));
    }
    return found;
}

/// Clicks a button as the mouse does. False when a user could not: it is hidden or disabled.
[[nodiscard]] inline bool click(QAbstractButton* button)
{
    if (!button->isVisible() || !button->isEnabled()) {
        return false;
    }
    QTest::mouseClick(button, Qt::LeftButton);
    return true;
}

/// Replaces the text of a line as typing does.
inline void type(QLineEdit* line, const QString& text)
{
    line->setFocus();
    line->selectAll();
    QTest::keyClick(line, Qt::Key_Delete);
    QTest::keyClicks(line, text);
}

/// Chooses a row of a drop-down list with the keyboard.
inline void choose(QComboBox* list, int row)
{
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Home);
    while (list->currentIndex() < row && list->currentIndex() + 1 < list->count()) {
        QTest::keyClick(list, Qt::Key_Down);
    }
}

/// The first row anywhere in the view whose first column has that text; invalid when there is none.
inline QModelIndex rowNamed(const QAbstractItemView* view, const QString& text)
{
    const QAbstractItemModel* model = view->model();
    return model
        ->match(model->index(0, 0), Qt::DisplayRole, text, 1,
                Qt::MatchExactly | Qt::MatchRecursive | Qt::MatchWrap)
        .value(0);
}

/// Clicks a row of a list, table or tree. False when it is not there.
[[nodiscard]] inline bool clickRow(QAbstractItemView* view, const QModelIndex& index)
{
    if (!index.isValid()) {
        return false;
    }
    view->scrollTo(index);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(index).center());
    return true;
}

/// The shown text of a cell.
inline QString cell(const QAbstractItemView* view, int row, int column)
{
    return view->model()->index(row, column).data().toString();
}

} // namespace sandglass::tests
