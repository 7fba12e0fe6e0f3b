// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace sandglass::widgets {

/// Shown on a page without data: an icon, what is missing, what to do, and a button that does it.
class EmptyState : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyState(QWidget* parent = nullptr);

    /// `name`: an icon of the product, see icon().
    void setIconName(const QString& name);
    /// What is missing.
    void setTitle(const QString& title);
    /// What to do.
    void setText(const QString& text);

    /// The button's text with its access key; empty: no button.
    void setActionText(const QString& text);

Q_SIGNALS:
    /// The button was used.
    void actionTriggered();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Draws the icon in the theme's colour.
    void showIcon();

    QLabel* m_icon;
    QLabel* m_title;
    QLabel* m_text;
    QPushButton* m_button;
    QString m_iconName;
};

} // namespace sandglass::widgets
