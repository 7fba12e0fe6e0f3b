// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/services/connections/secret_store.h"

namespace sandglass::keychain {

/// The desktop's keychain (Secret Service or KWallet) through QtKeychain. Never falls back to a
/// plain file. GUI thread.
class DesktopKeychain final : public services::SecretStore
{
public:
    void read(const QString& key, Answer done) override;
    void write(const QString& key, const QString& secret, Answer done) override;
    void remove(const QString& key, Answer done) override;
};

} // namespace sandglass::keychain
