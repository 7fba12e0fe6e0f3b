// SPDX-License-Identifier: GPL-3.0-or-later
// sandglass: makes services, presenters and the window, connects them, and runs.
#include "app/base/clock.h"
#include "app/keychain/desktop_keychain.h"
#include "app/main/data_folder.h"
#include "app/main/gui_options.h"
#include "app/main/picture_run.h"
#include "app/main/rehearsal.h"
#include "app/mongo/mongo_driver.h"
#include "app/mongo/mongo_ttl_server_factory.h"
#include "app/platform/desktop/desktop_notifications.h"
#include "app/platform/desktop/desktop_settings.h"
#include "app/platform/process.h"
#include "app/presenters/connections/connection_presenter.h"
#include "app/presenters/engine/engine_presenter.h"
#include "app/presenters/settings/preferences_presenter.h"
#include "app/presenters/shell/servers.h"
#include "app/presenters/shell/workspace.h"
#include "app/presenters/welcome/news_presenter.h"
#include "app/services/calls/worker_pool.h"
#include "app/services/shell/services.h"
#include "resources/languages.h"
#include "resources/resources.h"
#include "ui/shell/main_window.h"
#include "widgets/style/appearance.h"

#include <QApplication>
#include <QStandardPaths>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace {

using namespace sandglass;

constexpr int kExitUsage = 2;
constexpr QSize kPictureSize(1280, 800);

QStringList argumentList(int argc, char** argv)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i) {
        arguments << QString::fromLocal8Bit(argv[i]);
    }
    return arguments;
}

/// The folder of settings, journal and engine data.
QString dataFolder(const GuiOptions& options)
{
    return options.dataFolder.isEmpty()
        ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
        : options.dataFolder;
}

/// Says on stderr why the data folder cannot be used.
void reportTrouble(const DataFolder& folder)
{
    const char* text = "sandglass: the data folder %1 cannot be written.\n";
    if (folder.state() == DataFolder::State::InUse) {
        text = "sandglass: another Sandglass uses the data folder %1.\n";
    } else if (folder.state() == DataFolder::State::Shared) {
        text = "sandglass: other users may read or write in the data folder %1. Run chmod 700 on "
               "it, or choose another one.\n";
    }
    std::fputs(qPrintable(QString::fromLatin1(text).arg(folder.path())), stderr);
}

/// Whether somebody can answer a question at the start.
bool isWatched(const GuiOptions& options)
{
    return options.screenshotFile.isEmpty() && !options.reportFirstChart;
}

/// Everything of one run. Members are in the order of construction; each may use those above it.
class Program : public QObject
{
public:
    Program(GuiOptions options, const QString& folder)
        : m_options(std::move(options))
        , m_services({folder,
                      std::make_shared<mongo::MongoTtlServerFactory>(m_clock),
                      {},
                      platform::makeDesktopNotifier(),
                      std::make_shared<keychain::DesktopKeychain>(),
                      {},
                      true},
                     m_clock)
        , m_servers(m_services.links())
    {
        if (remembersServers()) {
            m_services.links().remember();
        }
        // the engine starts while the window is being built
        openConnection();
        m_window.emplace(m_servers);
        connect(m_desktop.get(), &platform::DesktopSettings::changed, this,
                &Program::followDesktop);
        followDesktop();
        connect(&*m_window, &ui::MainWindow::closed, this, &Program::close);
        connect(&m_services.set().rehearsals, &services::RehearsalService::prepared, this,
                &Program::openRehearsal);
        connect(&m_services, &services::Services::stopped, qApp,
                [this] { QCoreApplication::exit(m_exitCode); });
    }

    /// Shows the window. Returns false, after a message, for a page that does not exist.
    bool start()
    {
        if (m_options.theme != GuiOptions::Theme::AsChosen) {
            widgets::Appearance::instance().apply(m_options.theme == GuiOptions::Theme::Dark
                                                      ? widgets::Theme::Dark
                                                      : widgets::Theme::Light);
        }
        if (m_options.size.isValid()) {
            m_window->resize(m_options.size);
        } else if (!m_options.screenshotFile.isEmpty()) {
            // the size of a picture does not depend on the screen
            m_window->resize(kPictureSize);
        }
        if (!m_window->openPage(m_options.page)) {
            std::fprintf(stderr,
                         "sandglass: --page takes inventory or DB.COLLECTION, not \"%s\".\n",
                         qPrintable(m_options.page));
            return false;
        }
        if (!m_options.screenshotFile.isEmpty()) {
            takePicture();
        }
        if (m_options.reportFirstChart) {
            reportFirstChart();
        }
        m_window->show();
        // nobody watches the other runs, and pictures are of the data
        if (isWatched(m_options)) {
            m_window->greet(QCoreApplication::applicationVersion());
        }
        if (!m_options.link.isEmpty()) {
            m_window->offerLink(m_options.link);
        }
        if (m_options.demo) {
            loadSamplesOnce();
        }
        return true;
    }

