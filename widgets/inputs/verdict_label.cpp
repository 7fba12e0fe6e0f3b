// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inputs/verdict_label.h"

#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/visible_text.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

namespace sandglass::widgets {

namespace {

QString iconName(Tone tone)
{
    switch (tone) {
    case Tone::Ok:
        return QStringLiteral("ok");
    case Tone::Warning:
        return QStringLiteral("warning");
    case Tone::Error:
        return QStringLiteral("error");
    case Tone::Normal:
        break;
    }
    return QStringLiteral("info");
}

} // namespace

VerdictLabel::VerdictLabel(QWidget* parent)
    : QWidget(parent)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
{
    m_icon->setObjectName(QStringLiteral("verdictIconLabel"));
    m_text->setObjectName(QStringLiteral("verdictTextLabel"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    // a name in it may be one long word, which would make the form as wide
    m_text->setMinimumWidth(emPixels(this, 10));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(emPixels(this, 0.4));
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addWidget(m_text, 1, Qt::AlignTop);
    hide();
}

void VerdictLabel::setField(QWidget* field)
{
    m_field = field;
    if (m_field) {
        m_field->setAccessibleDescription(text());
    }
}

QString VerdictLabel::text() const
{
    return m_text->text();
}

void VerdictLabel::setVerdict(Tone tone, const QString& text)
{
    const QString shown = visibleText(text);
    // the same text must not be announced twice
    if (tone == m_tone && shown == m_text->text()) {
        return;
    }
    m_tone = tone;
    m_text->setText(shown);
    m_text->setAccessibleName(shown);
    setAccessibleName(shown);
    setVisible(!shown.isEmpty());
    showColors();
    if (m_field) {
        m_field->setAccessibleDescription(shown);
    }
    if (!shown.isEmpty() && (tone == Tone::Warning || tone == Tone::Error)) {
        QAccessibleEvent alert(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
}

void VerdictLabel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange
        || event->type() == QEvent::PaletteChange) {
        showColors();
    }
}

void VerdictLabel::showColors()
{
    const ColorRole role = m_tone == Tone::Normal ? ColorRole::MutedText : toneRole(m_tone);
    const QPixmap picture
        = icon(iconName(m_tone), role).pixmap(iconSize(this, 1.1), devicePixelRatioF());
    m_icon->setPixmap(picture);
    QPalette palette = m_text->palette();
    // setting a palette sends PaletteChange, which calls this again
    if (palette.color(QPalette::WindowText) != color(role)) {
        palette.setColor(QPalette::WindowText, color(role));
        m_text->setPalette(palette);
    }
}

} // namespace sandglass::widgets

#include "moc_verdict_label.cpp"
