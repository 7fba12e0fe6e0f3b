// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/dialog_buttons.h"

#include <QPushButton>
#include <QStyle>
#include <QVariant>

namespace sandglass::widgets {

namespace {

constexpr const char* kEmphasis = "emphasis"; // read by the style sheet

QString nameOf(Emphasis emphasis)
{
    switch (emphasis) {
    case Emphasis::Accent:
        return QStringLiteral("accent");
    case Emphasis::Danger:
        return QStringLiteral("danger");
    case Emphasis::Dismiss:
        return QStringLiteral("dismiss");
    case Emphasis::Plain:
        break;
    }
    return QStringLiteral("plain");
}

} // namespace

void setEmphasis(QPushButton& button, Emphasis emphasis)
{
    const QString name = nameOf(emphasis);
    if (button.property(kEmphasis).toString() == name) {
        return;
    }
    button.setProperty(kEmphasis, name);
    // a style sheet reads properties only when it is applied
    button.style()->unpolish(&button);
    button.style()->polish(&button);
}

DialogButtons::DialogButtons(QWidget* parent)
    : QDialogButtonBox(parent)
{
}

QPushButton* DialogButtons::add(const QString& text, ButtonRole role, const QString& objectName)
{
    QPushButton* button = addButton(text, role);
    button->setObjectName(objectName);
    return button;
}

QPushButton* DialogButtons::addPrimary(const QString& text, const QString& objectName)
{
    m_primary = add(text, AcceptRole, objectName);
    showDeletes();
    orderTabs();
    return m_primary;
}

QPushButton* DialogButtons::addCancel(const QString& objectName)
{
    m_dismiss = add(tr("Cancel"), RejectRole, objectName);
    setEmphasis(*m_dismiss, Emphasis::Dismiss);
    orderTabs();
    return m_dismiss;
}

QPushButton* DialogButtons::addClose(const QString& objectName)
{
    m_dismiss = add(tr("&Close"), RejectRole, objectName);
    setEmphasis(*m_dismiss, Emphasis::Dismiss);
    // Enter belongs to what the dialog shows, such as a table
    m_dismiss->setAutoDefault(false);
    orderTabs();
    return m_dismiss;
}

QPushButton* DialogButtons::addAside(const QString& text, const QString& objectName)
{
    QPushButton* button = add(text, ActionRole, objectName);
    button->setAutoDefault(false);
    m_asides << button;
    orderTabs();
    return button;
}

void DialogButtons::addAside(QPushButton& button)
{
    addButton(&button, ActionRole);
    button.setAutoDefault(false);
    m_asides << &button;
    orderTabs();
}

void DialogButtons::orderTabs()
{
    QList<QPushButton*> order = m_asides;
    order << m_dismiss << m_primary;
    order.removeAll(nullptr);
    for (qsizetype i = 1; i < order.size(); ++i) {
        setTabOrder(order[i - 1], order[i]);
    }
    // Qt leads the focus of the whole row to the default button: Tab would stop there for ever
    setFocusProxy(nullptr);
}

void DialogButtons::changeEvent(QEvent* event)
{
    QDialogButtonBox::changeEvent(event);
    setFocusProxy(nullptr); // another style lays the row out anew
}

void DialogButtons::setDeletes(bool deletes)
{
    // a dialog makes the button with the focus its default for that time, which must stay
    if (deletes != m_deletes) {
        m_deletes = deletes;
        showDeletes();
    }
}

void DialogButtons::showDeletes()
{
    if (!m_primary) {
        return;
    }
    setEmphasis(*m_primary, m_deletes ? Emphasis::Danger : Emphasis::Accent);
    // with the focus, a button with autoDefault would be the one that Enter presses
    m_primary->setAutoDefault(!m_deletes);
    m_primary->setDefault(!m_deletes);
    if (m_dismiss) {
        m_dismiss->setDefault(m_deletes);
    }
}

} // namespace sandglass::widgets

#include "moc_dialog_buttons.cpp"
