// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/connections/server_probe.h"

#include <QTimer>

#include <optional>
#include <utility>

namespace sandglass::tests {

/// Answers every check with what the test has set, through the event loop.
class FakeProbe final : public services::ServerProbe
{
public:
    std::optional<Error> unresolved;
    std::optional<Error> unreached;
    std::optional<Error> unencrypted;
    bool hangs = false; ///< no look is answered

    void resolve(const protocol::ConnectionParts& /*parts*/, Answer done) override
    {
        answer(unresolved, QStringLiteral("192.0.2.1"), std::move(done));
    }
    void reach(const protocol::ConnectionParts& /*parts*/, Answer done) override
    {
        answer(unreached, QStringLiteral("fake.example:27017"), std::move(done));
    }
    void encrypt(const protocol::ConnectionParts& /*parts*/, Answer done) override
    {
        answer(unencrypted, QStringLiteral("TLSv1.3"), std::move(done));
    }
    void stop() override { ++m_run; }

private:
    void answer(const std::optional<Error>& failure, const QString& found, Answer done)
    {
        if (hangs) {
            return;
        }
        Result<QString> result = failure ? Result<QString>(*failure) : Result<QString>(found);
        QTimer::singleShot(0, this,
                           [this, run = m_run, done = std::move(done), result = std::move(result)] {
                               if (run == m_run) {
                                   done(result);
                               }
                           });
    }

    int m_run = 0;
};

} // namespace sandglass::tests
