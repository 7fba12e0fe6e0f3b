// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMutex>
#include <QPlainTextEdit>
#include <QStringList>
#include <QTextEdit>
#include <QWidget>
#include <QWindow>

#include <array>

namespace sandglass::tests {

/// A password that no text holds by chance. What shows it shows the password of a connection.
inline const QString kCanary = QStringLiteral("C4nary-p4ss");

/// What was logged since it was made. Any thread logs, the GUI thread reads.
class LoggedLines
{
public:
    LoggedLines()
    {
        lines().clear();
        m_before = qInstallMessageHandler(&LoggedLines::take);
    }
    ~LoggedLines() { qInstallMessageHandler(m_before); }
    LoggedLines(const LoggedLines&) = delete;
    LoggedLines& operator=(const LoggedLines&) = delete;

    static QStringList& lines()
    {
        static QStringList all;
        return all;
    }

private:
    static void take(QtMsgType /*type*/, const QMessageLogContext& /*place*/, const QString& line)
    {
        static QMutex mutex;
        const QMutexLocker lock(&mutex);
        lines() << line;
    }

    QtMessageHandler m_before;
};

/// The texts of a cell and of those below it: in the roles of Qt that are texts, and in all of our
/// own.
inline void addEveryCell(const QAbstractItemModel& model, const QModelIndex& parent,
                         QStringList& texts)
{
    constexpr std::array kTextRoles{static_cast<int>(Qt::DisplayRole),
                                    static_cast<int>(Qt::EditRole),
                                    static_cast<int>(Qt::ToolTipRole),
                                    static_cast<int>(Qt::StatusTipRole),
                                    static_cast<int>(Qt::WhatsThisRole),
                                    static_cast<int>(Qt::AccessibleTextRole),
                                    static_cast<int>(Qt::AccessibleDescriptionRole)};
    constexpr int kOwnRoles = Qt::UserRole + 40;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex cell = model.index(row, column, parent);
            for (const int role : kTextRoles) {
                texts << model.data(cell, role).toString();
            }
            for (int role = Qt::UserRole; role < kOwnRoles; ++role) {
                texts << model.data(cell, role).toString();
            }
            addEveryCell(model, cell, texts);
        }
    }
}

/// What an assistive tool is told about a widget. Of a password it is told the length.
inline void addSpoken(QWidget& widget, QStringList& texts)
{
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(&widget);
    if (spoken == nullptr || !spoken->isValid()) {
        return;
    }
    for (const QAccessible::Text kind :
         {QAccessible::Name, QAccessible::Description, QAccessible::Value, QAccessible::Help}) {
        texts << spoken->text(kind);
    }
    if (QAccessibleTextInterface* text = spoken->textInterface()) {
        texts << text->text(0, text->characterCount());
    }
}

/// Everything that a widget shows or tells an assistive tool. A line for a password shows only
/// dots.
inline void addEveryText(QWidget& widget, QStringList& texts)
{
    texts << widget.windowTitle() << widget.toolTip() << widget.whatsThis() << widget.statusTip()
          << widget.accessibleName() << widget.accessibleDescription() << widget.objectName();
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        texts << label->text();
    } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        texts << button->text();
    } else if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) {
        texts << line->displayText() << line->placeholderText();
    } else if (const auto* plain = qobject_cast<const QPlainTextEdit*>(&widget)) {
        texts << plain->toPlainText();
    } else if (const auto* rich = qobject_cast<const QTextEdit*>(&widget)) {
        texts << rich->toPlainText();
    } else if (const auto* list = qobject_cast<const QComboBox*>(&widget)) {
        addEveryCell(*list->model(), {}, texts);
    } else if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget);
               view && view->model()) {
        addEveryCell(*view->model(), {}, texts);
    }
    for (const QAction* action : widget.actions()) {
        texts << action->text() << action->toolTip() << action->statusTip() << action->whatsThis();
    }
    addSpoken(widget, texts);
}

/// The texts that hold the canary: of all widgets, shown or not, the titles of windows, the
/// clipboard, and what was logged.
inline QStringList shownCanaries()
{
    QStringList texts;
    for (QWidget* widget : QApplication::allWidgets()) {
        addEveryText(*widget, texts);
    }
    for (const QWindow* window : QGuiApplication::allWindows()) {
        texts << window->title() << window->filePath();
    }
    const QClipboard& clipboard = *QGuiApplication::clipboard();
    texts << clipboard.text() << clipboard.text(QClipboard::Selection) << LoggedLines::lines();
    return texts.filter(kCanary);
}

/// The files below a folder that hold it, or whose names do.
inline QStringList writtenCanaries(const QString& folder)
{
    QStringList found;
    QDirIterator all(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        QFile file(all.next());
        if (file.fileName().contains(kCanary)
            || (file.open(QIODevice::ReadOnly) && file.readAll().contains(kCanary.toUtf8()))) {
            found << file.fileName();
        }
    }
    return found;
}

/// The folders in /proc of this process and of its children.
inline QStringList ownProcesses()
{
    const QByteArray parent
        = "\nPPid:\t" + QByteArray::number(QCoreApplication::applicationPid()) + '\n';
    QStringList places{QStringLiteral("/proc/self")};
    QDirIterator all(QStringLiteral("/proc"), QDir::Dirs | QDir::NoDotAndDotDot);
    while (all.hasNext()) {
        const QString place = all.next();
        QFile status(place + QStringLiteral("/status"));
        if (place.back().isDigit() && status.open(QIODevice::ReadOnly)
            && status.readAll().contains(parent)) {
            places << place;
        }
    }
    return places;
}

/// The places where others may read it: command line and environment of these processes.
inline QStringList processCanaries()
{
    QStringList found;
    const QStringList places = ownProcesses();
    for (const QString& place : places) {
        for (const char* name : {"/cmdline", "/environ"}) {
            QFile file(place + QLatin1String(name));
            if (file.open(QIODevice::ReadOnly) && file.readAll().contains(kCanary.toUtf8())) {
                found << file.fileName();
            }
        }
    }
    return found;
}

} // namespace sandglass::tests
