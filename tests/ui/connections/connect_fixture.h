// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/connections/connect_form_presenter.h"
#include "app/presenters/connections/connection_presenter.h"
#include "app/services/calls/worker_pool.h"
#include "app/services/shell/services.h"
#include "resources/resources.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_probe.h"
#include "tests/support/fake_secret_store.h"
#include "tests/support/fake_ttl_server_factory.h"
#include "tests/ui/widget_access.h"
#include "ui/connections/connect_dialog.h"

#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <utility>

namespace sandglass::tests {

/// The connect dialog over real services, with a keychain, a network and a server that a test
/// controls. GUI thread.
struct ConnectFixture
{
    FakeClock clock;
    services::LastJobs lastJobs; // whose jobs look at the clock
    std::shared_ptr<FakeTtlServer> server = std::make_shared<FakeTtlServer>(clock);
    std::shared_ptr<FakeTtlServerFactory> factory = std::make_shared<FakeTtlServerFactory>(server);
    std::shared_ptr<FakeSecretStore> store = std::make_shared<FakeSecretStore>();
    std::shared_ptr<FakeProbe> probe = std::make_shared<FakeProbe>();
    QTemporaryDir folder;
    services::Services services{options(), clock};
    services::ServiceSet& set = services.set();
    presenters::ConnectionPresenter connection{set};
    presenters::ConnectFormPresenter form{set};
    QPointer<ui::ConnectDialog> dialog; // deletes itself when it closes

    ConnectFixture()
    {
        using namespace std::chrono_literals;
        resources::initResources();
        set.catalog.setPolling(0ms, 0ms);
        set.monitor.setPolling(24h, 24h);
    }
    ~ConnectFixture() { delete dialog.data(); }
    ConnectFixture(const ConnectFixture&) = delete;
    ConnectFixture& operator=(const ConnectFixture&) = delete;

    /// Shows the dialog. False when it does not come.
    bool open()
    {
        dialog = std::make_unique<ui::ConnectDialog>(connection, form).release();
        dialog->show();
        return QTest::qWaitForWindowActive(dialog.data());
    }

    /// Puts a connection into the book, and its password into the keychain. Returns its id.
    QString save(services::SavedConnection connectionToSave, const QString& password = {})
    {
        const Result<QString> id = set.book.save(std::move(connectionToSave));
        if (!id) {
            qFatal("not saved: %s", id.error().message.c_str());
        }
        if (!password.isEmpty()) {
            store->secrets.insert(*id, QStringLiteral("password=") + password);
        }
        return *id;
    }

    /// There is no program of the local engine.
    services::ServicesOptions options() const
    {
        services::ServicesOptions options{folder.path(), factory, {}, {}, store, probe};
        options.engine.program = folder.filePath(QStringLiteral("no-engine"));
        return options;
    }

    template <typename Wanted>
    Wanted* part(const QString& name) const
    {
        return need<Wanted>(dialog.data(), name);
    }
    QLineEdit* uri() const { return part<QComboBox>(QStringLiteral("uriComboBox"))->lineEdit(); }
    QPushButton* button(const QString& name) const { return part<QPushButton>(name); }
    QListWidget* list() const
    {
        return part<QListWidget>(QStringLiteral("savedConnectionsListView"));
    }
    /// The names in the list, from the top.
    QStringList listed() const
    {
        QStringList names;
        for (int row = 0; row < list()->count(); ++row) {
            names << list()->item(row)->text();
        }
        return names;
    }
    bool choose(int row) const { return clickRow(list(), list()->model()->index(row, 0)); }
};

} // namespace sandglass::tests
