// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHostAddress>
#include <QtEndian>
#include <QThread>
#include <QUdpSocket>

#include <map>
#include <mutex>
#include <semaphore>
#include <utility>
#include <vector>

namespace sandglass::tests {

/// Answers DNS queries on port 53 of the loopback interface, in a thread of its own. For a network
/// namespace of the test, see srv_on_loopback.py. Source: RFC 1035, 4.1.
class DnsResponder : public QThread
{
public:
    DnsResponder()
    {
        start();
        m_bound.acquire();
    }
    DnsResponder(const DnsResponder&) = delete;
    DnsResponder& operator=(const DnsResponder&) = delete;
    ~DnsResponder() override
    {
        quit();
        wait();
    }

    /// Whether it listens on the port.
    bool listens() const { return m_listens; }
    /// An address of this computer for a name. Names are in lower case, without a dot at the end.
    void addAddress(const QByteArray& name)
    {
        add(name, kAddress, QByteArray::fromHex("7f000001"));
    }
    void addService(const QByteArray& name, quint16 port, const QByteArray& target)
    {
        QByteArray data(6, '\0'); // priority and weight are 0
        qToBigEndian(port, data.data() + 4);
        add(name, kService, data + encoded(target));
    }
    void addText(const QByteArray& name, const QByteArray& text)
    {
        add(name, kText, QByteArray(1, static_cast<char>(text.size())) + text);
    }

protected:
    void run() override
    {
        QUdpSocket socket;
        m_listens = socket.bind(QHostAddress(QHostAddress::LocalHost), 53);
        m_bound.release();
        QObject::connect(&socket, &QUdpSocket::readyRead, &socket, [this, &socket] {
            while (socket.hasPendingDatagrams()) {
                QByteArray query(static_cast<qsizetype>(socket.pendingDatagramSize()), '\0');
                QHostAddress from;
                quint16 port = 0;
                socket.readDatagram(query.data(), query.size(), &from, &port);
                socket.writeDatagram(replyTo(query), from, port);
            }
        });
        exec();
    }

private:
    static constexpr quint16 kAddress = 1;
    static constexpr quint16 kText = 16;
    static constexpr quint16 kService = 33;
    static constexpr qsizetype kHeaderBytes = 12;

    void add(const QByteArray& name, quint16 type, const QByteArray& data)
    {
        const std::lock_guard lock(m_mutex);
        m_records[name].emplace_back(type, data);
    }

    static QByteArray encoded(const QByteArray& name)
    {
        QByteArray labels;
        for (const QByteArray& label : name.split('.')) {
            labels += QByteArray(1, static_cast<char>(label.size())) + label;
        }
        return labels + '\0';
    }

    QByteArray replyTo(const QByteArray& query) const
    {
        QByteArray name;
        qsizetype at = kHeaderBytes;
        while (at < query.size() && query[at] != '\0') {
            const auto size = static_cast<quint8>(query[at]);
            name += (name.isEmpty() ? "" : ".") + query.mid(at + 1, size).toLower();
            at += size + 1;
        }
        const qsizetype end = at + 5; // the root, type and class
        if (query.size() < end) {
            return {};
        }
        const auto type = qFromBigEndian<quint16>(query.constData() + at + 1);
        const std::lock_guard lock(m_mutex);
        const auto known = m_records.find(name);
        QByteArray answers;
        quint16 count = 0;
        for (const auto& [kind, data] : known == m_records.end() ? Records() : known->second) {
            if (kind == type) {
                QByteArray record = QByteArray::fromHex("c00c"); // the name of the question
                record += QByteArray(10, '\0');
                qToBigEndian(kind, record.data() + 2);
                qToBigEndian(quint16{1}, record.data() + 4);
                qToBigEndian(static_cast<quint16>(data.size()), record.data() + 10);
                answers += record + data;
                ++count;
            }
        }
        QByteArray reply = query.left(end);
        // a response, recursion available; 3: there is no such name
        qToBigEndian(static_cast<quint16>(known == m_records.end() ? 0x8183 : 0x8180),
                     reply.data() + 2);
        qToBigEndian(count, reply.data() + 6);
        qToBigEndian(quint16{0}, reply.data() + 8);
        qToBigEndian(quint16{0}, reply.data() + 10);
        return reply + answers;
    }

    using Records = std::vector<std::pair<quint16, QByteArray>>;

    std::binary_semaphore m_bound{0}; // not Qt's: the thread sanitizer does not see that one
    bool m_listens = false; // set before m_bound is released
    mutable std::mutex m_mutex; // guards all below
    std::map<QByteArray, Records> m_records;
};

} // namespace sandglass::tests
