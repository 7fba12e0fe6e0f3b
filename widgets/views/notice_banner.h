// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/style/colors.h"

#include <QFrame>
#include <QString>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace sandglass::widgets {

/// A banner across the window above its pages: a stripe and an icon in one colour, a text that
/// wraps, and buttons. Its subclasses decide when it is shown.
class NoticeBanner : public QFrame
{
    Q_OBJECT

public:
    /// Icon and stripe.
    struct Look
    {
        QString icon; ///< see widgets::icon()
        ColorRole color;
    };

    /// `labelName`: object name of the text.
    NoticeBanner(const QString& objectName, const QString& labelName, Look look,
                 QWidget* parent = nullptr);

    /// The text, which may hold names from a server.
    void setText(const QString& text);
    /// A text of several lines, as visibleParagraphs().
    void setParagraphs(const QString& text);

    /// Adds a button at the right end. Its accessible name is the text without "&" and "…".
    QPushButton* addButton(const QString& text, const QString& objectName);

    /// Adds another widget at the right end; the banner owns it.
    void addPart(QWidget* part);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// Draws the icon in the colours of the theme.
    void showIcon();

    const Look m_look;
    QHBoxLayout* m_row;
    QLabel* m_icon;
    QLabel* m_text;
};

} // namespace sandglass::widgets
