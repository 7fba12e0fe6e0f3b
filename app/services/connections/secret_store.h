// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <QString>

#include <functional>

namespace sandglass::services {

/// Where secrets are kept between runs: the desktop's keychain, behind a port, so that services
/// know no keychain and tests need none. GUI thread; nothing here waits; answers come later through
/// the event loop, or never (a keychain may hang), so callers set a limit.
class SecretStore
{
public:
    /// Reading gives the secret; writing and removing give an empty text. Errors: NotFound for a
    /// key that is not there; NotPermitted when the user or the keychain refused; Unsupported when
    /// there is no keychain.
    using Answer = std::function<void(Result<QString>)>;

    SecretStore() = default;
    SecretStore(const SecretStore&) = delete;
    SecretStore& operator=(const SecretStore&) = delete;
    virtual ~SecretStore() = default;

    virtual void read(const QString& key, Answer done) = 0;
    virtual void write(const QString& key, const QString& secret, Answer done) = 0;
    virtual void remove(const QString& key, Answer done) = 0;
};

} // namespace sandglass::services
