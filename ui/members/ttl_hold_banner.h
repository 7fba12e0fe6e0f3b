// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace sandglass::presenters {
class TtlHoldPresenter;
}

namespace sandglass::ui {

/// Says that the engine holds deletion back, and why, above all pages; asks before it goes on.
class TtlHoldBanner : public QFrame
{
    Q_OBJECT
public:
    /// `presenter` must outlive it.
    explicit TtlHoldBanner(presenters::TtlHoldPresenter& presenter, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// Shows the presenter's state.
    void showState();
    /// Shows the icon in the colours of the theme.
    void showIcon();
    /// Asks, and lets deletion go on.
    void askAndRelease();

    presenters::TtlHoldPresenter& m_presenter;
    QLabel* m_icon;
    QLabel* m_text;
    QPushButton* m_release;
};

} // namespace sandglass::ui