    /// Brings the window to the front, for another program of the same user.
    void comeToFront(const QString& activationToken) { m_window->comeToFront(activationToken); }

private:
    /// Gives the window the look that the desktop wants.
    void followDesktop() const
    {
        const platform::DesktopPreferences& wanted = m_desktop->preferences();
        widgets::Appearance::instance().setDesktop(
            {wanted.dark, wanted.highContrast, wanted.animations});
    }

    /// Connects as the command line and the preferences say.
    void openConnection()
    {
        if (!m_options.connectUri.isEmpty()) {
            front().connection().connectTo(m_options.connectUri);
            if (const QString& warning = front().connection().state().warning; !warning.isEmpty()) {
                std::fprintf(stderr, "sandglass: %s\n", qPrintable(warning));
            }
        } else if (m_options.demo || m_options.local || startsEngine()) {
            m_services.links().openLocal(front().server());
        }
    }

    /// Whether the servers of the last run come back. Not in a run for one server.
    bool remembersServers() const
    {
        return m_options.connectUri.isEmpty() && !m_options.demo && isWatched(m_options);
    }

    /// The server in front.
    presenters::Workspace& front() const { return m_servers.current(); }

    /// Whether the local engine starts without being asked to. At the first start the user first
    /// reads what it is.
    bool startsEngine()
    {
        return front().preferences().state().startEngine && !front().news().isFirstStart();
    }

    /// Takes a picture once the page shows its data, and ends the program.
    void takePicture()
    {
        auto* run = new PictureRun(m_options, *m_window, this);
        connect(run, &PictureRun::done, this, [this](int code) {
            m_exitCode = code;
            m_window->close();
        });
        connect(&front().connection(), &presenters::ConnectionPresenter::stateChanged, run,
                [this, run] { endIfUnreachable(*run); });
        endIfUnreachable(*run);
        if (m_options.demo) {
            connect(&front().engine(), &presenters::EnginePresenter::sampleDataLoaded, run,
                    &PictureRun::arm);
        } else {
            run->arm();
        }
    }

    /// Ends a run whose server cannot be reached, since its page would never show any data.
    void endIfUnreachable(PictureRun& run)
    {
        const presenters::ConnectionState& state = front().connection().state();
        if (state.phase == presenters::ConnectionPhase::Failed && state.failure) {
            run.fail(QStringLiteral("%1 %2").arg(state.failure->sentence, state.failure->advice));
        }
    }

