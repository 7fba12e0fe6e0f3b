// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass::services {
struct ServiceSet;
}

namespace sandglass::presenters {

/// Decides whether the page "What is new" is shown: once after each upgrade. The version of the
/// last run is in the settings. GUI thread.
class NewsPresenter
{
public:
    /// `services` must outlive this object. Create it before anything is saved in this run.
    explicit NewsPresenter(services::ServiceSet& services);

    /// Whether the data folder was empty when this object was created: the program was never used
    /// with it.
    bool isFirstStart() const { return m_firstStart; }
    /// Compares `version`, that of this program, with the version in the settings. Returns whether
    /// this is the first call after an upgrade; then saves `version`. A value in the settings that
    /// is not a version counts as an older one. After a downgrade the higher version stays saved.
    bool takeVersion(const QString& version);

private:
    services::ServiceSet& m_services;
    const bool m_firstStart;
};

} // namespace sandglass::presenters
