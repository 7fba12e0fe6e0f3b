// SPDX-License-Identifier: GPL-3.0-or-later
// The replica-set persona: needs an engine with --replSet rs0.
// usage: node change_stream.js DRIVERS URI
const assert = require("node:assert");
const { HOUR, load, passAt, play, until, uri } = require("./ttl_story.js");
const { Long, MongoClient } = load("mongodb");

/** The next `count` changes of a stream, after `work` has begun. */
async function changes(stream, count, work) {
    const found = [];
    // the stream is open once it has been asked for the first time
    await stream.tryNext();
    await work();
    while (found.length < count) found.push(await stream.next());
    return found;
}

/** The driver finds the set by the one address it was given, and stays with it. */
async function discovery(admin) {
    const hello = await admin.command({ hello: 1 });
    assert.equal(hello.setName, "rs0");
    assert.deepEqual(hello.hosts, [hello.me]);
    assert.equal(hello.secondary, false);
    assert.ok(hello.isWritablePrimary && hello.lastWrite.opTime.ts && hello.electionId);
    const status = await admin.command({ replSetGetStatus: 1 });
    assert.equal(status.members[0].stateStr, "PRIMARY");
    assert.equal((await admin.command({ replSetGetConfig: 1 })).config._id, "rs0");
}

/** Insert, update, replace and delete, with the document as it is where that was asked for. */
async function collectionStream(db) {
    const jobs = db.collection("jobs");
    const stream = jobs.watch([], { fullDocument: "updateLookup" });
    const events = await changes(stream, 4, async () => {
        await jobs.insertOne({ _id: 1, state: "new", tags: ["a", "b"], nested: { n: 1 } });
        await jobs.updateOne({ _id: 1 }, { $set: { state: "done", "nested.n": 2 }, $unset: { tags: "" } });
        await jobs.replaceOne({ _id: 1 }, { state: "other" });
        await jobs.deleteOne({ _id: 1 });
    });
    assert.deepEqual(
        events.map((event) => event.operationType),
        ["insert", "update", "replace", "delete"],
    );
    assert.deepEqual(events[0].fullDocument.tags, ["a", "b"]);
    assert.deepEqual(events[1].updateDescription.updatedFields, { state: "done", "nested.n": 2 });
    assert.deepEqual(events[1].updateDescription.removedFields, ["tags"]);
    assert.deepEqual(events[2].fullDocument, { _id: 1, state: "other" });
    assert.deepEqual(events[3].documentKey, { _id: 1 });
    assert.deepEqual(events[3].ns, { db: "persona", coll: "jobs" });
    await stream.close();
    return events;
}

/** A token goes on behind its event, also through another client. */
async function resuming(events) {
    const other = await MongoClient.connect(uri);
    const stream = other.db("persona").collection("jobs").watch([], { resumeAfter: events[1]._id });
    assert.equal((await stream.next()).operationType, "replace");
    assert.equal((await stream.next()).operationType, "delete");
    await stream.close();
    await other.close();
}

/** Stages behind the stream choose among its events. */
async function filteredStream(db) {
    const all = db.watch([{ $match: { operationType: "insert" } }, { $project: { ns: 1, fullDocument: 1 } }]);
    const events = await changes(all, 2, async () => {
        await db.collection("a").insertOne({ _id: 1 });
        await db.collection("a").updateOne({ _id: 1 }, { $set: { x: 1 } });
        await db.collection("b").insertOne({ _id: 2 });
    });
    assert.deepEqual(
        events.map((event) => event.ns.coll),
        ["a", "b"],
    );
    await all.close();
}

/** What TTL deletes is told like any other deletion; the drop ends the stream. */
async function expiryAndDrop(client, db, admin) {
    const sessions = db.collection("sessions");
    await sessions.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
    const stream = sessions.watch();
    const events = await changes(stream, 2, async () => {
        await sessions.insertOne({ _id: "s", at: new Date() });
        await passAt(admin, HOUR);
    });
    assert.equal(events[1].operationType, "delete");
    assert.equal(events[1].documentKey._id, "s");
    await sessions.drop();
    assert.equal((await stream.next()).operationType, "drop");
    assert.equal((await stream.next()).operationType, "invalidate");
    await until(async () => stream.closed || (await stream.tryNext().catch(() => true)) !== null, "the end");
    await stream.close();
    const oplog = client.db("local").collection("oplog.rs");
    assert.ok(await oplog.findOne({ op: "d", ns: "persona.sessions", "o._id": "s" }));
}

/** A tail of a capped collection gets what is inserted while it waits. */
async function tailing(db) {
    await db.createCollection("log", { capped: true, size: 65536 });
    const log = db.collection("log");
    await log.insertOne({ n: 1 });
    const tail = log.find({}, { tailable: true, awaitData: true, maxAwaitTimeMS: 5000 });
    assert.equal((await tail.next()).n, 1);
    const next = tail.next();
    await log.insertOne({ n: 2 });
    assert.equal((await next).n, 2);
    await tail.close();
}

/** A write that is sent twice is done once. */
async function retriedWrites(client, db) {
    const accounts = db.collection("accounts");
    await accounts.insertOne({ _id: 1, balance: 0 });
    const session = client.startSession();
    const update = {
        update: "accounts",
        updates: [{ q: { _id: 1 }, u: { $inc: { balance: 10 } } }],
        lsid: session.id,
        txnNumber: Long.fromNumber(77),
    };
    for (let attempt = 1; attempt <= 2; ++attempt) assert.equal((await db.command(update)).nModified, 1);
    assert.equal((await accounts.findOne({ _id: 1 })).balance, 10);
    await session.endSession();
}

/** There are no transactions, and it is said at once; the session can be used on. */
async function transactions(client, db) {
    await client.withSession(async (session) => {
        session.startTransaction();
        await assert.rejects(db.collection("accounts").insertOne({ _id: 2 }, { session }), { code: 263 });
        await session.abortTransaction();
        await db.collection("accounts").insertOne({ _id: 3 }, { session });
    });
    assert.equal(await db.collection("accounts").countDocuments({ _id: 2 }), 0);
}

/** Fifty waiting streams leave the other requests quick. */
async function manyStreams(client, db) {
    const streams = Array.from({ length: 50 }, (_, n) => db.collection("quiet" + n).watch([], { maxAwaitTimeMS: 5000 }));
    const waiting = streams.map((stream) => stream.next().catch(() => null));
    const begun = process.hrtime.bigint();
    for (let n = 0; n < 100; ++n) await db.collection("busy").insertOne({ n });
    assert.ok(Number(process.hrtime.bigint() - begun) < 4e9);
    await Promise.all(streams.map((stream) => stream.close()));
    await Promise.all(waiting);
}

play(async () => {
    const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 5000, maxPoolSize: 200 });
    const [db, admin] = [client.db("persona"), client.db("admin")];
    await discovery(admin);
    const events = await collectionStream(db);
    await resuming(events);
    await filteredStream(db);
    await tailing(db);
    await retriedWrites(client, db);
    await transactions(client, db);
    await manyStreams(client, db);
    await expiryAndDrop(client, db, admin);
    const invalidated = client.watch([{ $match: { operationType: "dropDatabase" } }]);
    const [dropped] = await changes(invalidated, 1, () => db.dropDatabase());
    assert.deepEqual(dropped.ns, { db: "persona" });
    await invalidated.close();
    await client.close();
});
