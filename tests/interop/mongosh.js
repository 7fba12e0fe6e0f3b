// SPDX-License-Identifier: GPL-3.0-or-later
// Run by mongosh: creates a TTL index, converts one, sees documents expire by moving the engine's clock.
const admin = db.getSiblingDB("admin");
const HOUR = 3600 * 1000;

function check(condition, text) {
  if (!condition) throw new Error("failed: " + text);
  print("ok " + text);
}

/** Moves the engine's clock to `offset` ms past the real time and waits for two whole passes. */
function passAt(offset) {
  const passes = () => Number(db.serverStatus().metrics.ttl.passes);
  for (let round = 1; round <= 2; ++round) {
    const before = passes();
    // each step moves past one more period of the monitor
    admin.runCommand({ setParameter: 1, sandglassClockOffsetMillis: Long.fromNumber(offset + round * 61000) });
    while (passes() === before) sleep(10);
  }
}

function fails(code, action) {
  try {
    action();
  } catch (error) {
    return error.code === code;
  }
  return false;
}

/** The server's code for a command, whether the shell throws it or hands it back. */
function answersWith(code, command) {
  try {
    return db.runCommand(command).code === code;
  } catch (error) {
    return error.code === code;
  }
}

const start = new Date();
check(Array.isArray(db.getMongo().getDBNames()), "database names");

// createIndex, and the reply's counts
db.log.events.insertMany([
  { createdAt: new Date(start - 2 * HOUR), logEvent: 1 },
  { createdAt: start, logEvent: 2, logMessage: "Success!" },
  { createdAt: "yesterday", logEvent: 3 },
]);
check(db.log.events.createIndex({ createdAt: 1 }, { expireAfterSeconds: 3600 }) === "createdAt_1", "create a TTL index");
check(db.log.events.getIndexes()[1].expireAfterSeconds === 3600, "the index is listed with its seconds");
check(fails(85, () => db.log.events.createIndex({ createdAt: 1 }, { expireAfterSeconds: 60 })), "other seconds are refused with 85");
check(fails(67, () => db.log.events.createIndex({ a: 1, b: 1 }, { expireAfterSeconds: 60 })), "a compound index is refused with 67");

// convert by collMod, as the product's documents show it
db.tickets.createIndex({ lastModifiedDate: 1 });
db.tickets.insertOne({ lastModifiedDate: start });
const converted = db.runCommand({
  collMod: "tickets",
  index: { keyPattern: { lastModifiedDate: 1 }, expireAfterSeconds: 100 },
});
check(Number(converted.expireAfterSeconds_new) === 100, "convert an ordinary index");
check(converted.expireAfterSeconds_old === undefined, "it was no TTL index before");

passAt(0);
check(db.log.events.countDocuments() === 2, "the expired document has gone, the others stay");
passAt(2 * HOUR);
check(db.log.events.countDocuments() === 1, "an hour later only the one without a date is left");
check(db.tickets.countDocuments() === 0, "the converted index deletes");

// a helper or two that administrators use
check(db.tickets.stats().count === 0, "stats()");
check(db.log.events.find({ createdAt: "yesterday" }).explain().queryPlanner !== undefined, "explain()");
check(answersWith(59, { noSuchCommand: 1 }), "an unknown command answers 59");
