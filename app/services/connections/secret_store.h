// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <QString>

#include <functional>

namespace sandglass::services {

/// The port to the desktop's keychain, which stores secrets between runs. Services know only this
/// port, so tests need no keychain. GUI thread; no function blocks. Answers arrive later through
/// the event loop, or never if the keychain hangs, so callers set a time limit.
class SecretStore
{
public:
    /// Gets the secret that was read, or an empty text after writing and removing. Errors: NotFound
    /// for an unknown key; NotPermitted when the user or the keychain refuses; Unsupported without
    /// a keychain.
    using Answer = std::function<void(Result<QString>)>;

    SecretStore() = default;
    SecretStore(const SecretStore&) = delete;
    SecretStore& operator=(const SecretStore&) = delete;
    virtual ~SecretStore() = default;

    /// Reads the secret of `key`.
    virtual void read(const QString& key, Answer done) = 0;
    /// Stores `secret` under `key`, replacing an earlier one.
    virtual void write(const QString& key, const QString& secret, Answer done) = 0;
    /// Removes the secret of `key`.
    virtual void remove(const QString& key, Answer done) = 0;
};

} // namespace sandglass::services
