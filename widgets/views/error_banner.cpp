// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/error_banner.h"

#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/visible_text.h"
#include "widgets/views/wrapped_label.h"

#include <QAccessible>
#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace sandglass::widgets {

namespace {

QLabel* newLabel(QWidget* parent, const QString& name)
{
    auto* label = new WrappedLabel(parent);
    label->setObjectName(name);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

void showIfAny(QLabel* label, const QString& text)
{
    label->setText(visibleText(text));
    label->setVisible(!text.isEmpty());
}

} // namespace

ErrorBanner::ErrorBanner(QWidget* parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_what(newLabel(this, QStringLiteral("whatLabel")))
    , m_why(newLabel(this, QStringLiteral("whyLabel")))
    , m_advice(newLabel(this, QStringLiteral("adviceLabel")))
    , m_action(new QPushButton(this))
    , m_fold(new QToolButton(this))
    , m_close(new QToolButton(this))
    , m_detailsBox(new QWidget(this))
    , m_details(new QPlainTextEdit(m_detailsBox))
    , m_copy(new QPushButton(tr("C&opy"), m_detailsBox))
{
    buildDetails();
    buildLayout();
    connectSignals();
    // a dialog without a button of its own would make the first of them the one that is filled
    for (QPushButton* button : {m_action, m_copy}) {
        setEmphasis(*button, Emphasis::Plain);
    }
    hide();
}

void ErrorBanner::buildDetails()
{
    m_fold->setObjectName(QStringLiteral("detailsButton"));
    m_fold->setText(tr("&Details"));
    m_fold->setAccessibleName(tr("Show the details"));
    m_fold->setCheckable(true);
    m_fold->setAutoRaise(true);
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_details->setObjectName(QStringLiteral("detailsEdit"));
    m_details->setAccessibleName(tr("Details of the error"));
    m_details->setReadOnly(true);
    m_details->setTabChangesFocus(true);
    m_details->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_details->setMaximumHeight(emPixels(this, 8));
    // Hidden until an error has an action. Screen readers may find the button all the same.
    m_action->setAccessibleName(tr("Suggested action"));
    m_copy->setObjectName(QStringLiteral("copyButton"));
    m_copy->setAccessibleName(tr("Copy the details"));
    m_copy->setIcon(icon(QStringLiteral("copy")));

    auto* row = new QHBoxLayout(m_detailsBox);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_details, 1);
    row->addWidget(m_copy, 0, Qt::AlignTop);
    setDetailsShown(false);
}

void ErrorBanner::buildLayout()
{
    m_icon->setObjectName(QStringLiteral("toneLabel"));
    QFont bold = m_what->font();
    bold.setWeight(QFont::DemiBold);
    m_what->setFont(bold);
    m_advice->setForegroundRole(QPalette::PlaceholderText);
    m_action->setObjectName(QStringLiteral("actionButton"));
    m_close->setObjectName(QStringLiteral("closeButton"));
    m_close->setAccessibleName(tr("Close this message"));
    m_close->setToolTip(tr("Close this message"));
    m_close->setAutoRaise(true);
    m_close->setIcon(icon(QStringLiteral("close")));

    auto* words = new QVBoxLayout;
    words->setSpacing(emPixels(this, 0.2));
    words->addWidget(m_what);
    words->addWidget(m_why);
    words->addWidget(m_advice);
    words->addWidget(m_fold, 0, Qt::AlignLeft);
    words->addWidget(m_detailsBox);

    auto* row = new QHBoxLayout(this);
    const int gap = emPixels(this, 0.7);
    row->setContentsMargins(gap + gap / 2, gap, gap, gap);
    row->setSpacing(gap);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addLayout(words, 1);
    row->addWidget(m_action, 0, Qt::AlignTop);
    row->addWidget(m_close, 0, Qt::AlignTop);
}

void ErrorBanner::connectSignals()
{
    connect(m_fold, &QToolButton::toggled, this, &ErrorBanner::setDetailsShown);
    connect(m_copy, &QPushButton::clicked, this, &ErrorBanner::copyDetails);
    connect(m_action, &QPushButton::clicked, this, &ErrorBanner::actionTriggered);
    connect(m_close, &QToolButton::clicked, this, [this] {
        clear();
        Q_EMIT dismissed();
    });
}

void ErrorBanner::showError(const ErrorText& text)
{
    m_text = text;
    m_what->setText(visibleText(text.what));
    showIfAny(m_why, text.why);
    showIfAny(m_advice, text.advice);
    // visibleText() marks line feeds; the details have several lines
    m_details->setPlainText(visibleText(text.details).replace(QChar(0x21B5), u'\n'));
    m_fold->setVisible(!text.details.isEmpty());
    // unfolded details stay unfolded for the next error
    setDetailsShown(m_fold->isChecked() && !text.details.isEmpty());
    m_action->setText(text.actionText);
    if (!text.actionText.isEmpty()) {
        m_action->setAccessibleName(QString(text.actionText).remove(u'&'));
    }
    m_action->setVisible(!text.actionText.isEmpty());
    showIcon();
    setAccessibleName(text.what);
    // the alert reads name and description; the details are left to the user
    setAccessibleDescription((QStringList{text.why, text.advice}).join(u' ').trimmed());
    show();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void ErrorBanner::clear()
{
    hide();
    // the next error starts with its details folded
    m_fold->setChecked(false);
}

void ErrorBanner::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showIcon();
    }
}

void ErrorBanner::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = emPixels(this, 0.35);
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(color(ColorRole::Frame));
    painter.setBrush(color(ColorRole::Raised));
    painter.drawRoundedRect(box, radius, radius);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(toneRole(m_text.tone)));
    const double strip = emPixels(this, 0.3);
    // only the left edge has the colour of the tone
    painter.setClipRect(QRectF(0, 0, strip, height()));
    painter.drawRoundedRect(box, radius, radius);
}

void ErrorBanner::showIcon()
{
    const QString name
        = m_text.tone == Tone::Warning ? QStringLiteral("warning") : QStringLiteral("error");
    m_icon->setPixmap(
        icon(name, toneRole(m_text.tone)).pixmap(iconSize(this, 1.5), devicePixelRatioF()));
}

void ErrorBanner::setDetailsShown(bool shown)
{
    m_fold->setArrowType(shown ? Qt::DownArrow : Qt::RightArrow);
    m_detailsBox->setVisible(shown);
}

void ErrorBanner::copyDetails() const
{
    QGuiApplication::clipboard()->setText(
        (QStringList{m_text.what, m_text.why, m_text.details}).join(u'\n'));
}

} // namespace sandglass::widgets

#include "moc_error_banner.cpp"
