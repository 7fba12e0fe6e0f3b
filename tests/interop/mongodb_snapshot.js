// SPDX-License-Identifier: GPL-3.0-or-later
// mongodb-snapshot: a database is dumped to a file and restored under another name; its TTL indexes survive and work.
const assert = require("node:assert");
const fs = require("node:fs/promises");
const os = require("node:os");
const path = require("node:path");
const { HOUR, indexesOf, load, passAt, play, uri } = require("./ttl_story.js");
const { MongoTransferer, MongoDBDuplexConnector, LocalFileSystemDuplexConnector } = load("mongodb-snapshot");

const database = (dbname) => new MongoDBDuplexConnector({ connection: { uri, dbname } });
const file = (path) => new LocalFileSystemDuplexConnector({ connection: { path } });

async function transfer(source, target) {
    let share = 0;
    for await (const { total, write } of new MongoTransferer({ source, targets: [target] })) share = write / total;
    assert.equal(share, 1);
}

play(async () => {
    const { MongoClient, Long } = load("mongodb");
    const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 5000 });
    const [shop, copy, admin] = [client.db("shop"), client.db("copy"), client.db("admin")];
    const now = Date.now();
    await shop.collection("carts").createIndex({ touched: -1 }, { expireAfterSeconds: 3600, name: "carts_ttl" });
    await shop.collection("carts").createIndex({ customer: 1 }, { unique: true, sparse: true });
    await shop
        .collection("log")
        .createIndex(
            { at: 1 },
            { expireAfterSeconds: 7200, partialFilterExpression: { level: { $in: ["debug", "info"] } } },
        );
    await shop
        .collection("carts")
        .insertMany(
            Array.from({ length: 2500 }, (_, n) => ({
                _id: n,
                customer: `c${n}`,
                touched: new Date(now),
                total: Long.fromNumber(n),
            })),
        );
    await shop.collection("log").insertMany([
        { at: new Date(now), level: "info" },
        { at: new Date(now), level: "error" },
    ]);

    const folder = await fs.mkdtemp(path.join(os.tmpdir(), "snapshot-"));
    await transfer(database("shop"), file(path.join(folder, "shop.tar")));
    await transfer(file(path.join(folder, "shop.tar")), database("copy"));
    await fs.rm(folder, { recursive: true });

    for (const name of ["carts", "log"]) {
        assert.deepEqual(await indexesOf(copy.collection(name)), await indexesOf(shop.collection(name)));
        const documents = (db) => db.collection(name).find().sort({ _id: 1 }).toArray();
        assert.deepEqual(await documents(copy), await documents(shop));
    }
    await passAt(admin, 3 * HOUR);
    assert.equal(await copy.collection("carts").countDocuments(), 0);
    assert.deepEqual(
        (await copy.collection("log").find().toArray()).map(({ level }) => level),
        ["error"],
    );
    await client.close();
});