    /// Prints when the first chart is on the screen, and ends the program.
    void reportFirstChart()
    {
        // queued, so that the picture is on its way to the screen
        const auto once
            = static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection);
        const auto report = [this] {
            const auto now = std::chrono::steady_clock::now().time_since_epoch();
            std::printf("first-chart %lld\n",
                        static_cast<long long>(std::chrono::nanoseconds(now).count()));
            std::fflush(stdout);
            m_window->close();
        };
        connect(&*m_window, &ui::MainWindow::chartPainted, this, report, once);
    }

    /// Loads the sample data as soon as loadSamples() finds that possible.
    void loadSamplesOnce()
    {
        connect(&front().engine(), &presenters::EnginePresenter::stateChanged, this,
                &Program::loadSamples);
        connect(&*m_window, &ui::MainWindow::pageSettled, this, &Program::loadSamples);
    }

    /// Loads the sample data, once.
    void loadSamples()
    {
        // data of an earlier run is shown first, since loading takes longer than the first picture
        const presenters::EngineState& engine = front().engine().state();
        const bool due = engine.offerSampleData || m_window->pageReady();
        if (m_samplesAsked || !engine.canLoadSampleData || !due) {
            return;
        }
        m_samplesAsked = true;
        front().engine().loadSampleData();
    }

    /// Opens the window of a rehearsal that has been prepared.
    void openRehearsal(const services::RehearsalPlan& plan)
    {
        auto rehearsal = std::make_unique<Rehearsal>(plan, m_clock);
        connect(rehearsal.get(), &Rehearsal::ended, this,
                [this, ended = rehearsal.get()] { forget(ended); });
        rehearsal->open(m_window->size());
        m_rehearsals.push_back(std::move(rehearsal));
    }

    /// Destroys a rehearsal whose engine has ended, and then its folder.
    void forget(const Rehearsal* ended)
    {
        const auto found = std::ranges::find(m_rehearsals, ended, &std::unique_ptr<Rehearsal>::get);
        if (found == m_rehearsals.end()) {
            return;
        }
        // its settings are written during its destruction, so the folder is removed after that
        services::RehearsalService& rehearsals = m_services.set().rehearsals;
        connect(ended, &QObject::destroyed, &rehearsals,
                [&rehearsals, plan = ended->plan()] { rehearsals.discard(plan); });
        // later: this is a slot of its own signal
        found->release()->deleteLater();
        m_rehearsals.erase(found);
        if (m_closing && m_rehearsals.empty()) {
            m_services.stop();
        }
    }

    /// Ends the rehearsals, and then the services, whose signal ends the program.
    void close()
    {
        m_closing = true;
        if (m_rehearsals.empty()) {
            m_services.stop();
        }
        // a rehearsal leaves the list when its engine has ended
        for (Rehearsal* rehearsal : pointers()) {
            rehearsal->close();
        }
    }

    /// A copy of the list, which changes while rehearsals close.
    std::vector<Rehearsal*> pointers() const
    {
        std::vector<Rehearsal*> all;
        for (const auto& rehearsal : m_rehearsals) {
            all.push_back(rehearsal.get());
        }
        return all;
    }

    const GuiOptions m_options;
    const std::unique_ptr<platform::DesktopSettings> m_desktop = platform::makeDesktopSettings();
    base::SystemClock m_clock;
    mongo::MongoDriver m_driver;
    services::LastJobs m_lastJobs;
    services::Services m_services;
    presenters::Servers m_servers;
    std::optional<ui::MainWindow> m_window;
    std::vector<std::unique_ptr<Rehearsal>> m_rehearsals;
    bool m_closing = false;
    bool m_samplesAsked = false;
    int m_exitCode = EXIT_SUCCESS;
};

int run(int argc, char** argv, const GuiOptions& options)
{
    QApplication::setApplicationName(QStringLiteral("sandglass"));
    QApplication::setApplicationVersion(QStringLiteral(SANDGLASS_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("org.sandglass.Sandglass"));
    QApplication::setQuitOnLastWindowClosed(false);
    QApplication application(argc, argv);
    resources::initResources();
    DataFolder folder(dataFolder(options));
    resources::installLanguage(presenters::PreferencesPresenter::savedLanguage(folder.path()));
    std::optional<Program> program;
    const auto start = [&] {
        program.emplace(options, folder.path());
        QObject::connect(&folder, &DataFolder::windowRequested, &*program, &Program::comeToFront);
        return program->start();
    };
    if (folder.state() == DataFolder::State::Ours) {
        if (!start()) {
            return kExitUsage;
        }
    } else if (!isWatched(options)) {
        reportTrouble(folder);
        return kExitUsage;
    } else {
        reportTrouble(folder);
        QObject::connect(&folder, &DataFolder::ours, &application, [&] {
            if (!start()) {
                QCoreApplication::exit(kExitUsage);
            }
        });
        QObject::connect(&folder, &DataFolder::abandoned, &application, &QCoreApplication::quit);
        folder.ask();
    }
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    // no file of ours must get the number of a stream that messages are written to
    platform::openStandardStreams();
    auto options = parseGuiOptions(argumentList(argc, argv));
    platform::hideCredentials(std::span(argv, static_cast<std::size_t>(argc)));
    platform::forbidCoreDumps();
    if (!options) {
        std::fprintf(stderr, "sandglass: %s\n", options.error().message.c_str());
        return kExitUsage;
    }
    if (const auto read = readConnectUri(*options, std::cin); !read) {
        std::fprintf(stderr, "sandglass: %s\n", read.error().message.c_str());
        return kExitUsage;
    }
    switch (options->action) {
    case GuiOptions::Action::ShowVersion:
        std::printf("sandglass %s\n", SANDGLASS_VERSION);
        return EXIT_SUCCESS;
    case GuiOptions::Action::ShowHelp: {
        // helpText() needs an application object, but no display
        const QCoreApplication core(argc, argv);
        std::fputs(guiHelpText().toUtf8().constData(), stdout);
        return EXIT_SUCCESS;
    }
    case GuiOptions::Action::Run:
        break;
    }
    return run(argc, argv, *options);
}
