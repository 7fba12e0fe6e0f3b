// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QScrollArea>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace sandglass::presenters {
class WelcomePresenter;
struct KnownConnection;
} // namespace sandglass::presenters

namespace sandglass::ui {

/// The first screen: what a TTL rule is, two ways to begin, the known connections, the tour and the
/// help. Scrolls if the window is small.
class WelcomeView : public QScrollArea
{
    Q_OBJECT

public:
    /// The presenter must outlive the view.
    explicit WelcomeView(presenters::WelcomePresenter& presenter, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The user wants to connect to a server.
    void connectRequested();
    /// The user wants to connect to a server of the list: by the id of its saved connection, or,
    /// if that is empty, by its connection string.
    void connectionRequested(const QString& id, const QString& uri);
    /// The user wants to take the tour.
    void tourRequested();
    /// The user wants to read the help.
    void helpRequested();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// Arranges title, sentences and buttons in a column.
    void buildLayout();
    /// The three sentences.
    void addSentences(QVBoxLayout& column);
    /// The two large buttons with their descriptions.
    void addBeginnings(QVBoxLayout& column);
    /// What is wrong with the local engine.
    void addProblem(QVBoxLayout& column);
    /// Draws the icon beside it in the colour of the theme.
    void showProblemIcon();
    /// The row with tour and help.
    void addLinks(QVBoxLayout& column);
    /// Connects the buttons.
    void connectSignals();
    /// Shows the presenter's state.
    void showState();
    /// Shows what is in progress, and announces it.
    void showProgress(const QString& text);
    /// Shows the list of known connections.
    void showConnections();
    /// Shows a known connection on its button.
    void showConnection(QPushButton& button, const presenters::KnownConnection& known) const;
    /// Sets the fonts that are larger than the usual one, and the width of the column.
    void applyFont();

    presenters::WelcomePresenter& m_presenter;
    QWidget* m_page;
    QWidget* m_column; // the middle of the page
    QLabel* m_title;
    QList<QLabel*> m_sentences;
    QPushButton* m_samples;
    QPushButton* m_connect;
    QLabel* m_progress;
    QWidget* m_problem;
    QLabel* m_problemIcon;
    QLabel* m_problemText;
    QLabel* m_places;
    QWidget* m_connections;
    QPushButton* m_engine;
    QPushButton* m_tour;
    QPushButton* m_help;
};

} // namespace sandglass::ui
