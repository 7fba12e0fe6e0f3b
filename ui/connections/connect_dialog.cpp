// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/connect_dialog.h"

#include "app/presenters/connections/connect_attempt.h"
#include "app/presenters/connections/connect_form_presenter.h"
#include "app/presenters/connections/connection_presenter.h"
#include "ui/connections/connection_form.h"
#include "ui/connections/saved_connections_view.h"
#include "ui/connections/test_stages_view.h"
#include "ui/words/error_mapping.h"
#include "widgets/inputs/verdict_label.h"
#include "widgets/style/metrics.h"
#include "widgets/views/busy_overlay.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/form_row.h"
#include "widgets/views/page_scroll.h"
#include "widgets/views/visible_text.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace sandglass::ui {

using presenters::ConnectFormPresenter;
using presenters::ConnectionPhase;

namespace {

// The user has asked for this connection, so its refusal is an error and no mere state.
widgets::ErrorText connectFailure(const presenters::FailureText& failure)
{
    widgets::ErrorText text = errorText(failure);
    text.tone = widgets::Tone::Error;
    return text;
}

// The line of a list that can be edited is a stop of Shift+Tab of its own, and leads to the list.
// Made later than the controls behind the list, it would come after them, and the way back would
// leave them out.
QComboBox* makeEditableList(QWidget* parent)
{
    auto* list = new QComboBox(parent);
    list->setEditable(true);
    return list;
}

} // namespace

ConnectDialog::ConnectDialog(presenters::ConnectionPresenter& presenter, ConnectFormPresenter& form,
                             QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_form(form)
    , m_banner(new widgets::ErrorBanner(this))
    , m_saved(new SavedConnectionsView(form, this))
    , m_parts(new ConnectionForm(form, this))
    , m_uri(makeEditableList(this))
    , m_verdict(new widgets::VerdictLabel(this))
    , m_stages(new TestStagesView(this))
{
    setObjectName(QStringLiteral("connectDialog"));
    setWindowTitle(tr("Connect"));
    // the window releases `form` when the dialog is destroyed
    setAttribute(Qt::WA_DeleteOnClose);
    buildLayout();
    showPlace();
    // start with the connection string that was used last; that of this window still has its user
    const presenters::ConnectionState& state = m_presenter.state();
    const QString& last = state.typedUri.isEmpty() ? state.recent.value(0) : state.typedUri;
    if (!last.isEmpty()) {
        m_form.setUri(last);
        m_form.settleUri();
    }
    connectSignals();
    showForm();
    m_uri->setFocus();
}

ConnectDialog::~ConnectDialog()
{
    m_uri->lineEdit()->disconnect(&m_form);
    qApp->disconnect(this);
}

void ConnectDialog::buildLayout()
{
    m_banner->setObjectName(QStringLiteral("connectErrorBanner"));
    auto* explanation = new QLabel(
        tr("The connection starts locked: nothing is changed on the server until you unlock it."));
    explanation->setObjectName(QStringLiteral("connectExplanationLabel"));
    explanation->setTextFormat(Qt::PlainText);
    explanation->setWordWrap(true);
    auto* middle = new QHBoxLayout;
    middle->addWidget(m_saved);
    middle->addWidget(buildPage(), 1);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_banner);
    column->addLayout(middle, 1);
    // after the form, as the keyboard reaches it
    m_add = new QCheckBox(this);
    column->addWidget(m_add);
    column->addWidget(explanation);
    column->addWidget(buildButtons());
}

QWidget* ConnectDialog::buildPage()
{
    buildUri();
    m_page = new widgets::PageScroll(QStringLiteral("connectScrollArea"), tr("Connection"), this);
    m_page->setGrowsWindow();
    auto* content = new QWidget(m_page);
    auto* form = new QFormLayout;
    widgets::addFormRow(*form, tr("Connection stri&ng:"), m_uri);
    form->addRow(QString(), m_verdict);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_parts, 1);
    m_busy = new widgets::BusyOverlay(m_parts);
    m_busy->setObjectName(QStringLiteral("connectBusyOverlay"));
    m_busy->setCancellable(true);
    column->addLayout(form);
    column->addWidget(m_stages);
    m_page->setWidget(content);
    return m_page;
}

