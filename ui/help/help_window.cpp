// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_window.h"

#include "ui/help/help_browser.h"
#include "ui/help/help_pages.h"
#include "ui/help/help_sidebar.h"
#include "ui/help/help_style.h"
#include "widgets/style/appearance.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/inner_buttons.h"

#include <QAction>
#include <QDesktopServices>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeySequence>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSplitter>
#include <QTextDocument>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace sandglass::ui {

HelpWindow::HelpWindow()
    : m_sidebar(new HelpSidebar(this))
    , m_browser(new HelpBrowser(this))
    , m_find(new QLineEdit(this))
    , m_findResult(new QLabel(this))
{
    setObjectName(u"helpWindow"_s);
    setWindowTitle(tr("Sandglass Help"));
    setWindowIcon(widgets::icon(u"help"_s));
    m_browser->setObjectName(u"helpTextBrowser"_s);
    m_browser->setAccessibleName(tr("Help page"));
    m_browser->document()->setDocumentMargin(widgets::emPixels(this, 1.5));
    // in em, so that it follows the font; the default is 40 pixels
    m_browser->document()->setIndentWidth(widgets::emPixels(this, 1.75));

    auto* tools = new QHBoxLayout;
    buildTools(*tools);
    buildFind(*tools);
    addKeys();
    auto* splitter = new QSplitter(this);
    splitter->setObjectName(u"helpSplitter"_s);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_sidebar);
    splitter->addWidget(m_browser);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({widgets::emPixels(this, 22), widgets::emPixels(this, 54)});
    auto* column = new QVBoxLayout(this);
    column->addLayout(tools);
    column->addWidget(splitter, 1);
    resize(widgets::sizeOnScreen(this, 76, 54));

    restyle();
    connect(m_sidebar, &HelpSidebar::placeChosen, this,
            [this](const QString& place, const QString& match) {
                showPlace(place);
                m_browser->mark(place.section(u'#', 1), match);
            });
    connect(m_browser, &QTextBrowser::anchorClicked, this, &HelpWindow::followLink);
    connect(m_browser, &QTextBrowser::sourceChanged, this, &HelpWindow::markShownPage);
    connect(&widgets::Appearance::instance(), &widgets::Appearance::changed, this,
            &HelpWindow::restyle);
    showPlace(kFirstHelpPage);
}

QAction* HelpWindow::tool(QHBoxLayout& row, const QString& name, const QString& text,
                          const QList<QKeySequence>& keys)
{
    auto* action = new QAction(widgets::icon(name), text, this);
    action->setObjectName(u"help-%1Action"_s.arg(name));
    action->setShortcuts(keys);
    const QString shown = keys.value(0).toString(QKeySequence::NativeText);
    action->setToolTip(shown.isEmpty() ? text : u"%1 (%2)"_s.arg(text, shown));
    auto* button = new QToolButton(this);
    button->setObjectName(u"help-%1Button"_s.arg(name));
    button->setAccessibleName(text);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    row.addWidget(button);
    return action;
}

void HelpWindow::buildTools(QHBoxLayout& row)
{
    QAction* back = tool(row, u"back"_s, tr("Back"), {Qt::ALT | Qt::Key_Left, Qt::Key_Back});
    QAction* forward
        = tool(row, u"forward"_s, tr("Forward"), {Qt::ALT | Qt::Key_Right, Qt::Key_Forward});
    back->setEnabled(false);
    forward->setEnabled(false);
    connect(back, &QAction::triggered, m_browser, &QTextBrowser::backward);
    connect(forward, &QAction::triggered, m_browser, &QTextBrowser::forward);
    connect(m_browser, &QTextBrowser::backwardAvailable, back, &QAction::setEnabled);
    connect(m_browser, &QTextBrowser::forwardAvailable, forward, &QAction::setEnabled);
    row.addSpacing(widgets::emPixels(this, 1));
    const QAction* in = tool(row, u"zoom-in"_s, tr("Larger text"),
                             {Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal});
    const QAction* out = tool(row, u"zoom-out"_s, tr("Smaller text"), {Qt::CTRL | Qt::Key_Minus});
    const QAction* usual
        = tool(row, u"zoom-reset"_s, tr("Usual text size"), {Qt::CTRL | Qt::Key_0});
    connect(in, &QAction::triggered, m_browser, [this] { m_browser->zoomIn(); });
    connect(out, &QAction::triggered, m_browser, [this] { m_browser->zoomOut(); });
    // setFont() undoes every zoomIn() and zoomOut()
    connect(usual, &QAction::triggered, m_browser, [this] { m_browser->setFont(font()); });
}

