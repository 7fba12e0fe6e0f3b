// SPDX-License-Identifier: GPL-3.0-or-later
// What the newest Node driver asks of a server's wire, seen through a relay between it and the engine.
const assert = require("node:assert");
const net = require("node:net");
const { once } = require("node:events");
const { load, play, uri } = require("./ttl_story.js");
const { MongoClient } = load("mongodb");

const MORE_TO_COME = 2;
const OP_MSG = 2013;

/** A relay that notes what passes; `change` may alter what the engine sends. */
async function relay(change = (bytes) => bytes) {
    const passed = [];
    const server = net.createServer((near) => {
        const far = net.connect(Number(new URL(uri).port), "127.0.0.1");
        near.on("data", (bytes) => {
            passed.push({ from: "client", bytes });
            far.write(bytes);
        });
        far.on("data", (bytes) => {
            passed.push({ from: "engine", bytes });
            near.write(change(bytes));
        });
        near.on("close", () => far.end());
        far.on("close", () => near.end());
        near.on("error", () => far.destroy());
        far.on("error", () => near.destroy());
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return { passed, server, uri: `mongodb://127.0.0.1:${server.address().port}/` };
}

/** Writes another number behind a field of the engine's first reply. */
function withWireVersion(field, version) {
    return (bytes) => {
        const at = bytes.indexOf(`\x10${field}\0`, 0, "latin1");
        if (at >= 0) bytes.writeInt32LE(version, at + field.length + 2);
        return bytes;
    };
}

/** C136: the farewell is sent with moreToCome, and the engine sends nothing back. */
async function farewellIsNotAnswered() {
    const { passed, server, uri } = await relay();
    const client = await MongoClient.connect(uri);
    await client.db("wire").command({ ping: 1 });
    await client.close();
    server.close();
    await once(server, "close");
    const last = passed.findLastIndex(({ bytes }) => bytes.includes("endSessions"));
    assert.ok(last >= 0, "endSessions was sent");
    const { from, bytes } = passed[last];
    assert.deepEqual(
        [from, bytes.readInt32LE(12), bytes.readInt32LE(16) & MORE_TO_COME],
        ["client", OP_MSG, MORE_TO_COME],
    );
    const id = bytes.readInt32LE(4);
    assert.ok(!passed.some((message) => message.from === "engine" && message.bytes.readInt32LE(8) === id));
}

/** C137: the driver refuses a server of wire version 8; the engine's own versions suit it. */
async function driverChecksTheVersion() {
    const old = await relay(withWireVersion("maxWireVersion", 8));
    await assert.rejects(
        MongoClient.connect(old.uri, { serverSelectionTimeoutMS: 1000 }),
        /reports maximum wire version 8, but this version of the Node.js Driver requires at least 9/,
    );
    old.server.close();
    const client = await MongoClient.connect(uri);
    const hello = await client.db("admin").command({ hello: 1 });
    assert.equal(hello.minWireVersion, 0);
    assert.ok(hello.maxWireVersion >= 21);
    await client.close();
}

/** A write without acknowledgement gets no reply either, and is done before what follows on the connection. */
async function unacknowledgedWrite() {
    const client = await MongoClient.connect(uri, { maxPoolSize: 1 });
    const collection = client.db("wire").collection("quiet");
    const reply = await collection.insertOne({ _id: 1 }, { writeConcern: { w: 0 } });
    assert.equal(reply.acknowledged, false);
    assert.equal(await collection.countDocuments(), 1);
    await client.close();
}

play(async () => {
    await farewellIsNotAnswered();
    await driverChecksTheVersion();
    await unacknowledgedWrite();
});