void ConnectDialog::buildUri()
{
    m_uri->setObjectName(QStringLiteral("uriComboBox"));
    m_uri->setAccessibleName(tr("Connection string"));
    m_uri->lineEdit()->setAccessibleName(m_uri->accessibleName());
    // the presenter keeps the list of recent strings
    m_uri->setInsertPolicy(QComboBox::NoInsert);
    // a completed string would fill the form with values that the user did not type
    m_uri->setCompleter(nullptr);
    m_uri->addItems(m_presenter.state().recent);
    m_uri->setMinimumWidth(widgets::emPixels(this, 32));
    m_verdict->setObjectName(QStringLiteral("uriVerdictLabel"));
    m_verdict->setField(m_uri);
}

QWidget* ConnectDialog::buildButtons()
{
    auto* buttons = new widgets::DialogButtons(this);
    m_test = buttons->addAside(tr("Te&st"), QStringLiteral("testConnectionButton"));
    m_save = buttons->addAside(tr("Sa&ve"), QStringLiteral("saveConnectionButton"));
    m_local = buttons->addAside(tr("Use the local &engine"), QStringLiteral("connectLocalButton"));
    buttons->addCancel(QStringLiteral("cancelConnectButton"));
    m_connect = buttons->addPrimary(tr("&Connect"), QStringLiteral("connectButton"));
    connect(buttons, &QDialogButtonBox::accepted, this, [this] { connectNow(false); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

void ConnectDialog::connectSignals()
{
    connect(m_uri, &QComboBox::editTextChanged, this, [this](const QString& text) {
        if (!m_showing) {
            m_form.setUri(text);
        }
    });
    connect(m_uri->lineEdit(), &QLineEdit::editingFinished, &m_form,
            &ConnectFormPresenter::settleUri);
    connect(m_saved, &SavedConnectionsView::connectRequested, this, [this] { connectNow(false); });
    connect(m_page, &widgets::PageScroll::pageChanged, this, [this] {
        if (m_followsTest) {
            m_page->widget()->layout()->activate(); // the lines have their places now
            m_page->ensureWidgetVisible(m_stages, 0, 0);
        }
    });
    // until the user turns to something else
    connect(qApp, &QApplication::focusChanged, this, [this] { m_followsTest = false; });
    connect(m_save, &QPushButton::clicked, &m_form, &ConnectFormPresenter::save);
    connect(m_test, &QPushButton::clicked, this, [this] {
        if (m_form.state().testing) {
            m_form.cancelTest();
        } else {
            m_followsTest = true;
            m_form.startTest();
        }
    });
    connect(m_local, &QPushButton::clicked, this, [this] { connectNow(true); });
    connect(&m_form, &ConnectFormPresenter::stateChanged, this, &ConnectDialog::showForm);
    connect(&m_form.attempt(), &presenters::ConnectAttempt::changed, this,
            &ConnectDialog::showConnection);
    connect(m_busy, &widgets::BusyOverlay::cancelRequested, this, &ConnectDialog::stopWaiting);
    connect(this, &QDialog::accepted, &m_form.attempt(), &presenters::ConnectAttempt::finish);
    connect(this, &QDialog::rejected, &m_form.attempt(), &presenters::ConnectAttempt::abandon);
}

void ConnectDialog::showPlace()
{
    const presenters::ConnectAttempt& attempt = m_form.attempt();
    m_add->setObjectName(QStringLiteral("addServerCheckBox"));
    m_add->setText(tr("Add to this &window"));
    //: %1 is the name of a server
    const QString meaning
        = tr("The window then shows both servers. Otherwise this one replaces %1.")
              .arg(widgets::visibleText(attempt.replaced()));
    m_add->setToolTip(widgets::toolTipText(meaning));
    m_add->setAccessibleDescription(meaning);
    m_add->setChecked(attempt.canAdd());
    m_add->setVisible(attempt.canAdd());
}

void ConnectDialog::showForm()
{
    const presenters::ConnectFormState& state = m_form.state();
    // setEditText() moves the cursor, so an equal text is left alone
    if (m_uri->currentText() != state.shownUri) {
        m_showing = true;
        m_uri->setEditText(state.shownUri);
        m_showing = false;
    }
    // a problem first: it prevents connecting
    if (state.problem.isEmpty() && !state.warning.isEmpty()) {
        m_verdict->setVerdict(widgets::Tone::Warning, state.warning);
    } else {
        m_verdict->setVerdict(widgets::Tone::Error, state.problem);
    }
    // an engine that cannot be started says so in the window; another server can be chosen here
    m_connect->setEnabled(state.canConnect && (!m_waiting || m_waitingForEngine));
    m_save->setEnabled(state.canConnect);
    m_test->setEnabled(state.canConnect || state.testing);
    m_test->setText(state.testing ? tr("&Stop the test") : tr("Te&st"));
    m_stages->showTest(state.stages, state.testing);
    // the button that has the focus then says it as well; each call is an event for screen readers
    if (m_test->accessibleDescription() != m_stages->summary()) {
        m_test->setAccessibleDescription(m_stages->summary());
    }
    showWaiting();
    if (state.failure) {
        m_banner->showError(connectFailure(*state.failure));
    }
    const bool stillReading = state.reading && state.currentId == m_connectWhenRead;
    if (!m_connectWhenRead.isEmpty() && !stillReading) {
        connectAfterReading();
    }
}

void ConnectDialog::connectAfterReading()
{
    const presenters::ConnectFormState& state = m_form.state();
    const bool wanted = std::exchange(m_connectWhenRead, {}) == state.currentId;
    // without the password that the keychain refused the server would refuse, too
    if (wanted && state.canConnect && state.keychainNote.isEmpty()) {
        connectNow(false);
    }
}

void ConnectDialog::connectNow(bool local)
{
    // Enter in the list of saved connections arrives here even if the button is disabled
    if (!local && !m_form.state().canConnect) {
        // a keychain may ask the user first, and takes its time
        m_connectWhenRead = m_form.state().reading ? m_form.state().currentId : QString();
        return;
    }
    m_waiting = true;
    m_waitingForEngine = local;
    m_banner->clear();
    showForm();
    if (local) {
        m_form.attempt().connectLocal(m_add->isChecked());
    } else {
        m_form.connectNow(m_add->isChecked());
    }
}

void ConnectDialog::showWaiting()
{
    if (m_waiting) {
        m_busy->start(m_waitingForEngine ? tr("Starting the local engine…") : tr("Connecting…"));
    } else {
        m_busy->stop();
    }
}

void ConnectDialog::stopWaiting()
{
    m_waiting = false;
    m_form.attempt().abandon();
    showForm();
    m_connect->setFocus();
}

void ConnectDialog::showConnection()
{
    // the connection also changes for other reasons, such as a reconnect in the window behind
    if (!m_waiting) {
        return;
    }
    const presenters::ConnectionState& state = m_form.attempt().state();
    if (state.phase == ConnectionPhase::Connected) {
        m_waiting = false;
        // later: accepting may end the connection whose signal led here
        QMetaObject::invokeMethod(this, &QDialog::accept, Qt::QueuedConnection);
    } else if (m_waitingForEngine && state.engineFailure) {
        m_waiting = false;
        showForm();
        m_banner->showError(connectFailure(*state.engineFailure));
    } else if (state.phase == ConnectionPhase::Failed) {
        m_waiting = false;
        showForm();
        if (state.failure) {
            m_banner->showError(connectFailure(*state.failure));
        }
    }
}

} // namespace sandglass::ui

#include "moc_connect_dialog.cpp"
