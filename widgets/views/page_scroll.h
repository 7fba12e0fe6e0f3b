// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace sandglass::widgets {

/// Lets a page scroll where the window is smaller than the page can be, instead of cutting it. It
/// has no frame, and Tab goes on to the controls in it. While it can scroll, the wheel scrolls it
/// also over lists and numbers, which otherwise change their value. A control that gets the focus
/// by its access key or an assistive tool is scrolled into view. Controls that are added while the
/// page is shown count as well. One for each page, and none around another.
class PageScroll : public QScrollArea
{
    Q_OBJECT

public:
    /// `name`: its accessible name.
    PageScroll(const QString& objectName, const QString& name, QWidget* parent = nullptr);

    /// For a page that is the larger part of a dialog. When the page becomes higher, or a part
    /// beside it takes its room, the dialog grows as far as its screen has room; what is left
    /// scrolls, up and down only. A dialog that the user makes lower stays so until then.
    void setGrowsWindow();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The page was laid out anew, and a window that grows has grown.
    void pageChanged();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// Sees the events of a part of the page and of all that is in it, now or later.
    void watch(QWidget* part);
    /// Scrolls to the part that gets the focus, unless Qt or the pointer has done so.
    void showFocus(QWidget* part, Qt::FocusReason reason);
    /// Gives the window the height that the page lacks, if the page needs more than before.
    void growWindow();

    bool m_growsWindow = false;
    int m_high = 0; ///< that the page needed when the window last grew; pixels
    QSize m_windowSize; ///< at the last resize
};

} // namespace sandglass::widgets
