// SPDX-License-Identifier: GPL-3.0-or-later
// usage: node idle_client.js DRIVERS URI PACKAGE: one client of idle_clients.py, a driver's version or mongoose.
const readline = require("node:readline");
const { load, more, uri } = require("./ttl_story.js");

const name = more[0];
const major = Number(load(name + "/package.json").version.split(".")[0]);
const lost = [];

/** A connected client; whatever it loses goes into `lost`. */
async function connect() {
    if (name === "mongoose") {
        const mongoose = load(name);
        await mongoose.connect(uri);
        mongoose.connection.on("disconnected", () => lost.push("disconnected"));
        return mongoose.connection.getClient();
    }
    const { MongoClient } = load(name);
    // version 3 watches the server as its successors do only when asked to
    const client = new MongoClient(uri, name === "mongodb-3" ? { useUnifiedTopology: true } : {});
    await client.connect();
    return client;
}

/** Tries until the server is back; the drivers wait for it inside. */
async function untilDone(action) {
    for (let attempt = 1; ; ++attempt)
        try {
            return await action();
        } catch (error) {
            if (attempt === 20) throw error;
        }
}

async function main() {
    const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    const client = await connect();
    for (const event of ["serverHeartbeatFailed", "connectionPoolCleared"])
        client.on(event, ({ failure, reason }) => lost.push(`${event} ${failure ?? reason ?? ""}`));
    const notes = client.db().collection("idle");
    await notes.insertOne({ client: name });
    console.log("ready");
    await lines.next();
    console.log((await notes.findOne({ client: name })) && lost.length === 0 ? "calm" : "lost: " + lost.join("; "));
    await lines.next();
    console.log((await untilDone(() => notes.findOne({ client: name }))) ? "back" : "the document is gone");
    await (name === "mongoose" ? load(name).disconnect() : client.close());
    process.exit(0);
}

main().catch((error) => {
    console.log(`failed (${name} ${major}): ${error.stack}`);
    process.exit(1);
});
