// SPDX-License-Identifier: GPL-3.0-or-later
// usage: node node_driver.js DRIVERS URI PACKAGE, with PACKAGE the Node driver in one of its versions
const assert = require("node:assert");
const { HOUR, indexesOf, load, more, passAt, play, uri } = require("./ttl_story.js");
const { MongoClient } = load(more[0]);
const major = Number(load(more[0] + "/package.json").version.split(".")[0]);
// version 3 polls and pools as its successors do only when asked to
const options = major === 3 ? { useUnifiedTopology: true } : {};

/** An application's sessions: expire at the time they bear; touched documents survive, as the LRU pattern has it. */
async function sessions(db, admin, now) {
    const sessions = db.collection("sessions");
    await sessions.insertMany([
        { _id: "old", expires: new Date(now - 1000) },
        { _id: "new", expires: new Date(now + 24 * HOUR) },
        { _id: "never" },
    ]);
    for (let time = 1; time <= 2; ++time)
        assert.equal(
            await sessions.createIndex({ expires: 1 }, { expireAfterSeconds: 0, background: true }),
            "expires_1",
        );
    await assert.rejects(sessions.createIndex({ _id: 1 }, { expireAfterSeconds: 1 }), { code: 197 });
    await assert.rejects(sessions.createIndex({ a: 1, b: 1 }, { expireAfterSeconds: 1 }), { code: 67 });
    await passAt(admin, 0);
    assert.deepEqual((await sessions.find().toArray()).map((d) => d._id).sort(), ["never", "new"]);
    await sessions.updateOne({ _id: "new" }, { $set: { expires: new Date(now + 72 * HOUR) } });
    await passAt(admin, 48 * HOUR);
    assert.equal(await sessions.countDocuments({ _id: "new" }), 1);
    await sessions.dropIndex("expires_1");
    assert.deepEqual(await indexesOf(sessions), [{ key: { _id: 1 }, name: "_id_" }]);
}

/** An ordinary index becomes a TTL index, and its seconds change; both by collMod. */
async function changedSeconds(db, admin, now) {
    const events = db.collection("eventlog");
    await events.createIndex({ lastModifiedDate: 1 });
    await events.insertOne({ lastModifiedDate: new Date(now), n: 1 });
    const change = (seconds) =>
        db.command({
            collMod: "eventlog",
            index: { keyPattern: { lastModifiedDate: 1 }, expireAfterSeconds: seconds },
        });
    assert.equal(Number((await change(4 * 86400)).expireAfterSeconds_new), 4 * 86400);
    await passAt(admin, 48 * HOUR);
    assert.equal(await events.countDocuments(), 1);
    assert.equal(Number((await change(3600)).expireAfterSeconds_old), 4 * 86400);
    assert.equal((await indexesOf(events))[1].expireAfterSeconds, 3600);
    await passAt(admin, 48 * HOUR);
    assert.equal(await events.countDocuments(), 0);
}

/** A cursor over several batches, aggregation, upsert, findAndModify, bulk writes. */
async function documents(db) {
    const numbers = db.collection("numbers");
    await numbers.insertMany(Array.from({ length: 1000 }, (_, n) => ({ _id: n, odd: n % 2 === 1 })));
    assert.equal((await numbers.find({}, { batchSize: 100 }).toArray()).length, 1000);
    const cursor = numbers.find({}, { batchSize: 10 });
    assert.equal((await cursor.next())._id, 0);
    await cursor.close();
    const groups = await numbers
        .aggregate([{ $group: { _id: "$odd", n: { $sum: 1 } } }, { $sort: { _id: 1 } }])
        .toArray();
    assert.deepEqual(groups, [
        { _id: false, n: 500 },
        { _id: true, n: 500 },
    ]);
    const upserted = await numbers.updateOne({ _id: 5000 }, { $inc: { hits: 1 } }, { upsert: true });
    assert.equal(major === 3 ? upserted.upsertedId._id : upserted.upsertedId, 5000);
    const found = await numbers.findOneAndUpdate({ _id: 5000 }, { $inc: { hits: 1 } }, { returnDocument: "after" });
    assert.equal(major < 6 ? found.value.hits : found.hits, 2);
    const bulk = await numbers.bulkWrite([
        { insertOne: { document: { _id: 6000 } } },
        { updateMany: { filter: { odd: true }, update: { $unset: { odd: "" } } } },
        { deleteOne: { filter: { _id: 0 } } },
    ]);
    assert.deepEqual([bulk.insertedCount, bulk.modifiedCount, bulk.deletedCount], [1, 500, 1]);
    assert.deepEqual((await numbers.distinct("hits")).map(Number), [2]);
    assert.equal(await numbers.estimatedDocumentCount(), 1001);
    await assert.rejects(numbers.insertOne({ _id: 1 }), { code: 11000 });
    await numbers.rename("renamed");
    assert.equal(
        await db
            .collection("renamed")
            .deleteMany({})
            .then((reply) => reply.deletedCount),
        1001,
    );
}

/** Time series and capped collections, as far as the driver has helpers for them. */
async function collections(db) {
    await db.createCollection("readings", {
        timeseries: { timeField: "at", metaField: "sensor" },
        expireAfterSeconds: 3600,
    });
    await db.collection("readings").insertOne({ at: new Date(), sensor: 7, value: 1.5 });
    assert.equal((await db.collection("readings").findOne({ sensor: 7 })).value, 1.5);
    const [listed] = await db.listCollections({ name: "readings" }).toArray();
    assert.equal(Number(listed.options.expireAfterSeconds), 3600);
    await db.createCollection("latest", { capped: true, size: 4096, max: 2 });
    for (let n = 1; n <= 3; ++n) await db.collection("latest").insertOne({ _id: n });
    assert.deepEqual(
        (await db.collection("latest").find().toArray()).map((d) => d._id),
        [2, 3],
    );
    assert.ok(await db.collection("latest").drop());
}

play(async () => {
    const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 5000, ...options });
    const [db, admin, now] = [client.db("node"), client.db("admin"), Date.now()];
    assert.ok((await admin.command({ buildInfo: 1 })).version);
    await sessions(db, admin, now);
    await changedSeconds(db, admin, now);
    await documents(db);
    await collections(db);
    await db.dropDatabase();
    assert.ok(!(await admin.admin().listDatabases()).databases.some(({ name }) => name === "node"));
    await client.close();
});
