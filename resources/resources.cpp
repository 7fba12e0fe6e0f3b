// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/resources.h"

#include <QDir>

// Q_INIT_RESOURCE declares a function in the global namespace, so it cannot be used inside another
// one.
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
