// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forecast/bar_message.h"

#include <QPushButton>

#include <chrono>

namespace sandglass::ui {

namespace {

constexpr std::chrono::seconds kBarMessageTime{15}; // as that of the undo

} // namespace

BarMessage::BarMessage(QWidget* parent)
    : FloatingMessage(
        QStringLiteral("barMessage"),
        {QStringLiteral("barMessageLabel"), QStringLiteral("dismissBarMessageButton")}, parent)
{
    // in a dialog, Enter is for the button of the dialog
    const auto buttons = findChildren<QPushButton*>();
    for (QPushButton* button : buttons) {
        button->setAutoDefault(false);
    }
    m_end.setSingleShot(true);
    m_end.setInterval(kBarMessageTime);
    connect(&m_end, &QTimer::timeout, this, &BarMessage::clear);
    connect(this, &FloatingMessage::dismissed, this, &BarMessage::clear);
    connect(this, &FloatingMessage::heldChanged, this,
            [this] { isHeld() ? m_end.stop() : m_end.start(); });
}

void BarMessage::say(const QString& text)
{
    setText({}); // the same text would not be announced again
    setText(text);
    m_end.start();
}

void BarMessage::clear()
{
    m_end.stop();
    setText({});
}

} // namespace sandglass::ui

#include "moc_bar_message.cpp"
