// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/welcome/welcome_view.h"

#include "app/presenters/welcome/welcome_presenter.h"
#include "widgets/style/appearance.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/visible_text.h"
#include "widgets/views/wrapped_label.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace sandglass::ui {

using widgets::ColorRole;

namespace {

constexpr double kColumnEms = 56; // about 90 characters: longer lines are hard to read
constexpr qsizetype kLongestName = 60;

/// A label with wrapped text at the end of `column`, a layout in `parent`.
QLabel* addText(QWidget& parent, QVBoxLayout& column, const QString& objectName,
                const QString& text)
{
    auto* label = new widgets::WrappedLabel(&parent);
    label->setObjectName(objectName);
    label->setText(text);
    column.addWidget(label);
    return label;
}

/// A square in the colour of a connection. It has a margin as the pictures of the other icons do:
/// a button has hardly any space between its icon and its text.
QIcon swatch(const QColor& color, const QWidget& widget)
{
    const QSize size = widgets::iconSize(&widget);
    QPixmap picture(size * widget.devicePixelRatioF());
    picture.setDevicePixelRatio(widget.devicePixelRatioF());
    picture.fill(Qt::transparent);
    const int margin = widgets::emPixels(&widget, 0.2);
    QPainter painter(&picture);
    painter.fillRect(QRect(QPoint(), size).adjusted(margin, margin, -margin, -margin), color);
    return picture;
}

} // namespace

