// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace sandglass::presenters {
class ExpiryPausePresenter;
class MembersPresenter;
} // namespace sandglass::presenters

namespace sandglass::ui {

/// Says above the pages that this program has paused expiry, until it is resumed. Hidden otherwise.
class ExpiryPauseBanner : public QFrame
{
    Q_OBJECT

public:
    /// Both presenters must outlive the banner. `members`: of the dialog that it opens.
    ExpiryPauseBanner(presenters::ExpiryPausePresenter& presenter,
                      presenters::MembersPresenter& members, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// Shows the presenter's state.
    void showState();
    /// Draws the icon in the colours of the theme.
    void showIcon();

    presenters::ExpiryPausePresenter& m_presenter;
    QLabel* m_icon;
    QLabel* m_text;
    QPushButton* m_resume;
    QPushButton* m_keep;
    QPushButton* m_show;
};

} // namespace sandglass::ui
