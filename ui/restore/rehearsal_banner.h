// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace sandglass::presenters {
class RehearsalPresenter;
}

namespace sandglass::ui {

/// Says at the top of a window that it is a rehearsal, and what its clock shows. Hidden in a window
/// of the real data.
class RehearsalBanner : public QFrame
{
    Q_OBJECT

public:
    /// The presenter outlives the banner.
    explicit RehearsalBanner(presenters::RehearsalPresenter& presenter, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The user wants to leave the rehearsal.
    void endRequested();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void showState();
    void showIcon();

    presenters::RehearsalPresenter& m_presenter;
    QLabel* m_icon;
    QLabel* m_sentence;
    QLabel* m_clock;
    QPushButton* m_end;
};

} // namespace sandglass::ui
