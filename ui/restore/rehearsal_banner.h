// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace sandglass::presenters {
class RehearsalPresenter;
}

namespace sandglass::ui {

/// Says at the top of a window that it is a rehearsal, and shows the clock of the rehearsal. Hidden
/// in a window with real data.
class RehearsalBanner : public QFrame
{
    Q_OBJECT

public:
    /// The presenter must outlive the banner.
    explicit RehearsalBanner(presenters::RehearsalPresenter& presenter, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The user ends the rehearsal.
    void endRequested();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// Shows the sentence, a problem in the copy, and the clock.
    void showState();
    /// Draws the icon in the colours of the theme.
    void showIcon();

    presenters::RehearsalPresenter& m_presenter;
    QLabel* m_icon;
    QLabel* m_sentence;
    QLabel* m_clock;
    QPushButton* m_end;
};

} // namespace sandglass::ui