void HelpWindow::buildFind(QHBoxLayout& row)
{
    row.addStretch(1);
    m_findResult->setObjectName(u"helpFindResultLabel"_s);
    m_findResult->setTextFormat(Qt::PlainText);
    m_findResult->setProperty("muted", true);
    row.addWidget(m_findResult);
    m_find->setObjectName(u"helpFindEdit"_s);
    m_find->setAccessibleName(tr("Find in the page"));
    m_find->setPlaceholderText(tr("Find in the page"));
    widgets::addClearButton(*m_find);
    m_find->setMinimumWidth(widgets::emPixels(this, 16));
    row.addWidget(m_find);
    QAction* previous
        = tool(row, u"find-previous"_s, tr("Find previous"), {Qt::SHIFT | Qt::Key_F3});
    QAction* next = tool(row, u"find-next"_s, tr("Find next"), {Qt::Key_F3});
    connect(previous, &QAction::triggered, this, [this] { find(true); });
    connect(next, &QAction::triggered, this, [this] { find(false); });
    connect(m_find, &QLineEdit::returnPressed, this, [this] { find(false); });
    connect(m_find, &QLineEdit::textChanged, m_findResult, &QLabel::clear);
    // without a text there is nothing to find
    for (QAction* each : {previous, next}) {
        each->setEnabled(false);
        connect(m_find, &QLineEdit::textChanged, each,
                [each](const QString& text) { each->setEnabled(!text.isEmpty()); });
    }
}

void HelpWindow::addKeys()
{
    keyFor(m_sidebar->searchField(), u"help-searchAction"_s, tr("Search all pages"),
           Qt::CTRL | Qt::Key_F);
    keyFor(*m_find, u"help-findAction"_s, tr("Find in the page"), Qt::CTRL | Qt::SHIFT | Qt::Key_F);
    // Escape closes the window, as it does with dialogs, but first ends a search
    auto* close = new QAction(tr("End the search; close the help"), this);
    close->setObjectName(u"help-closeAction"_s);
    close->setShortcut(Qt::Key_Escape);
    connect(close, &QAction::triggered, this, [this] {
        if (!m_sidebar->endSearch()) {
            this->close();
        }
    });
    addAction(close);
}

void HelpWindow::keyFor(QLineEdit& field, const QString& name, const QString& text,
                        const QKeySequence& keys)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, &field, [&field] {
        field.setFocus(Qt::ShortcutFocusReason);
        field.selectAll();
    });
    addAction(action);
    field.setToolTip(u"%1 (%2)"_s.arg(text, keys.toString(QKeySequence::NativeText)));
}

void HelpWindow::showPlace(const QString& place)
{
    const QString anchor = place.section(u'#', 1);
    const QString file = helpFile(place.section(u'#', 0, 0), helpLanguage());
    QUrl url(u"qrc"_s + (file.isEmpty() ? helpFile(kFirstHelpPage, helpLanguage()) : file));
    if (!anchor.isEmpty() && !file.isEmpty()) {
        url.setFragment(anchor);
    }
    m_browser->setSource(url);
}

void HelpWindow::followLink(const QUrl& link)
{
    // by name, so that the link leads to the page in the language of the program
    if (link.scheme() == "qrc"_L1) {
        const QString anchor = link.hasFragment() ? u'#' + link.fragment() : QString();
        showPlace(QFileInfo(link.path()).completeBaseName() + anchor);
    } else if (link.scheme() == "https"_L1) {
        QDesktopServices::openUrl(link);
    }
}

void HelpWindow::markShownPage(const QUrl& source)
{
    // source() of the browser is still the previous page here
    m_page = QFileInfo(source.path()).completeBaseName();
    m_findResult->clear();
    m_sidebar->setPage(m_page);
    setWindowTitle(tr("%1 – Sandglass Help").arg(m_browser->documentTitle()));
}

void HelpWindow::find(bool backward)
{
    const QString wanted = m_find->text();
    if (wanted.isEmpty()) {
        return;
    }
    const auto flags = backward ? QTextDocument::FindFlags(QTextDocument::FindBackward)
                                : QTextDocument::FindFlags();
    bool found = m_browser->find(wanted, flags);
    if (!found) {
        // start over from the other end
        const QTextCursor before = m_browser->textCursor();
        m_browser->moveCursor(backward ? QTextCursor::End : QTextCursor::Start);
        found = m_browser->find(wanted, flags);
        if (!found) {
            // nothing found: leave the selection where it was
            m_browser->setTextCursor(before);
        }
    }
    m_findResult->setText(found ? QString() : tr("Not found"));
}

void HelpWindow::restyle()
{
    const int scrolled = m_browser->verticalScrollBar()->value();
    m_browser->document()->setDefaultStyleSheet(helpStyleSheet());
    // a style sheet applies to documents that are set after it
    m_browser->reload();
    m_browser->verticalScrollBar()->setValue(scrolled);
}

void HelpWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        m_browser->setFont(font());
    }
}

} // namespace sandglass::ui

#include "moc_help_window.cpp"
