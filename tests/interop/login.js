// SPDX-License-Identifier: GPL-3.0-or-later
// usage: node login.js DRIVERS PACKAGE STEP…, with STEP find=URI or insert=URI
// Logs in with each URI and does that with shop.orders. Prints a line for each: "ok", or the code of the server's error.
const assert = require("node:assert");
const path = require("node:path");
const [drivers, name, ...steps] = process.argv.slice(2);
const folder = path.join(drivers, "node_modules", name);
const { MongoClient } = require(folder);
const major = Number(require(path.join(folder, "package.json")).version.split(".")[0]);
const options = major === 3 ? { useUnifiedTopology: true } : {};

async function outcome(step) {
    const [, work, uri] = step.match(/^(\w+)=(.*)$/);
    const client = new MongoClient(uri, options);
    try {
        await client.connect();
        const orders = client.db("shop").collection("orders");
        if (work === "find") assert.equal((await orders.findOne())._id, 1);
        else await orders.insertOne({ from: "node" });
        return "ok";
    } catch (error) {
        if (error.code === undefined) throw error;
        return error.code;
    } finally {
        await client.close();
    }
}

(async () => {
    for (const step of steps) console.log(await outcome(step));
})().catch((error) => {
    console.error(error);
    process.exit(1);
});
