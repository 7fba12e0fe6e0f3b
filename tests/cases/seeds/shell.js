// SPDX-License-Identifier: GPL-3.0-or-later
// What the scripts of the seed documents use besides the shell: checks, and the engine's moved clock.
const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
let clockOffset = 0;

function check(condition, text) {
  if (!condition) throw new Error("failed: " + text);
  print("ok " + text);
}

function passes() {
  return Number(db.serverStatus().metrics.ttl.passes);
}

/** Lets `span` ms pass on the engine's clock without a pass of the monitor. */
function letPass(span) {
  const admin = db.getSiblingDB("admin");
  admin.runCommand({ setParameter: 1, ttlMonitorSleepSecs: 2147483647 });
  clockOffset += span;
  admin.runCommand({ setParameter: 1, sandglassClockOffsetMillis: Long.fromNumber(clockOffset) });
}

/** Makes the monitor work off what is expired now. */
function runMonitor() {
  for (let round = 0; round < 2; ++round) {
    const before = passes();
    letPass(1000);
    db.getSiblingDB("admin").runCommand({ setParameter: 1, ttlMonitorSleepSecs: 1 });
    while (passes() === before) sleep(10);
  }
  letPass(0);
}

/** The engine's time, which moves with its clock; the shell's own does not. */
function engineTime() {
  return db.hello().localTime;
}

/** The code of the error that `action` ends with; 0 when it ends well. */
function codeOf(action) {
  try {
    const reply = action();
    return reply && reply.ok === 0 ? reply.code : 0;
  } catch (error) {
    return error.code;
  }
}
