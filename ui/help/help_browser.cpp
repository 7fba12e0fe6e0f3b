// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_browser.h"

#include "widgets/style/colors.h"

#include <QPainter>
#include <QSet>
#include <QTextBlock>
#include <QTextDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sandglass::ui {

namespace {

/// The names of all pictures in a document, each once.
QSet<QString> pictureNames(const QTextDocument& document)
{
    QSet<QString> names;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            const QTextCharFormat format = part.fragment().charFormat();
            if (format.isImageFormat()) {
                names << format.toImageFormat().name();
            }
        }
    }
    return names;
}

// The text document would scale a picture without smoothing, so it gets one of the right size.
QImage scaled(const QImage& picture, int width, qreal ratio)
{
    const QSize size = QSize(width, picture.height() * width / picture.width()) * ratio;
    QImage fitted = picture.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                        .convertToFormat(QImage::Format_RGB32);
    QPainter painter(&fitted);
    if (widgets::color(widgets::ColorRole::Base).lightness() < 128) {
        // the pictures show the light theme, which would glare here
        painter.fillRect(fitted.rect(), QColor(0, 0, 0, 80));
    }
    painter.setPen(widgets::color(widgets::ColorRole::Frame));
    painter.drawRect(fitted.rect().adjusted(0, 0, -1, -1));
    painter.end();
    fitted.setDevicePixelRatio(ratio);
    return fitted;
}

} // namespace

HelpBrowser::HelpBrowser(QWidget* parent)
    : QTextBrowser(parent)
{
    // the window decides: the browser would show web pages itself
    setOpenLinks(false);
    connect(this, &QTextBrowser::sourceChanged, this, &HelpBrowser::finishPage);
}

void HelpBrowser::mark(const QString& anchor, const QString& text)
{
    if (text.isEmpty()) {
        return;
    }
    QTextCursor start(document());
    start.setPosition(positionOf(anchor));
    const QTextCursor found = document()->find(text, start);
    if (!found.isNull()) {
        setTextCursor(found);
        ensureCursorVisible();
    }
}

void HelpBrowser::resizeEvent(QResizeEvent* event)
{
    QTextBrowser::resizeEvent(event);
    fitPictures();
}

void HelpBrowser::finishPage(const QUrl& source)
{
    const QUrl page = source.adjusted(QUrl::RemoveFragment);
    if (page != m_page) {
        m_originals.clear();
        m_page = page;
    }
    fitPictures();
    if (source.hasFragment()) {
        scrollToAnchor(source.fragment());
    }
}

void HelpBrowser::fitPictures()
{
    const QSet<QString> names = pictureNames(*document());
    if (names.isEmpty()) {
        return;
    }
    const int room = viewport()->width() - 2 * qRound(document()->documentMargin());
    for (const QString& name : names) {
        const QUrl url = m_page.resolved(QUrl(name));
        if (const QImage picture = original(url); !picture.isNull()) {
            const int width = std::max(1, std::min(picture.width(), room));
            document()->addResource(QTextDocument::ImageResource, url,
                                    scaled(picture, width, devicePixelRatioF()));
        }
    }
    // makes the layout ask for the new sizes
    document()->markContentsDirty(0, document()->characterCount());
}

QImage HelpBrowser::original(const QUrl& file)
{
    if (!m_originals.contains(file)) {
        m_originals.insert(file, file.scheme() == "qrc"_L1 ? QImage(u':' + file.path()) : QImage());
    }
    return m_originals.value(file);
}

int HelpBrowser::positionOf(const QString& anchor) const
{
    if (anchor.isEmpty()) {
        return 0;
    }
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            if (part.fragment().charFormat().anchorNames().contains(anchor)) {
                return part.fragment().position();
            }
        }
    }
    return 0;
}

} // namespace sandglass::ui

#include "moc_help_browser.cpp"
