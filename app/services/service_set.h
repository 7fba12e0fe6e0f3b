// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/clock.h"

namespace sandglass::services {

class CatalogService;
class ConnectionService;
class DocumentService;
class EngineProcess;
class ForecastService;
class IndexService;
class JournalService;
class MonitorService;
class SampleDataService;
class Settings;
class TaskService;

/// All services of one window, by reference; what presenters are made with. Owned by Services.
struct ServiceSet
{
    const base::Clock& clock;
    Settings& settings;
    TaskService& tasks;
    JournalService& journal;
    ConnectionService& connections;
    CatalogService& catalog;
    MonitorService& monitor;
    ForecastService& forecasts;
    IndexService& indexes;
    DocumentService& documents;
    EngineProcess& engine;
    SampleDataService& samples;
};

} // namespace sandglass::services
