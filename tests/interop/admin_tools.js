// SPDX-License-Identifier: GPL-3.0-or-later
// What graphical tools, exporters and dump programs ask besides, as far as it can be sent by the driver that they share:
// these programs cannot be installed here, so their questions are written down.
const assert = require("node:assert");
const { HOUR, load, passAt, play, uri } = require("./ttl_story.js");
const { MongoClient } = load("mongodb");

/** A graphical tool at its start: who am I, what is this server. */
async function start(admin) {
    const { authInfo } = await admin.command({ connectionStatus: 1, showPrivileges: true });
    assert.deepEqual(authInfo, { authenticatedUsers: [], authenticatedUserRoles: [], authenticatedUserPrivileges: [] });
    assert.ok((await admin.command({ hostInfo: 1 })).os);
    assert.equal((await admin.command({ buildInfo: 1 })).versionArray.length, 4);
    const { featureCompatibilityVersion } = await admin.command({ getParameter: 1, featureCompatibilityVersion: 1 });
    assert.match(featureCompatibilityVersion.version, /^\d\.\d$/);
    await assert.rejects(admin.command({ atlasVersion: 1 }), { code: 59 });
    await assert.rejects(admin.command({ getParameter: "foo" }), { code: 72 });
    await admin.command({ getCmdLineOpts: 1 });
    assert.ok((await admin.command({ getLog: "startupWarnings" })).log);
}

/** The list of collections with sizes, and the list of indexes with sizes, use and the mark of TTL. */
async function lists(db) {
    const collection = db.collection("events");
    const [sizes] = await collection
        .aggregate([
            { $collStats: { storageStats: {} } },
            {
                $group: {
                    _id: null,
                    capped: { $first: "$storageStats.capped" },
                    count: { $sum: "$storageStats.count" },
                    size: { $sum: { $toDouble: "$storageStats.size" } },
                    nindexes: { $max: "$storageStats.nindexes" },
                },
            },
            {
                $addFields: {
                    avgObjSize: { $cond: [{ $eq: ["$count", 0] }, 0, { $divide: ["$size", { $toDouble: "$count" }] }] },
                },
            },
        ])
        .toArray();
    assert.deepEqual([sizes.capped, sizes.count, sizes.nindexes], [false, 5, 2]);
    assert.equal(sizes.avgObjSize, sizes.size / 5);
    const indexSizes = await collection
        .aggregate([
            { $collStats: { storageStats: {} } },
            { $project: { indexSizes: { $objectToArray: "$storageStats.indexSizes" } } },
            { $unwind: "$indexSizes" },
            { $group: { _id: "$indexSizes.k", size: { $sum: { $toDouble: "$indexSizes.v" } } } },
            { $sort: { _id: 1 } },
        ])
        .toArray();
    assert.deepEqual(
        indexSizes.map(({ _id }) => _id),
        ["_id_", "at_1"],
    );
    const used = await collection.aggregate([{ $indexStats: {} }, { $sort: { name: 1 } }]).toArray();
    assert.deepEqual([used[1].name, used[1].spec.expireAfterSeconds], ["at_1", 3600]);
    assert.ok(used[1].accesses.since instanceof Date);
    assert.equal((await db.command({ dbStats: 1 })).objects, 5);
    assert.equal((await collection.aggregate([{ $sample: { size: 3 } }]).toArray()).length, 3);
    assert.equal(await db.command({ count: "events" }).then(({ n }) => n), 5);
    const plan = await collection.find({ at: { $lt: new Date() } }).explain("executionStats");
    assert.equal(plan.executionStats.nReturned, 5);
}

/** What runs now, and where the time went. */
async function performance(admin) {
    const running = await admin
        .aggregate([
            { $currentOp: { allUsers: true, localOps: false } },
            { $match: { "command.createIndexes": { $exists: true } } },
            { $sort: { opid: 1 } },
            { $group: { _id: "$ns", n: { $sum: 1 } } },
        ])
        .toArray();
    assert.deepEqual(running, []);
    const { inprog } = await admin.command({ currentOp: 1, $all: true });
    assert.ok(inprog.some(({ command }) => command?.currentOp));
    assert.ok((await admin.command({ top: 1 })).totals["shop.events"].total.count > 0);
    const status = await admin.command({ serverStatus: 1 });
    for (const section of ["opcounters", "connections", "network", "mem", "globalLock", "asserts", "storageEngine"])
        assert.ok(status[section], section);
    assert.ok((await admin.command({ getDiagnosticData: 1 })).data.serverStatus.metrics.ttl);
    assert.equal((await admin.command({ killOp: 1, op: 999999 })).ok, 1);
}

/** A dump and its restore, with the options that a restore sends: what an index may not say is dropped silently. */
async function dumpAndRestore(db, copy) {
    const [listed] = await db.listCollections({ name: "events" }).toArray();
    assert.deepEqual([listed.type, listed.options], ["collection", {}]);
    const indexes = (await db.command({ listIndexes: "events" })).cursor.firstBatch.map(({ v, ...rest }) => rest);
    const { cursor } = await db.command({ find: "events", noCursorTimeout: true, batchSize: 2, hint: { _id: 1 } });
    const rest = await db.command({ getMore: cursor.id, collection: "events" });
    await copy.command({ create: "events", ...listed.options });
    const inserted = await copy.command({
        insert: "events",
        documents: [...cursor.firstBatch, ...rest.cursor.nextBatch],
        ordered: false,
        bypassDocumentValidation: true,
        writeConcern: { w: "majority" },
    });
    assert.equal(inserted.n, 5);
    await copy.command({
        createIndexes: "events",
        indexes: indexes.map((index) => ({ ...index, ns: "shop.events", strange: 1 })),
        ignoreUnknownIndexOptions: true,
    });
    assert.deepEqual(
        (await copy.command({ listIndexes: "events" })).cursor.firstBatch.map(({ v, ...index }) => index),
        indexes,
    );
}

play(async () => {
    const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 5000 });
    const [db, copy, admin] = [client.db("shop"), client.db("copy"), client.db("admin")];
    await db.collection("events").createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
    await db.collection("events").insertMany(Array.from({ length: 5 }, (_, n) => ({ n, at: new Date() })));
    await start(admin);
    await lists(db);
    await performance(admin);
    await dumpAndRestore(db, copy);
    await passAt(admin, 2 * HOUR);
    assert.equal(await copy.collection("events").countDocuments(), 0);
    await client.close();
});
