// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>

#include <vector>

class QToolButton;

namespace sandglass::presenters {
class StatusPresenter;
}

namespace sandglass::ui {

/// The status bar. Each part can be clicked: connection, its tag and protection, lock, server,
/// clock, TTL monitor, tasks, time zone.
class StatusStrip : public QStatusBar
{
    Q_OBJECT

public:
    /// The presenter must outlive the strip, or be replaced before.
    explicit StatusStrip(presenters::StatusPresenter& presenter, QWidget* parent = nullptr);

    /// Shows the state of another presenter from now on.
    void setPresenter(presenters::StatusPresenter& presenter);

    /// Less than its parts need: they are shortened rather than the window made wider.
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user wants to choose another connection.
    void connectionClicked();
    /// The user wants to see the figures of the TTL monitor.
    void monitorClicked();
    /// The user wants to see the running tasks.
    void tasksClicked();
    /// The user wants to choose another time zone.
    void zoneClicked();
    /// Product and topology were clicked: the user wants to see the members.
    void serverClicked();
    /// The server's clock was clicked: the user wants the doctor.
    void clockClicked();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    /// What a part shows.
    struct PartText
    {
        QToolButton* part;
        QString text; ///< empty: the part is hidden
        QString toolTip;
    };

    /// What all parts show, from the left.
    std::vector<PartText> partTexts() const;
    /// Adds a part at the right; an empty `icon` means none.
    QToolButton* addPart(const QString& objectName, const QString& icon);
    /// Connects the parts with signals and presenter.
    void connectSignals();
    /// Shows the presenter's state.
    void showState();
    /// The most that a part's text may take so that all parts of `texts` have room, in em.
    int mostEms(const std::vector<PartText>& texts) const;

    presenters::StatusPresenter* m_presenter; // never null
    QToolButton* m_connection;
    QToolButton* m_tag;
    QToolButton* m_protection;
    QToolButton* m_lock;
    QToolButton* m_server;
    QToolButton* m_clock;
    QToolButton* m_monitor;
    QToolButton* m_tasks;
    QToolButton* m_zone;
    QString m_tagColor; // as shown
    bool m_lockShown = false; // as shown: locked
};

} // namespace sandglass::ui
