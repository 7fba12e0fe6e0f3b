// SPDX-License-Identifier: GPL-3.0-or-later
// Run by mongosh: creates a TTL index, converts one, sees documents expire by moving the engine's clock.
const admin = db.getSiblingDB("admin");
const HOUR = 3600 * 1000;
const MOST_ASKED = 100_000;

function check(condition, text) {
    if (!condition) throw new Error("failed: " + text);
    print("ok " + text);
}

let clockOffset = 0;

/** Moves the engine's clock at least `offset` ms past the real time and waits for a whole TTL pass that began there. */
function passAt(offset) {
    const passes = () => Number(admin.runCommand({ serverStatus: 1 }).metrics.ttl.passes);
    clockOffset = Math.max(clockOffset, offset);
    // the first pass may have begun before the clock moved
    for (let round = 1; round <= 2; ++round) {
        const before = passes();
        let asked = 0;
        do {
            // one period later a pass is due; if the monitor went to sleep after that step, the next one wakes it
            if (asked % 100 === 0)
                admin.runCommand({
                    setParameter: 1,
                    sandglassClockOffsetMillis: Long.fromNumber((clockOffset += 1100)),
                });
            if (++asked > MOST_ASKED) throw new Error("no TTL pass");
        } while (passes() === before);
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
check(
    db.log.events.createIndex({ createdAt: 1 }, { expireAfterSeconds: 3600 }) === "createdAt_1",
    "create a TTL index",
);
check(db.log.events.getIndexes()[1].expireAfterSeconds === 3600, "the index is listed with its seconds");
check(
    fails(85, () => db.log.events.createIndex({ createdAt: 1 }, { expireAfterSeconds: 60 })),
    "other seconds are refused with 85",
);
check(
    fails(67, () => db.log.events.createIndex({ a: 1, b: 1 }, { expireAfterSeconds: 60 })),
    "a compound index is refused with 67",
);

// convert by collMod, as the product's documents show it
db.tickets.createIndex({ lastModifiedDate: 1 });
db.tickets.insertOne({ lastModifiedDate: start });
const converted = db.runCommand({
    collMod: "tickets",
    index: { keyPattern: { lastModifiedDate: 1 }, expireAfterSeconds: 100 },
});
check(Number(converted.expireAfterSeconds_new) === 100, "convert an ordinary index");
check(converted.expireAfterSeconds_old === undefined, "it was no TTL index before");

// C125: the old spelling arrives as createIndexes, with a name made by the shell and nothing about the background
db.setProfilingLevel(2);
check(db.legacy.ensureIndex({ status: 1 }, { expireAfterSeconds: 60 })[0] === "status_1", "ensureIndex");
db.setProfilingLevel(0);
check(db.legacy.getIndexes()[1].expireAfterSeconds === 60, "ensureIndex made a TTL index");
const arrived = db.system.profile.findOne({ "command.createIndexes": "legacy" }).command.indexes;print(EJSON.stringify(db.system.profile.find({ "command.createIndexes": "legacy" }).toArray()));
check(EJSON.stringify(arrived) === '[{"expireAfterSeconds":60,"name":"status_1","key":{"status":1}}]', "C125 createIndexes");

passAt(0);
check(db.log.events.countDocuments() === 2, "the expired document has gone, the others stay");
passAt(2 * HOUR);
check(db.log.events.countDocuments() === 1, "an hour later only the one without a date is left");
check(db.tickets.countDocuments() === 0, "the converted index deletes");

// other seconds, hiding, dropping
db.runCommand({ collMod: "tickets", index: { name: "lastModifiedDate_1", expireAfterSeconds: 50 } });
check(db.tickets.getIndexes()[1].expireAfterSeconds === 50, "other seconds");
db.tickets.hideIndex("lastModifiedDate_1");
check(db.tickets.getIndexes()[1].hidden === true, "hideIndex()");
db.tickets.dropIndex("lastModifiedDate_1");
check(db.tickets.getIndexes().length === 1, "dropIndex()");

// cursors over several batches, updates, aggregation
db.numbers.insertMany(Array.from({ length: 300 }, (_, n) => ({ _id: n, at: new Date(start - n * HOUR) })));
check(db.numbers.find().batchSize(50).toArray().length === 300, "getMore");
check(db.numbers.updateMany({ _id: { $lt: 10 } }, { $currentDate: { at: true } }).modifiedCount === 10, "updateMany()");
const perDay = db.numbers
    .aggregate([
        { $group: { _id: { $dateTrunc: { date: "$at", unit: "day" } }, n: { $sum: 1 } } },
        { $sort: { _id: 1 } },
    ])
    .toArray();
check(perDay.reduce((sum, day) => sum + day.n, 0) === 300 && perDay.length >= 12, "aggregate()");
check(db.numbers.findOneAndDelete({ _id: 299 })._id === 299, "findOneAndDelete()");
check(db.adminCommand({ listDatabases: 1 }).databases.length > 0, "listDatabases");

// a helper or two that administrators use
check(db.tickets.stats().count === 0, "stats()");
check(db.log.events.find({ createdAt: "yesterday" }).explain().queryPlanner !== undefined, "explain()");
check(answersWith(59, { noSuchCommand: 1 }), "an unknown command answers 59");
