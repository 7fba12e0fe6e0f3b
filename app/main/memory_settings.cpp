// SPDX-License-Identifier: GPL-3.0-or-later
// How jemalloc gives memory back to the system. Only the engine is linked with it.

/// jemalloc reads this name before main(). A thread of its own returns pages that were free for
/// five seconds: without it, an idle engine would keep what its busiest minute needed. Source:
/// jemalloc manual, TUNING.
extern "C" const char* malloc_conf; // NOLINT(readability-identifier-naming): jemalloc's name
const char* malloc_conf // NOLINT(readability-identifier-naming)
    = "background_thread:true,dirty_decay_ms:5000,muzzy_decay_ms:0,narenas:8";
