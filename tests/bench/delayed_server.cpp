// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/delayed_server.h"

#include "tests/support/fault_proxy.h"

#include <numeric>

namespace sandglass::bench {

namespace {

// The name of the first field of a command in BSON.
std::string nameOf(const QByteArray& command)
{
    constexpr int kNameAt = 4 + 1; // length, type
    return command.size() > kNameAt ? std::string(command.constData() + kNameAt) : std::string();
}

} // namespace

int Traffic::of(std::initializer_list<const char*> wanted) const
{
    return std::accumulate(wanted.begin(), wanted.end(), 0, [this](int sum, const char* name) {
        const auto found = names.find(name);
        return sum + (found == names.end() ? 0 : found->second);
    });
}

DelayedServer::DelayedServer(int port, std::chrono::milliseconds roundTrip)
    : m_inThread(std::make_unique<QObject>())
{
    m_inThread->moveToThread(&m_thread);
    m_thread.start();
    QMetaObject::invokeMethod(
        m_inThread.get(),
        [&] {
            m_proxy = std::make_unique<tests::FaultProxy>(port);
            m_proxy->delay(roundTrip);
            m_uri = m_proxy->uri().toStdString();
        },
        Qt::BlockingQueuedConnection);
}

DelayedServer::~DelayedServer()
{
    QMetaObject::invokeMethod(
        m_inThread.get(), [this] { m_proxy.reset(); }, Qt::BlockingQueuedConnection);
    m_thread.quit();
    m_thread.wait();
}

Traffic DelayedServer::traffic() const
{
    Traffic traffic;
    QMetaObject::invokeMethod(
        m_inThread.get(),
        [&] {
            traffic.commands = m_proxy->commands();
            traffic.bytes = m_proxy->bytes();
            for (const QByteArray& message : m_proxy->messages()) {
                ++traffic.names[nameOf(message)];
            }
        },
        Qt::BlockingQueuedConnection);
    return traffic;
}

void DelayedServer::forgetTraffic()
{
    QMetaObject::invokeMethod(
        m_inThread.get(), [this] { m_proxy->forgetTraffic(); }, Qt::BlockingQueuedConnection);
}

} // namespace sandglass::bench
