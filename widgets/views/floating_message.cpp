// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/floating_message.h"

#include "widgets/views/visible_text.h"

#include <QAccessible>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>

namespace sandglass::widgets {

namespace {

QString withoutDigits(QString text)
{
    text.removeIf([](QChar letter) { return letter.isDigit(); });
    return text;
}

} // namespace

FloatingMessage::FloatingMessage(const QString& objectName, const Names& names, QWidget* parent)
    : QFrame(parent)
    , m_row(new QHBoxLayout(this))
    , m_text(new QLabel(this))
    , m_dismiss(new QPushButton(tr("Dismi&ss"), this))
{
    setObjectName(objectName);
    setFrameShape(QFrame::StyledPanel);
    // read by the style sheet
    setProperty("floating", true);
    m_text->setObjectName(names.label);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_dismiss->setObjectName(names.dismiss);
    m_dismiss->setAccessibleName(tr("Dismiss"));
    m_row->addWidget(m_text, 1);
    m_row->addWidget(m_dismiss);
    connect(m_dismiss, &QPushButton::clicked, this, &FloatingMessage::dismissed);
    connect(qApp, &QApplication::focusChanged, this, &FloatingMessage::noteHeld);
    hide();
}

FloatingMessage::~FloatingMessage()
{
    qApp->disconnect(this);
}

void FloatingMessage::setText(const QString& text)
{
    const QString shown = visibleText(text);
    if (shown == m_text->text()) {
        return;
    }
    const bool isNew = withoutDigits(shown) != withoutDigits(m_text->text());
    m_text->setText(shown);
    setAccessibleName(shown);
    setVisible(!shown.isEmpty());
    // a text in which only a number runs on is not announced again each second
    if (isNew && !shown.isEmpty()) {
        QAccessibleEvent said(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&said);
    }
}

QPushButton* FloatingMessage::addButton(const QString& text, const QString& objectName)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(objectName);
    button->setAccessibleName(QString(text).remove(u'&').remove(QChar(0x2026)));
    m_row->insertWidget(m_row->count() - 1, button);
    // Dismiss was made first, but is the last one
    setTabOrder(button, m_dismiss);
    return button;
}

bool FloatingMessage::isHeld() const
{
    const QWidget* focus = QApplication::focusWidget();
    return isVisible() && (m_pointed || (focus && isAncestorOf(focus)));
}

bool FloatingMessage::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::Enter:
    case QEvent::Leave:
        m_pointed = event->type() == QEvent::Enter;
        noteHeld();
        break;
    case QEvent::Hide:
        m_pointed = false;
        noteHeld();
        break;
    default:
        break;
    }
    return QFrame::event(event);
}

void FloatingMessage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT dismissed();
        return;
    }
    QFrame::keyPressEvent(event);
}

void FloatingMessage::noteHeld()
{
    if (const bool held = isHeld(); held != m_held) {
        m_held = held;
        Q_EMIT heldChanged();
    }
}

} // namespace sandglass::widgets

#include "moc_floating_message.cpp"
