// SPDX-License-Identifier: GPL-3.0-or-later
// Mongoose: models whose schemas say `expires`; syncIndexes, and that a second time it changes nothing.
const assert = require("node:assert");
const { HOUR, indexesOf, load, passAt, play, uri } = require("./ttl_story.js");
const mongoose = load("mongoose");

const CHANGES = new Set(["createIndexes", "dropIndexes", "collMod", "create", "drop"]);

function models(connection, resetAfter) {
    const reset = new mongoose.Schema({
        user: { type: String, required: true, index: true },
        token: { type: String, unique: true },
        createdAt: { type: Date, default: Date.now, expires: resetAfter },
    });
    const order = new mongoose.Schema(
        { state: String, lines: [{ sku: String, count: Number }], doneAt: Date },
        { timestamps: true },
    );
    // a partial TTL index: only what is finished expires
    order.index({ doneAt: 1 }, { expireAfterSeconds: 7200, partialFilterExpression: { state: "done" } });
    return { Reset: connection.model("Reset", reset), Order: connection.model("Order", order) };
}

/** What changes indexes or collections among the commands that `action` makes the driver send. */
async function changesOf(connection, action) {
    const sent = [];
    const note = ({ commandName }) => CHANGES.has(commandName) && sent.push(commandName);
    connection.getClient().on("commandStarted", note);
    await action();
    connection.getClient().off("commandStarted", note);
    return sent;
}

async function secondSyncChangesNothing(connection, { Reset, Order }) {
    const both = async () => [await indexesOf(Reset.collection), await indexesOf(Order.collection)];
    await Reset.init();
    await Order.init();
    assert.deepEqual(await Reset.syncIndexes(), []);
    const before = await both();
    assert.equal(before[0].find(({ name }) => name === "createdAt_1").expireAfterSeconds, 3600);
    const partial = before[1].find(({ name }) => name === "doneAt_1");
    assert.deepEqual([partial.expireAfterSeconds, partial.partialFilterExpression], [7200, { state: "done" }]);
    const sent = await changesOf(connection, async () => {
        assert.deepEqual(await Reset.syncIndexes(), []);
        assert.deepEqual(await Order.syncIndexes(), []);
        assert.deepEqual(await Reset.diffIndexes(), { toDrop: [], toCreate: [] });
    });
    // an index that is there may be asked for again; none is dropped or changed
    assert.ok(
        sent.every((name) => name === "createIndexes" || name === "create"),
        sent.join(),
    );
    assert.deepEqual(await both(), before);
}

async function documentsExpire(admin, { Reset, Order }) {
    await Reset.create([
        { user: "ana", token: "t1" },
        { user: "ben", token: "t2", createdAt: new Date(Date.now() - 2 * HOUR) },
    ]);
    await assert.rejects(Reset.create({ user: "eve", token: "t1" }), { code: 11000 });
    await assert.rejects(Reset.create({ token: "t3" }), { name: "ValidationError" });
    const [open] = await Order.create([
        { state: "open", doneAt: new Date(0), lines: [{ sku: "a", count: 1 }] },
        { state: "done", doneAt: new Date() },
    ]);
    open.lines.push({ sku: "b", count: 2 });
    open.lines[0].count = 5;
    await open.save();
    assert.deepEqual(
        (await Order.findById(open._id).lean()).lines.map((line) => line.count),
        [5, 2],
    );
    await passAt(admin, 0);
    assert.deepEqual(
        (await Reset.find().lean()).map((reset) => reset.user),
        ["ana"],
    );
    assert.equal(await Order.countDocuments(), 2);
    await passAt(admin, 3 * HOUR);
    assert.equal(await Reset.countDocuments(), 0);
    assert.deepEqual(
        (await Order.find().lean()).map((order) => order.state),
        ["open"],
    );
    const [sum] = await Order.aggregate([
        { $unwind: "$lines" },
        { $group: { _id: null, count: { $sum: "$lines.count" } } },
    ]);
    assert.equal(sum.count, 7);
    let seen = 0;
    for await (const order of Order.find().cursor({ batchSize: 1 })) seen += order.lines.length;
    assert.equal(seen, 2);
}

/** Other seconds in the schema: mongoose drops the index and makes it anew, and then is content. */
async function changedSchema() {
    const connection = await mongoose.createConnection(uri, { monitorCommands: true, autoIndex: false }).asPromise();
    const { Reset } = models(connection, 60);
    assert.deepEqual((await Reset.diffIndexes()).toDrop, ["createdAt_1"]);
    assert.deepEqual(await Reset.syncIndexes(), ["createdAt_1"]);
    assert.equal((await indexesOf(Reset.collection)).find(({ name }) => name === "createdAt_1").expireAfterSeconds, 60);
    assert.deepEqual(
        await changesOf(connection, async () => assert.deepEqual(await Reset.syncIndexes(), [])).then((sent) =>
            sent.filter((name) => name === "dropIndexes"),
        ),
        [],
    );
    await connection.close();
}

play(async () => {
    const connection = await mongoose
        .createConnection(uri, { monitorCommands: true, serverSelectionTimeoutMS: 5000 })
        .asPromise();
    const made = models(connection, 3600);
    await secondSyncChangesNothing(connection, made);
    await documentsExpire(connection.getClient().db("admin"), made);
    await connection.close();
    await changedSchema();
});