WelcomeView::WelcomeView(presenters::WelcomePresenter& presenter, QWidget* parent)
    : QScrollArea(parent)
    , m_presenter(presenter)
    , m_page(new QWidget(viewport()))
    // created with their final parents: moving a widget under a style sheet loses its font
    , m_column(new QWidget(m_page))
    , m_title(new QLabel(tr("Welcome to Sandglass"), m_column))
    // the default button is filled, so its icon has the colour of its text
    , m_samples(new QPushButton(widgets::icon(QStringLiteral("sample-data"), ColorRole::Base),
                                tr("Start the local en&gine with sample data"), m_column))
    , m_connect(new QPushButton(widgets::icon(QStringLiteral("server")),
                                tr("&Connect to a server…"), m_column))
    , m_progress(new widgets::WrappedLabel(m_column))
    , m_problem(new QWidget(m_column))
    , m_problemIcon(new QLabel(m_problem))
    , m_problemText(new widgets::WrappedLabel(m_problem))
    , m_places(new widgets::WrappedLabel(m_problem))
    , m_connections(new QWidget(m_column))
    , m_engine(new QPushButton(widgets::icon(QStringLiteral("play")),
                               tr("Start the local engine without &data"), m_column))
    , m_tour(new QPushButton(widgets::icon(QStringLiteral("info")), tr("Take the to&ur"), m_column))
    , m_help(new QPushButton(widgets::icon(QStringLiteral("help")), tr("&Read the help"), m_column))
{
    setObjectName(QStringLiteral("welcomeView"));
    setAccessibleName(tr("Welcome to Sandglass"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    // Tab goes on to the buttons in it
    setFocusPolicy(Qt::NoFocus);
    buildLayout();
    applyFont();
    connectSignals();
    showState();
}

void WelcomeView::buildLayout()
{
    m_title->setObjectName(QStringLiteral("welcomeTitleLabel"));
    m_title->setTextFormat(Qt::PlainText);
    m_progress->setObjectName(QStringLiteral("welcomeProgressLabel"));
    const int gap = widgets::emPixels(this, 0.8);
    auto* column = new QVBoxLayout(m_column);
    column->setContentsMargins(gap, gap, gap, gap);
    column->setSpacing(gap);
    column->addWidget(m_title);
    addSentences(*column);
    column->addSpacing(gap);
    addBeginnings(*column);
    column->addWidget(m_progress);
    addProblem(*column);
    m_connections->setObjectName(QStringLiteral("welcomeConnections"));
    column->addWidget(m_connections);
    column->addSpacing(gap);
    addLinks(*column);

    auto* rows = new QVBoxLayout(m_page);
    rows->addStretch(1);
    auto* middle = new QHBoxLayout;
    middle->addStretch(1);
    middle->addWidget(m_column, 100);
    middle->addStretch(1);
    rows->addLayout(middle);
    rows->addStretch(2);
    setWidget(m_page);
}

void WelcomeView::addSentences(QVBoxLayout& column)
{
    QLabel* purpose = addText(*m_column, column, QStringLiteral("welcomePurposeLabel"),
                              tr("See, change and rehearse what TTL indexes will delete."));
    purpose->setProperty("muted", true);
    // Source: app/ttl/SEMANTICS.md, 3.1 and 3.3
    m_sentences << addText(
        *m_column, column, QStringLiteral("welcomeSentenceLabel1"),
        tr("A TTL (time-to-live) rule tells a database server to delete documents of a "
           "collection automatically."));
    m_sentences << addText(
        *m_column, column, QStringLiteral("welcomeSentenceLabel2"),
        tr("Most rules are an index on a date field with a number of seconds: a document is "
           "due once its date plus these seconds has passed."));
    m_sentences << addText(
        *m_column, column, QStringLiteral("welcomeSentenceLabel3"),
        tr("About once a minute the server deletes what is due; a document without a date in "
           "that field is never deleted by the rule."));
}

void WelcomeView::addBeginnings(QVBoxLayout& column)
{
    m_samples->setObjectName(QStringLiteral("welcomeSampleDataButton"));
    m_samples->setDefault(true);
    m_connect->setObjectName(QStringLiteral("welcomeConnectButton"));
    auto* row = new QHBoxLayout;
    row->setSpacing(widgets::emPixels(this, 1.2));
    const auto add
        = [this, row](QPushButton* button, const QString& objectName, const QString& text) {
              button->setAccessibleName(QString(button->text()).remove(u'&').remove(QChar(0x2026)));
              button->setAccessibleDescription(text);
              auto* part = new QVBoxLayout;
              part->setSpacing(button->fontMetrics().height() / 3);
              part->addWidget(button);
              QLabel* description = addText(*m_column, *part, objectName, text);
              description->setProperty("muted", true);
              part->addStretch(1);
              row->addLayout(part, 1);
          };
    add(m_samples, QStringLiteral("welcomeSampleDataLabel"),
        tr("Starts the database engine that comes with Sandglass and fills it with about 50,000 "
           "documents to try everything on. They stay on this computer."));
    add(m_connect, QStringLiteral("welcomeConnectLabel"),
        tr("MongoDB or a compatible server. The connection starts locked: nothing is changed "
           "until you unlock it."));
    column.addLayout(row);
}

void WelcomeView::addProblem(QVBoxLayout& column)
{
    m_problem->setObjectName(QStringLiteral("welcomeEngineProblem"));
    m_problemText->setObjectName(QStringLiteral("welcomeEngineProblemLabel"));
    m_places->setObjectName(QStringLiteral("welcomeEnginePlacesLabel"));
    m_places->setProperty("muted", true);
    // paths are meant to be copied
    m_places->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problemIcon->setObjectName(QStringLiteral("welcomeEngineProblemIcon"));
    showProblemIcon();
    auto* words = new QVBoxLayout;
    words->addWidget(m_problemText);
    words->addWidget(m_places);
    auto* row = new QHBoxLayout(m_problem);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_problemIcon, 0, Qt::AlignTop);
    row->addLayout(words, 1);
    column.addWidget(m_problem);
}

void WelcomeView::showProblemIcon()
{
    m_problemIcon->setPixmap(widgets::icon(QStringLiteral("warning"), ColorRole::WarningText)
                                 .pixmap(widgets::iconSize(this, 1.5), devicePixelRatioF()));
}

void WelcomeView::addLinks(QVBoxLayout& column)
{
    m_tour->setObjectName(QStringLiteral("welcomeTourButton"));
    m_tour->setToolTip(tr("Five steps over the real window, on the sample data"));
    m_help->setObjectName(QStringLiteral("welcomeHelpButton"));
    m_engine->setObjectName(QStringLiteral("welcomeEngineButton"));
    m_engine->setToolTip(tr("For data of your own, or for an application that you develop"));
    auto* row = new QHBoxLayout;
    for (QPushButton* button : {m_tour, m_help, m_engine}) {
        row->addWidget(button);
    }
    row->addStretch(1);
    column.addLayout(row);
    // as they are arranged
    setTabOrder(m_connect, m_tour);
    setTabOrder(m_tour, m_help);
    setTabOrder(m_help, m_engine);
    for (QPushButton* button : {m_samples, m_connect, m_tour, m_help, m_engine}) {
        // outside dialogs Enter presses no other buttons
        button->setAutoDefault(true);
    }
}

void WelcomeView::connectSignals()
{
    using presenters::WelcomePresenter;
    connect(&m_presenter, &WelcomePresenter::stateChanged, this, &WelcomeView::showState);
    // another style sheet takes the fonts away
    connect(&widgets::Appearance::instance(), &widgets::Appearance::changed, this,
            &WelcomeView::applyFont);
    connect(m_samples, &QPushButton::clicked, &m_presenter, &WelcomePresenter::startWithSampleData);
    connect(m_engine, &QPushButton::clicked, &m_presenter, &WelcomePresenter::startEmpty);
    connect(m_connect, &QPushButton::clicked, this, &WelcomeView::connectRequested);
    connect(m_tour, &QPushButton::clicked, this, &WelcomeView::tourRequested);
    connect(m_help, &QPushButton::clicked, this, &WelcomeView::helpRequested);
}

void WelcomeView::showState()
{
    const presenters::WelcomeState& state = m_presenter.state();
    m_samples->setEnabled(state.canStart);
    m_tour->setEnabled(state.canStart);
    m_engine->setVisible(state.canStartEmpty);
    showProgress(widgets::visibleText(state.progress));
    m_problem->setVisible(!state.engineProblem.isEmpty());
    m_problemText->setText(state.engineProblem + u' '
                           + tr("Install the package sandglass-engine. It was looked for here:"));
    QStringList places;
    for (const QString& place : state.enginePlaces) {
        places << widgets::visibleText(place);
    }
    m_places->setText(places.join(u'\n'));
    showConnections();
}

void WelcomeView::showProgress(const QString& text)
{
    if (text == m_progress->text()) {
        return;
    }
    m_progress->setText(text);
    // screen readers announce a change of name, not of text
    QAccessibleEvent changed(m_progress, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&changed);
}

void WelcomeView::showConnections()
{
    const auto& known = m_presenter.state().connections;
    auto* column = static_cast<QVBoxLayout*>(m_connections->layout());
    if (!column) {
        column = new QVBoxLayout(m_connections);
        column->setContentsMargins(0, 0, 0, 0);
        QLabel* caption
            = addText(*m_connections, *column, QStringLiteral("welcomeConnectionsLabel"),
                      tr("Servers that you have used before:"));
        caption->setProperty("muted", true);
    }
    // the first row is the caption; buttons are reused, which keeps the focus
    while (column->count() - 1 > static_cast<int>(known.size())) {
        delete column->itemAt(column->count() - 1)->widget();
    }
    for (int i = 0; i < static_cast<int>(known.size()); ++i) {
        if (i + 1 >= column->count()) {
            auto* button = new QPushButton(m_connections);
            button->setObjectName(QStringLiteral("welcomeConnectionButton%1").arg(i));
            button->setAutoDefault(true);
            connect(button, &QPushButton::clicked, this, [this, i] {
                const auto& chosen
                    = m_presenter.state().connections.at(static_cast<std::size_t>(i));
                Q_EMIT connectionRequested(chosen.id, chosen.uri);
            });
            setTabOrder(i == 0 ? m_connect : column->itemAt(i)->widget(), button);
            column->addWidget(button, 0, Qt::AlignLeft);
        }
        showConnection(*static_cast<QPushButton*>(column->itemAt(i + 1)->widget()),
                       known[static_cast<std::size_t>(i)]);
    }
    m_connections->setVisible(!known.empty());
}

void WelcomeView::showConnection(QPushButton& button,
                                 const presenters::KnownConnection& known) const
{
    const QString name = widgets::visibleText(known.name);
    const QString whole = known.tag.isEmpty()
        ? name
        : QStringLiteral("%1 · %2").arg(name, widgets::visibleText(known.tag));
    QString shown = whole;
    if (shown.size() > kLongestName) {
        shown = shown.left(kLongestName) + QChar(0x2026);
    }
    // a single & would be an access key
    button.setText(shown.replace(u'&', QStringLiteral("&&")));
    button.setAccessibleName(tr("Connect to %1").arg(whole));
    button.setToolTip(widgets::toolTipText(widgets::visibleText(known.uri)));
    const QColor color(known.color);
    button.setIcon(color.isValid() ? swatch(color, *this)
                                   : widgets::icon(QStringLiteral("server")));
}

void WelcomeView::applyFont()
{
    QFont heading = font();
    heading.setPointSizeF(heading.pointSizeF() * 1.7);
    heading.setWeight(QFont::DemiBold);
    m_title->setFont(heading);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.15);
    for (QLabel* sentence : std::as_const(m_sentences)) {
        sentence->setFont(large);
    }
    for (QPushButton* button : {m_samples, m_connect}) {
        button->setFont(large);
        button->setIconSize(widgets::iconSize(this, 1.6));
        button->setMinimumHeight(widgets::emPixels(this, 3.2));
    }
    m_column->setMaximumWidth(widgets::emPixels(this, kColumnEms));
}

void WelcomeView::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    // a style sheet takes the labels their fonts when the view moves into a window
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        applyFont();
    } else if (event->type() == QEvent::PaletteChange) {
        showProblemIcon();
    }
}

void WelcomeView::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    // the program may have been installed meanwhile
    m_presenter.lookForEngine();
}

} // namespace sandglass::ui

#include "moc_welcome_view.cpp"
