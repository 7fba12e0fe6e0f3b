// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QImage>
#include <QTextBrowser>

namespace sandglass::ui {

/// Shows a help page. Pictures are as wide as they are, but never wider than the page. Links are
/// left to the receiver of anchorClicked(). GUI thread.
class HelpBrowser : public QTextBrowser
{
    Q_OBJECT

public:
    explicit HelpBrowser(QWidget* parent = nullptr);

    /// Selects the first `text` at or after the anchor of the page that is shown, and scrolls
    /// there. An empty or unknown anchor: from the top. Without such a text nothing changes.
    void mark(const QString& anchor, const QString& text);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Goes on from a new page: fits its pictures, which moves its anchors.
    void finishPage(const QUrl& source);
    /// Scales the pictures of the page to its width.
    void fitPictures();
    /// A picture in its own size; null if there is none.
    QImage original(const QUrl& file);
    /// The position of an anchor in the document; 0 if there is none.
    int positionOf(const QString& anchor) const;

    QHash<QUrl, QImage> m_originals; // of the page that is shown
    QUrl m_page; // whose pictures those are, without an anchor
};

} // namespace sandglass::ui
