// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/resources.h"

#include <QDir>

// The macro declares a function of the global namespace, so it cannot stand inside ours.
static void initCompiledFiles()
{
    Q_INIT_RESOURCE(help);
    Q_INIT_RESOURCE(resources);
    Q_INIT_RESOURCE(translations);
}

namespace sandglass::resources {

void initResources()
{
    initCompiledFiles();
}

} // namespace sandglass::resources
